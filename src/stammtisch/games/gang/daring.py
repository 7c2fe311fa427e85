"""The daring plan at Gang of Crooks: to take every penalty oneself, and to go back to caution once that has failed.

Tricks without penalties are no loss. In these one gets rid of the cards that will never take a trick, and keeps the
high ones and long colours, which take all the rest once the others have run out.
"""

from __future__ import annotations

from typing import Final

from stammtisch.games.gang.cards import ALL_CARDS, BLACK, COLOURS, ONE_COLOUR, PENALTIES, VALUES, colour_of
from stammtisch.games.gang.rules import Options, Phase, State
from stammtisch.games.gang.trick_facts import highest_in, highest_of_trick, sole_taker, thrown, unseen
from stammtisch.kernel import NONE, kernel
from stammtisch.kernel.bits import count_in, lowest_in

_TAKES: Final = 1000  # more than the strength of any card that may not take a trick
_MUCH: Final = 1000  # outweighs any number of cards


@kernel
def may_unite(s: State, o: Options, seat: int) -> bool:
    """Whether nobody else has taken a penalty."""
    taker = sole_taker(s, o)
    return taker in (NONE, seat)


@kernel
def take_all(s: State, o: Options, seat: int, cards: int) -> int:
    """Return the card that takes penalties, or else one that hardly will, so that those that will are kept."""
    if s.phase == Phase.PASS:
        return _weakest(s, o, seat, cards)
    if s.leader == seat:
        return _lead(s, o, seat, cards)
    led = colour_of(s.trick[s.leader])
    if cards & led:
        return _follow(s, o, seat, cards, led)
    return _weakest(s, o, seat, cards & ~PENALTIES or cards)


@kernel
def _strength(card: int, hand: int, out: int, seats: int) -> int:
    """Return how likely a card is to take a trick: `_TAKES`, or more the higher it is and the longer its colour."""
    colour = colour_of(card)
    above = count_in((hand & colour) >> card) - 1  # each of these is reckoned to draw a card from half of the seats
    if (out & colour) >> card == 0 or count_in(out & colour) <= above * (seats // 2):
        return _TAKES
    return 3 * (card % VALUES) + 4 * count_in(hand & colour)


@kernel
def _weakest(s: State, o: Options, seat: int, cards: int) -> int:
    """Return the card of these that is least likely to take a trick."""
    out = unseen(s, o, seat)
    weakest = NONE
    least = _TAKES + 1
    while cards:
        card = lowest_in(cards)
        cards &= cards - 1
        strength = _strength(card, s.hand[seat], out, o.seats)
        if strength < least:
            least = strength
            weakest = card
    return weakest


@kernel
def _losers(s: State, o: Options, seat: int, cards: int) -> int:
    """Return the cards of these that may not take a trick."""
    out = unseen(s, o, seat)
    losers = 0
    while cards:
        card = cards & -cards
        cards -= card
        if _strength(lowest_in(card), s.hand[seat], out, o.seats) < _TAKES:
            losers |= card
    return losers


@kernel
def _follow(s: State, o: Options, seat: int, cards: int, led: int) -> int:
    """Take a trick that has penalties; get rid of a loser in one that has none."""
    highest = highest_of_trick(s, o, led)
    above = cards & -(1 << highest)
    if above == 0:
        return lowest_in(cards & ~PENALTIES or cards)
    if thrown(s, o, PENALTIES) == 0:
        losers = _losers(s, o, seat, cards & ~PENALTIES)
        if losers:
            return _weakest(s, o, seat, losers)
    last = thrown(s, o, ALL_CARDS) == o.seats - 1
    return lowest_in(above) if last else highest_in(above)


@kernel
def _lead(s: State, o: Options, seat: int, cards: int) -> int:
    """Lead a loser where everybody is likely to follow; else what fewest can beat, a crook if nothing is as safe."""
    out = unseen(s, o, seat)
    followed = 0
    best = NONE
    most = -_MUCH * _MUCH
    for colour in range(COLOURS):
        own = cards >> colour * VALUES & ONE_COLOUR
        if own:
            others = out >> colour * VALUES & ONE_COLOUR
            if count_in(others) > 2 * (o.seats - 1):
                followed |= own << colour * VALUES
            top = highest_in(own)
            promise = count_in(others) - _MUCH * count_in(others >> top) - (_MUCH // 2 if colour == BLACK else 0)
            if promise > most:
                most = promise
                best = colour * VALUES + top
    losers = _losers(s, o, seat, followed & ~PENALTIES)
    return _weakest(s, o, seat, losers) if losers else best
