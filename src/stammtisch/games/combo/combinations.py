"""The seven combinations: whether cards hold one, and which card may come next while one is laid card by card.

Cards are laid in ascending order, so every combination has exactly one row of cards; a card fits if the hand holds
cards after it that complete the combination.
"""

from __future__ import annotations

from typing import Final

from stammtisch.games.combo.cards import ALL_RANKS, COLOURS, RANKS, after, held, often
from stammtisch.kernel import NONE, Row, kernel
from stammtisch.kernel.bits import count_in, has_in

FULL_HOUSE, FLUSH, THREE, STRAIGHT, TWO_PAIRS, FOUR, FIVE = range(7)
KINDS: Final = 7
SIZES: Final = (5, 5, 3, 5, 4, 4, 5)  # cards of each combination


@kernel
def has_combination(cards: Row, kind: int) -> bool:
    """Whether a combination of this kind can be laid from the cards."""
    return has_in(combinations_in(cards), kind)


@kernel
def combinations_in(cards: Row) -> int:
    """Return the kinds of combinations that can be laid from the cards, as bits."""
    once, twice, thrice, four, five = held(cards, NONE, 0)
    kinds = 0
    if count_in(twice) > 1:
        kinds |= 1 << TWO_PAIRS | (1 << FULL_HOUSE if thrice else 0)
    if _first_of_five(once):
        kinds |= 1 << STRAIGHT
    for colour in range(COLOURS):
        if count_in(cards[colour]) >= SIZES[FLUSH]:
            kinds |= 1 << FLUSH
    return kinds | (thrice != 0) << THREE | (four != 0) << FOUR | (five != 0) << FIVE


@kernel
def fitting(hand: Row, laid: Row, kind: int, chosen: int, last: int, colour: int) -> int:
    """Return the ranks of a colour of the hand that may come next.

    Args:
        hand: The cards not yet laid.
        laid: The cards laid so far.
        kind: The combination.
        chosen: How many are laid.
        last: The last card that was laid, or NONE.
        colour: The colour that is asked for.
    """
    ranks = hand[colour] & after(last, colour)
    if kind == FLUSH:
        if chosen > 0 and colour != last // RANKS:
            return 0
        return _without_highest(ranks, SIZES[FLUSH] - 1 - chosen)
    if kind == STRAIGHT:
        return ranks & (_first_of_five(often(hand, 1, NONE, 0)) if chosen == 0 else 2 << (last % RANKS))
    if kind in (TWO_PAIRS, FULL_HOUSE):
        return ranks & _second_of_two(hand, laid, kind, chosen, last, colour)
    same = ALL_RANKS if chosen == 0 else 1 << (last % RANKS)
    return ranks & same & often(hand, SIZES[kind] - chosen, last, colour)


@kernel
def _second_of_two(hand: Row, laid: Row, kind: int, chosen: int, last: int, colour: int) -> int:
    """Return the ranks that continue two pairs or a full house, whose cards have two ranks."""
    if chosen == 0:
        return _begins_two_ranks(hand, kind, colour)
    rank = last % RANKS
    same = 0  # cards laid of this rank
    for other in range(COLOURS):
        same += (laid[other] >> rank) & 1
    if chosen > same:  # the second rank has begun
        return 1 << rank & often(hand, SIZES[kind] - chosen, last, colour)
    higher = ALL_RANKS >> (rank + 1) << (rank + 1)
    here = often(hand, 1, last, colour) & 1 << rank
    if kind == TWO_PAIRS:
        return here if same == 1 else higher & often(hand, 2, last, colour)
    pairs = often(hand, 2, NONE, 0) & higher
    triples = often(hand, 3, NONE, 0) & higher
    if same == 3:  # noqa: PLR2004
        return higher & often(hand, 2, last, colour)
    if same == 2:  # noqa: PLR2004
        return higher & often(hand, 3, last, colour) | (here if pairs else 0)
    if triples:
        return here
    return here & often(hand, 2, last, colour) if pairs else 0


@kernel
def _begins_two_ranks(hand: Row, kind: int, colour: int) -> int:
    """Return the ranks that can be the lower one of two pairs or a full house."""
    pairs = often(hand, 2, NONE, 0)
    if kind == TWO_PAIRS:
        return often(hand, 2, NONE, colour) & _below_highest(pairs)
    triples = often(hand, 3, NONE, 0)
    return often(hand, 2, NONE, colour) & _below_highest(triples) | often(hand, 3, NONE, colour) & _below_highest(pairs)


@kernel
def _first_of_five(ranks: int) -> int:
    """Return the ranks after which four more follow without a gap."""
    return ranks & ranks >> 1 & ranks >> 2 & ranks >> 3 & ranks >> 4


@kernel
def _below_highest(ranks: int) -> int:
    """Return all ranks below the highest one."""
    below = ranks >> 1
    below |= below >> 1
    below |= below >> 2
    below |= below >> 4
    return below | below >> 8


@kernel
def _without_highest(ranks: int, number: int) -> int:
    """Return the ranks without so many of the highest."""
    kept = 0
    for _ in range(count_in(ranks) - number):
        kept |= ranks & -ranks
        ranks &= ranks - 1
    return kept
