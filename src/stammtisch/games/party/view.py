"""Who may know what at Costume Party, and how a seat imagines the rest."""

from __future__ import annotations

from stammtisch.games.party.position import ALL_VALUES, KING, SEATS, VALUES, Options, Phase, State
from stammtisch.kernel import HIDDEN, NONE, UNKNOWN, Row, kernel
from stammtisch.kernel.bits import count_in, lowest_in, nth_in
from stammtisch.kernel.chance import draw


@kernel
def seen(s: State, o: Options, viewer: int, seat: int, action: int) -> int:
    """Return the action as `viewer` will see it: drawn, sealed and chosen cards are for their owner."""
    if s.phase == Phase.DRAW:
        return action if viewer == s.turn else HIDDEN
    if s.phase in (Phase.SEAL, Phase.PLAY):
        return action if viewer == seat else HIDDEN
    return action


@kernel
def view(s: State, o: Options, seat: int, out: State) -> None:
    """Write into a blank `out` what `seat` may know."""
    out.phase = s.phase
    out.game_number = s.game_number
    out.round_number = s.round_number
    out.holder = s.holder
    out.mirror = s.mirror
    out.turn = s.turn
    out.waits = s.waits
    out.to_take = s.to_take
    out.king = s.king
    out.floor_values = s.floor_values
    for value in range(VALUES):
        out.floor[value] = s.floor[value]
        out.gone[value] = s.gone[value]
    for guest in range(SEATS):
        out.decided[guest] = s.decided[guest]
        out.pile_size[guest] = s.pile_size[guest]
        out.hand_size[guest] = s.hand_size[guest]
        out.played[guest] = s.played[guest]
        out.face_down[guest] = s.face_down[guest]
        out.display[guest] = s.display[guest]
        out.shown[guest] = s.shown[guest]
        out.points[guest] = s.points[guest]
        out.total[guest] = s.total[guest]
        if guest != seat and guest < o.guests:
            _view_other(s, guest, out)
    if 0 <= seat < o.seats:
        out.hand[seat] = s.hand[seat]
        out.pile[seat] = _unseen(s, seat) & ~(s.hand[seat] | _bit(s.played[seat]) | _bit(s.face_down[seat]))


@kernel
def _view_other(s: State, guest: int, out: State) -> None:
    """Leave out what a guest hides, except where it can be counted out: its unseen cards all lie in one place.

    Of these, no king lies face down; so the only other one does, and that leaves the king for the other place.
    """
    unseen = _unseen(s, guest)
    if s.phase < Phase.SCORED and s.face_down[guest] != NONE:
        out.face_down[guest] = UNKNOWN
        if count_in(unseen & ~(1 << KING)) == 1:
            out.face_down[guest] = lowest_in(unseen)
            unseen &= 1 << KING
    unseen_size = count_in(unseen)
    if unseen_size == s.hand_size[guest]:
        out.hand[guest] = unseen
    if unseen_size == s.pile_size[guest]:
        out.pile[guest] = unseen
    if s.phase == Phase.PLAY and s.played[guest] != NONE:
        out.played[guest] = lowest_in(unseen) if unseen_size == 1 else UNKNOWN


@kernel
def _unseen(s: State, guest: int) -> int:
    """Return the cards of a guest that have not been open to all."""
    return ALL_VALUES & ~s.shown[guest]


@kernel
def _bit(card: int) -> int:
    """Return a card as a set, empty where there is none."""
    return 0 if card == NONE else 1 << card


@kernel
def redeal(v: State, o: Options, seat: int, stream: Row, scratch: Row, out: State) -> None:
    """Complete `out`, a copy of the view `v`, to a world drawn uniformly from those the seat cannot tell apart."""
    for guest in range(o.guests):
        if guest != seat:
            rest = _unseen(v, guest)
            if v.phase < Phase.SCORED and v.face_down[guest] != NONE:
                out.face_down[guest] = _any_of(rest & ~(1 << KING), stream)
                rest &= ~(1 << out.face_down[guest])
            if v.phase == Phase.PLAY and v.played[guest] != NONE:
                out.played[guest] = _any_of(rest, stream)
                rest &= ~(1 << out.played[guest])
            out.pile[guest] = rest
            for _ in range(v.hand_size[guest]):
                out.pile[guest] &= ~(1 << _any_of(out.pile[guest], stream))
            out.hand[guest] = rest & ~out.pile[guest]


@kernel
def _any_of(cards: int, stream: Row) -> int:
    """Draw one of the cards."""
    return nth_in(cards, draw(stream, count_in(cards)))
