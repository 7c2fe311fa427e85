"""The statement of what is hidden, tried out: the laws rest on it, so it must be seen to say what it should."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import islice, product
from random import Random

import numpy as np
import pytest

from stammtisch.core.table import Table
from stammtisch.games.combo import rules
from stammtisch.games.combo.rules import Phase, State
from stammtisch.kernel import SPECTATOR
from stammtisch.kernel.record import Words
from stammtisch.testing.walk import view_of
from tests.games.combo.arrange import combo
from tests.games.combo.compare import words_of
from tests.games.combo.hidden import census, names_in, reshuffled, worlds
from tests.games.combo.moods import Mood
from tests.games.combo.naive import PACK
from tests.games.combo.walks import Moment, could_have_gone, hidden_in, moments, past

KINDS_OF_GAME: list[Mapping[str, object]] = [
    {"seats": 2, "quick": True},
    {"seats": 3, "quick": True},
    {"seats": 3, "expert": True},
    {"seats": 4, "quick": True, "expert": True},
]
every_kind_of_game = pytest.mark.parametrize("choices", KINDS_OF_GAME, ids=str)
BEGUN = (Phase.LAY, Phase.DISCARD)  # phases in which a row of cards may have begun
FEW = 6  # hidden cards, so that all ways to deal them can be tried


def unseen_by(s: State, seats: int, viewer: int) -> list[str]:
    """Return the cards that a viewer has not seen."""
    others = [hidden_in(s, seat) for seat in range(seats) if seat != viewer]
    return [*names_in(s.pile), *(card for cards in others for card in cards)]


@cache
def with_few_hidden(number: int, *, begun: bool) -> list[tuple[Moment, int]]:
    """Return positions, and the next seat, which has not seen few cards; in some a row of cards has begun."""

    def late(positions: Words) -> Words:
        few, phase = words_of(positions, "pile_size") <= 3, words_of(positions, "phase")
        rows = np.isin(phase, BEGUN) & (words_of(positions, "chosen") > 0)
        return np.flatnonzero(few & (rows == begun) & (words_of(positions, "turn") >= 0))

    found = []
    for at in moments(KINDS_OF_GAME[number], range(40), late):
        viewer = (at.s.turn + 1) % at.o.seats
        if len(at.steps) < 600 and at.o.seats < len(unseen_by(at.s, at.o.seats, viewer)) <= FEW:
            found.append((at, viewer))
    return Random(1).sample(found, 2)


def all_worlds(at: Moment, viewer: int) -> Iterator[State]:
    """Yield the position with every deal of the cards that the viewer has not seen, by the steps of the game alone."""
    unseen = unseen_by(at.s, at.o.seats, viewer)
    others = [seat for seat in range(at.o.seats) if seat != viewer]
    sizes = [len(hidden_in(at.s, seat)) for seat in others]
    for places in product((-1, *others), repeat=len(unseen)):
        if [places.count(seat) for seat in others] == sizes:
            world = at.s.copy()
            for card, place in zip(unseen, places, strict=True):
                put(world, card, place)
            yield world


def put(world: State, card: str, place: int) -> None:
    """Take a card out of wherever it is, and put it into a hand or the pile."""
    colour, bit = "rygbv".index(card[0]), 1 << int(card[1:]) - 1
    for seat in range(4):
        world.hand[seat][colour] &= ~bit
    world.pile[colour] &= ~bit
    zone = world.pile if place < 0 else world.hand[place]
    zone[colour] |= bit


@pytest.mark.parametrize("begun", [False, True], ids=["between rows", "in a row"])
@pytest.mark.parametrize("number", [0, 1, 2, 3])
def test_the_worlds_are_those_deals_with_which_all_this_could_have_been_played(number: int, *, begun: bool) -> None:
    found = with_few_hidden(number, begun=begun)
    for at, viewer in found:
        then = past(at)
        listed = [world.tobytes() for world in worlds(view_of(rules, at.s, at.o, viewer), at.o, viewer)]
        possible = {world.tobytes() for world in all_worlds(at, viewer) if could_have_gone(world, at, then)}

        assert sorted(listed) == sorted(possible)
        assert at.s.tobytes() in possible


@every_kind_of_game
def test_a_reshuffled_position_could_have_gone_the_same_way(choices: Mapping[str, object]) -> None:
    random = Random(5)

    def now_and_then(positions: Words) -> Words:
        begun = np.flatnonzero(np.isin(words_of(positions, "phase"), BEGUN) & (words_of(positions, "chosen") > 0))
        return np.concatenate([np.arange(5, len(positions), 97), begun[::41]])

    for at in moments(choices, range(1), now_and_then):
        for viewer in (random.randrange(at.o.seats), SPECTATOR):
            world = reshuffled(at.s, at.o, viewer, random)

            assert could_have_gone(world, at, past(at)), (viewer, at)
            assert sorted(census(world, at.o)) == sorted(census(at.s, at.o))


@pytest.mark.parametrize("choices", [{"seats": 3}, {"seats": 4}], ids=str)
def test_after_many_shuffles_reshuffling_is_not_noticed_and_views_are_true(choices: Mapping[str, object]) -> None:
    random = Random(3)

    def late(positions: Words) -> Words:
        return np.arange(len(positions) // 2, len(positions), 97)

    for at in moments(choices, range(1), late, Mood.HOARDING):
        for viewer in (*range(at.o.seats), SPECTATOR):
            world = reshuffled(at.s, at.o, viewer, random)

            v = view_of(rules, at.s, at.o, viewer)
            assert view_of(rules, world, at.o, viewer) == v, viewer
            assert names_in(v.pile) <= names_in(at.s.pile)
            assert all(names_in(v.hand[seat]) <= names_in(at.s.hand[seat]) for seat in range(at.o.seats))


def test_reshuffling_moves_everything_that_is_hidden_and_nothing_else() -> None:
    table = combo("0: r1-5 | 1: y1-3 | 2: g1-4", play="0: draw | 0: r9 | 1: draw | 1: r10", seats=3, display="r9-12")
    random = Random(1)
    drawn = [reshuffled(table.position, table.options, 0, random) for _ in range(40)]

    for seat in (1, 2):
        assert len({names_in(world.hand[seat]) for world in drawn}) > 30
    assert {names_in(world.hand[0]) for world in drawn} == {names_in(table.position.hand[0])}
    assert frozenset.intersection(*(names_in(world.hand[1]) for world in drawn)) == {"r10"}
    assert frozenset.intersection(*(names_in(world.hand[2]) for world in drawn)) == set()
    assert frozenset.intersection(*(names_in(world.pile) for world in drawn)) == set()


def test_reshuffling_draws_sealed_placements_anew() -> None:
    table = Table("combo", seats=3, first=0)
    table.play(0, "start uft")
    table.play(2, "start uft")
    random = Random(1)
    drawn = [reshuffled(table.position, table.options, 0, random).start for _ in range(300)]

    assert {start[0] for start in drawn} == {table.position.start[0]}
    assert {start[1] for start in drawn} == {-1}
    assert {start[2] for start in drawn} == set(range(16))


def test_reshuffling_leaves_the_position_itself_alone() -> None:
    table = combo()
    before = table.position.tobytes()
    reshuffled(table.position, table.options, 1, Random(1))

    assert table.position.tobytes() == before


def test_the_worlds_are_listed_one_by_one_where_there_are_very_many() -> None:
    table = combo("1: rygb5 r6", play="0: draw | 0: r9", display="r9-12")
    between = list(islice(worlds(table.view(0), table.options, 0), 100))
    table.play(1, "three")
    in_a_row = list(islice(worlds(table.view(0), table.options, 0), 100))

    assert len({world.tobytes() for world in between}) == len({world.tobytes() for world in in_a_row}) == 100


def test_whoever_has_announced_five_of_a_kind_has_them() -> None:
    table = combo("1: rygbv5", play="0: draw | 0: r9 | 1: five", display="r9-12")
    hands = [names_in(world.hand[1]) for world in worlds(table.view(0), table.options, 0)]

    assert {f"{colour}5" for colour in "rygbv"} in hands
    assert all(len({card[1:] for card in held}) == 1 for held in hands)


@pytest.mark.parametrize("play", ["", "0: draw", "0: draw | 0: r9", "0: draw | 0: r9 | 1: five rygbv5 into full"])
def test_every_card_and_stone_is_found_once(play: str) -> None:
    table = combo("1: rygbv5", play=play, display="r9-12")
    stones = [f"stone {number} of {seat}" for seat in (0, 1) for number in range(24)]

    assert sorted(census(table.position, table.options)) == sorted([*PACK, *stones])


@pytest.mark.parametrize(
    "broken",
    [
        {"hand": [[1, 0, 0, 0, 0]] * 4},
        {"hand_size": [4, 3, 0, 0]},
        {"pile": [0] * 5},
        {"pile_size": 1},
        {"display_size": 3},
        {"discards": [0, 0, 0, 0, 1]},
        {"laid": [0, 0, 0, 0, 1]},
        {"taken": [[0, 0, 0, 0, 1]] + [[0] * 5] * 3},
        {"hidden": [[0] * 5] * 8},
        {"hidden": [[8191] * 5] * 8},
        {"drawn": [[0] * 8] * 4},
        {"active": [3, 4, 0, 0]},
        {"reserve": [3, 4, 0, 0]},
        {"level": [[0] * 5] * 4},
    ],
    ids=str,
)
def test_the_census_notices_what_is_lost_doubled_or_does_not_add_up(broken: dict[str, object]) -> None:
    table = combo(play="0: draw | 0: r9", display="r9-12")
    right = sorted(census(table.position, table.options))
    for name, value in broken.items():
        setattr(table.position, name, value)

    assert sorted(census(table.position, table.options)) != right
