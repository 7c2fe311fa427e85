"""How a game ended, and what a seat gets for it, by the name of the reward: winning, the score, or the rank.

Environments of many games know a fourth reward, which is paid at every step: by how much the seat's worth has changed.
It adds up to how the seat stands in the end, as the game's own `worth` counts it (potentials; Ng, Harada and Russell,
1999).
"""

from __future__ import annotations

from typing import Annotated, Final

from stammtisch.kernel.compile import kernel
from stammtisch.kernel.record import Record, Row
from stammtisch.kernel.seats import MAX_SEATS

REWARDS: Final = ("win", "score", "rank")  # the names, each at the place of its number
WIN, SCORE, RANK, WORTH = range(4)
DENSE_REWARDS: Final = (*REWARDS, "worth")  # with the one that is paid at every step


class Outcome(Record):
    """Scores and places of a game that is over."""

    score: Annotated[Row, MAX_SEATS]  # by seat, as the game counts
    place: Annotated[Row, MAX_SEATS]  # by seat, 1 is best, equal places are shared; nobody at 1 if a dummy won
    reason: int  # why it ended, numbered by the game


@kernel
def lowest_reward(lowest: int, highest: int, kind: int, sign: int) -> float:
    """Return the lowest reward that a seat can get, where its score lies between these: that of a forfeit."""
    if kind != SCORE:
        return 0.0
    return float(lowest if sign > 0 else -highest)


@kernel
def reward(outcome: Outcome, seats: int, seat: int, kind: int, sign: int) -> float:
    """Return a seat's reward.

    Args:
        outcome: How the game ended.
        seats: How many took part.
        seat: Whose reward.
        kind: `WIN`: one, split among those in first place. `SCORE`: the score times `sign`.
            `RANK`: the part of the others that are behind, those beside one counted half; from 0 to 1.
            `WORTH`: nothing at the end, since it is paid at every step.
        sign: 1, or -1 where fewer points are better.
    """
    if kind == WORTH:
        return 0.0
    if kind == SCORE:
        return float(sign * outcome.score[seat])
    beside = 0  # others in the same place
    behind = 0
    for other in range(seats):
        if other != seat:
            beside += 1 if outcome.place[other] == outcome.place[seat] else 0
            behind += 1 if outcome.place[other] > outcome.place[seat] else 0
    if kind == RANK:
        return (behind + 0.5 * beside) / (seats - 1)
    return 1 / (1 + beside) if outcome.place[seat] == 1 else 0.0
