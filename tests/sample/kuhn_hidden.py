"""What Kuhn poker hides from whom, from its rules in words and without looking at `view` or `redeal`."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from random import Random

from examples.kuhn.rules import CARDS, Options, Phase, State

from stammtisch.kernel.seats import NONE, UNKNOWN


def reshuffled(s: State, o: Options, viewer: int, random: Random) -> State:  # noqa: ARG001  # the same for every game
    """Return a position with the cards drawn anew that the viewer has not seen; a fold shows nobody's card."""
    if s.phase == Phase.OVER and s.stake[0] == s.stake[1]:
        return s
    hidden = [seat for seat in range(2) if seat != viewer and s.card[seat] != NONE]
    known = {s.card[seat] for seat in range(2) if seat not in hidden}
    for seat, card in zip(hidden, random.sample(sorted({*range(CARDS)} - known), len(hidden)), strict=True):
        s.card[seat] = card
    return s


def census(s: State, o: Options) -> list[int]:  # noqa: ARG001
    """Return the cards of the seats, and those that nobody has: they have no field, as nobody gets them."""
    dealt = [s.card[seat] for seat in range(2) if s.card[seat] != NONE]
    return dealt + sorted({*range(CARDS)}.difference(dealt))


def worlds(v: State, o: Options, seat: int) -> Iterator[State]:  # noqa: ARG001
    """Yield a position for every way in which the hidden cards may lie."""
    hidden = [other for other in range(2) if v.card[other] == UNKNOWN]
    known = {v.card[other] for other in range(2)}
    for cards in permutations(sorted({*range(CARDS)} - known), len(hidden)):
        world = v.copy()
        for other, card in zip(hidden, cards, strict=True):
            world.card[other] = card
        yield world
