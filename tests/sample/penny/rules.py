"""Penny: a coin flipped late or early, stones taken in turns, a game without end, hands shown, lots, and a crown."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from typing import Annotated, Final

from stammtisch.kernel import HIDDEN, NATURE, NONE, UNKNOWN, Between, Outcome, Record, Row, kernel
from stammtisch.kernel.bits import add, clear
from stammtisch.kernel.chance import draw

VERSION: Final = 1
SEATS: Final = 3  # at most; the third one only watches, but where a crown is given away
ACTIONS: Final = 4  # of NATURE: heads and tails, or lots; of seats: nod; one stone or two; hands, lots, whom to crown
SCRATCH: Final = 1
LATE_FLIP, HIDDEN_FLIP, STONES, ENDLESS, HANDS, LOTS, SEALED, CROWN = KINDS = range(8)
OPTION_SETS: Final[tuple[Mapping[str, object], ...]] = tuple(
    {"kind": kind, "seats": SEATS if kind == CROWN else 2} for kind in KINDS
)
HEADS: Final = 0
TICKETS: Final = 4  # of which NATURE draws one
LOT_WINS: Final = (3, 2, 0)  # tickets with which whoever chose a lot wins
CROWN_WINS: Final = (3, 1)  # tickets with which the first seat wins, if the third one chose so


class Phase(IntEnum):
    """The chapters of a game."""

    FLIP = 0
    PLAY = 1
    OVER = 2


class Rule(IntEnum):
    """Why an action is refused."""

    OK = 0
    NOT_NOW = 1


class Options(Record):
    """Which of the games it is."""

    seats: Annotated[int, Between(2, SEATS)] = 2
    kind: Annotated[int, Between(0, 7)] = LATE_FLIP
    stones: Annotated[int, Between(1, 30)] = 3


class State(Record):
    """Everything that is true at one moment of a game."""

    phase: int
    waits: int
    decided: Annotated[Row, SEATS]
    coin: int  # heads, tails, or NONE; UNKNOWN while it lies hidden
    stones: int
    hand: Annotated[Row, SEATS]  # shown, or NONE; UNKNOWN to the other while it is sealed
    winners: int  # as bits


def prepare(o: Options) -> None:
    """Derive nothing."""


@kernel
def start(s: State, o: Options) -> None:
    """Begin with NATURE where the coin is flipped first."""
    flips = o.kind in (HIDDEN_FLIP, ENDLESS)
    s.phase = Phase.FLIP if flips else Phase.PLAY
    s.waits = 1 << NATURE if flips else 3 if o.kind in (HANDS, SEALED) else 1
    s.coin = NONE
    s.stones = o.stones
    for seat in range(o.seats):
        s.hand[seat] = NONE


@kernel
def waiting(s: State, o: Options) -> int:
    """Return who owes a decision now."""
    return s.waits


@kernel
def legal(s: State, o: Options, seat: int, out: Row) -> None:
    """Write the legal actions."""
    clear(out)
    if seat < 0 or seat >= 63 or (s.waits >> seat) & 1 == 0:
        return
    for action in range(_ways(s, o, seat)):
        add(out, action)


@kernel
def _ways(s: State, o: Options, seat: int) -> int:
    if seat == NATURE:
        return TICKETS if o.kind in (LOTS, CROWN) else 2
    if o.kind == STONES:
        return min(2, s.stones)
    if o.kind in (HANDS, LOTS, SEALED):
        return 3
    return 2 if o.kind == CROWN else 1


@kernel
def check(s: State, o: Options, seat: int, action: int) -> int:
    """Return whether an action is legal."""
    if not 0 <= seat < 63 or (s.waits >> seat) & 1 == 0:
        return Rule.NOT_NOW
    return Rule.OK if 0 <= action < _ways(s, o, seat) else Rule.NOT_NOW


@kernel
def apply(s: State, o: Options, seat: int, action: int) -> None:
    """Carry out a legal action."""
    if seat == NATURE:
        s.coin = action
        s.phase = Phase.PLAY
        s.waits = 1
        if o.kind == LATE_FLIP:
            _end(s, 1 << action)
        elif o.kind in (LOTS, CROWN):
            wins = LOT_WINS[s.hand[0]] if o.kind == LOTS else CROWN_WINS[s.hand[2]]
            _end(s, 1 if action < wins else 2)
        return
    s.decided[seat] += 1
    if o.kind == STONES:
        _take(s, seat, action + 1)
    elif o.kind in (HANDS, SEALED):
        _show(s, o, seat, action)
    elif o.kind in (LOTS, CROWN):
        s.hand[seat] = action
        s.waits = 1 << (2 if o.kind == CROWN and seat == 0 else NATURE)
    else:
        _nod(s, o, seat)


@kernel
def _take(s: State, seat: int, stones: int) -> None:
    s.stones -= stones
    s.waits = 1 << (1 - seat)
    if s.stones == 0:
        _end(s, 1 << seat)


@kernel
def _nod(s: State, o: Options, seat: int) -> None:
    """Nod: the second one leads to the coin, or to the end; in an endless game only heads do."""
    if o.kind == ENDLESS:
        if s.coin == HEADS:
            _end(s, 1)
    elif seat == 0:
        s.waits = 2
    elif o.kind == LATE_FLIP:
        s.waits = 1 << NATURE
    else:
        _end(s, 1 << s.coin)


@kernel
def _show(s: State, o: Options, seat: int, hand: int) -> None:
    """Seal a hand. When both are shown, paper beats rock, scissors paper and rock scissors; or else a table decides."""
    s.hand[seat] = hand
    s.waits &= ~(1 << seat)
    if s.waits != 0:
        return
    if o.kind == SEALED:
        _end(s, 1 if sealed_wins(s.hand[0], s.hand[1]) else 2)
        return
    apart = (s.hand[0] - s.hand[1]) % 3
    _end(s, 3 if apart == 0 else 1 if apart == 1 else 2)


@kernel
def sealed_wins(first: int, second: int) -> bool:
    """Whether the first seat wins: with 0 against 0 and 1, with 1 against 2, with 2 never."""
    return (first == 0 and second < 2) or (first == 1 and second == 2)


@kernel
def _end(s: State, winners: int) -> None:
    s.phase = Phase.OVER
    s.waits = 0
    s.winners = winners


@kernel
def seen(s: State, o: Options, viewer: int, seat: int, action: int) -> int:
    """Return the action as `viewer` will see it: the coin of some games, and hands until both are shown, are secret."""
    if (seat == NATURE and o.kind == HIDDEN_FLIP) or (o.kind in (HANDS, SEALED) and viewer != seat and s.waits == 3):
        return HIDDEN
    return action


@kernel
def view(s: State, o: Options, seat: int, out: State) -> None:
    """Write into a blank `out` what `seat` may know."""
    out.phase = s.phase
    out.waits = s.waits
    out.stones = s.stones
    out.winners = s.winners
    covered = o.kind == HIDDEN_FLIP and s.phase == Phase.PLAY
    out.coin = UNKNOWN if covered else s.coin
    for other in range(o.seats):
        out.decided[other] = s.decided[other]
        covers = o.kind in (HANDS, SEALED) and s.phase == Phase.PLAY
        sealed = covers and other != seat and s.hand[other] != NONE
        out.hand[other] = UNKNOWN if sealed else s.hand[other]


@kernel
def redeal(v: State, o: Options, seat: int, stream: Row, scratch: Row, out: State) -> None:
    """Flip a hidden coin and choose sealed hands, evenly as those who choose at random."""
    if v.coin == UNKNOWN:
        out.coin = draw(stream, 2)
    for other in range(o.seats):
        if v.hand[other] == UNKNOWN:
            out.hand[other] = draw(stream, 3)


@kernel
def settled(s: State, o: Options) -> bool:
    """Whether it is over."""
    return s.phase == Phase.OVER


@kernel
def worth(s: State, o: Options, seat: int) -> int:
    """Return whether the seat has won."""
    return (s.winners >> seat) & 1


@kernel
def outcome(s: State, o: Options, out: Outcome) -> None:
    """Write down who won."""
    for seat in range(o.seats):
        out.score[seat] = worth(s, o, seat)
        out.place[seat] = 2 - worth(s, o, seat)
    out.reason = 0
