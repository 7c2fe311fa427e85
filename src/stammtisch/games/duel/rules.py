"""Cockroach Duel: one of you hides a red tile among four, the other turns tiles and hopes for green."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from typing import Annotated, Final

from stammtisch.kernel import (
    CHANCE,
    HIDDEN,
    NATURE,
    NONE,
    TABLE,
    UNKNOWN,
    Between,
    Outcome,
    Record,
    Row,
    SeatOrChance,
    YesNo,
    kernel,
)
from stammtisch.kernel.bits import count_in, nth_in
from stammtisch.kernel.chance import draw

VERSION: Final = 1
SEATS: Final = 2
LANES: Final = 4
GREENS: Final = 3
ALL_LANES: Final = (1 << LANES) - 1

# Actions. Hiding, crowning and turning name a lane; the draw of the first bluffer names a seat.
HIDE: Final = 0
CROWN: Final = HIDE + LANES
TURN: Final = CROWN + LANES
FIRST: Final = TURN + LANES
MARCH: Final = FIRST + SEATS
SWAP: Final = MARCH + 1
ACTIONS: Final = SWAP + 1

SCRATCH: Final = 1
OPTION_SETS: Final[tuple[Mapping[str, object], ...]] = (
    {},
    {"royal": True},
    {"spaces": 1, "first_bluffer": 0},
    {"royal": True, "spaces": 2, "first_bluffer": 1},
)


class Phase(IntEnum):
    """The chapters of a game."""

    DRAW = 0  # NATURE draws the first bluffer
    BLUFF = 1  # the bluffer lays the tiles, and in Royal crowns a cockroach
    GUESS = 2  # the guesser turns tiles one by one
    CROSS = 3  # the red tile lies open, and the cockroaches are about to march
    SHOWN = 4  # the round is over, and its tiles still lie there
    OVER = 5


class Rule(IntEnum):
    """Why an action is refused, in the order in which the rulebook would object."""

    OK = 0
    GAME_OVER = 1
    NOT_YOUR_TURN = 2
    NOT_AN_ACTION_NOW = 3
    NO_CROWN_IN_BASE = 4
    TILES_ALREADY_LAID = 5
    ALREADY_CROWNED = 6
    TILE_ALREADY_TURNED = 7


class Reason(IntEnum):
    """Why a game ended."""

    LURED = 0  # a cockroach reached a tile space


class Options(Record):
    """What may differ from one table to the next."""

    seats: Annotated[int, Between(SEATS, SEATS)] = SEATS
    royal: Annotated[int, YesNo()] = 0
    first_bluffer: Annotated[int, SeatOrChance(SEATS)] = CHANCE
    spaces: Annotated[int, Between(1, 6)] = 3  # in each lane, on each side of the middle
    goal: int  # how far from the middle the tile spaces are


class State(Record):
    """Everything that is true at one moment of a duel, or what one seat knows of it."""

    phase: int
    decided: Annotated[Row, SEATS]  # by seat: decisions completed
    bluffer: int  # a seat; NONE before the draw. The other seat is the guesser
    rounds: int  # the number of this round, from 1
    roach: Annotated[Row, LANES]  # by lane: spaces from the middle, above 0 towards seat 1
    red: int  # the lane of the red tile; NONE before the tiles lie there, UNKNOWN to those who may not know
    queen: int  # the lane of the crowned cockroach; NONE in the base game and before the crowning
    turned: int  # the lanes whose tile has been turned, as bits
    winner: int  # a seat, or NONE


def prepare(o: Options) -> None:
    """Derive where the tile spaces are."""
    o.goal = o.spaces + 1


@kernel
def start(s: State, o: Options) -> None:
    """Put the cockroaches in the middle and see who bluffs first."""
    s.phase = Phase.DRAW
    s.bluffer = o.first_bluffer
    s.rounds = 1
    s.red = NONE
    s.queen = NONE
    s.winner = NONE
    if o.first_bluffer != CHANCE:
        s.phase = Phase.BLUFF


@kernel
def waiting(s: State, o: Options) -> int:
    """Return who owes a decision now; in this game it is never two at once."""
    if s.phase == Phase.OVER:
        return 0
    if s.phase == Phase.DRAW:
        return 1 << NATURE
    if s.phase == Phase.BLUFF:
        return 1 << s.bluffer
    if s.phase == Phase.GUESS:
        return 1 << _guesser(s)
    return 1 << TABLE


@kernel
def legal(s: State, o: Options, seat: int, out: Row) -> None:
    """Write the legal actions of `seat` as bits."""
    out[0] = _legal_bits(s, o, seat)


@kernel
def _legal_bits(s: State, o: Options, seat: int) -> int:
    if not _waits_for(s, o, seat):
        return 0
    if s.phase == Phase.DRAW:
        return ((1 << SEATS) - 1) << FIRST
    if s.phase == Phase.BLUFF:
        return _legal_bluffs(s, o)
    if s.phase == Phase.GUESS:
        return _covered(s) << TURN
    if s.phase == Phase.CROSS:
        return 1 << MARCH
    return 1 << SWAP


@kernel
def _legal_bluffs(s: State, o: Options) -> int:
    """Laying the tiles and, in Royal, crowning: both in any order, each once."""
    bits = 0
    if s.red == NONE:
        bits |= ALL_LANES << HIDE
    if o.royal and s.queen == NONE:
        bits |= ALL_LANES << CROWN
    return bits


@kernel
def _waits_for(s: State, o: Options, seat: int) -> bool:
    return 0 <= seat <= TABLE and (waiting(s, o) >> seat) & 1 == 1


@kernel
def check(s: State, o: Options, seat: int, action: int) -> int:
    """Return `Rule.OK`, or the first rule that `action` by `seat` would break."""
    if 0 <= action < ACTIONS and (_legal_bits(s, o, seat) >> action) & 1:
        return Rule.OK
    if s.phase == Phase.OVER:
        return Rule.GAME_OVER
    if not _waits_for(s, o, seat):
        return Rule.NOT_YOUR_TURN
    if s.phase == Phase.BLUFF:
        return _why_no_bluff(s, o, action)
    if s.phase == Phase.GUESS and TURN <= action < FIRST:
        return Rule.TILE_ALREADY_TURNED
    return Rule.NOT_AN_ACTION_NOW


@kernel
def _why_no_bluff(s: State, o: Options, action: int) -> int:
    if HIDE <= action < CROWN:
        return Rule.TILES_ALREADY_LAID
    if CROWN <= action < TURN:
        return Rule.ALREADY_CROWNED if o.royal else Rule.NO_CROWN_IN_BASE
    return Rule.NOT_AN_ACTION_NOW


@kernel
def apply(s: State, o: Options, seat: int, action: int) -> None:
    """Carry out a legal action."""
    if action < CROWN:
        s.red = action - HIDE
        _end_bluff(s, o)
    elif action < TURN:
        s.queen = action - CROWN
        _end_bluff(s, o)
    elif action < FIRST:
        _turn(s, o, action - TURN)
    elif action < MARCH:
        s.bluffer = action - FIRST
        s.phase = Phase.BLUFF
    elif action == MARCH:
        _march(s, o)
    else:
        _swap(s)


@kernel
def _end_bluff(s: State, o: Options) -> None:
    if s.red != NONE and (s.queen != NONE or not o.royal):
        s.decided[s.bluffer] += 1
        s.phase = Phase.GUESS


@kernel
def _turn(s: State, o: Options, lane: int) -> None:
    """Turn a tile: green lures its cockroach to the guesser, red ends the guessing."""
    s.decided[_guesser(s)] += 1
    s.turned |= 1 << lane
    if lane == s.red:
        s.phase = Phase.CROSS
        return
    _lure(s, o, lane, _guesser(s), 2 if lane == s.queen else 1)
    if s.phase != Phase.OVER and count_in(s.turned) == GREENS:
        s.phase = Phase.SHOWN


@kernel
def _march(s: State, o: Options) -> None:
    """Move to the bluffer what red set free: covered lanes, and the queen on her own red tile."""
    s.phase = Phase.SHOWN
    for lane in range(LANES):
        covered = (s.turned >> lane) & 1 == 0
        if covered:
            _lure(s, o, lane, s.bluffer, 2 if lane == s.queen else 1)
        elif lane == s.red and lane == s.queen:
            _lure(s, o, lane, s.bluffer, 1)


@kernel
def _lure(s: State, o: Options, lane: int, seat: int, spaces: int) -> None:
    """Move a cockroach towards a seat; on the tile space, or past it, that seat has won."""
    towards = 1 if seat == 1 else -1
    s.roach[lane] += towards * spaces
    if s.roach[lane] * towards >= o.goal:
        s.roach[lane] = towards * o.goal
        s.winner = seat
        s.phase = Phase.OVER


@kernel
def _swap(s: State) -> None:
    """Gather the tiles for the next round; the guesser becomes the bluffer."""
    s.bluffer = _guesser(s)
    s.rounds += 1
    s.red = NONE
    s.queen = NONE
    s.turned = 0
    s.phase = Phase.BLUFF


@kernel
def _guesser(s: State) -> int:
    return 1 - s.bluffer


@kernel
def _covered(s: State) -> int:
    """Return the lanes whose tile still lies face down, as bits."""
    return ALL_LANES & ~s.turned


@kernel
def _layout_is_open(s: State) -> bool:
    """Whether everybody can tell where the red tile is: it was turned, or three greens were."""
    return s.red >= 0 and ((s.turned >> s.red) & 1 == 1 or count_in(s.turned) == GREENS)


@kernel
def seen(s: State, o: Options, viewer: int, seat: int, action: int) -> int:
    """Return the action as `viewer` will see it: only the lane of the red tile is secret."""
    if action < CROWN and viewer != seat:
        return HIDDEN
    return action


@kernel
def view(s: State, o: Options, seat: int, out: State) -> None:
    """Write into a blank `out` what `seat` may know."""
    out.phase = s.phase
    out.bluffer = s.bluffer
    out.rounds = s.rounds
    out.queen = s.queen
    out.turned = s.turned
    out.winner = s.winner
    for other in range(SEATS):
        out.decided[other] = s.decided[other]
    for lane in range(LANES):
        out.roach[lane] = s.roach[lane]
    out.red = UNKNOWN
    if s.red == NONE or seat == s.bluffer or _layout_is_open(s):
        out.red = s.red


@kernel
def redeal(v: State, o: Options, seat: int, stream: Row, scratch: Row, out: State) -> None:
    """Complete `out`, a copy of the view `v`: the red tile is any of the covered ones."""
    if v.red == UNKNOWN:
        covered = _covered(v)
        out.red = nth_in(covered, draw(stream, count_in(covered)))


@kernel
def settled(s: State, o: Options) -> bool:
    """Whether a playout may stop here: only at the end."""
    return s.phase == Phase.OVER


@kernel
def worth(s: State, o: Options, seat: int) -> int:
    """Return 1 for the winner and -1 for the other."""
    return 1 if s.winner == seat else -1


@kernel
def outcome(s: State, o: Options, out: Outcome) -> None:
    """Write down who won: 1 to 0."""
    for seat in range(SEATS):
        out.score[seat] = 1 if s.winner == seat else 0
        out.place[seat] = 1 if s.winner == seat else 2
    out.reason = Reason.LURED
