"""Worlds drawn for a seat fit all that it knows, and are equally likely; near the end of a game all can be listed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import islice
from random import Random
from typing import Any

import numpy as np
import pytest
from scipy.stats import chisquare

from stammtisch import Table
from stammtisch.games import party as game
from stammtisch.games.party import rules
from stammtisch.games.party.position import KING, SEATS, Options, Phase, State
from stammtisch.kernel import NONE, SPECTATOR, Row
from stammtisch.kernel.bits import count_in, lowest_in
from stammtisch.kernel.chance import STREAM_LENGTH, WORLDS, open_stream
from stammtisch.kernel.compile import driver
from stammtisch.testing import Position
from stammtisch.testing.uniform import redeal_probability
from stammtisch.testing.walk import begin, random_walk, view_of, viewers
from tests.games.party.arrange import party, play_to
from tests.games.party.hidden import cards_in, census, lying, worlds
from tests.subjects import PARTY

UNEVEN = 1e-6  # less likely than this by chance: not uniform

# By name: options, the round that begins, who has chosen a card, and how many worlds seat 0 can imagine.
PLACES: dict[str, tuple[dict[str, Any], int, str, int]] = {
    "a card in the pile or in the hand": ({"seats": 3}, 9, "", 16),
    "one of three chosen": ({"seats": 3}, 10, "1", 3),
    "two of three chosen": ({"seats": 3}, 10, "12", 9),
    "one of two chosen at a table of six": ({"seats": 6}, 11, "12345", 32),
    "a choice of the only opponent": ({"seats": 2}, 10, "1", 3),
    "face-down cards beside hands of two": ({"seats": 3, "face_down": True}, 10, "", 9),
    "face-down cards beside chosen ones": ({"seats": 3, "face_down": True}, 10, "12", 36),
    "a face-down card beside a chosen one": ({"seats": 3, "face_down": True}, 11, "1", 4),
    "a face-down card and a card in the pile": ({"seats": 2, "face_down": True}, 8, "", 20),
    "five face-down cards": ({"seats": 6, "face_down": True}, 11, "", 32),
}
every_place = pytest.mark.parametrize("name", PLACES)

Redeal = Callable[[State, Options, int, Row, Row, State], None]


def place(name: str, *, kings: bool = False) -> Position:
    """Return the position; kings have been played in round 1, or will be at the very end."""
    choices, round_number, chosen, _ = PLACES[name]
    seats = range(choices["seats"])
    table = party(" | ".join(f"{seat}: {12 - seat} 1 13" for seat in seats), **choices)
    while not kings and table.position.round_number == 1 and table.position.phase in (Phase.SEAL, Phase.PLAY):
        seat = table.waiting[0]
        table.play(seat, "1" if table.position.phase == Phase.SEAL else "13")
    play_to(table, round_number)
    for seat in map(int, chosen):
        table.play(seat, table.legal(seat)[0])
    return position_of(table)


def position_of(table: Table) -> Position:
    """Return where a table stands."""
    steps = tuple((step.seat, step.action) for step in table.steps)
    return Position(game, {}, table.options, table.position, steps)


def draws(at: Position, seat: int, number: int) -> Iterator[State]:
    """Yield worlds drawn for a seat, compiled."""
    v = view_of(rules, at.s, at.o, seat)
    words, options, out = (np.array(record.words(), np.int64) for record in (v, at.o, v))
    stream, scratch = np.zeros(STREAM_LENGTH, np.int64), np.zeros(rules.SCRATCH, np.int64)
    open_stream(stream, 1, WORLDS, 0)
    compiled = driver("stammtisch.kernel.drivers.rules_calls", rules)
    for _ in range(number):
        compiled.redeal(words, options, seat, stream, scratch, out)
        yield State.of(out)


def probability(at: Position, seat: int, *, each: int = 40) -> float:
    """Return how likely draws as uneven are if all worlds are equally likely."""
    possible = [world.tobytes() for world in worlds(view_of(rules, at.s, at.o, seat), at.o, seat)]
    drawn = Counter(world.tobytes() for world in draws(at, seat, each * len(possible)))
    assert drawn.keys() <= set(possible), "a drawn world does not fit the view"
    return float(chisquare([drawn[world] for world in possible]).pvalue)


@every_place
def test_there_are_as_many_worlds_as_were_counted_by_hand(name: str) -> None:
    at = place(name)

    assert sum(1 for _ in worlds(view_of(rules, at.s, at.o, 0), at.o, 0)) == PLACES[name][3]


@every_place
def test_drawn_worlds_are_equally_likely(name: str) -> None:
    assert probability(place(name), 0) > UNEVEN


@pytest.mark.parametrize(
    "name",
    [
        "face-down cards beside hands of two",
        "face-down cards beside chosen ones",
        "a face-down card and a card in the pile",
    ],
)
def test_they_are_where_the_king_is_unseen_and_cannot_lie_face_down(name: str) -> None:
    at = place(name, kings=True)

    assert probability(at, SPECTATOR) > UNEVEN
    assert all(world.face_down[seat] != KING for world in draws(at, SPECTATOR, 200) for seat in range(SEATS))


@pytest.mark.parametrize("choices", rules.OPTION_SETS, ids=str)
def test_a_drawn_world_looks_the_same_and_has_every_card_once(choices: dict[str, object]) -> None:
    random = Random(3)
    for at in islice(random_walk(begin(game, choices), random), 0, 400, 9):
        for seat in (random.choice(viewers(at.o)), SPECTATOR):
            [world] = draws(at, seat, 1)

            assert view_of(rules, world, at.o, seat) == view_of(rules, at.s, at.o, seat)
            assert sorted(census(world, at.o)) == sorted(census(at.s, at.o))


def test_early_in_the_game_a_hidden_card_may_be_in_every_place_with_room() -> None:
    table = party(seats=3, face_down=True, play="0:2 1:2 2:2 1:3")
    at, found = position_of(table), Counter[str]()
    for world in draws(at, 0, 6000):
        found.update(name for name, cards in lying(world, 1)._asdict().items() if 7 in cards)
    rooms = {"pile": 8, "hand": 2, "sealed": 1, "down": 1}
    elsewhere = {name: room * (1 - 1 / 11) / 11 for name, room in rooms.items() if name != "down"}

    assert found.total() == 6000
    expected = [6000 * (elsewhere | {"down": 1 / 11})[name] for name in rooms]
    assert chisquare([found[name] for name in rooms], expected).pvalue > UNEVEN


def lays_kings_face_down(v: State, o: Options, seat: int, stream: Row, scratch: Row, out: State) -> None:
    """Plant a redeal to which the king is a face-down card like any other."""
    rules.redeal(v, o, seat, stream, scratch, out)
    for other in range(o.seats):
        if other != seat and v.face_down[other] != NONE and out.hand[other] >> KING & 1:
            out.hand[other] ^= 1 << KING | 1 << out.face_down[other]
            out.face_down[other] = KING


def chooses_the_lowest(v: State, o: Options, seat: int, stream: Row, scratch: Row, out: State) -> None:
    """Plant a redeal in which whoever has chosen plays the lowest card that could be."""
    rules.redeal(v, o, seat, stream, scratch, out)
    for other in range(o.seats):
        if other != seat and v.phase == Phase.PLAY and v.played[other] != NONE and out.hand[other]:
            cards = out.hand[other] | 1 << out.played[other]
            out.played[other] = lowest_in(cards)
            out.hand[other] = cards & ~(1 << out.played[other])


def keeps_the_highest_in_the_pile(v: State, o: Options, seat: int, stream: Row, scratch: Row, out: State) -> None:
    """Plant a redeal that draws anew if it does not like a pile."""
    rules.redeal(v, o, seat, stream, scratch, out)
    again = v.copy()
    rules.redeal(v, o, seat, stream, scratch, again)
    for other in range(o.seats):
        if other != seat and again.pile[other] > out.pile[other] and count_in(again.pile[other]) == 1:
            out.pile[other], out.hand[other] = again.pile[other], again.hand[other]
            out.face_down[other] = again.face_down[other]


def prefers_high_face_down_cards(v: State, o: Options, seat: int, stream: Row, scratch: Row, out: State) -> None:
    """Plant a redeal in which the face-down card is higher than it need be."""
    rules.redeal(v, o, seat, stream, scratch, out)
    for other in range(o.seats):
        cards = cards_in(out.hand[other])
        if other != seat and v.face_down[other] != NONE and cards and out.face_down[other] < min(cards):
            highest = max(cards)
            out.hand[other] ^= 1 << highest | 1 << out.face_down[other]
            out.face_down[other] = highest


UNEVEN_FAULTS: list[tuple[str, Redeal]] = [
    ("two of three chosen", chooses_the_lowest),
    ("one of two chosen at a table of six", chooses_the_lowest),
    ("a card in the pile or in the hand", keeps_the_highest_in_the_pile),
    ("a face-down card and a card in the pile", keeps_the_highest_in_the_pile),
    ("face-down cards beside hands of two", prefers_high_face_down_cards),
    ("five face-down cards", prefers_high_face_down_cards),
]


@pytest.mark.parametrize(("name", "fault"), UNEVEN_FAULTS)
def test_an_uneven_redeal_is_noticed(name: str, fault: Redeal) -> None:
    assert redeal_probability(PARTY.planted(redeal=fault), place(name), 0, draws=1500, seed=1) < UNEVEN


@pytest.mark.parametrize("name", ["face-down cards beside hands of two", "five face-down cards"])
def test_a_redeal_that_lays_kings_face_down_is_noticed(name: str) -> None:
    with pytest.raises(AssertionError, match="does not fit"):
        redeal_probability(PARTY.planted(redeal=lays_kings_face_down), place(name, kings=True), 0, draws=200, seed=1)
