"""What the cards of a hand are good for at Combination Race: which to keep, and which matter least."""

from __future__ import annotations

from typing import Final, TypeAlias

from stammtisch.games.combo.cards import CARDS, COLOURS, RANKS, after
from stammtisch.games.combo.combinations import FLUSH, FULL_HOUSE, SIZES, STRAIGHT, THREE
from stammtisch.games.combo.position import COLUMN, Options, State
from stammtisch.games.combo.stones import can_be_made_up, is_free, stones_for, stones_left
from stammtisch.kernel import NONE, Row, kernel
from stammtisch.kernel.bits import count_in, has, lowest_in

# What a card counts as part of something; tuned for few rounds in games that hints play among themselves.
_PAIR_FOR_FULL_HOUSE: Final = 4
_ONE_OF_TWO_PAIRS: Final = 3
_NEAR_FLUSH: Final = 7
_COMPLETE: Final = 15  # a flush or a straight
_PART_OF_FULL_HOUSE: Final = 23
_TRIPLE: Final = 80  # too good to be broken up: stones come fast once three of a kind has been laid often
_NEAR_FOUR: Final = 15
_FOUR: Final = 24
_MUCH: Final = 1 << 40  # more than any card counts
_PLACES: Final = 128  # more than there are cards

Shape: TypeAlias = tuple[int, int, int, int]  # ranks held twice, three times and four times, and those of straights
Uses: TypeAlias = tuple[int, int, int, int, int, int]


@kernel
def is_wanted(s: State, o: Options, seat: int, target: int) -> bool:
    """Whether stones can still go there, sooner or later, without leaving an expert stuck."""
    if not is_free(s, o, seat, target) or stones_left(s, seat) < stones_for(s, o, seat, target):
        return False
    return not o.expert or can_be_made_up(s, o, seat, target)


@kernel
def shape_of(cards: Row, more: Row) -> Shape:
    """Return, for two sets of cards together, the ranks held twice, three and four times, and those of straights."""
    once = 0
    twice = 0
    thrice = 0
    four = 0
    for colour in range(COLOURS):
        ranks = cards[colour] | more[colour]
        four |= thrice & ranks
        thrice |= twice & ranks
        twice |= once & ranks
        once |= ranks
    first = once & once >> 1 & once >> 2 & once >> 3 & once >> 4
    return twice, thrice, four, first | first << 1 | first << 2 | first << 3 | first << 4


@kernel
def uses_of(s: State, o: Options, seat: int, shape: Shape) -> Uses:
    """Return what a card counts in a pair, a triple, a four, a straight, a flush that lacks one card, and a flush."""
    pairs = count_in(shape[0])
    pair = 0
    triple = _TRIPLE if is_wanted(s, o, seat, THREE) else 0
    four = 0
    if is_wanted(s, o, seat, COLUMN):
        four = _FOUR
        triple += _NEAR_FOUR
        if pairs > 1:
            pair += _ONE_OF_TWO_PAIRS
    if is_wanted(s, o, seat, FULL_HOUSE):
        if pairs > 1 and shape[1] != 0:
            pair += _PART_OF_FULL_HOUSE
            triple += _TRIPLE
        else:
            pair += _PAIR_FOR_FULL_HOUSE
    straight = _COMPLETE if is_wanted(s, o, seat, STRAIGHT) else 0
    flush = is_wanted(s, o, seat, FLUSH)
    return pair, triple, triple + four, straight, _NEAR_FLUSH if flush else 0, _COMPLETE if flush else 0


@kernel
def use_of(rank: int, in_colour: int, shape: Shape, uses: Uses) -> int:
    """Return what a card counts: for its rank, and for how many cards of its colour there are."""
    use = 0
    if shape[2] >> rank & 1:
        use = uses[2]
    elif shape[1] >> rank & 1:
        use = uses[1]
    elif shape[0] >> rank & 1:
        use = uses[0]
    if shape[3] >> rank & 1:
        use += uses[3]
    if in_colour >= SIZES[FLUSH]:
        use += uses[5]
    elif in_colour == SIZES[FLUSH] - 1:
        use += uses[4]
    return use


@kernel
def first_of_chosen(s: State, o: Options, seat: int, among: Row, more: Row, number: int, sign: int) -> int:
    """Return the lowest of so many cards that may come next, those that count least, or most with -1; NONE if none may.

    Args:
        s: The position.
        o: The options.
        seat: Whose hand it is.
        among: The cards to choose from, after the last one chosen.
        more: Cards that count as if they were in the hand, too.
        number: How many of them are to be chosen.
        sign: 1 for those that count least, -1 for those that count most.
    """
    hand = s.hand[seat]
    shape = shape_of(hand, more)
    uses = uses_of(s, o, seat, shape)
    first = CARDS
    bar = -_MUCH
    for _ in range(number):
        least = _MUCH
        for colour in range(COLOURS):
            ranks = among[colour] & after(s.last, colour)
            in_colour = count_in(hand[colour] | more[colour])
            while ranks:
                rank = lowest_in(ranks)
                ranks &= ranks - 1
                place = rank * COLOURS + colour
                key = sign * use_of(rank, in_colour, shape, uses) * _PLACES + place
                if bar < key < least:
                    least = key
        if least == _MUCH:
            break
        bar = least
        first = min(first, least & (_PLACES - 1))
    return NONE if first == CARDS else first % COLOURS * RANKS + first // COLOURS


@kernel
def count_spare(s: State, o: Options, seat: int, price: int) -> int:
    """Return how many cards that may come next count less than so much."""
    hand = s.hand[seat]
    shape = shape_of(hand, hand)
    uses = uses_of(s, o, seat, shape)
    spare = 0
    for colour in range(COLOURS):
        ranks = hand[colour] & after(s.last, colour)
        in_colour = count_in(hand[colour])
        while ranks:
            if use_of(lowest_in(ranks), in_colour, shape, uses) < price:
                spare += 1
            ranks &= ranks - 1
    return spare


@kernel
def least_laid(s: State, o: Options, seat: int, legal: Row) -> int:
    """Return the card that counts least among those that may be laid next."""
    hand = s.hand[seat]
    shape = shape_of(hand, s.laid)
    uses = uses_of(s, o, seat, shape)
    best = NONE
    least = _MUCH
    for colour in range(COLOURS):
        ranks = hand[colour]
        in_colour = count_in(hand[colour] | s.laid[colour])
        while ranks:
            rank = lowest_in(ranks)
            ranks &= ranks - 1
            if has(legal, colour * RANKS + rank):
                use = use_of(rank, in_colour, shape, uses)
                if use < least:
                    least = use
                    best = colour * RANKS + rank
    return best
