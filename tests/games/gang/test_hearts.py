"""With four seats one round is the game of Hearts: OpenSpiel's engine and ours, move by move.

Clubs are green, diamonds blue, spades red and hearts black; the queen of spades is the politician. OpenSpiel passes in
a direction that chance draws, we by the number of the round. They differ in one thing, the moon: OpenSpiel always
gives the three others 26 points. Ours asks the winner for whom they count, and doubles them where it took every
trick; so there OpenSpiel says who shot the moon, and the cards played say how much that is.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from random import Random
from types import ModuleType
from typing import Any, Final

import numpy as np
import pytest

from stammtisch.core.options import make_options
from stammtisch.games.gang import rules
from stammtisch.games.gang.cards import BLACK, BLUE, GREEN, RED, VALUES
from stammtisch.games.gang.rules import COLLECT, COUNT, NEXT, OTHERS, SELF
from stammtisch.kernel import NATURE, TABLE
from stammtisch.kernel.compile import driver

pyspiel: Any = import_module("pyspiel")  # it ships no types

SEATS: Final = 4
SUITS: Final = (GREEN, BLUE, BLACK, RED)  # in OpenSpiel's order: clubs, diamonds, hearts, spades
CARD: Final = [SUITS[card % SEATS] * VALUES + card // SEATS for card in range(52)]  # by OpenSpiel's number: ours
QUEEN_OF_SPADES: Final = 10 * SEATS + 3
LEFT_ACROSS_RIGHT_NONE: Final = (1, 2, 3, 4)  # by round; OpenSpiel calls the last direction 0
MOON: Final = 26

Choose = Callable[[int, list[int]], int]  # from a seat and its legal actions to one of them


@pytest.mark.parametrize("number", LEFT_ACROSS_RIGHT_NONE)
def test_300_random_deals_are_played_alike(number: int) -> None:
    compare_random_deals(number, 75, Random(f"fast {number}"))


@pytest.mark.deep
@pytest.mark.parametrize("chunk", range(10))
@pytest.mark.parametrize("number", LEFT_ACROSS_RIGHT_NONE)
def test_100_000_random_deals_are_played_alike(number: int, chunk: int) -> None:
    compare_random_deals(number, 2500, Random(f"deep {number} {chunk}"))


@pytest.mark.parametrize("choice", [OTHERS, SELF])
@pytest.mark.parametrize("tricks", [12, 13])
def test_a_moon_counts_26_and_twice_that_with_every_trick(tricks: int, choice: int) -> None:
    points = compare_deal(4, moon_deck(tricks), shoot_the_moon, choice)
    weight = MOON if tricks == 12 else 2 * MOON

    assert points == ([weight, weight, 0, weight] if choice == OTHERS else [0, 0, -weight, 0])


def test_a_difference_in_legal_actions_is_noticed() -> None:
    table = Ours(4)
    table.deal(list(range(52)))

    with pytest.raises(AssertionError):
        table.compare(0, [4])  # OpenSpiel would have said: the two of clubs, 0


def moon_deck(tricks: int) -> list[int]:
    """Return a deck that gives seat 2 all clubs, or the lowest diamond instead of the lowest club."""
    mine = [4 * rank for rank in range(13)]
    mine[0] += tricks == 12
    rest = iter(sorted(set(range(52)) - set(mine), key=lambda card: card % SEATS))  # the suits evenly to the others
    return [mine[place // SEATS] if place % SEATS == 2 else next(rest) for place in range(52)]


def shoot_the_moon(seat: int, legal: list[int]) -> int:
    """Play for seat 2 to take everything but a diamond; the others throw away penalties and keep diamonds."""
    if seat == 2:
        return max(legal)
    return min(legal, key=lambda card: (card % SEATS != 2 and card != QUEEN_OF_SPADES, card % SEATS == 1))


def compare_random_deals(number: int, deals: int, random: Random) -> None:
    """Play random deals of round `number` on both engines."""
    deck = list(range(52))
    for _ in range(deals):
        random.shuffle(deck)
        compare_deal(number, deck, lambda _, legal: random.choice(legal), random.choice([OTHERS, SELF]))


def compare_deal(number: int, deck: list[int], choose: Choose, choice: int) -> list[int]:
    """Play one deal on both engines, compare all that is legal and the points, and return ours."""
    state, ours = hearts().new_initial_state(), Ours(number)
    state.apply_action(number % SEATS)
    for card in deck:
        state.apply_action(card)
    ours.deal(deck)
    plays = list[tuple[int, int]]()
    for step in range(52 if number == SEATS else 52 + 12):
        seat, legal = state.current_player(), state.legal_actions()
        ours.compare(seat, legal)
        card = choose(seat, legal)
        state.apply_action(card)
        ours.apply(seat, CARD[card])
        if number == SEATS or step >= 12:
            plays.append((seat, card))
            if len(plays) % SEATS == 0:
                ours.force(COLLECT)
    assert state.is_terminal()
    points = ours.finish(choice)
    assert points == our_points([MOON - int(gain) for gain in state.returns()], plays, choice)
    return points


def our_points(points: list[int], plays: list[tuple[int, int]], choice: int) -> list[int]:
    """Return what OpenSpiel's points are worth with us."""
    if sum(points) == MOON:
        return points
    shooter = points.index(0)
    tricks = [plays[place : place + SEATS] for place in range(0, len(plays), SEATS)]
    weight = 2 * MOON if all(winner(trick) == shooter for trick in tricks) else MOON
    if choice == SELF:
        return [-weight if seat == shooter else 0 for seat in range(SEATS)]
    return [0 if seat == shooter else weight for seat in range(SEATS)]


