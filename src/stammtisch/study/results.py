"""What a study has found: every measure of every cell, and by how much cells differ."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Final

from stammtisch.bots.arena.confidence_interval import CONFIDENCE, estimate
from stammtisch.core.game import find_game
from stammtisch.study.game_record import GameRecord
from stammtisch.study.measures.catching_up import catching_up_measures
from stammtisch.study.measures.course import course_measures
from stammtisch.study.measures.estimates import FEWEST, Measured
from stammtisch.study.measures.evaluators import evaluator_measures
from stammtisch.study.measures.length import length_measures
from stammtisch.study.measures.luck import luck_measures
from stammtisch.study.measures.stakes import stakes_measures
from stammtisch.study.measures.wins import win_measures
from stammtisch.study.plan import Cell, StudyPlan

BEYOND: Final = {
    "win": "seat_beyond",
    "bot": "bot_beyond",
    "opener": "opener_beyond",
}  # of win shares: what is compared where seats are not as many


@dataclass(frozen=True)
class CellResults:
    """A cell with its games and what was measured of them."""

    cell: Cell
    games: Sequence[GameRecord]
    measures: dict[str, Measured]  # by name; those that cannot be measured are not there

    def written(self, action: int) -> str:
        """Return an action in the notation of the cell's game."""
        return find_game(self.cell.match.game).notation.write(action)


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
    return StudyResults(plan, cells, differences(cells) if all(games) else ())


def measure(cell: Cell, games: Sequence[GameRecord]) -> dict[str, Measured]:
    """Return all measures of a cell by name."""
    return {name: one for name, one in _measured(cell, games) if one is not None}


def measure_names(cell: Cell) -> list[str]:
    """Return what can be measured of a cell, by name."""
    return [name for name, _ in _measured(cell, ())]


def _measured(cell: Cell, games: Sequence[GameRecord]) -> Iterator[tuple[str, Measured | None]]:
    yield from win_measures(cell, games)
    yield from length_measures(games)
    yield from course_measures(games)
    yield from catching_up_measures(games)
    yield from stakes_measures(games)
    yield from luck_measures(cell, games)
    yield from evaluator_measures(games)


def differences(cells: Sequence[CellResults]) -> tuple[Difference, ...]:
    """Return the differences to the first cell, each with an interval for as many as are looked at (Bonferroni).

    Where seats are not as many, each wins another part though all is fair; then what a seat wins beyond the mean of all
    seats is compared.
    """
    if not cells:
        return ()
    first, paired = cells[0], list[tuple[int, str, list[float]]]()
    for number, other in enumerate(cells[1:], 1):
        beyond = other.cell.seats != first.cell.seats
        base = _compared(first, beyond=beyond)
        for name, own in _compared(other, beyond=beyond).items():
            both = sorted(own.keys() & base.get(name, {}).keys())
            if len(both) >= FEWEST:
                paired.append((number, name, [own[place] - base[name][place] for place in both]))
    level = 1 - (1 - CONFIDENCE) / max(len(paired), 1)
    found = [(number, name, estimate(apart, level)) for number, name, apart in paired]
    return tuple(
        Difference(number, name, one.mean, one.low, one.high)
        for number, name, one in found
        if one.low is not None and one.high is not None
    )


def _compared(one: CellResults, *, beyond: bool) -> dict[str, Mapping[int, float]]:
    """Return the samples of what is compared, by measure; of win shares perhaps what is beyond the mean of seats."""
    found = dict[str, Mapping[int, float]]()
    seats = [one.measures[f"win.{seat}"].samples for seat in range(one.cell.seats)]
    for name, measured in one.measures.items():
        kind, _, which = name.partition(".")
        if beyond and kind in BEYOND:
            samples = measured.samples
            found[f"{BEYOND[kind]}.{which}"] = {
                deal: samples[deal] - fmean(seat[deal] for seat in seats) for deal in samples
            }
        else:
            found[name] = measured.samples
    return found
