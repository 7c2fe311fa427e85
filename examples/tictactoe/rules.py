"""Tic-tac-toe: two take squares in turns, and whoever has three in a row wins."""

from enum import IntEnum
from typing import Annotated, Final

from stammtisch.kernel import Between, Outcome, Record, Row, kernel
from stammtisch.kernel.bits import has_in

VERSION, SCRATCH = 1, 1  # `redeal` needs no memory
ACTIONS: Final = 9  # squares, row by row
OPTION_SETS: Final[tuple[dict[str, object], ...]] = ({},)
ALL: Final = (1 << 9) - 1
ROWS: Final = (0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124)


class Phase(IntEnum):
    PLAY = 0
    OVER = 1


class Rule(IntEnum):
    OK = 0
    GAME_OVER = 1
    NOT_YOUR_TURN = 2
    NOT_A_FREE_SQUARE = 3


class Options(Record):
    seats: Annotated[int, Between(2, 2)] = 2


class State(Record):
    phase: int
    turn: int  # the seat that moves
    decided: Annotated[Row, 2]
    taken: Annotated[Row, 2]  # squares as bits, by seat


def prepare(o: Options) -> None:
    pass


@kernel
def start(s: State, o: Options) -> None:
    pass


@kernel
def waiting(s: State, o: Options) -> int:
    return 1 << s.turn if s.phase == Phase.PLAY else 0


@kernel
def legal(s: State, o: Options, seat: int, out: Row) -> None:
    out[0] = ALL & ~(s.taken[0] | s.taken[1]) if s.phase == Phase.PLAY and seat == s.turn else 0


@kernel
def check(s: State, o: Options, seat: int, action: int) -> int:
    if s.phase == Phase.OVER:
        return Rule.GAME_OVER
    if seat != s.turn:
        return Rule.NOT_YOUR_TURN
    return Rule.OK if has_in(ALL & ~(s.taken[0] | s.taken[1]), action) else Rule.NOT_A_FREE_SQUARE


@kernel
def apply(s: State, o: Options, seat: int, action: int) -> None:
    s.decided[seat] += 1
    s.taken[seat] |= 1 << action
    s.turn = 1 - seat
    if has_row(s.taken[seat]) or s.taken[0] | s.taken[1] == ALL:
        s.phase = Phase.OVER


@kernel
def has_row(squares: int) -> bool:
    for row in ROWS:
        if squares & row == row:
            return True
    return False


@kernel
def seen(s: State, o: Options, viewer: int, seat: int, action: int) -> int:
    return action


@kernel
def view(s: State, o: Options, seat: int, out: State) -> None:
    out.phase = s.phase
    out.turn = s.turn
    for other in range(2):
        out.decided[other] = s.decided[other]
        out.taken[other] = s.taken[other]


@kernel
def redeal(v: State, o: Options, seat: int, stream: Row, scratch: Row, out: State) -> None:
    pass


@kernel
def settled(s: State, o: Options) -> bool:
    return s.phase == Phase.OVER


@kernel
def worth(s: State, o: Options, seat: int) -> int:
    if has_row(s.taken[seat]):
        return 1
    return -1 if has_row(s.taken[1 - seat]) else 0


@kernel
def outcome(s: State, o: Options, out: Outcome) -> None:
    for seat in range(2):
        out.score[seat] = worth(s, o, seat)
        out.place[seat] = 1 if out.score[seat] >= 0 else 2
