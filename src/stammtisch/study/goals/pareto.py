"""Which settings are best on several goals at once: the Pareto front, and how sure it is.

A setting is beaten if another one is clearly better on some goal, and on each other goal clearly better or the very
same; what surely lies where it is wished is the same. It is surely among the best if each other one is clearly worse on
some goal. What is neither is open: it lies too near to others for what was played. All that is clear rests on intervals
that hold at once in 95 of 100 cases (Bonferroni): one for each goal of each setting, and one for each goal of each two
settings, paired by deal.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import permutations
from typing import Final

from stammtisch.bots.arena.confidence_interval import CONFIDENCE, estimate
from stammtisch.study.game_record import GameRecord
from stammtisch.study.goals.goal import Goal
from stammtisch.study.measures.estimates import FEWEST, Measured, wilson
from stammtisch.study.measures.length import LENGTHS, length_quantile
from stammtisch.study.measures.wins import advantage, balance
from stammtisch.study.results import CellResults

_FAIRNESS: Final[dict[str, Callable[[int, Sequence[GameRecord], float], Measured | None]]] = {
    "advantage": advantage,
    "balance": balance,
}


class FrontStanding(Enum):
    """Where a setting stands among the others."""

    BEST = "best"  # surely: each other one is clearly worse on some goal
    OPEN = "open"
    BEATEN = "beaten"


@dataclass(frozen=True)
class Setting:
    """A cell, and how it does on the goals."""

    cell: int
    measured: tuple[Measured, ...]  # by goal
    standing: FrontStanding
    beaten_by: int | None = None  # a cell
    front: bool = False  # by its values alone, no other one does as well on every goal and better on some
    reached: bool = False  # surely all goals, among so many settings


@dataclass(frozen=True)
class Pareto:
    """How all settings stand; those are left out of which some goal could not be measured."""

    goals: tuple[Goal, ...]
    settings: tuple[Setting, ...]


def pareto(cells: Sequence[CellResults], goals: tuple[Goal, ...]) -> Pareto:
    """Return how settings stand that are measured on the same deals."""
    numbers = [number for number, one in enumerate(cells) if all(goal.measure in one.measures for goal in goals)]
    pairs = len(numbers) * (len(numbers) - 1) // 2
    level = 1 - (1 - CONFIDENCE) / max(len(goals) * (len(numbers) + pairs), 1)
    looked_at = {number: [Looked(cells[number], goal, level) for goal in goals] for number in numbers}
    better = {
        (one, other): [mine.is_better(yours) for mine, yours in zip(looked_at[one], looked_at[other], strict=True)]
        for one, other in permutations(numbers, 2)
    }

    def beats(one: int, other: int) -> bool:
        both = zip(looked_at[one], looked_at[other], better[one, other], strict=True)
        return any(better[one, other]) and all(clear or mine.is_same(yours) for mine, yours, clear in both)

    losses = {number: [each.goal.loss(each.measured.value) for each in looked_at[number]] for number in numbers}
    settings = []
    for number in numbers:
        others = [other for other in numbers if other != number]
        beaten_by = next((other for other in others if beats(other, number)), None)
        sure = all(any(better[number, other]) for other in others)
        standing = FrontStanding.BEATEN if beaten_by is not None else FrontStanding.BEST if sure else FrontStanding.OPEN
        front = not any(_dominates(losses[other], losses[number]) for other in others)
        measured = tuple(each.measured for each in looked_at[number])
        reached = reaches(cells[number], goals, len(numbers))
        settings.append(Setting(number, measured, standing, beaten_by, front, reached))
    return Pareto(goals, tuple(settings))


class Looked:
    """A setting as it is looked at for a goal."""

    def __init__(self, one: CellResults, goal: Goal, level: float) -> None:
        self.goal = goal
        self.measured = one.measures[goal.measure]
        self._level = level
        self._ends = interval_at(one, goal.measure, level)

    @property
    def is_reached(self) -> bool:
        """Whether it surely lies where it is wished."""
        return self._ends is not None and self.goal.is_reached(*self._ends)

    def is_better(self, other: Looked) -> bool:
        """Whether it is clearly nearer to the goal."""
        if self._ends is None or other._ends is None:
            return False
        if self.goal.losses(*self._ends)[1] < self.goal.losses(*other._ends)[0]:
            return True
        side = self.goal.side(*self._ends)
        if not side or side != self.goal.side(*other._ends):
            return False
        both = sorted(self.measured.samples.keys() & other.measured.samples.keys())
        if len(both) < FEWEST:
            return False
        # On the same side of what is wanted, whoever is nearer to it is better by the difference of the values.
        apart = estimate([side * (other.measured.samples[at] - self.measured.samples[at]) for at in both], self._level)
        return apart.low is not None and apart.low > 0

    def is_same(self, other: Looked) -> bool:
        """Whether nothing tells them apart: on every deal they have the same value, or both are surely as is wished."""
        if self.is_reached and other.is_reached:
            return True
        if not self.measured.samples:
            return self.measured == other.measured
        return self.measured.samples == other.measured.samples


def reaches(one: CellResults, goals: Sequence[Goal], among: int) -> bool:
    """Whether a setting surely reaches all goals, though it is one among so many that are looked at (Bonferroni)."""
    level = 1 - (1 - CONFIDENCE) / (len(goals) * among)
    for goal in goals:
        found = interval_at(one, goal.measure, level) if goal.measure in one.measures else None
        if found is None or not goal.is_reached(*found):
            return False
    return True


def interval_at(one: CellResults, name: str, level: float) -> tuple[float, float] | None:
    """Return the interval of a measure that covers the truth so often; nothing if there are too few samples."""
    if anew := _from_games(one, name, level):
        return None if anew.low is None or anew.high is None else (anew.low, anew.high)
    measured = one.measures[name]
    values = list(measured.samples.values())
    if measured.low is None or measured.high is None or len(values) < FEWEST:
        return None
    if len(set(values)) == 1:  # a share that was the same in every deal, or what has no spread
        share = measured.low < measured.high
        return wilson(measured.value, len(values), level) if share else (measured.low, measured.high)
    reach = estimate(values, level).margin or 0.0
    return measured.value - reach, measured.value + reach


def _from_games(one: CellResults, name: str, level: float) -> Measured | None:
    """Return what has no samples of its own, with an interval at a level; nothing for all other measures."""
    if name in _FAIRNESS:
        return _FAIRNESS[name](one.cell.seats, one.games, level)
    length, _, percent = name.partition(".")
    return length_quantile(one.games, length, int(percent), level) if length in LENGTHS and percent else None


def _dominates(mine: Sequence[float], yours: Sequence[float]) -> bool:
    return all(one <= other for one, other in zip(mine, yours, strict=True)) and mine != yours
