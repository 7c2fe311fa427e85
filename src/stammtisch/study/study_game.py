"""A whole study as one function: what the command `stammtisch study` does."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from math import inf
from pathlib import Path
from secrets import randbelow
from typing import Final

from stammtisch.bots.processes.cores import all_cores
from stammtisch.bots.processes.task_workers import TaskWorkers
from stammtisch.clock import SYSTEM_CLOCK, Clock
from stammtisch.core.game import Game
from stammtisch.errors import StudyError
from stammtisch.study.backend import Backend, LocalProcesses
from stammtisch.study.block import get_ready
from stammtisch.study.experiments.experiment import USUAL, Experiment
from stammtisch.study.folder import StudyFolder
from stammtisch.study.goals.goal import require_known
from stammtisch.study.goals.pareto import Pareto, pareto, reaches
from stammtisch.study.goals.search import require_optuna, search
from stammtisch.study.plan import Cell, StudyPlan, make_plan
from stammtisch.study.report.write import write_report
from stammtisch.study.results import CellResults, StudyResults, differences, measure, measure_names
from stammtisch.study.run import Stop, StudyRun, run_study

_SEEDS: Final = 1 << 32  # one that people can type again


@dataclass(frozen=True)
class Studied:
    """What came of a study."""

    results: StudyResults
    front: Pareto | None  # where there are goals
    page: Path | None  # none if nothing was played
    played: int  # games in this run
    seconds: float  # that they took
    interrupted: bool


def study_game(
    game: Game | str,
    *,
    options: Mapping[str, object] | None = None,
    vary: Mapping[str, Sequence[object]] | None = None,
    bots: Sequence[str] | None = None,
    asked: Experiment = USUAL,
    stop: Stop,
    seed: int | None = None,
    out: Path | str,
    processes: int | None = None,
    backend: Backend | None = None,
    language: str = "en",
    tell: Callable[[StudyRun], object] | None = None,
    clock: Clock = SYSTEM_CLOCK,
    goals: Sequence[str] = (),
    trials: int | None = None,
) -> Studied:
    """Study a game in a folder, or go on with a study that is there, and write what it found.

    Args:
        game: A game, or its name.
        options: Those that differ from their defaults.
        vary: Options with the values that are compared; beside them `bots` and `game`, as for `make_plan`.
        bots: Who plays, easy ones if nothing is said; the last one named takes all seats that are left.
        asked: What is asked beyond the usual.
        stop: When there is enough.
        seed: Of all deals and choices; that of the folder, or drawn, if it is not given.
        out: The folder.
        processes: How many play at once; one for each core that we may use if it is not given.
        backend: Where blocks are played, if not in processes of this machine.
        language: The one in which the page opens.
        tell: Is told how far it is.
        clock: What minutes are counted by.
        goals: What is wished for, such as "minutes:40" or "balance:max": cells are compared by it.
        trials: How many cells a search for the goals plays, if not all are played.

    Raises:
        StammtischError: Something cannot be had, or the folder holds something else; nothing is lost.
    """
    folder = StudyFolder(Path(out))
    if seed is None:
        seed = folder.seed()
    drawn_seed = randbelow(_SEEDS) if seed is None else seed
    plan = make_plan(game, options or {}, vary or {}, bots, drawn_seed, asked, goals=goals, trials=trials)
    for cell in plan.cells:
        require_known(plan.goals, measure_names(cell))
    if trials:
        require_optuna()
        if stop.minutes < inf:
            raise StudyError("a search goes by games, or until intervals are narrow; it may have --games or --until")
    folder.open(plan)
    begin = clock.monotonic()
    with TaskWorkers(processes or all_cores(), clock) as workers:
        study = _Study(plan, stop, folder, backend or LocalProcesses(workers), tell, clock)
        interrupted = study.search(trials) if trials else study.play_all()
    seconds = clock.monotonic() - begin
    results = study.results()
    front = pareto(results.cells, plan.goals) if plan.goals else None
    page = write_report(folder, results, front, language) if results.cells else None
    return Studied(results, front, page, study.played, seconds, interrupted)


class _Study:
    """A study that runs: all cells at once, or one after another as a search asks for them."""

    def __init__(
        self,
        plan: StudyPlan,
        stop: Stop,
        folder: StudyFolder,
        backend: Backend,
        tell: Callable[[StudyRun], object] | None,
        clock: Clock,
    ) -> None:
        self.played = 0  # games in this run
        self._plan = plan
        self._stop = stop
        self._folder = folder
        self._backend = backend
        self._tell = tell
        self._clock = clock
        self._found = dict[int, CellResults]()  # by number, in the order in which they were played

    def play_all(self) -> bool:
        """Play all cells; return whether somebody stopped it."""
        cells = dict(enumerate(self._plan.cells))
        for cell in cells.values():
            get_ready(cell)
        return self._play(cells)

    def search(self, trials: int) -> bool:
        """Look for cells that reach the goals, and end when one surely does; return whether somebody stopped it."""
        stopped = False

        def losses(number: int) -> list[float] | None:
            nonlocal stopped
            get_ready(self._plan.cells[number])
            stopped = self._play({number: self._plan.cells[number]})
            found = self._found.get(number)
            if stopped or found is None or any(goal.measure not in found.measures for goal in self._plan.goals):
                return None
            return [goal.loss(found.measures[goal.measure].value) for goal in self._plan.goals]

        for number in search(self._plan, trials, losses):
            if stopped or (number in self._found and reaches(self._found[number], self._plan.goals, trials)):
                return stopped
        return stopped

    def results(self) -> StudyResults:
        """Return what the cells that were played have come to."""
        cells = tuple(self._found.values())
        return StudyResults(replace(self._plan, cells=tuple(one.cell for one in cells)), cells, differences(cells))

    def _play(self, cells: Mapping[int, Cell]) -> bool:
        """Play cells; return whether somebody stopped it."""
        runs = run_study(cells, self._stop, self._folder, self._backend, self._clock)
        run, stopped = next(runs), False
        try:
            for now in chain([run], runs):
                if self._tell:
                    self._tell(now)
        except KeyboardInterrupt:
            stopped = True
        self.played += run.played
        if run.blocks:
            for number, cell in cells.items():
                games = run.records(number)
                self._found[number] = CellResults(cell, games, measure(cell, games))
        return stopped
