"""Costume Party as numbers for learning programs: what a seat knows, seen from its own place.

Where two play, Paul follows the other seat. Ages are left out: they decide who gets the tie card, and nobody chooses
anything before that.
"""

from __future__ import annotations

from typing import Final

from stammtisch.games.party.position import FEWEST, KING, SEATS, Options, Phase, State
from stammtisch.kernel import NONE, Row, inlined, kernel
from stammtisch.kernel.bits import lowest_in
from stammtisch.kernel.observation_layout import Layout, bounded, write_set

_SUM_OF_SET: Final = KING * (KING + 1) // 2

LAYOUT: Final = Layout(
    ("phase", len(Phase), "1 for the chapter of the match"),
    ("seats", SEATS - FEWEST + 1, "1 for the number of seats, from two on"),
    ("variants", 2, "1 if everybody has a face-down card, 1 if there is the mirror"),
    ("rounds", 1, "how many rounds of this game are still to begin"),
    ("games", 1, "how many games of this match are still to begin"),
    ("asked", SEATS, "1 for who owes a decision, by seat"),
    ("holder", SEATS, "1 for who has the tie card, by seat"),
    ("mirror", SEATS, "1 for who has the mirror, by seat"),
    ("king", SEATS, "1 for whose king takes the whole floor in this round, by seat"),
    ("to_take", SEATS, "1 for who has yet to take in this round, by guest"),
    ("face_down", SEATS, "1 for who has a face-down card, by seat"),
    ("total", 1, "the seat's sum of all games before, at most 127"),
    ("above", SEATS - 1, "how far those of others are above it, by guest, at most 127 either side of 0"),
    ("hand", KING, "the seat's cards, from 1 to the king"),
    ("pile", KING, "those that it has yet to draw"),
    ("own_face_down", KING - 1, "its face-down card, which is no king"),
    ("played", SEATS * KING, "the card of this round, by seat; those of others once they are open"),
    ("display", SEATS * KING, "open cards of a display, by guest"),
    ("shown", SEATS * KING, "cards of a set that everybody has seen, by guest"),
    ("floor", KING, "how many of each value lie on the floor"),
    ("gone", KING, "how many of each value were discarded"),
)
(
    _PHASE,
    _SEATS,
    _VARIANTS,
    _ROUNDS,
    _GAMES,
    _ASKED,
    _HOLDER,
    _MIRROR,
    _KING,
    _TO_TAKE,
    _FACE_DOWN,
    _TOTAL,
    _ABOVE,
    _HAND,
    _PILE,
    _OWN_FACE_DOWN,
    _PLAYED,
    _DISPLAY,
    _SHOWN,
    _FLOOR,
    _GONE,
) = LAYOUT
HIGHER_IS_BETTER: Final = False  # of scores


@kernel
def longest(o: Options) -> int:
    """Return how many steps a match can have."""
    set_up = o.guests + 1 + o.face_down * o.seats
    drawn = (KING - 1) * o.seats
    played = (o.last - 1) * (o.guests + 1)  # the card of each guest, and moving those of the seats
    taken = (o.last - 1) * o.guests + 1  # everybody plays the king, and in his round nobody else takes
    a_game = set_up + drawn + played + taken + 1
    return o.games * a_game + (o.games - 1) * (o.draws + 1)  # the mirror comes with the second game


@kernel
def lowest(o: Options) -> int:  # noqa: ARG001  # the same for all
    """Return the lowest score there can be: of a display that is empty after every game."""
    return 0


@kernel
def highest(o: Options) -> int:
    """Return a score above which nobody comes: each time a whole set in the display, and the highest card face down."""
    return o.games * (_SUM_OF_SET + o.face_down * (KING - 1))


@inlined
def observe(s: State, o: Options, seat: int, out: Row) -> None:
    """Write into a blank `out` what the seat knows; others follow in the order of play."""
    out[_PHASE + s.phase] = 1
    out[_SEATS + o.seats - FEWEST] = 1
    out[_VARIANTS] = o.face_down
    out[_VARIANTS + 1] = o.mirror
    out[_ROUNDS] = o.last - s.round_number
    out[_GAMES] = o.games - s.game_number
    out[_TOTAL] = bounded(s.total[seat])
    _mark(s.holder, o, seat, out, _HOLDER)
    _mark(s.mirror, o, seat, out, _MIRROR)
    _mark(s.king, o, seat, out, _KING)
    write_set(out, _HAND - 1, s.hand[seat])
    write_set(out, _PILE - 1, s.pile[seat])
    if s.face_down[seat] != NONE:
        out[_OWN_FACE_DOWN - 1 + s.face_down[seat]] = 1
    values = s.floor_values
    while values:
        value = lowest_in(values)
        values &= values - 1
        out[_FLOOR - 1 + value] = s.floor[value]
    for value in range(1, KING + 1):
        out[_GONE - 1 + value] = s.gone[value]
    for place in range(o.guests):
        _observe_guest(s, (seat + place) % o.seats if place < o.seats else place, seat, out, place)


@kernel
def _mark(other: int, o: Options, seat: int, out: Row, begin: int) -> None:
    """Write a 1 where a seat sits, if there is one."""
    if other != NONE:
        out[begin + (other + o.seats - seat) % o.seats] = 1


@kernel
def _observe_guest(s: State, guest: int, seat: int, out: Row, place: int) -> None:
    """Write what everybody knows of a guest; a card that is chosen but not open is for its owner."""
    out[_ASKED + place] = s.waits >> guest & 1
    out[_TO_TAKE + place] = s.to_take >> guest & 1
    out[_FACE_DOWN + place] = 1 if s.face_down[guest] != NONE else 0
    if guest != seat:
        out[_ABOVE + place - 1] = bounded(s.total[guest] - s.total[seat])
    if s.played[guest] != NONE and (guest == seat or s.phase != Phase.PLAY):
        out[_PLAYED + place * KING - 1 + s.played[guest]] = 1
    write_set(out, _DISPLAY + place * KING - 1, s.display[guest])
    write_set(out, _SHOWN + place * KING - 1, s.shown[guest])
