"""Kuhn poker (Kuhn, 1950): everybody puts in one chip and gets one of three cards; one more may be bet, once."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from typing import Annotated, Final

from stammtisch.kernel import HIDDEN, NATURE, NONE, UNKNOWN, Between, Outcome, Record, Row, kernel
from stammtisch.kernel.bits import clear
from stammtisch.kernel.chance import draw

VERSION: Final = 1
CARDS: Final = 3  # jack, queen and king; NATURE deals one by its number
PASS: Final = 3  # or fold
BET: Final = 4  # or call
ACTIONS: Final = 5
SCRATCH: Final = 1  # `redeal` needs none
OPTION_SETS: Final[tuple[Mapping[str, object], ...]] = ({},)


class Phase(IntEnum):
    """The chapters of a game."""

    DEAL = 0
    PLAY = 1
    OVER = 2


class Rule(IntEnum):
    """Why an action is refused."""

    OK = 0
    GAME_OVER = 1
    NOT_YOUR_TURN = 2
    NOT_AN_ACTION_NOW = 3


class Options(Record):
    """Nothing varies."""

    seats: Annotated[int, Between(2, 2)] = 2


class State(Record):
    """Everything that is true at one moment, or what one seat knows of it."""

    phase: int
    actor: int  # who owes a decision: a seat, NATURE or NONE
    decided: Annotated[Row, 2]
    card: Annotated[Row, 2]  # or NONE; UNKNOWN in a view
    stake: Annotated[Row, 2]  # chips put in
    winner: int


def prepare(o: Options) -> None:
    """Do nothing: nothing is derived."""


@kernel
def start(s: State, o: Options) -> None:
    """Put one chip in for each."""
    s.actor = NATURE
    s.winner = NONE
    for seat in range(2):
        s.card[seat] = NONE
        s.stake[seat] = 1


@kernel
def waiting(s: State, o: Options) -> int:
    """Return who owes a decision now."""
    return 0 if s.actor == NONE else 1 << s.actor


@kernel
def legal(s: State, o: Options, seat: int, out: Row) -> None:
    """Write the legal actions of `seat` as bits."""
    clear(out)
    if seat == s.actor and s.phase == Phase.DEAL:
        out[0] = ((1 << CARDS) - 1) & ~(0 if s.card[0] == NONE else 1 << s.card[0])
    elif seat == s.actor and s.phase == Phase.PLAY:
        out[0] = 1 << PASS | 1 << BET


@kernel
def check(s: State, o: Options, seat: int, action: int) -> int:
    """Return `Rule.OK`, or the first rule that `action` by `seat` would break."""
    if s.phase == Phase.OVER:
        return Rule.GAME_OVER
    if seat != s.actor:
        return Rule.NOT_YOUR_TURN
    if s.phase == Phase.DEAL:
        return Rule.OK if 0 <= action < CARDS and action != s.card[0] else Rule.NOT_AN_ACTION_NOW
    return Rule.OK if action in (PASS, BET) else Rule.NOT_AN_ACTION_NOW


@kernel
def apply(s: State, o: Options, seat: int, action: int) -> None:
    """Carry out a legal action."""
    if s.phase == Phase.DEAL:
        receiver = 0 if s.card[0] == NONE else 1
        s.card[receiver] = action
        if receiver == 1:
            s.phase = Phase.PLAY
            s.actor = 0
        return
    other = 1 - seat
    s.decided[seat] += 1
    if action == BET:
        s.stake[seat] = 2
    if s.stake[other] == 2 and action == PASS:
        _end(s, other)
    elif s.stake[other] == 2 or (seat == 1 and action == PASS):
        _end(s, 0 if s.card[0] > s.card[1] else 1)
    else:
        s.actor = other


@kernel
def _end(s: State, winner: int) -> None:
    s.phase = Phase.OVER
    s.actor = NONE
    s.winner = winner


@kernel
def seen(s: State, o: Options, viewer: int, seat: int, action: int) -> int:
    """Return the action as `viewer` will see it: cards dealt to others are secret."""
    receiver = 0 if s.card[0] == NONE else 1
    return HIDDEN if s.phase == Phase.DEAL and viewer != receiver else action


@kernel
def view(s: State, o: Options, seat: int, out: State) -> None:
    """Write into a blank `out` what `seat` may know; whoever folds shows nothing, and sees nothing."""
    shown = s.phase == Phase.OVER and s.stake[0] == s.stake[1]
    out.phase = s.phase
    out.actor = s.actor
    out.winner = s.winner
    for other in range(2):
        out.decided[other] = s.decided[other]
        out.stake[other] = s.stake[other]
        open_now = other == seat or shown or s.card[other] == NONE
        out.card[other] = s.card[other] if open_now else UNKNOWN


@kernel
def redeal(v: State, o: Options, seat: int, stream: Row, scratch: Row, out: State) -> None:
    """Complete `out`, a copy of the view `v`: all cards that may be hidden are as likely."""
    for other in range(2):
        if v.card[other] == UNKNOWN:
            taken = out.card[1 - other]
            card = draw(stream, CARDS if taken < 0 else CARDS - 1)
            out.card[other] = card + 1 if taken >= 0 and card >= taken else card


@kernel
def settled(s: State, o: Options) -> bool:
    """Whether a playout may stop here: only at the end."""
    return s.phase == Phase.OVER


@kernel
def worth(s: State, o: Options, seat: int) -> int:
    """Return what the seat has won: the stake of the other, or its own lost."""
    if s.winner == NONE:
        return 0
    return s.stake[1 - seat] if s.winner == seat else -s.stake[seat]


@kernel
def outcome(s: State, o: Options, out: Outcome) -> None:
    """Write down who has won how much."""
    for seat in range(2):
        out.score[seat] = worth(s, o, seat)
        out.place[seat] = 1 if s.winner == seat else 2
    out.reason = 0
