"""A game that was played, step by step: how long it was, and how long it would take people."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log2
from typing import Final

from stammtisch.kernel.seats import NONE

# Seconds at a person's pace, after the law of Hick (1952) that choosing takes as long as what is to choose has bits.
# They are assumptions: nobody was timed.
LOOK: Final = 1.0  # for a decision, whatever it is
BIT: Final = 2.0  # for each bit of what there is to choose from
FORCED: Final = 1.0  # for what is done at the table by itself, such as collecting a trick

Row = Sequence[int]  # of `recorded_games.retrace`: step, seat, action, ways, whether it completes, who was waited for


@dataclass(frozen=True)
class Pace:
    """How long a game was."""

    decisions: int
    rounds: int
    seconds: float
    choices: int
    ways: int
    real: int
    turns: tuple[int, ...]  # the first action of each turn: what seats decide at the same time is one
    opener: int  # the seat that is first to decide while nobody else owes a decision; NONE if there is none


def pace_of(rows: Sequence[Row], forced: int) -> Pace:
    """Return how long a game was, from what its seats did and how often something was forced."""
    turns = turns_of(rows)
    seconds = FORCED * forced
    decisions, real = dict[int, int](), 0
    for begin, end in zip(turns, [*turns[1:], len(rows)], strict=True):
        thinking, choosing = dict[int, float](), set[int]()
        for _, seat, _, ways, completes, _ in rows[begin:end]:
            thinking[seat] = thinking.get(seat, LOOK) + BIT * log2(ways)
            choosing |= {seat} if ways > 1 else set()
            decisions[seat] = decisions.get(seat, 0) + completes
        seconds += max(thinking.values())  # who decides at the same time thinks at the same time
        real += len(choosing)
    return Pace(
        decisions=sum(decisions.values()),
        rounds=max(decisions.values(), default=0),
        seconds=seconds,
        choices=len(rows),
        ways=sum(row[3] for row in rows),
        real=real,
        turns=tuple(turns),
        opener=next((rows[begin][1] for begin in turns if rows[begin][5].bit_count() == 1), NONE),
    )


def turns_of(rows: Sequence[Row]) -> list[int]:
    """Return where turns begin: decisions that were owed at the same moment are one, whatever order they came in."""
    found, owing = list[int](), set[int]()
    last = -1
    for number, (step, seat, _, _, completes, waited) in enumerate(rows):
        if seat not in owing or step != last + 1:
            found.append(number)
            owing = {other for other in range(waited.bit_length()) if waited >> other & 1}
        if completes:
            owing.discard(seat)
        last = step
    return found
