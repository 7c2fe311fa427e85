"""The 65 cards of Combination Race, and sets of them: a row of five colours, in each word the ranks as bits.

Card c has the colour c // 13 and the rank c % 13; the value printed on it is its rank + 1.
"""

from __future__ import annotations

from typing import Final

from stammtisch.kernel import NONE, Row, kernel
from stammtisch.kernel.bits import count_in, lowest_in, nth_in
from stammtisch.kernel.chance import draw

COLOURS: Final = 5
RANKS: Final = 13
CARDS: Final = COLOURS * RANKS
ALL_RANKS: Final = (1 << RANKS) - 1


@kernel
def has_card(cards: Row, card: int) -> bool:
    """Whether a card is in a set."""
    return (cards[card // RANKS] >> (card % RANKS)) & 1 == 1


@kernel
def add_card(cards: Row, card: int) -> None:
    """Put a card into a set."""
    cards[card // RANKS] |= 1 << (card % RANKS)


@kernel
def remove_card(cards: Row, card: int) -> None:
    """Take a card out of a set."""
    cards[card // RANKS] &= ~(1 << (card % RANKS))


@kernel
def count_cards(cards: Row) -> int:
    """Return how many cards are in a set."""
    count = 0
    for colour in range(COLOURS):
        count += count_in(cards[colour])
    return count


@kernel
def draw_card(cards: Row, stream: Row) -> int:
    """Draw one of the cards in a set, all equally likely."""
    place = draw(stream, count_cards(cards))
    colour = 0
    while place >= count_in(cards[colour]):
        place -= count_in(cards[colour])
        colour += 1
    return colour * RANKS + nth_in(cards[colour], place)


@kernel
def after(last: int, colour: int) -> int:
    """Return the ranks of a colour that come after a card: cards ascend by rank, and by colour within a rank."""
    if last == NONE:
        return ALL_RANKS
    lowest = last % RANKS if colour > last // RANKS else last % RANKS + 1
    return ALL_RANKS >> lowest << lowest


@kernel
def often(cards: Row, times: int, last: int, colour: int) -> int:
    """Return the ranks of which a set holds so many cards, counting colours from `colour` on and cards after `last`."""
    once = 0
    twice = 0
    thrice = 0
    four = 0
    five = 0
    for other in range(colour, COLOURS):
        ranks = cards[other] & after(last, other)
        five |= four & ranks
        four |= thrice & ranks
        thrice |= twice & ranks
        twice |= once & ranks
        once |= ranks
    if times == 1:
        return once
    if times == 2:  # noqa: PLR2004
        return twice
    if times == 3:  # noqa: PLR2004
        return thrice
    return four if times == 4 else five  # noqa: PLR2004


@kernel
def leaving_enough(cards: Row, last: int, owed: int, colour: int) -> int:
    """Return the ranks of a colour after which so many cards, with this one, can be chosen in ascending order."""
    ranks = cards[colour] & after(last, colour)
    offered = 0
    while ranks:
        rank = lowest_in(ranks)
        ranks &= ranks - 1
        others = 1
        for other in range(COLOURS):
            others += count_in(cards[other] & after(colour * RANKS + rank, other))
        if others >= owed:
            offered |= 1 << rank
    return offered
