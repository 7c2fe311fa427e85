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
    burden,
    colour_of,
)
from stammtisch.games.gang.daring import may_unite, take_all
from stammtisch.games.gang.rules import OTHERS, SELF, Options, Phase, State
from stammtisch.games.gang.trick_facts import highest_in, highest_of_trick, sole_taker, thrown, unseen
from stammtisch.kernel import NONE, Row, kernel
from stammtisch.kernel.bits import count_in, has_in, lowest_in

__all__ = ["PLAYOUTS", "SETTINGS", "dare", "suggest"]

PLAYOUTS: Final = {"normal": 40, "strong": 10000}
SETTINGS: Final = {"tree_heuristic_percent": 80, "random_opponent_percent": 20, "standard_errors": 50}

_MUCH: Final = 10000  # more than any card weighs
_MANY: Final = 3  # penalties in one seat's tricks, and none elsewhere, that make the others wary
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
        return _follow(s, o, seat, cards, led)
    return _discard(s, o, seat, cards, led)


@kernel
def dare(s: State, o: Options, seat: int, legal: Row, stream: Row) -> int:
    """Return what somebody would do who wants to take all penalties, as long as that is possible."""
    if (s.phase == Phase.PASS or s.phase == Phase.PLAY) and may_unite(s, o, seat):
        return take_all(s, o, seat, legal[0])
    return suggest(s, o, seat, legal, stream)


@kernel
def _use_of_gang(s: State, o: Options, seat: int) -> int:
    """Burden the others if that ends the match and one is ahead; else relieve oneself."""
    gang = burden(s.taken[seat], o.deck)
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
    out = unseen(s, o, seat)
    best = NONE
    most = -_MUCH
    for colour in range(COLOURS):
        own = cards >> colour * VALUES & ONE_COLOUR
        if own:
            card = colour * VALUES + lowest_in(own)
            safety = _safety(s.hand[seat], out, card)
            if safety > most:
                most = safety
                best = card
    return best


@kernel
def _safety(hand: int, others: int, card: int) -> int:
    """Return how safe it is to lead a card: many higher ones should be out, and few lower ones."""
    out = others & colour_of(card)
    higher = count_in(out >> card)
    safety = 8 * higher - 10 * (count_in(out) - higher) - card % VALUES
    if higher == 0:
        safety -= 60  # it takes the trick whatever the others throw on it
    if card // VALUES == RED:
        safety += _safety_of_red(hand, others, card)
    return safety


@kernel
def _safety_of_red(hand: int, others: int, card: int) -> int:
    """Return what the politician changes: one brings him out from below, and keeps the guards of one's own."""
    if has_in(hand, POLITICIAN):
        return -200 if card == POLITICIAN else -30
    if has_in(others, POLITICIAN):
        return 25 if card < POLITICIAN and hand & _ABOVE_POLITICIAN == 0 else -40
    return 0


@kernel
def _follow(s: State, o: Options, seat: int, cards: int, led: int) -> int:
    """Stay just below the highest card; take a harmless trick as the last one with what is feared most."""
    highest = highest_of_trick(s, o, led)
    if has_in(cards, POLITICIAN):
        if highest > POLITICIAN:
            return POLITICIAN
        cards &= ~(1 << POLITICIAN)
    below = cards & ((1 << highest) - 1)
    if below != cards and thrown(s, o, PENALTIES) and _suspect(s, o, seat) != NONE:
        return highest_in(cards)
    last = thrown(s, o, ALL_CARDS) == o.seats - 1
    if last or s.tricks == 0:
        harmless = thrown(s, o, PENALTIES) == 0
        return highest_in(cards if harmless or below == 0 else below)
    return highest_in(below) if below else lowest_in(cards)


@kernel
def _discard(s: State, o: Options, seat: int, cards: int, led: int) -> int:
    """Throw the politician or what is feared most, but nothing that helps somebody to unite the gang."""
    suspect = _suspect(s, o, seat)
    harmless = cards & ~PENALTIES
    if suspect != NONE and harmless and s.trick[suspect] == highest_of_trick(s, o, led):
        return lowest_in(harmless)
    return POLITICIAN if has_in(cards, POLITICIAN) else _burden(cards, s.hand[seat])


@kernel
def _suspect(s: State, o: Options, seat: int) -> int:
    """Return another seat that may be about to unite the gang, or NONE."""
    taker = sole_taker(s, o)
    if taker in (NONE, seat) or count_in(s.taken[taker] & PENALTIES) < _MANY:
        return NONE
    return taker
