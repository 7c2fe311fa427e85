"""A whole study as one function: what the command `stammtisch study` does."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from secrets import randbelow
from typing import Final

from stammtisch.batch.cpu import all_cores
from stammtisch.bots.processes.task_workers import TaskWorkers
from stammtisch.clock import SYSTEM_CLOCK, Clock
from stammtisch.core.game import Game
from stammtisch.study.backend import Backend, LocalProcesses
from stammtisch.study.block import get_ready
from stammtisch.study.experiments.experiment import USUAL, Experiment
from stammtisch.study.folder import StudyFolder
from stammtisch.study.plan import StudyPlan, make_plan
from stammtisch.study.report.write import write_report
from stammtisch.study.results import StudyResults, results_of
from stammtisch.study.run import Stop, StudyRun, run_study

_SEEDS: Final = 1 << 32  # one that people can type again


@dataclass(frozen=True)
class Studied:
    """What came of a study."""

    results: StudyResults
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
) -> Studied:
    """Study a game in a folder, or go on with a study that is there, and write what it found.

    Args:
        game: A game, or its name.
        options: Those that differ from their defaults.
        vary: Options with the values that are compared.
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

    Raises:
        StammtischError: Something cannot be had, or the folder holds something else; nothing is lost.
    """
    folder = StudyFolder(Path(out))
    if seed is None:
        seed = folder.seed()
    plan = make_plan(game, options or {}, vary or {}, bots, randbelow(_SEEDS) if seed is None else seed, asked)
    folder.open(plan)
    for cell in plan.cells:
        get_ready(cell)
    begin = clock.monotonic()
    with TaskWorkers(processes or all_cores(), clock) as workers:
        run, interrupted = _run(plan, stop, folder, backend or LocalProcesses(workers), tell, clock)
    seconds = clock.monotonic() - begin
    results = results_of(plan, [run.records(cell) for cell in range(len(plan.cells))])
    page = write_report(folder, results, language) if run.blocks else None
    return Studied(results, page, run.played, seconds, interrupted)


def _run(
    plan: StudyPlan,
    stop: Stop,
    folder: StudyFolder,
    backend: Backend,
    tell: Callable[[StudyRun], object] | None,
    clock: Clock,
) -> tuple[StudyRun, bool]:
    """Return how far it came, and whether somebody stopped it."""
    runs = run_study(plan, stop, folder, backend, clock)
    run = next(runs)
    try:
        for now in chain([run], runs):
            if tell:
                tell(now)
    except KeyboardInterrupt:
        return run, True
    return run, False
