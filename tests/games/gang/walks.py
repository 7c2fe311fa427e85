"""Single rounds walked through at random, and whether a drawn world could have gone the same way."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from stammtisch.games import gang
from stammtisch.games.gang import notation
from stammtisch.games.gang.rules import Phase
from stammtisch.kernel import NATURE
from stammtisch.testing import Position
from stammtisch.testing.walk import begin, random_walk, step_on
from tests.games.gang.arrange import stack, texts
from tests.games.gang.cards import objection
from tests.games.gang.oracle import Oracle

# By seats: hands with which somebody has nothing but penalties, and plays one to the first trick; three have too many.
NOTHING_ELSE = {4: "3: r10 k1-12", 5: "2: k3-12", 6: "1: r10 k1-7"}
# By seats: hands with which seat 1 takes the first trick and then leads a crook, for want of anything else.
ONLY_CROOKS = {4: "0: g0 | 1: g12 k0-11", 5: "0: g0 | 1: g12 k0-8", 6: "0: g1 | 1: g12 k1-7"}


def one_round(seats: int, random: Random, *, first_round: int, hands: str = "") -> Iterator[Position]:
    """Yield the positions of one random round in which cards are played, perhaps with some hands arranged."""
    start = begin(gang, {"seats": seats, "rounds": 1, "first_round": first_round})
    for card in stack(hands, seats) if hands else ():
        start = step_on(start, NATURE, notation.read(card))
    for at in random_walk(start, random):
        if at.s.phase in (Phase.PLAY, Phase.TRICK):
            yield at


def plays_of(at: Position) -> list[tuple[int, str]]:
    """Return who played what in a match of one round, in order."""
    steps = [(seat, notation.write(action)) for seat, action in at.steps if seat < at.o.seats]
    return steps[3 * at.o.seats :] if at.s.round_number % at.o.seats else steps


def could_have_gone(world: Any, at: Position) -> bool:
    """Whether the same cards could have been played, one after another, from the hands of another world."""
    oracle = Oracle(seats=at.o.seats, first_round=at.s.round_number)
    oracle.deck, oracle.hands = [], [sorted(texts(world.hand[seat] | world.played[seat])) for seat in oracle.seats]
    oracle._begin_play()
    for seat, card in plays_of(at):
        if oracle.chapter == "TRICK":
            oracle.act("table", "collect")
        if oracle.turn != seat or objection(oracle.hands[seat], card, oracle.now) != "OK":
            return False
        oracle.act(seat, card)
    return True
