"""Penny: a coin flipped at the end or at the beginning, stones taken in turns, a game without end, and hands shown."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from typing import Annotated, Final

from stammtisch.kernel import HIDDEN, NATURE, NONE, UNKNOWN, Between, Outcome, Record, Row, kernel
from stammtisch.kernel.bits import add, clear
from stammtisch.kernel.chance import draw

VERSION: Final = 1
SEATS: Final = 2
ACTIONS: Final = 3  # of NATURE: heads and tails; of seats: nod; one stone or two; three hands to show
SCRATCH: Final = 1
LATE_FLIP, HIDDEN_FLIP, STONES, ENDLESS, HANDS = range(5)
OPTION_SETS: Final[tuple[Mapping[str, object], ...]] = tuple({"kind": kind} for kind in range(5))
HEADS: Final = 0


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

    seats: Annotated[int, Between(SEATS, SEATS)] = SEATS
    kind: Annotated[int, Between(0, 4)] = LATE_FLIP
    stones: Annotated[int, Between(1, 9)] = 3


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
    s.waits = 1 << NATURE if flips else 3 if o.kind == HANDS else 1
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
    ways = 1
    if seat == NATURE:
        ways = 2
    elif o.kind == STONES:
        ways = 2 if s.stones > 1 else 1
    elif o.kind == HANDS:
        ways = 3
    for action in range(ways):
        add(out, action)


@kernel
def check(s: State, o: Options, seat: int, action: int) -> int:
    """Return whether an action is legal."""
    if not 0 <= seat < 63 or not 0 <= action < ACTIONS or (s.waits >> seat) & 1 == 0:
        return Rule.NOT_NOW
    if seat == NATURE:
        return Rule.OK if action <= 1 else Rule.NOT_NOW
    if o.kind == STONES:
        return Rule.OK if action < min(2, s.stones) else Rule.NOT_NOW
    return Rule.OK if action == 0 or o.kind == HANDS else Rule.NOT_NOW


@kernel
def apply(s: State, o: Options, seat: int, action: int) -> None:
    """Carry out a legal action."""
    if seat == NATURE:
        s.coin = action
        s.phase = Phase.PLAY
        s.waits = 1
        if o.kind == LATE_FLIP:
            _end(s, 1 << action)
        return
    s.decided[seat] += 1
    if o.kind == STONES:
        _take(s, seat, action + 1)
    elif o.kind == HANDS:
        _show(s, seat, action)
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
def _show(s: State, seat: int, hand: int) -> None:
    """Seal a hand; when both are shown, paper beats rock, scissors paper and rock scissors."""
    s.hand[seat] = hand
    s.waits &= ~(1 << seat)
    if s.waits != 0:
        return
    apart = (s.hand[0] - s.hand[1]) % 3
    _end(s, 3 if apart == 0 else 1 if apart == 1 else 2)


@kernel
def _end(s: State, winners: int) -> None:
    s.phase = Phase.OVER
    s.waits = 0
    s.winners = winners


@kernel
def seen(s: State, o: Options, viewer: int, seat: int, action: int) -> int:
    """Return the action as `viewer` will see it: the coin of some games, and hands until both are shown, are secret."""
    if (seat == NATURE and o.kind == HIDDEN_FLIP) or (o.kind == HANDS and viewer != seat and s.waits == 3):
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
        sealed = other != seat and s.hand[other] != NONE and s.phase == Phase.PLAY
        out.hand[other] = UNKNOWN if sealed else s.hand[other]


@kernel
def redeal(v: State, o: Options, seat: int, stream: Row, scratch: Row, out: State) -> None:
    """Flip a hidden coin and choose sealed hands."""
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
