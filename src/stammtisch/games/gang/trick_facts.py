"""What a seat at Gang of Crooks looks at before it plays: the trick, and what is still out."""

from __future__ import annotations

from stammtisch.games.gang.cards import PENALTIES
from stammtisch.games.gang.rules import Options, State
from stammtisch.kernel import NONE, kernel
from stammtisch.kernel.bits import count_in, has_in


@kernel
def unseen(s: State, o: Options, seat: int) -> int:
    """Return the cards that the others hold between them."""
    unseen = o.deck & ~s.hand[seat]
    for other in range(o.seats):
        unseen &= ~s.played[other]
    return unseen


@kernel
def highest_of_trick(s: State, o: Options, led: int) -> int:
    """Return the card that takes the trick so far."""
    highest = s.trick[s.leader]
    for other in range(o.seats):
        card = s.trick[other]
        if card > highest and has_in(led, card):
            highest = card
    return highest


@kernel
def thrown(s: State, o: Options, among: int) -> int:
    """Return how many of these cards lie in the trick."""
    thrown = 0
    for other in range(o.seats):
        if has_in(among, s.trick[other]):
            thrown += 1
    return thrown


@kernel
def highest_in(cards: int) -> int:
    """Return the highest number in a set that is not empty."""
    cards |= cards >> 1
    cards |= cards >> 2
    cards |= cards >> 4
    cards |= cards >> 8
    cards |= cards >> 16
    cards |= cards >> 32
    return count_in(cards) - 1


@kernel
def sole_taker(s: State, o: Options) -> int:
    """Return who has taken all penalties that were taken so far, or NONE."""
    taker = NONE
    for seat in range(o.seats):
        if s.taken[seat] & PENALTIES:
            if taker != NONE:
                return NONE
            taker = seat
    return taker
