"""What a study has found: every measure of every cell, and by how much cells differ."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from stammtisch.bots.arena.confidence_interval import CONFIDENCE, estimate
from stammtisch.study.game_record import GameRecord
from stammtisch.study.measures.course import course_measures
from stammtisch.study.measures.estimates import FEWEST, Measured
from stammtisch.study.measures.length import length_measures
from stammtisch.study.measures.luck import luck_measures
from stammtisch.study.measures.wins import win_measures
from stammtisch.study.plan import Cell, StudyPlan


@dataclass(frozen=True)
class CellResults:
    """A cell with its games and what was measured of them."""

    cell: Cell
    games: Sequence[GameRecord]
    measures: dict[str, Measured]  # by name; those that cannot be measured are not there


@dataclass(frozen=True)
class Difference:
    """By how much a measure of a cell lies above that of the first one, on the same deals."""

    cell: int
    measure: str
    value: float
    low: float
    high: float

    @property
    def clear(self) -> bool:
        """Whether it is none of those that chance alone would show."""
        return self.low > 0 or self.high < 0


@dataclass(frozen=True)
class StudyResults:
    """What a study has found."""

    plan: StudyPlan
    cells: tuple[CellResults, ...]
    differences: tuple[Difference, ...]

    @property
    def command(self) -> str:
        """What gives the same numbers."""
        return f"{self.plan.command} --games {min(len(one.games) for one in self.cells)}"


def results_of(plan: StudyPlan, games: Sequence[Sequence[GameRecord]]) -> StudyResults:
    """Return what the games of each cell say."""
    cells = tuple(CellResults(cell, own, measure(cell, own)) for cell, own in zip(plan.cells, games, strict=True))
    return StudyResults(plan, cells, tuple(differences(cells)))


def measure(cell: Cell, games: Sequence[GameRecord]) -> dict[str, Measured]:
    """Return all measures of a cell by name."""
    found = (*win_measures(cell, games), *length_measures(games), *course_measures(games), *luck_measures(cell, games))
    return {name: one for name, one in found if one is not None}


def differences(cells: Sequence[CellResults]) -> list[Difference]:
    """Return the differences to the first cell, each with an interval for as many as are looked at (Bonferroni)."""
    first, paired = cells[0], list[tuple[int, str, list[float]]]()
    for number, other in enumerate(cells[1:], 1):
        for name, one in other.measures.items():
            base = first.measures.get(name)
            both = [] if base is None else sorted(one.samples.keys() & base.samples.keys())
            if base is not None and len(both) >= FEWEST:
                paired.append((number, name, [one.samples[place] - base.samples[place] for place in both]))
    level = 1 - (1 - CONFIDENCE) / max(len(paired), 1)
    found = [(number, name, estimate(apart, level)) for number, name, apart in paired]
    return [
        Difference(number, name, one.mean, one.low, one.high)
        for number, name, one in found
        if one.low is not None and one.high is not None
    ]
