"""Rules of thumb for Gang of Crooks: stay below where a trick hurts, and get rid of what will hurt later."""

from __future__ import annotations

from typing import Final

from stammtisch.games.gang.cards import (
    ALL_CARDS,
    BLACK,
    COLOURS,
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

PLAYOUTS: Final = {"normal": 120, "strong": 6000}
SETTINGS: Final = {"tree_faith": 80}

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
    if cards & led:
        return _follow(s, o, cards, led)
    return POLITICIAN if has_in(cards, POLITICIAN) else _burden(cards, s.hand[seat])


@kernel
def _use_of_gang(s: State, o: Options, seat: int) -> int:
    """Burden the others if that ends the match and one is ahead; else relieve oneself."""
    gang = o.politician * 2
    ahead = True
    over = False
    for other in range(o.seats):
        if other != seat:
            ahead = ahead and s.total[other] + gang > s.total[seat]
            over = over or s.total[other] + gang > o.limit
    return OTHERS if ahead and over and o.rounds == 0 else SELF


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
def _lead(s: State, o: Options, seat: int, cards: int) -> int:
    """Lead the lowest card of the colour in which that is safest."""
    unseen = _unseen(s, o, seat)
    best = NONE
    most = -_MUCH
    for colour in range(COLOURS):
        own = cards >> colour * VALUES & ONE_COLOUR
        if own:
            card = colour * VALUES + lowest_in(own)
            safety = _safety(s.hand[seat], unseen, card)
            if safety > most:
                most = safety
                best = card
    return best


@kernel
def _unseen(s: State, o: Options, seat: int) -> int:
    """Return the cards that the others hold between them."""
    unseen = o.deck & ~s.hand[seat]
    for other in range(o.seats):
        unseen &= ~s.played[other]
    return unseen


@kernel
def _safety(hand: int, unseen: int, card: int) -> int:
    """Return how safe it is to lead a card: many higher ones should be out, and few lower ones."""
    out = unseen & colour_of(card)
    higher = count_in(out >> card)
    safety = 8 * higher - 10 * (count_in(out) - higher) - card % VALUES
    if higher == 0:
        safety -= 60  # it takes the trick whatever the others throw on it
    if card // VALUES == RED:
        safety += _safety_of_red(hand, unseen, card)
    return safety


@kernel
def _safety_of_red(hand: int, unseen: int, card: int) -> int:
    """Return what the politician changes: one brings him out from below, and keeps the guards of one's own."""
    if has_in(hand, POLITICIAN):
        return -200 if card == POLITICIAN else -30
    if has_in(unseen, POLITICIAN):
        return 25 if card < POLITICIAN and hand & _ABOVE_POLITICIAN == 0 else -40
    return 0


@kernel
def _follow(s: State, o: Options, cards: int, led: int) -> int:
    """Stay just below the highest card; take a harmless trick as the last one with what is feared most."""
    highest = _highest_of_trick(s, o, led)
    if has_in(cards, POLITICIAN):
        if highest > POLITICIAN:
            return POLITICIAN
        cards &= ~(1 << POLITICIAN)
    below = cards & ((1 << highest) - 1)
    last = _thrown(s, o, ALL_CARDS) == o.seats - 1
    if last or s.tricks == 0:
        harmless = _thrown(s, o, PENALTIES) == 0
        return _highest_in(cards if harmless or below == 0 else below)
    return _highest_in(below) if below else lowest_in(cards)


@kernel
def _highest_of_trick(s: State, o: Options, led: int) -> int:
    """Return the card that takes the trick so far."""
    highest = s.trick[s.leader]
    for other in range(o.seats):
        card = s.trick[other]
        if card > highest and has_in(led, card):
            highest = card
    return highest


@kernel
def _thrown(s: State, o: Options, among: int) -> int:
    """Return how many of these cards lie in the trick."""
    thrown = 0
    for other in range(o.seats):
        if has_in(among, s.trick[other]):
            thrown += 1
    return thrown


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
