"""Who may know what at Combination Race, and how a seat imagines the rest."""

from __future__ import annotations

from stammtisch.games.combo.boards import UPGRADES
from stammtisch.games.combo.cards import COLOURS, add_card, after, draw_card, remove_card
from stammtisch.games.combo.combinations import fitting
from stammtisch.games.combo.position import BASE_STARTS, SEATS, SHUFFLES, Options, Phase, State
from stammtisch.kernel import HIDDEN, NONE, UNKNOWN, Row, kernel
from stammtisch.kernel.bits import count_in
from stammtisch.kernel.chance import draw

_PILE = SEATS  # a place for hidden cards beside the hands


@kernel
def seen(s: State, o: Options, viewer: int, seat: int, action: int) -> int:
    """Return the action as `viewer` will see it: drawn cards and sealed placements are for their owner."""
    if s.phase == Phase.DEAL or s.phase == Phase.DRAW:
        return action if viewer == s.turn else HIDDEN
    if s.phase == Phase.START and not o.expert:
        return action if viewer == seat else HIDDEN
    return action


@kernel
def view(s: State, o: Options, seat: int, out: State) -> None:
    """Write into a blank `out` what `seat` may know."""
    out.phase = s.phase
    out.round_number = s.round_number
    out.first = s.first
    out.turn = s.turn
    out.waits = s.waits
    out.blocked = s.blocked
    out.display_size = s.display_size
    out.pile_size = s.pile_size
    out.kind = s.kind
    out.chosen = s.chosen
    out.last = s.last
    out.owed = s.owed
    out.target = s.target
    for colour in range(COLOURS):
        out.display[colour] = s.display[colour]
        out.discards[colour] = s.discards[colour]
        out.laid[colour] = s.laid[colour]
        for shuffle in range(SHUFFLES):
            out.hidden[shuffle][colour] = s.hidden[shuffle][colour]
    for other in range(SEATS):
        _view_seat(s, o, seat, other, out)
    _count_out(s, o, seat, out)


@kernel
def _view_seat(s: State, o: Options, seat: int, other: int, out: State) -> None:
    """Write what `seat` knows of one of the seats."""
    out.decided[other] = s.decided[other]
    out.active[other] = s.active[other]
    out.reserve[other] = s.reserve[other]
    out.hand_size[other] = s.hand_size[other]
    out.start[other] = s.start[other]
    if other != seat and _is_sealed(s, o, other):
        out.start[other] = UNKNOWN
    for row in range(UPGRADES + 1):
        out.level[other][row] = s.level[other][row]
    for shuffle in range(SHUFFLES):
        out.drawn[other][shuffle] = s.drawn[other][shuffle]
    for colour in range(COLOURS):
        out.taken[other][colour] = s.taken[other][colour]
        out.hand[other][colour] = s.hand[other][colour] if other == seat else s.taken[other][colour]


@kernel
def _is_sealed(s: State, o: Options, other: int) -> bool:
    """Whether a seat has chosen its start placement in secret."""
    return s.phase == Phase.START and not o.expert and other < o.seats and s.start[other] != NONE


@kernel
def _count_out(s: State, o: Options, seat: int, out: State) -> None:
    """Place the hidden cards of a shuffle that can lie in one place only, the pile or a hand."""
    for shuffle in range(SHUFFLES):
        place = _PILE
        places = 1 if shuffle == 0 and s.pile_size > 0 else 0
        for other in range(o.seats):
            if other != seat and s.drawn[other][shuffle] > 0:
                place = other
                places += 1
        if places == 1:
            for colour in range(COLOURS):
                cards = _hidden_from(s, o, seat, shuffle, colour)
                if place == _PILE:
                    out.pile[colour] |= cards
                else:
                    out.hand[place][colour] |= cards


@kernel
def _hidden_from(s: State, o: Options, seat: int, shuffle: int, colour: int) -> int:
    """Return the cards of a shuffle that nobody has shown, without those that the seat holds itself."""
    mine = s.hand[seat][colour] if 0 <= seat < o.seats else 0
    return s.hidden[shuffle][colour] & ~mine


@kernel
def redeal(v: State, o: Options, seat: int, stream: Row, scratch: Row, out: State) -> None:
    """Complete `out`, a copy of the view `v`, to a world drawn uniformly from those the seat cannot tell apart."""
    _deal_all(v, o, seat, stream, scratch, out)
    while v.turn != seat and not _can_go_on(out):
        _deal_all(v, o, seat, stream, scratch, out)


@kernel
def _deal_all(v: State, o: Options, seat: int, stream: Row, scratch: Row, out: State) -> None:
    """Deal the hidden cards of each shuffle anew."""
    for other in range(o.seats):
        if other != seat:
            _forget(v, other, stream, out)
    for shuffle in range(SHUFFLES - 1, -1, -1):
        for colour in range(COLOURS):
            scratch[colour] = _hidden_from(v, o, seat, shuffle, colour)
        for other in range(o.seats):
            if other != seat:
                _deal_hidden(v.drawn[other][shuffle], stream, scratch, out.hand[other])
    for colour in range(COLOURS):
        out.pile[colour] = scratch[colour]  # what is left of the newest shuffle


@kernel
def _can_go_on(s: State) -> bool:
    """Whether whoever is choosing cards holds what the choice so far has promised: cards to complete it."""
    if s.phase != Phase.LAY and s.phase != Phase.DISCARD:
        return True
    left = 0  # cards to choose from
    for colour in range(COLOURS):
        if s.phase == Phase.LAY:
            left += count_in(fitting(s.hand[s.turn], s.laid, s.kind, s.chosen, s.last, colour))
        else:
            left += count_in(s.hand[s.turn][colour] & after(s.last, colour))
    return left >= (1 if s.phase == Phase.LAY else s.owed)


@kernel
def _forget(v: State, other: int, stream: Row, out: State) -> None:
    """Leave a seat only the cards that it took openly, and a start placement that it may have chosen."""
    for colour in range(COLOURS):
        out.hand[other][colour] = v.taken[other][colour]
    if v.start[other] == UNKNOWN:
        out.start[other] = draw(stream, count_in(BASE_STARTS))


@kernel
def _deal_hidden(number: int, stream: Row, cards: Row, hand: Row) -> None:
    """Move so many of the cards into a hand."""
    for _ in range(number):
        card = draw_card(cards, stream)
        remove_card(cards, card)
        add_card(hand, card)
