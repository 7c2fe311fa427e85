"""Kuhn poker (Kuhn, 1950): each puts in one chip and gets one of three cards; one more chip may be bet, once."""

from enum import IntEnum
from typing import Annotated, Final

from stammtisch.kernel import HIDDEN, NATURE, NONE, UNKNOWN, Between, Outcome, Record, Row, kernel
from stammtisch.kernel.bits import has_in
from stammtisch.kernel.chance import draw

VERSION, SCRATCH = 1, 1  # `redeal` needs no memory
CARDS: Final = 3  # jack, queen and king; NATURE deals one by its number
PASS, BET, ACTIONS = 3, 4, 5  # to pass is also to fold, to bet also to call
OPTION_SETS: Final[tuple[dict[str, object], ...]] = ({},)


class Phase(IntEnum):
    DEAL = 0
    PLAY = 1
    OVER = 2


class Rule(IntEnum):
    OK = 0
    GAME_OVER = 1
    NOT_YOUR_TURN = 2
    NOT_AN_ACTION_NOW = 3


class Options(Record):
    seats: Annotated[int, Between(2, 2)] = 2


class State(Record):
    phase: int
    actor: int  # who owes a decision: a seat or NATURE
    decided: Annotated[Row, 2]
    card: Annotated[Row, 2]  # or NONE; UNKNOWN in a view
    stake: Annotated[Row, 2]  # chips put in


def prepare(o: Options) -> None:
    pass


@kernel
def start(s: State, o: Options) -> None:
    s.actor = NATURE
    for seat in range(2):
        s.card[seat] = NONE
        s.stake[seat] = 1


@kernel
def waiting(s: State, o: Options) -> int:
    return 0 if s.phase == Phase.OVER else 1 << s.actor


@kernel
def legal(s: State, o: Options, seat: int, out: Row) -> None:
    out[0] = _choices(s, seat)


@kernel
def _choices(s: State, seat: int) -> int:
    if s.phase == Phase.OVER or seat != s.actor:
        return 0
    if s.phase == Phase.PLAY:
        return 1 << PASS | 1 << BET
    return 0b111 if s.card[0] < 0 else 0b111 & ~(1 << s.card[0])


@kernel
def check(s: State, o: Options, seat: int, action: int) -> int:
    if has_in(_choices(s, seat), action):
        return Rule.OK
    if s.phase == Phase.OVER:
        return Rule.GAME_OVER
    return Rule.NOT_AN_ACTION_NOW if seat == s.actor else Rule.NOT_YOUR_TURN


@kernel
def apply(s: State, o: Options, seat: int, action: int) -> None:
    if s.phase == Phase.DEAL:
        s.card[0 if s.card[0] == NONE else 1] = action
        if s.card[1] != NONE:
            s.phase = Phase.PLAY
            s.actor = 0
        return
    s.decided[seat] += 1
    s.stake[seat] += action - PASS
    s.actor = 1 - seat
    if s.stake[1 - seat] == 2 or (seat == 1 and action == PASS):  # a bet was answered, or there is none
        s.phase = Phase.OVER


@kernel
def seen(s: State, o: Options, viewer: int, seat: int, action: int) -> int:
    others = s.phase == Phase.DEAL and viewer != (0 if s.card[0] == NONE else 1)  # somebody else is dealt a card
    return HIDDEN if others else action


@kernel
def view(s: State, o: Options, seat: int, out: State) -> None:
    out.phase = s.phase
    out.actor = s.actor
    shown = s.phase == Phase.OVER and s.stake[0] == s.stake[1]  # whoever folds shows nothing, and sees nothing
    for other in range(2):
        out.decided[other] = s.decided[other]
        out.stake[other] = s.stake[other]
        out.card[other] = s.card[other] if other == seat or shown or s.card[other] == NONE else UNKNOWN


@kernel
def redeal(v: State, o: Options, seat: int, stream: Row, scratch: Row, out: State) -> None:
    for other in range(2):
        if v.card[other] == UNKNOWN:
            taken = out.card[1 - other]
            card = draw(stream, CARDS if taken < 0 else CARDS - 1)
            out.card[other] = card + 1 if taken >= 0 and card >= taken else card


@kernel
def settled(s: State, o: Options) -> bool:
    return s.phase == Phase.OVER


@kernel
def worth(s: State, o: Options, seat: int) -> int:
    if s.phase != Phase.OVER:
        return 0
    more = s.stake[seat] - s.stake[1 - seat]
    wins = more > 0 or (more == 0 and s.card[seat] > s.card[1 - seat])
    return s.stake[1 - seat] if wins else -s.stake[seat]


@kernel
def outcome(s: State, o: Options, out: Outcome) -> None:
    for seat in range(2):
        out.score[seat] = worth(s, o, seat)
        out.place[seat] = 1 if out.score[seat] > 0 else 2