def winner(trick: list[tuple[int, int]]) -> int:
    """Return who takes a trick, given as seats with OpenSpiel's cards."""
    suit = trick[0][1] % SEATS
    return max((card // SEATS, seat) for seat, card in trick if card % SEATS == suit)[1]


class Ours:
    """A position of our rules, compiled."""

    def __init__(self, number: int) -> None:
        self.words = np.zeros(rules.State.length, np.int64)
        self.options = options(number)
        self.out = np.zeros(1, np.int64)
        face().start(self.words, self.options)

    def deal(self, deck: list[int]) -> None:
        """Deal OpenSpiel's cards."""
        for card in deck:
            self.apply(NATURE, CARD[card])

    def apply(self, seat: int, action: int) -> None:
        """Carry out an action."""
        face().apply(self.words, self.options, seat, action)

    def compare(self, seat: int, cards: list[int]) -> None:
        """Hold whose turn it is and what is legal against OpenSpiel."""
        expected = 0
        for card in cards:
            expected |= 1 << CARD[card]
        face().legal(self.words, self.options, seat, self.out)
        assert self.out[0] == expected, (seat, cards)

    def force(self, action: int) -> None:
        """Let the table do what it must."""
        face().legal(self.words, self.options, TABLE, self.out)
        assert self.out[0] == 1 << action
        self.apply(TABLE, action)

    def finish(self, choice: int) -> list[int]:
        """Count, choose if there is a choice, and return the points."""
        self.force(COUNT)
        s = rules.State.over(self.words)
        if s.phase == rules.Phase.CHOICE:
            self.apply(s.turn, choice)
        self.force(NEXT)
        assert face().waiting(self.words, self.options) == 0
        return [int(s.total[seat]) for seat in range(SEATS)]


@cache
def hearts() -> Any:
    """Return OpenSpiel's game."""
    return pyspiel.load_game("hearts", {"qs_breaks_hearts": False})


@cache
def face() -> ModuleType:
    """Return our rules, compiled."""
    return driver("stammtisch.kernel.drivers.rules_calls", rules)


@cache
def options(number: int) -> Any:
    """Return the options of a single round with this number."""
    return np.array(make_options(rules, {"seats": 4, "rounds": 1, "first_round": number}).words(), np.int64)
