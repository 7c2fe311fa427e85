"""Worlds drawn for a seat fit all that it knows, and are equally likely; with few hidden cards all can be listed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from itertools import islice
from random import Random

import numpy as np
import pytest
from scipy.stats import chisquare

from stammtisch import Table
from stammtisch.games.combo import rules
from stammtisch.games.combo.position import SHUFFLES
from stammtisch.games.combo.rules import Options, Phase, State
from stammtisch.kernel import SPECTATOR, Row
from stammtisch.kernel.chance import STREAM_LENGTH, WORLDS, open_stream
from stammtisch.kernel.compile import driver
from stammtisch.kernel.record import Words
from stammtisch.testing.walk import view_of
from tests.games.combo.arrange import combo
from tests.games.combo.compare import words_of
from tests.games.combo.hidden import cards_in, names_in, worlds
from tests.games.combo.walks import Moment, could_have_gone, moments, past

UNEVEN = 1e-6  # less likely than this by chance: not uniform
MOST = 200  # worlds, so that all can be listed
BEGUN = (Phase.LAY, Phase.DISCARD)  # phases in which a row of cards may have begun
Redeal = Callable[[State, Options, int, Row, Row, State], None]

# Options, how many shuffles have cards in more than one hidden place, and whether a spectator looks.
PLACES: list[tuple[Mapping[str, object], int, bool]] = [
    ({"seats": 2, "quick": True}, 1, False),
    ({"seats": 2, "quick": True}, 2, True),
    ({"seats": 3, "quick": True}, 1, False),
    ({"seats": 3, "quick": True}, 2, False),
    ({"seats": 4, "quick": True}, 2, False),
    ({"seats": 4, "expert": True}, 3, False),
]
every_place = pytest.mark.parametrize("number", range(len(PLACES)))


def draws(v: State, o: Options, seat: int, number: int, planted: Redeal | None = None) -> Iterator[bytes]:
    """Yield worlds drawn for a seat, as bytes: compiled, as long as no fault is planted."""
    words, options, out = (np.array(record.words(), np.int64) for record in (v, o, v))
    stream, scratch = np.zeros(STREAM_LENGTH, np.int64), np.zeros(rules.SCRATCH, np.int64)
    open_stream(stream, 1, WORLDS, 0)
    compiled = driver("stammtisch.kernel.drivers.rules_calls", rules)
    for _ in range(number):
        if planted:
            world = v.copy()
            planted(v, o, seat, stream, scratch, world)
            yield world.tobytes()
        else:
            compiled.redeal(words, options, seat, stream, scratch, out)
            yield out.tobytes()


def evenness(v: State, o: Options, seat: int, planted: Redeal | None = None, times: int = 40) -> float:
    """Return how likely draws as uneven are if all worlds that fit a view are equally likely.

    Raises:
        AssertionError: A drawn world does not fit the view.
    """
    possible = [world.tobytes() for world in worlds(v, o, seat)]
    drawn = Counter(draws(v, o, seat, times * len(possible), planted))
    assert drawn.keys() <= set(possible), "a drawn world does not fit the view"
    return float(chisquare([drawn[world] for world in possible]).pvalue)


def undecided(s: State, o: Options, viewer: int) -> int:
    """Count the shuffles of which hidden cards may lie in more than one place."""
    rooms = [sum(s.drawn[seat][number] > 0 for seat in range(o.seats) if seat != viewer) for number in range(SHUFFLES)]
    rooms[0] += s.pile_size > 0
    return sum(room > 1 for room in rooms)


@cache
def few_worlds(number: int, *, begun: bool = False) -> tuple[Moment, int]:
    """Find a position with few worlds, in which somebody has taken cards openly, and a viewer."""
    choices, shuffles, spectator = PLACES[number]

    def late(positions: Words) -> Words:
        rows = np.isin(words_of(positions, "phase"), BEGUN) & (words_of(positions, "chosen") > 0)
        return np.flatnonzero(
            (words_of(positions, "pile_size") <= 4) & (rows == begun) & (words_of(positions, "turn") >= 0)
        )

    for at in moments(choices, range(1000), late):
        viewer = SPECTATOR if spectator else (at.s.turn + 1) % at.o.seats
        taken = any(cards_in(at.s.taken[seat]) for seat in range(at.o.seats) if seat != viewer)
        if taken and undecided(at.s, at.o, viewer) == shuffles:
            v = view_of(rules, at.s, at.o, viewer)
            if 3 < len(list(islice(worlds(v, at.o, viewer), MOST + 1))) <= MOST:
                return at, viewer
    raise AssertionError("there is no such position")


@every_place
def test_all_worlds_look_the_same_and_the_true_one_is_among_them(number: int) -> None:
    at, viewer = few_worlds(number)
    v = view_of(rules, at.s, at.o, viewer)
    possible = list(worlds(v, at.o, viewer))

    assert at.s in possible
    assert all(view_of(rules, world, at.o, viewer) == v for world in possible)


@every_place
def test_a_view_shows_exactly_the_cards_that_lie_in_the_same_place_in_all_worlds(number: int) -> None:
    at, viewer = few_worlds(number)
    v = view_of(rules, at.s, at.o, viewer)
    possible = list(worlds(v, at.o, viewer))

    for seat in range(at.o.seats):
        assert names_in(v.hand[seat]) == frozenset.intersection(*(names_in(world.hand[seat]) for world in possible))
    assert names_in(v.pile) == frozenset.intersection(*(names_in(world.pile) for world in possible))


@every_place
def test_drawn_worlds_are_equally_likely(number: int) -> None:
    at, viewer = few_worlds(number)

    assert evenness(view_of(rules, at.s, at.o, viewer), at.o, viewer) > UNEVEN


@every_place
def test_in_a_drawn_world_a_seat_can_complete_what_it_has_begun(number: int) -> None:
    at, viewer = few_worlds(number, begun=True)
    v = view_of(rules, at.s, at.o, viewer)

    assert evenness(v, at.o, viewer) > UNEVEN
    assert list(draws(v, at.o, viewer, 40, rules.redeal)) == list(draws(v, at.o, viewer, 40)), "it is compiled as it is"


@pytest.mark.parametrize("choices", [{"seats": 2}, {"seats": 3, "quick": True}, {"seats": 4, "expert": True}], ids=str)
def test_in_a_drawn_world_all_that_the_seat_saw_would_have_happened(choices: Mapping[str, object]) -> None:
    def now_and_then(positions: Words) -> Words:
        between = np.flatnonzero(~np.isin(words_of(positions, "phase"), [*BEGUN, Phase.START]))
        return between[3:3000:151]

    random = Random(1)
    for at in moments(choices, range(1), now_and_then):
        for viewer in (random.randrange(at.o.seats), SPECTATOR):
            v = view_of(rules, at.s, at.o, viewer)
            [drawn] = draws(v, at.o, viewer, 1)
            world = State.of(np.frombuffer(drawn, np.int64))

            assert view_of(rules, world, at.o, viewer) == v
            assert could_have_gone(world, at, past(at)), (viewer, at)


def test_cards_taken_openly_stay_where_they_are() -> None:
    table = combo(play="0: draw | 0: r9 | 1: draw | 1: r10 | 2: draw | 2: r11", seats=3, display="r9-12")
    for drawn in draws(table.view(0), table.options, 0, 200):
        world = State.of(np.frombuffer(drawn, np.int64))

        assert "r10" in names_in(world.hand[1])
        assert "r11" in names_in(world.hand[2])


def test_a_hidden_card_may_be_in_every_place_with_room_and_as_often() -> None:
    table = combo("1: y1-5 | 2: g1-3", play="0: draw | 0: r9", seats=3, display="r9-12")
    found = Counter[str]()
    for drawn in draws(table.view(0), table.options, 0, 3000):
        world = State.of(np.frombuffer(drawn, np.int64))
        places = {"1": world.hand[1], "2": world.hand[2], "pile": world.pile}
        found.update(place for place, cards in places.items() if "y1" in names_in(cards))
    rooms = {"1": 5, "2": 3, "pile": table.position.pile_size}

    assert found.total() == 3000
    expected = [3000 * room / sum(rooms.values()) for room in rooms.values()]
    assert chisquare([found[place] for place in rooms], expected).pvalue > UNEVEN


@pytest.mark.parametrize("viewer", [0, 1, SPECTATOR], ids=["0", "1", "spectator"])
def test_sealed_placements_are_equally_likely(viewer: int) -> None:
    table = Table("combo", seats=4, first=0)
    table.play(0, "start uft")
    table.play(3, "start tss")

    assert len(list(worlds(table.view(viewer), table.options, viewer))) == (16 if viewer == 0 else 256)
    assert evenness(table.view(viewer), table.options, viewer) > UNEVEN


def forgets_what_was_taken(v: State, o: Options, seat: int, stream: Row, scratch: Row, out: State) -> None:
    """Plant a redeal to which cards taken openly may be anywhere."""
    forgetful = v.copy()
    for other in range(o.seats):
        if other != seat:
            forgetful.drawn[other][0] += len(cards_in(v.taken[other]))
            for colour in range(5):
                forgetful.hidden[0][colour] |= v.taken[other][colour]
                forgetful.taken[other][colour] = 0
    rules.redeal(forgetful, o, seat, stream, scratch, out)


def mixes_shuffles(v: State, o: Options, seat: int, stream: Row, scratch: Row, out: State) -> None:
    """Plant a redeal to which all hidden cards are of one shuffle."""
    forgetful = v.copy()
    for number in range(1, SHUFFLES):
        for colour in range(5):
            forgetful.hidden[0][colour] |= forgetful.hidden[number][colour]
            forgetful.hidden[number][colour] = 0
        for other in range(o.seats):
            forgetful.drawn[other][0] += forgetful.drawn[other][number]
            forgetful.drawn[other][number] = 0
    rules.redeal(forgetful, o, seat, stream, scratch, out)


def prefers_some_hands(v: State, o: Options, seat: int, stream: Row, scratch: Row, out: State) -> None:
    """Plant a redeal that draws anew if it does not like what it drew."""
    rules.redeal(v, o, seat, stream, scratch, out)
    again = v.copy()
    rules.redeal(v, o, seat, stream, scratch, again)
    if again.tobytes() < out.tobytes():
        out.hand, out.pile, out.start = again.hand, again.pile, again.start


def always_the_same(v: State, o: Options, seat: int, stream: Row, scratch: Row, out: State) -> None:
    """Plant a redeal that knows of no other start placements than the first four."""
    rules.redeal(v, o, seat, stream, scratch, out)
    for other in range(o.seats):
        if v.start[other] != out.start[other]:
            out.start[other] %= 4


@every_place
def test_a_redeal_that_forgets_what_was_taken_openly_is_noticed(number: int) -> None:
    at, viewer = few_worlds(number)

    with pytest.raises(AssertionError, match="does not fit"):
        evenness(view_of(rules, at.s, at.o, viewer), at.o, viewer, forgets_what_was_taken, times=5)


@pytest.mark.parametrize("number", [1, 3, 4, 5])
def test_a_redeal_that_mixes_shuffles_is_noticed(number: int) -> None:
    at, viewer = few_worlds(number)

    with pytest.raises(AssertionError, match="does not fit"):
        evenness(view_of(rules, at.s, at.o, viewer), at.o, viewer, mixes_shuffles, times=5)


@every_place
def test_an_uneven_redeal_is_noticed(number: int) -> None:
    at, viewer = few_worlds(number)

    assert evenness(view_of(rules, at.s, at.o, viewer), at.o, viewer, prefers_some_hands, times=15) < UNEVEN


def test_uneven_start_placements_are_noticed() -> None:
    table = Table("combo", seats=4, first=0)
    table.play(0, "start uft")

    assert evenness(table.view(1), table.options, 1, always_the_same) < UNEVEN
