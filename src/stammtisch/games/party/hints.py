"""Rules of thumb for Costume Party: what a card gains or costs, and what the others will take.

A card in a display costs its value only if it never meets its double, so what matters is how many more of it are to
come and who else waits for them. Gains are counted in hundredths of a point. The numbers were found by letting bots
play against each other. A queue holds guests and a crowd holds the cards of the floor, both in four bits each, because
kernels have no lists.
"""

from __future__ import annotations

from typing import Final

from stammtisch.games.party.apply import distance, place_in_round
from stammtisch.games.party.position import (
    ALL,
    ALL_PAIR,
    ALL_VALUES,
    FACE_DOWN,
    KEEP,
    KING,
    PAIR,
    Options,
    Phase,
    State,
)
from stammtisch.kernel import NONE, Row, kernel
from stammtisch.kernel.bits import count_in, has_in, lowest_in, nth_in

PLAYOUTS: Final = {"normal": 15, "strong": 2500}

# The part of its value that a card costs, in hundredths, while doubles of it are to come.
_TOO_FEW: Final = 53  # not one for everybody who waits for one
_ONE_TO_SPARE: Final = 36
_PLENTY: Final = 8
_TROUBLE: Final = 49  # added to it, whatever the card

_LOW_CARD: Final = 960  # what a 1 is worth for later rounds, shared among the seats; a 2 half of it, and so on
_HIGH_CARD: Final = 14  # for each point of a card, to be rid of it
_SWEEP: Final = 142  # hundredths: what a king takes counts more, for nobody else takes anything
_KING_WAITS: Final = 60  # for a better moment
_KING_MUST_GO: Final = 720  # at the end, and less for each round that is left
_KING_HAS_TIME: Final = 127
_NOTHING: Final = -(1 << 40)  # less than anything brings
_EVEN: Final = 2  # in an outlook: as many are to come as are waited for


@kernel
def suggest(s: State, o: Options, seat: int, legal: Row, stream: Row) -> int:  # nothing is drawn here
    """Return what somebody with some experience would do."""
    if s.phase == Phase.PLAY:
        return _card_to_play(s, o, seat, legal[0])
    if s.phase == Phase.TAKE:
        return _what_to_take(s, o, seat, legal[0])
    if s.phase == Phase.SEAL:
        return nth_in(legal[0], count_in(legal[0]) - 1)  # the highest: nobody else will want its double
    return KEEP if has_in(legal[0], KEEP) else _card_to_throw_out(s, o, seat)


@kernel
def _card_to_play(s: State, o: Options, seat: int, cards: int) -> int:
    outlook = _outlook(s, o, seat, s.floor_values)
    best = 0
    most = _NOTHING
    while cards:
        card = lowest_in(cards)
        cards &= cards - 1
        worth = _worth_of_king(s, o, seat, outlook) if card == KING else _worth_of_card(s, o, seat, card, outlook)
        if worth > most:
            most = worth
            best = card
    return best


@kernel
def _worth_of_king(s: State, o: Options, seat: int, outlook: int) -> int:
    """Return what it brings to take the whole floor now; cards that come in twos leave at once."""
    display = _held_by(s, seat, seat)
    gain = 0
    values = s.floor_values
    while values:
        value = lowest_in(values)
        values &= values - 1
        if s.floor[value] & 1:
            gain += _gain(value, display, outlook)
    rounds_left = o.last - s.round_number
    return gain * _SWEEP // 100 - _KING_WAITS + max(0, _KING_MUST_GO - _KING_HAS_TIME * rounds_left)


@kernel
def _worth_of_card(s: State, o: Options, seat: int, card: int, outlook: int) -> int:
    """Return what it brings to take at the place that this card is likely to get, less what the card is worth later."""
    others = o.seats - 1
    lower = 0
    cards = 0
    for other in range(o.seats):
        if other != seat:
            unseen = ALL_VALUES & ~s.shown[other]
            cards += count_in(unseen)
            lower += count_in(unseen & ((1 << card) - 1))
            if has_in(unseen, card) and distance(s, o, other) < distance(s, o, seat):
                lower += 1
    place = lower * others // cards  # how many of the others are likely to have a lower card
    later = lower * others - place * cards  # of so many cards, those with which there is one more
    lead = (cards - later) * _lead_at(s, o, seat, place, outlook)
    if later > 0:
        lead += later * _lead_at(s, o, seat, place + 1, outlook)
    return lead // (cards * others) - _LOW_CARD // (card * o.seats) + _HIGH_CARD * card


@kernel
def _lead_at(s: State, o: Options, seat: int, place: int, outlook: int) -> int:
    """Return the lead of a seat before which so many others take, in tie order."""
    queue = 0
    for step in range(1, o.seats + 1):
        other = s.holder - step if step <= s.holder else s.holder - step + o.seats
        if other != seat:
            queue = queue << 4 | other + 1
    before = queue & ((1 << 4 * place) - 1)
    queue = before | (seat + 1) << 4 * place | (queue - before) << 4
    return _lead(s, o, seat, queue, _crowd(s), outlook)


