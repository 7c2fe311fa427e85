"""The 65 cards of Combination Race, and sets of them: a row of five colours, in each word the ranks as bits.

Card c has the colour c // 13 and the rank c % 13; the value printed on it is its rank + 1.
"""

from __future__ import annotations

from typing import Final

from stammtisch.kernel import NONE, Row, kernel
from stammtisch.kernel.bits import count_in, nth_in
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
    once, twice, thrice, four, five = held(cards, last, colour)
    if times == 1:
        return once
    if times == 2:  # noqa: PLR2004
        return twice
    if times == 3:  # noqa: PLR2004
        return thrice
    return four if times == 4 else five  # noqa: PLR2004


@kernel
def held(cards: Row, last: int, colour: int) -> tuple[int, int, int, int, int]:
    """Return the ranks of which a set holds a card, two, three, four and five; see `often`."""
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
    return once, twice, thrice, four, five


@kernel
def upto(card: int, colour: int) -> int:
    """Return the ranks of a colour that come before a card, and the card itself if it has this colour."""
    return ALL_RANKS & ~after(card, colour)


@kernel
def last_but(cards: Row, number: int) -> int:
    """Return the card of a set that has so many others after it, or the first of all cards if there are fewer."""
    rank = RANKS
    here = 0  # cards of this rank
    while number >= here and rank > 0:
        number -= here
        rank -= 1
        here = 0
        for colour in range(COLOURS):
            here += cards[colour] >> rank & 1
    colour = COLOURS
    while number >= 0 and colour > 0:
        colour -= 1
        number -= cards[colour] >> rank & 1
    return colour * RANKS + rank
