"""A study from its beginning to its end: blocks are played until there are enough, and nothing that was played is lost.

Blocks have numbers, and what counts are always the first ones, as far as none of any cell is missing. So it does not
matter who played them where, or in which order they came: whoever stops at the same number has the same results. A
fault, too, ends a study at its block's number, and does not if there is enough before.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import count
from math import inf
from typing import Final

from stammtisch.clock import SYSTEM_CLOCK, Clock
from stammtisch.errors import StudyError
from stammtisch.study.backend import Backend
from stammtisch.study.block import DEALS, DealBlock, PlayedBlock
from stammtisch.study.folder import StudyFolder
from stammtisch.study.game_record import GameRecord
from stammtisch.study.measures.running import RunningShares
from stammtisch.study.plan import Cell

FEWEST: Final = 20  # blocks before an interval is trusted to say that there are enough
_MINUTE: Final = 60.0


@dataclass(frozen=True)
class Stop:
    """When a study has played enough: at the first of these."""

    games: int | None = None  # of each cell, rounded up to whole blocks
    minutes: float = inf
    until: float = 0.0  # how far the intervals of win shares may reach to either side; 0 for never

    def blocks(self, cells: Iterable[Cell]) -> float:
        """Return how many blocks of each of the cells there are at most."""
        if self.games is None:
            return inf
        fewest = min(len(cell.lineups) for cell in cells)
        return -(-self.games // (fewest * DEALS))


@dataclass
class StudyRun:
    """How far a study is."""

    cells: Mapping[int, Cell]  # that are played, by number
    known: dict[tuple[int, int], PlayedBlock]
    shares: dict[int, RunningShares] = field(default_factory=dict)  # by cell: win shares of what counts so far
    blocks: int = 0  # of each cell that count
    enough: bool = False
    played: int = 0  # games in this run
    faults: dict[tuple[int, int], str] = field(default_factory=dict)  # by number and cell: why there is no such block

    @property
    def games(self) -> int:
        """How many games count, over all cells."""
        return sum(len(cell.lineups) for cell in self.cells.values()) * DEALS * self.blocks

    @property
    def margin(self) -> float:
        """How far the widest interval of a win share reaches to either side."""
        return max((shares.margin for shares in self.shares.values()), default=inf)

    def records(self, cell: int) -> list[GameRecord]:
        """Return the games of a cell that count."""
        return [game for number in range(self.blocks) for game in self.known[cell, number].games]

    def count_blocks(self, stop: Stop, most: float) -> None:
        """Count blocks, number by number, until one is missing or there are enough.

        Raises:
            StudyError: One that is to be counted has a fault, and none before it is missing.
        """
        while not self.enough:
            if self.blocks >= most or (self.blocks >= FEWEST and self.margin <= stop.until):
                self.enough = True
                return
            for cell in self.cells:
                if fault := self.faults.get((self.blocks, cell)):
                    raise StudyError(fault)
                if (cell, self.blocks) not in self.known:
                    return
            for cell in self.cells:
                self.shares[cell].add(self.known[cell, self.blocks].games)
            self.blocks += 1

    def counts(self, number: int, cell: int) -> bool:
        """Whether a block may yet be one that counts: no earlier one has a fault, and there are not enough."""
        return not self.enough and (number, cell) < min(self.faults, default=(inf, inf))


def run_study(
    cells: Mapping[int, Cell],
    stop: Stop,
    folder: StudyFolder,
    backend: Backend,
    clock: Clock = SYSTEM_CLOCK,
) -> Iterator[StudyRun]:
    """Play cells until there is enough, beginning with what is in the folder; yield the run after each block.

    The first that is yielded is what was there before. Whoever stops to ask for more has lost nothing.

    Args:
        cells: Those that are played, by their number in the study.
        stop: When there is enough.
        folder: Where blocks are kept.
        backend: Where they are played.
        clock: What minutes are counted by.

    Raises:
        StudyError: A bot was at fault in a block that is to be counted, or what is played cannot be kept.
    """
    known = folder.blocks()
    run = StudyRun(cells, known, {number: RunningShares(cell.seats) for number, cell in cells.items()})
    most = stop.blocks(cells.values())
    end = clock.monotonic() + stop.minutes * _MINUTE
    run.count_blocks(stop, most)
    yield run

    def blocks() -> Iterator[DealBlock]:
        for number in count():
            for index, cell in cells.items():
                if number >= most or clock.monotonic() >= end or not run.counts(number, index):
                    return
                if (index, number) not in known:
                    yield DealBlock(index, number, cell)

    for block in backend.play(blocks()):
        if block.fault:
            run.faults[block.number, block.cell] = f"{block.fault}; what was played before is kept in {folder.path}"
        else:
            folder.keep(block)
            known[block.cell, block.number] = block
            run.played += len(block.games)
        run.count_blocks(stop, most)
        yield run
