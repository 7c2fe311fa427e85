"""Processes that play deals of matches."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import inf
from typing import Final

from stammtisch.bots.arena.match import Deal, Fault, Match, play_deal
from stammtisch.bots.processes.task_workers import Lost, TaskWorkers

_ENDED: Final = "the process in which they played ended by itself"

Task = tuple[Match, int]  # and the number of the deal


class MatchWorkers(TaskWorkers):
    """So many processes, each of which plays a deal at a time."""

    def play(self, tasks: Iterable[Task], until: float = inf, *, keeps: bool = False) -> Iterator[Deal]:
        """Yield the deals as they are finished. A task is taken when there is a process for it, and not before.

        What is not finished by the moment `until` (of the clock) is given up. Who `keeps` gets what the seats did, too.
        """
        for found in self.do(_play_and_keep if keeps else _play, tasks, until):
            yield _lost(*found.task) if isinstance(found, Lost) else found


def _play(task: Task) -> Deal:
    return play_deal(*task)


def _play_and_keep(task: Task) -> Deal:
    return play_deal(*task, keeps=True)


def _lost(match: Match, number: int) -> Deal:
    """Return a deal that took its process with it; nobody knows whose fault that was."""
    fault = Fault(number, match.lineup, " or ".join(match.bots), None, None, _ENDED)
    return Deal(number, (), {}, fault)