@kernel
def _what_to_take(s: State, o: Options, seat: int, legal: int) -> int:
    """Take what brings most ahead of those who take after; a face-down card leaves as soon as it can."""
    if s.king != NONE:
        return ALL_PAIR if has_in(legal, ALL_PAIR) else ALL
    outlook = _outlook(s, o, seat, s.floor_values) if s.round_number < o.last else 0
    queue = _those_after(s, o, seat)
    display = _held_by(s, seat, seat)
    crowd = _crowd(s)
    best = 0
    most = _NOTHING
    values = s.floor_values
    while values:
        value = lowest_in(values)
        values &= values - 1
        lead = (o.seats - 1) * _gain(value, display, outlook)
        lead += _lead(s, o, seat, queue, crowd - (1 << 4 * value), outlook)
        if lead > most:
            most = lead
            best = value
    return PAIR + best if has_in(legal, PAIR + best) else best


@kernel
def _those_after(s: State, o: Options, seat: int) -> int:
    """Return the queue of the seats that take later in this round; Paul, who takes what is left, is not in it."""
    queue = 0
    rest = s.to_take & ((1 << o.seats) - 1) & ~(1 << seat)
    while rest:
        last = lowest_in(rest)
        for other in range(o.seats):
            if has_in(rest, other) and place_in_round(s, o, other) > place_in_round(s, o, last):
                last = other
        rest &= ~(1 << last)
        queue = queue << 4 | last + 1
    return queue


@kernel
def _card_to_throw_out(s: State, o: Options, seat: int) -> int:
    """Return the card that is the most trouble; until the mirror has to go, each of them may still find its double."""
    cards = _held_by(s, seat, seat)
    outlook = _outlook(s, o, seat, cards)
    best = 0
    most = _NOTHING
    while cards:
        card = lowest_in(cards)
        cards &= cards - 1
        cost = _gain(card, 1 << card, outlook)
        if cost > most:
            most = cost
            best = card
    return best if has_in(s.display[seat], best) else FACE_DOWN


@kernel
def _lead(s: State, o: Options, seat: int, queue: int, crowd: int, outlook: int) -> int:
    """Let a queue take what each likes best; return what the seat gains, for each other seat, less what those gain."""
    lead = 0
    while queue:
        guest = (queue & 15) - 1
        queue >>= 4
        display = _held_by(s, guest, seat)
        value = _favourite(display, crowd, outlook)
        crowd -= 1 << 4 * value
        gain = _gain(value, display, outlook)
        lead += gain * (o.seats - 1) if guest == seat else -gain
    return lead


@kernel
def _favourite(display: int, crowd: int, outlook: int) -> int:
    best = 0
    most = _NOTHING
    while crowd:
        value = lowest_in(crowd) >> 2
        crowd &= ~(15 << 4 * value)
        gain = _gain(value, display, outlook)
        if gain > most:
            most = gain
            best = value
    return best


@kernel
def _gain(value: int, display: int, outlook: int) -> int:
    """Return what it gains to take a card: as much for whoever has its double as it costs whoever has not."""
    held = display >> value & 1
    chances = outlook >> 4 * value & 15
    spare = chances - _EVEN + held
    if chances == 0:
        cost = 100 * value
    elif spare <= 0:
        cost = _TOO_FEW * value + _TROUBLE
    else:
        cost = (_ONE_TO_SPARE if spare == 1 else _PLENTY) * value + _TROUBLE
    return cost if held else -cost


@kernel
def _outlook(s: State, o: Options, seat: int, values: int) -> int:
    """Return for each of the values, in four bits, how many more are to come than are waited for; 0 if none will."""
    outlook = 0
    while values:
        value = lowest_in(values)
        values &= values - 1
        to_come = s.floor[value] if s.phase == Phase.MIRROR else s.floor[value] - 1  # one of them is being taken
        if s.face_down[seat] == value:
            to_come -= 1  # its owner has not shown it, and it will not come
        waiting = 0
        for guest in range(o.guests):
            if not has_in(s.shown[guest], value) or (s.phase == Phase.TAKE and s.played[guest] == value):
                to_come += 1
            if guest < o.seats and has_in(s.display[guest], value):
                waiting += 1
        if to_come > 0:
            outlook |= _EVEN + min(max(to_come - waiting, -1), 2) << 4 * value
    return outlook


@kernel
def _held_by(s: State, guest: int, seat: int) -> int:
    """Return what a guest would like to find doubles for, as far as the seat knows."""
    if guest == seat and s.face_down[seat] != NONE:
        return s.display[seat] | 1 << s.face_down[seat]
    return s.display[guest]


@kernel
def _crowd(s: State) -> int:
    """Return how many of each value are on the floor."""
    crowd = 0
    values = s.floor_values
    while values:
        value = lowest_in(values)
        values &= values - 1
        crowd |= s.floor[value] << 4 * value
    return crowd
