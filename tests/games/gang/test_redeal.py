"""Worlds drawn for a seat fit all that it knows, and are equally likely; at ends of rounds all can be listed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations, islice, product
from random import Random

import numpy as np
import pytest
from scipy.stats import chisquare

from stammtisch.games import gang
from stammtisch.games.gang import rules
from stammtisch.games.gang.rules import Options, Phase, State
from stammtisch.kernel import NATURE, SPECTATOR, Row
from stammtisch.kernel.chance import STREAM_LENGTH, WORLDS, open_stream
from stammtisch.kernel.compile import driver
from stammtisch.testing import Position
from stammtisch.testing.uniform import redeal_probability
from stammtisch.testing.walk import begin, legal_actions, step_on, view_of
from tests.games.gang.hidden import cards_in, deals, lay, strangers, worlds
from tests.games.gang.walks import NOTHING_ELSE, ONLY_CROOKS, could_have_gone, one_round
from tests.subjects import GANG

UNEVEN = 1e-6  # less likely than this by chance: not uniform
SHOWN = [(seats, hands[seats]) for hands in (NOTHING_ELSE, ONLY_CROOKS) for seats in hands]
PASSED = [(3, 1), (4, 1), (4, 2), (5, 3), (6, 1), (6, 3)]  # seats, and how far cards went

FEW = {
    3: 3,
    4: 4,
    5: 8,
    6: 16,
}  # by seats: deals, so that there are not too many with all that strangers may have passed

Redeal = Callable[[State, Options, int, Row, Row, State], None]


@cache
def few_worlds(seats: int, number: int, hands: str = "", most: int = 100) -> tuple[Position, int]:
    """Find a position late in a round and a seat to which play has shown something that matters.

    Where cards were passed, it also matters what the seat itself has passed: some of it has not been played.
    """
    for seed in range(1000):
        for at in one_round(seats, Random(seed), first_round=number, hands=hands):
            if at.s.phase == Phase.PLAY and 1 <= at.o.each - at.s.tricks <= 4 and _suits(at, most):
                return at, at.s.turn
    raise AssertionError("there is no such position")


def _suits(at: Position, most: int) -> bool:
    nothing = [0] * rules.SEATS
    gift_matters = at.s.round_number % at.o.seats == 0 or count(at, most, passed=nothing) > count(at, most)
    return gift_matters and 1 < count(at, most) <= most and count(at, most, lacks=nothing) > count(at, most)


def count(at: Position, most: int, **forgotten: list[int]) -> int:
    """Return in how many ways hidden cards may lie, up to one more than is of use, if some things are forgotten."""
    v = view_of(rules, at.s, at.o, at.s.turn)
    for name, row in forgotten.items():
        setattr(v, name, row)
    return sum(1 for _ in islice(deals(v, at.o, at.s.turn), most + 1))


def draws(at: Position, seat: int, number: int, planted: Redeal | None = None) -> Iterator[State]:
    """Yield worlds drawn for a seat: compiled, as long as no fault is planted."""
    v = view_of(rules, at.s, at.o, seat)
    words, options, out = (np.array(record.words(), np.int64) for record in (v, at.o, v))
    stream, scratch = np.zeros(STREAM_LENGTH, np.int64), np.zeros(rules.SCRATCH, np.int64)
    open_stream(stream, 1, WORLDS, 0)
    compiled = driver("stammtisch.kernel.drivers.rules_calls", rules)
    for _ in range(number):
        if planted:
            world = v.copy()
            planted(v, at.o, seat, stream, scratch, world)
            yield world
        else:
            compiled.redeal(words, options, seat, stream, scratch, out)
            yield State.of(out)


def gift_probability(at: Position, seat: int, pair: tuple[int, int], planted: Redeal | None = None) -> float:
    """Return how likely draws as uneven are, of all hands together with what one stranger passed to another.

    Raises:
        AssertionError: A drawn world does not fit the view.
    """
    giver, receiver = pair
    cells = set()
    for places in deals(view_of(rules, at.s, at.o, seat), at.o, seat):
        world = at.s.copy()
        lay(world, at.o, places)
        for gift in combinations(cards_in(world.hand[receiver] | world.played[receiver]), 3):
            cells.add((*hands_of(world), sum(1 << card for card in gift)))
    number = 1000 if planted else 12 * len(cells)
    drawn = Counter((*hands_of(world), world.passed[giver]) for world in draws(at, seat, number, planted))
    assert drawn.keys() <= cells, "a drawn world does not fit the view"
    return float(chisquare([drawn[cell] for cell in cells]).pvalue)


def hands_of(s: State) -> tuple[int, ...]:
    """Return all hands."""
    return tuple(s.hand[seat] for seat in range(rules.SEATS))


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
@pytest.mark.parametrize("number", [1, 3, 4, 6])
def test_in_a_drawn_world_all_that_the_seat_saw_would_have_happened(seats: int, number: int) -> None:
    random = Random(number)
    for at in islice(one_round(seats, random, first_round=number), 0, None, 7):
        for seat in (random.randrange(seats), SPECTATOR):
            [world] = draws(at, seat, 1)

            assert view_of(rules, world, at.o, seat) == view_of(rules, at.s, at.o, seat)
            assert could_have_gone(world, at), (seat, at)


@pytest.mark.parametrize(("seats", "hands"), SHOWN)
def test_a_hand_of_nothing_but_penalties_stays_one_in_every_drawn_world(seats: int, hands: str) -> None:
    for at in islice(one_round(seats, Random(1), first_round=seats, hands=hands), seats + 1, None, 7):
        [world] = draws(at, at.s.leader, 1)

        assert could_have_gone(world, at), at


@pytest.mark.parametrize(("seats", "hands"), [(3, ""), (4, ""), (5, ""), (6, ""), *SHOWN])
def test_drawn_worlds_are_equally_likely_whatever_play_has_shown(seats: int, hands: str) -> None:
    at, seat = few_worlds(seats, seats, hands)
    possible = [world.tobytes() for world in worlds(view_of(rules, at.s, at.o, seat), at.o, seat)]
    drawn = Counter(world.tobytes() for world in draws(at, seat, 40 * len(possible)))

    assert drawn.keys() <= set(possible)
    assert chisquare([drawn[world] for world in possible]).pvalue > UNEVEN


@pytest.mark.parametrize(("seats", "distance"), PASSED)
def test_drawn_hands_and_gifts_are_equally_likely_where_cards_were_passed(seats: int, distance: int) -> None:
    at, seat = few_worlds(seats, distance, most=FEW[seats])
    for pair in strangers(at.s, at.o, seat)[:2]:
        assert gift_probability(at, seat, pair) > UNEVEN


@pytest.mark.parametrize(("seats", "distance"), PASSED)
def test_the_gifts_of_strangers_have_nothing_to_do_with_each_other(seats: int, distance: int) -> None:
    at, seat = few_worlds(seats, distance, most=FEW[seats])
    pairs = strangers(at.s, at.o, seat)
    drawn = Counter[tuple[int, ...]]()
    for world in draws(at, seat, 100 * 2 ** len(pairs)):
        halves = []
        for giver, receiver in pairs:
            cards = cards_in(world.hand[receiver] | world.played[receiver])
            gifts = [sum(1 << card for card in gift) for gift in combinations(cards, 3)]
            halves.append(gifts.index(world.passed[giver]) % 2)
        drawn[tuple(halves)] += 1

    assert chisquare([drawn[halves] for halves in product((0, 1), repeat=len(pairs))]).pvalue > UNEVEN


@pytest.mark.parametrize("seat", [0, 1])
def test_drawn_worlds_are_equally_likely_during_the_deal(seat: int) -> None:
    at = begin(gang, {"seats": 4})
    for card in (50, 17):
        at = step_on(at, NATURE, card)

    assert redeal_probability(GANG, at, seat, draws=1000, seed=1) > UNEVEN


def test_while_cards_are_chosen_a_hidden_card_may_be_in_every_place_with_room() -> None:
    at = begin(gang, {"seats": 4})
    while at.s.phase == Phase.DEAL:
        at = step_on(at, NATURE, legal_actions(rules, at.s, at.o, NATURE)[0])
    for seat in (0, 1, 1, 2, 2, 2):
        at = step_on(at, seat, legal_actions(rules, at.s, at.o, seat)[0])
    card = legal_actions(rules, at.s, at.o, 1)[0]
    found = Counter[str]()
    for world in draws(at, 0, 2000):
        found.update(f"hand of {seat}" for seat in (1, 2, 3) if world.hand[seat] >> card & 1)
        found.update(f"laid by {seat}" for seat in (1, 2, 3) if world.passed[seat] >> card & 1)
    rooms = {"hand of 1": 11, "laid by 1": 2, "hand of 2": 10, "laid by 2": 3, "hand of 3": 13}

    assert found.total() == 2000
    expected = [2000 * room / 39 for room in rooms.values()]
    assert chisquare([found[place] for place in rooms], expected).pvalue > UNEVEN


def forgets_what_play_has_shown(v: State, o: Options, seat: int, stream: Row, scratch: Row, out: State) -> None:
    """Plant a redeal to which every hand is possible."""
    forgetful = v.copy()
    forgetful.lacks = [0] * rules.SEATS
    rules.redeal(forgetful, o, seat, stream, scratch, out)


def forgets_its_gift(v: State, o: Options, seat: int, stream: Row, scratch: Row, out: State) -> None:
    """Plant a redeal that deals anew what the seat itself has passed."""
    forgetful = v.copy()
    for other in range(o.seats):
        if other != seat:
            forgetful.hand[other] = out.hand[other] = 0
    rules.redeal(forgetful, o, seat, stream, scratch, out)


def prefers_some_hands(v: State, o: Options, seat: int, stream: Row, scratch: Row, out: State) -> None:
    """Plant a redeal that draws anew if it does not like the hand to the left."""
    rules.redeal(v, o, seat, stream, scratch, out)
    again = v.copy()
    rules.redeal(v, o, seat, stream, scratch, again)
    if again.hand[(seat + 1) % o.seats] < out.hand[(seat + 1) % o.seats]:
        out.hand, out.passed = again.hand, again.passed


def prefers_some_gifts(v: State, o: Options, seat: int, stream: Row, scratch: Row, out: State) -> None:
    """Plant a redeal in which strangers pass what their receivers have played, if they have played enough."""
    rules.redeal(v, o, seat, stream, scratch, out)
    for giver, receiver in strangers(v, o, seat):
        out.passed[giver] = sum(1 << card for card in cards_in(v.played[receiver])[:3])


@pytest.mark.parametrize(("seats", "hands"), [(3, ""), (4, ""), (5, ""), (6, ""), *SHOWN])
def test_a_redeal_that_forgets_what_play_has_shown_is_noticed(seats: int, hands: str) -> None:
    at, seat = few_worlds(seats, seats, hands)

    with pytest.raises(AssertionError, match="does not fit"):
        redeal_probability(GANG.planted(redeal=forgets_what_play_has_shown), at, seat, draws=200, seed=1)


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_an_uneven_redeal_is_noticed(seats: int) -> None:
    at, seat = few_worlds(seats, seats)

    assert redeal_probability(GANG.planted(redeal=prefers_some_hands), at, seat, draws=1500, seed=1) < UNEVEN


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_a_redeal_that_forgets_its_own_gift_is_noticed(seats: int) -> None:
    at, seat = few_worlds(seats, 1, most=FEW[seats])

    with pytest.raises(AssertionError, match="does not fit"):
        gift_probability(at, seat, strangers(at.s, at.o, seat)[0], forgets_its_gift)


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_uneven_gifts_are_noticed(seats: int) -> None:
    at, seat = few_worlds(seats, 1, most=FEW[seats])

    assert gift_probability(at, seat, strangers(at.s, at.o, seat)[0], prefers_some_gifts) < UNEVEN
