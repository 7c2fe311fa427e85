"""The daring plan at Gang of Crooks: to take every penalty oneself, and to go back to caution once that has failed."""

from __future__ import annotations

from stammtisch.games.gang.cards import BLACK, COLOURS, ONE_COLOUR, PENALTIES, VALUES, colour_of
from stammtisch.games.gang.looks import highest_in, highest_of_trick, sole_taker, unseen
from stammtisch.games.gang.rules import Options, Phase, State
from stammtisch.kernel import NONE, kernel
from stammtisch.kernel.bits import count_in, lowest_in


@kernel
def may_unite(s: State, o: Options, seat: int) -> bool:
    """Whether nobody else has taken a penalty."""
    taker = sole_taker(s, o)
    return taker in (NONE, seat)


@kernel
def take_all(s: State, o: Options, seat: int, cards: int) -> int:
    """Return what takes tricks, or keeps the cards that will."""
    if s.phase == Phase.PASS:
        return _weakest(s.hand[seat])
    if s.leader == seat:
        return _lead_high(s, o, seat, cards)
    led = colour_of(s.trick[s.leader])
    if cards & led == 0:
        harmless = cards & ~PENALTIES
        return _weakest(harmless or cards)
    top = highest_in(cards)
    return top if top > highest_of_trick(s, o, led) else lowest_in(cards)


@kernel
def _weakest(cards: int) -> int:
    """Return the card that is least likely to take a trick: low ones, crooks first."""
    weakest = NONE
    least = VALUES * COLOURS
    while cards:
        card = lowest_in(cards)
        cards &= cards - 1
        strength = card % VALUES * 2 + (0 if card // VALUES == BLACK else 3)
        if strength < least:
            least = strength
            weakest = card
    return weakest


@kernel
def _lead_high(s: State, o: Options, seat: int, cards: int) -> int:
    """Lead what nobody can beat, from the colour of which most is out; if there is nothing, the highest card."""
    out = unseen(s, o, seat)
    best = NONE
    most = -VALUES * VALUES
    for colour in range(COLOURS):
        own = cards >> colour * VALUES & ONE_COLOUR
        if own:
            top = highest_in(own)
            others = out >> colour * VALUES & ONE_COLOUR
            promise = count_in(others) - VALUES * count_in(others >> top)
            if promise > most:
                most = promise
                best = colour * VALUES + top
    return best
