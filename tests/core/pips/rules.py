"""Rules of Pips: all guess in secret and say how sure they are; then NATURE rolls, and TABLE pays who was right."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Annotated, Final, cast

from stammtisch.errors import OptionError
from stammtisch.kernel import HIDDEN, NATURE, NONE, TABLE, UNKNOWN, Between, Outcome, Record, Row, YesNo, kernel
from stammtisch.kernel.bits import add, clear, has
from stammtisch.kernel.chance import draw

VERSION: Final = 3
SEATS: Final = 6
PIPS: Final = 6

GUESS: Final = 0
UNSURE: Final = GUESS + PIPS
SURE: Final = UNSURE + 1
ROLL: Final = SURE + 1
PAY: Final = ROLL + PIPS
ACTIONS: Final = PAY + 1
SCRATCH: Final = 1
OPTION_SETS: Final[tuple[Mapping[str, object], ...]] = ({}, {"seats": 6, "double": True})


class Phase(IntEnum):
    """The chapters of a round."""

    GUESSING = 0
    ROLLING = 1
    PAYING = 2
    OVER = 3


class Rule(IntEnum):
    """Why an action is refused."""

    OK = 0
    NOT_YOUR_TURN = 1
    NOT_NOW = 2
    ALREADY_GUESSED = 3


@dataclass(frozen=True)
class Prizes:
    """What each number of pips pays: a list of six, zeros at its end left out."""

    def read(self, value: object) -> list[int] | None:
        """Return six prizes for one to six of them."""
        prizes = list(value) if isinstance(value, Sequence) and not isinstance(value, str) else []
        if not 1 <= len(prizes) <= PIPS or not all(type(prize) is int and 0 <= prize <= 9 for prize in prizes):
            return None
        return prizes + [0] * (PIPS - len(prizes))

    def write(self, held: object) -> object:
        """Return the list without the zeros at its end."""
        prizes = list(cast("Sequence[int]", held))
        while len(prizes) > 1 and not prizes[-1]:
            prizes.pop()
        return prizes

    def accepts(self) -> str:
        """Say how many and which."""
        return "a list of 1 to 6 prizes from 0 to 9"


class Options(Record):
    """What may differ."""

    seats: Annotated[int, Between(3, SEATS)] = 3
    rounds: Annotated[int, Between(1, 9)] = 2
    rolls: Annotated[int, Between(1, 2)] = 1  # the last one counts
    double: Annotated[int, YesNo()] = 0  # whether being sure doubles the prize
    prizes: Annotated[Row, PIPS, Prizes()] = [1, 1, 1, 2, 2, 3]  # noqa: RUF012  # a default, like those above
    top: int  # the highest prize, derived


class State(Record):
    """A position, or what a seat knows of it."""

    phase: int
    decided: Annotated[Row, SEATS]
    played: int  # rounds
    guess: Annotated[Row, SEATS]
    sure: Annotated[Row, SEATS]
    rolled: int
    rolls: int  # in this round
    score: Annotated[Row, SEATS]


def prepare(o: Options) -> None:
    """Derive the highest prize; refuse a game in which nothing can be won."""
    o.top = max(o.prizes[pip] for pip in range(PIPS))
    if o.top == 0:
        raise OptionError("prizes are all 0; one of them may be more")


@kernel
def start(s: State, o: Options) -> None:
    """Begin the first round."""
    s.rolled = NONE
    s.rolls = 0
    for seat in range(SEATS):
        s.guess[seat] = NONE
        s.sure[seat] = NONE


@kernel
def waiting(s: State, o: Options) -> int:
    """Return who owes a decision."""
    if s.phase == Phase.OVER:
        return 0
    if s.phase != Phase.GUESSING:
        return 1 << NATURE if s.phase == Phase.ROLLING else 1 << TABLE
    bits = 0
    for seat in range(o.seats):
        if s.guess[seat] == NONE or s.sure[seat] == NONE:
            bits |= 1 << seat
    return bits


@kernel
def legal(s: State, o: Options, seat: int, out: Row) -> None:
    """Write the legal actions."""
    clear(out)
    if not _waits_for(s, o, seat):
        return
    if s.phase == Phase.PAYING:
        add(out, PAY)
    for pip in range(PIPS):
        if s.phase == Phase.ROLLING:
            add(out, ROLL + pip)
        elif s.phase == Phase.GUESSING and s.guess[seat] == NONE:
            add(out, GUESS + pip)
    if s.phase == Phase.GUESSING and s.sure[seat] == NONE:
        add(out, UNSURE)
        add(out, SURE)


@kernel
def _waits_for(s: State, o: Options, seat: int) -> bool:
    return 0 <= seat <= TABLE and (waiting(s, o) >> seat) & 1 == 1


def check(s: State, o: Options, seat: int, action: int) -> int:
    """Return the first rule broken; interpreted only, so it may ask `legal`."""
    bits = [0]
    legal(s, o, seat, bits)
    if has(bits, action):
        return Rule.OK
    if not _waits_for(s, o, seat):
        return Rule.NOT_YOUR_TURN
    return Rule.ALREADY_GUESSED if s.phase == Phase.GUESSING and GUESS <= action < ROLL else Rule.NOT_NOW


@kernel
def apply(s: State, o: Options, seat: int, action: int) -> None:
    """Carry out a legal action."""
    if action < UNSURE:
        s.guess[seat] = action - GUESS
    elif action < ROLL:
        s.sure[seat] = action - UNSURE
    elif action < PAY:
        s.rolled = action - ROLL
        s.rolls += 1
        s.phase = Phase.PAYING if s.rolls == o.rolls else Phase.ROLLING
    else:
        _pay(s, o)
    if action < ROLL and s.guess[seat] != NONE and s.sure[seat] != NONE:
        s.decided[seat] += 1
    if s.phase == Phase.GUESSING and waiting(s, o) == 0:
        s.phase = Phase.ROLLING


@kernel
def _pay(s: State, o: Options) -> None:
    for seat in range(o.seats):
        if s.guess[seat] == s.rolled:
            s.score[seat] += o.prizes[s.rolled] * (2 if o.double and s.sure[seat] else 1)
    s.played += 1
    s.phase = Phase.OVER if s.played == o.rounds else Phase.GUESSING
    start(s, o)


@kernel
def seen(s: State, o: Options, viewer: int, seat: int, action: int) -> int:
    """Return guesses to those who made them only."""
    return HIDDEN if action < ROLL and viewer != seat else action


@kernel
def view(s: State, o: Options, seat: int, out: State) -> None:
    """Write what a seat may know: open guesses are paid at once, so that others' are never seen."""
    out.phase = s.phase
    out.played = s.played
    out.rolled = s.rolled
    out.rolls = s.rolls
    for other in range(SEATS):
        out.decided[other] = s.decided[other]
        out.score[other] = s.score[other]
        out.guess[other] = s.guess[other] if seat == other or s.guess[other] == NONE else UNKNOWN
        out.sure[other] = s.sure[other] if seat == other or s.sure[other] == NONE else UNKNOWN


@kernel
def redeal(v: State, o: Options, seat: int, stream: Row, scratch: Row, out: State) -> None:
    """Draw the guesses of the others."""
    for other in range(SEATS):
        if v.guess[other] == UNKNOWN:
            out.guess[other] = draw(stream, PIPS)
        if v.sure[other] == UNKNOWN:
            out.sure[other] = draw(stream, 2)


@kernel
def settled(s: State, o: Options) -> bool:
    """Whether a playout may stop here."""
    return s.phase == Phase.OVER


@kernel
def worth(s: State, o: Options, seat: int) -> int:
    """Return the score."""
    return s.score[seat]


@kernel
def outcome(s: State, o: Options, out: Outcome) -> None:
    """Write scores and shared places."""
    for seat in range(o.seats):
        out.score[seat] = s.score[seat]
        out.place[seat] = 1
        for other in range(o.seats):
            if s.score[other] > s.score[seat]:
                out.place[seat] += 1
    out.reason = 4
