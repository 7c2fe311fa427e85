"""Rules of thumb for Gang of Crooks: stay below where a trick hurts, and get rid of what will hurt later."""

from __future__ import annotations

from typing import Final

from stammtisch.games.gang.cards import (
    BLACK,
    COLOURS,
    CROOKS,
    ONE_COLOUR,
    PENALTIES,
    POLITICIAN,
    RED,
    VALUES,
    colour_of,
)
from stammtisch.games.gang.rules import OTHERS, SELF, Options, Phase, State
from stammtisch.kernel import NONE, Row, kernel
from stammtisch.kernel.bits import count_in, has_in, lowest_in

_MUCH: Final = 10000  # more than any card weighs
_ABOVE_POLITICIAN: Final = 0b110 << POLITICIAN  # whoever holds these may have to take him


@kernel
def suggest(s: State, o: Options, seat: int, legal: Row, stream: Row) -> int:
    """Return what somebody with some experience would do."""
    cards = legal[0]
    if cards & (cards - 1) == 0:
        return lowest_in(cards)
    if s.phase == Phase.PASS:
        return _burden(s.hand[seat], s.hand[seat])
    if s.phase == Phase.CHOICE:
        return _use_of_gang(s, o, seat)
    if s.leader == seat:
        return _lead(s, o, seat, cards)
    led = colour_of(s.trick[s.leader])
    return _follow(s, o, seat, cards, led) if cards & led else _discard(s, o, seat, cards)


@kernel
def _use_of_gang(s: State, o: Options, seat: int) -> int:
    """Burden the others if that ends the match and one is ahead; else relieve oneself."""
    gang = o.politician * 2
    if o.rounds == 0 and s.total[seat] <= o.limit:
        ahead = True
        over = False
        for other in range(o.seats):
            if other != seat:
                ahead = ahead and s.total[other] + gang > s.total[seat]
                over = over or s.total[other] + gang > o.limit
        if ahead and over:
            return OTHERS
    return SELF


@kernel
def _burden(cards: int, hand: int) -> int:
    """Return the card to be rid of first: the politician and those above him, then high ones of short colours."""
    worst = NONE
    most = -_MUCH
    while cards:
        card = lowest_in(cards)
        cards &= cards - 1
        weight = _weight(card, hand)
        if weight > most:
            most = weight
            worst = card
    return worst


@kernel
def _weight(card: int, hand: int) -> int:
    """Return how much a card of the hand is feared."""
    held = hand & colour_of(card)
    low = count_in(held & ((1 << card) - 1))  # cards to play instead of it
    value = card % VALUES
    if card // VALUES == RED:
        if card >= POLITICIAN:
            guards = count_in(held & ((1 << POLITICIAN) - 1))
            return 60 - 12 * guards + (4 if card == POLITICIAN else 0)
        return value - 8
    weight = 2 * value - 3 * low - count_in(held)
    return weight + 5 if card // VALUES == BLACK else weight


@kernel
def _unseen(s: State, o: Options, seat: int) -> int:
    """Return the cards that the others hold between them."""
    played = 0
    for other in range(o.seats):
        played |= s.played[other]
    return o.deck & ~played & ~s.hand[seat]


@kernel
def _lead(s: State, o: Options, seat: int, cards: int) -> int:
    """Lead low where many higher cards are out, and red below the politician to bring him out."""
    unseen = _unseen(s, o, seat)
    best = NONE
    most = -_MUCH
    for colour in range(COLOURS):
        own = cards >> colour * VALUES & ONE_COLOUR
        if own == 0:
            continue
        out = unseen >> colour * VALUES & ONE_COLOUR
        low = lowest_in(own)
        higher = count_in(out >> low)
        value = 8 * higher - 10 * (count_in(out) - higher) - low
        if higher == 0:
            value -= 60  # it takes the trick whatever the others throw on it
        card = colour * VALUES + low
        if colour == RED and has_in(unseen, POLITICIAN):
            if card < POLITICIAN and s.hand[seat] & _ABOVE_POLITICIAN == 0:
                value += 25
            else:
                value -= 40
        if colour == RED and has_in(s.hand[seat], POLITICIAN):
            value -= 30
        if card == POLITICIAN:
            value -= 200
        if value > most:
            most = value
            best = card
    return best


@kernel
def _follow(s: State, o: Options, seat: int, cards: int, led: int) -> int:
    """Stay just below the highest card; take a harmless trick as the last one with what is feared most."""
    highest = s.trick[s.leader]
    thrown = 0
    there = 0
    for other in range(o.seats):
        card = s.trick[other]
        if card != NONE:
            there += 1
            thrown |= 1 << card
            if has_in(led, card) and card > highest:
                highest = card
    if has_in(cards, POLITICIAN):
        if highest > POLITICIAN:
            return POLITICIAN
        cards &= ~(1 << POLITICIAN)
        if cards == 0:
            return POLITICIAN
    below = cards & ((1 << highest) - 1)
    last = there == o.seats - 1
    harmless = thrown & PENALTIES == 0
    if harmless and (last or s.tricks == 0):
        return _highest_in(cards)
    if below:
        return _highest_in(below)
    if last:
        return _highest_in(cards)
    return lowest_in(cards)


@kernel
def _highest_in(cards: int) -> int:
    """Return the highest number in a set that is not empty."""
    cards |= cards >> 1
    cards |= cards >> 2
    cards |= cards >> 4
    cards |= cards >> 8
    cards |= cards >> 16
    cards |= cards >> 32
    return count_in(cards) - 1


@kernel
def _discard(s: State, o: Options, seat: int, cards: int) -> int:
    """Throw what may be thrown on somebody else's trick: the politician, then what is feared most."""
    if has_in(cards, POLITICIAN):
        return POLITICIAN
    return _burden(cards, s.hand[seat])
