"""The 52 cards of Gang of Crooks, and sets of them: card c is bit c, colours lie together in ascending order."""

from __future__ import annotations

from typing import Final

from stammtisch.kernel import kernel
from stammtisch.kernel.bits import count_in

COLOURS: Final = 4
VALUES: Final = 13
CARDS: Final = COLOURS * VALUES
GREEN, BLUE, RED, BLACK = range(COLOURS)

ALL_CARDS: Final = (1 << CARDS) - 1
ONE_COLOUR: Final = (1 << VALUES) - 1
CROOKS: Final = ONE_COLOUR << (BLACK * VALUES)
POLITICIAN: Final = RED * VALUES + 10
PENALTIES: Final = CROOKS | 1 << POLITICIAN

# What is taken out of the deck, by the number of seats.
ZEROS: Final = 1 | 1 << BLUE * VALUES | 1 << RED * VALUES | 1 << BLACK * VALUES
REMOVED: Final = {3: ZEROS, 4: 0, 5: 1 << BLUE * VALUES | 1 << RED * VALUES, 6: ZEROS}


@kernel
def colour_of(card: int) -> int:
    """Return all cards of a card's colour."""
    return ONE_COLOUR << (card // VALUES * VALUES)


@kernel
def burden(taken: int, deck: int) -> int:
    """Return the points of a united gang: two for every crook in play, four if its winner took all tricks."""
    return count_in(deck & CROOKS) * (4 if taken == deck else 2)
