"""Processes in which bots think, so that no table waits for the thoughts at another.

They start in the background. Until they are ready, whenever they fail, and if they take too long, a rule bot answers
where it is asked for. The more requests wait, the less is thought about each.
"""

from __future__ import annotations

import asyncio
import json
import logging
import multiprocessing
import time
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from typing import Any, Final, TypeVar

from stammtisch.bots.processes import worker
from stammtisch.bots.rule_bot import RuleBot
from stammtisch.bots.search_bot import ActionValue
from stammtisch.core.game import Game
from stammtisch.core.options import as_json

LOG: Final = logging.getLogger(__name__)
T = TypeVar("T")
_NICENESS: Final = 10  # whoever serves people goes first
_MOST_HALVINGS: Final = 7  # requests that wait; beyond them nobody is asked
_PATIENCE: Final = 5.0  # seconds after which a table does not wait any longer, and a process is taken to be stuck
_REST: Final = 2.0  # seconds between two starts


class WorkerPool:
    """So many processes, or none."""

    def __init__(self, processes: int, patience: float = _PATIENCE, rest: float = _REST) -> None:
        self.processes, self.patience, self._rest = processes, patience, rest
        self._executor: ProcessPoolExecutor | None = None
        self._starting: list[Future[None]] = []
        self._started = -rest
        self._asked: list[Future[Any]] = []

    def start(self) -> None:
        """Let the processes start; returns at once."""
        if self.processes == 0:
            return
        self._started = time.monotonic()
        context = multiprocessing.get_context("spawn")  # a process that serves has threads, which forks do not keep
        self._executor = ProcessPoolExecutor(self.processes, context, worker.set_up_and_prepare, initargs=(_NICENESS,))
        self._starting = [self._executor.submit(_nothing) for _ in range(self.processes)]

    @property
    def ready(self) -> bool:
        """Whether there are processes that think."""
        return any(task.done() and task.exception() is None for task in self._starting)

    def get_ready(self, game: Game, options: Any) -> None:
        """Let the processes prepare the bots for a game with these options before they are asked; returns at once."""
        if self._executor is not None and self.ready:
            with suppress(BrokenProcessPool):  # whoever asks next sees to it
                for _ in range(self.processes):
                    self._executor.submit(worker.is_ready, game.NAME, _written(game, options))

    async def is_ready_for(self, game: Game, options: Any) -> bool:
        """Whether the process that is free now has prepared the bots for a game with these options."""
        return bool(await self._ask(worker.is_ready, game.NAME, _written(game, options)))

    async def choose(
        self, game: Game, level: str, view: Any, options: Any, seat: int, seed: int, number: int
    ) -> list[int]:
        """Return what a bot does for a seat, which knows its view and nothing else; a rule bot stands in for it."""
        about = (_written(game, options), view.words(), seat, seed, number, self._halvings())
        row = await self._ask(worker.choose, game.NAME, level, *about)
        return RuleBot(game).choose(view, options, seat, seed, number) if row is None else row

    async def evaluate(
        self, game: Game, view: Any, options: Any, seat: int, seed: int, number: int
    ) -> tuple[list[ActionValue], int] | None:
        """Return what a strong bot thinks of each action that knows the view, and after how many playouts.

        The best comes first; there are no playouts where a game is solved, and nothing is returned if no bot has time.
        """
        about = (_written(game, options), view.words(), seat, seed, number, self._halvings())
        return await self._ask(worker.evaluate, game.NAME, *about)

    def _halvings(self) -> int:
        """Return how often the budget of the next request is halved: once for each that cannot be begun at once."""
        self._asked = [request for request in self._asked if not request.done()]
        return max(0, len(self._asked) + 1 - self.processes)

    async def _ask(self, task: Callable[..., T], *about: object) -> T | None:
        """Let a process do something; nothing, if there is none that can."""
        executor = self._executor
        if executor is None or self._halvings() > _MOST_HALVINGS:
            return None
        if not self.ready:
            if all(task.done() for task in self._starting):
                self._replace(executor)
            return None
        try:
            request = executor.submit(task, *about)
            self._asked.append(request)
            async with asyncio.timeout(self.patience):
                return await asyncio.wrap_future(request)
        except BrokenProcessPool:
            self._replace(executor)
        except TimeoutError:
            LOG.warning("a bot took longer than %s seconds", self.patience)
            self._replace(executor)
        except Exception:  # a fault in a bot is no reason for a table to stand still
            LOG.exception("a bot failed")
        return None

    def _replace(self, executor: ProcessPoolExecutor) -> None:
        """Let others take the places of processes one of which was killed or is stuck; not over and over at once."""
        if self._executor is executor and time.monotonic() > self._started + self._rest:
            LOG.warning("the processes in which bots think are replaced by others")
            _kill(executor)
            executor.shutdown(wait=False)
            self.start()

    def close(self) -> None:
        """End the processes, whatever they think about."""
        if self._executor is not None:
            _kill(self._executor)
            self._executor.shutdown(cancel_futures=True)
            self._executor = None


def _kill(executor: ProcessPoolExecutor) -> None:
    for process in list(executor._processes.values()):
        process.kill()


def _written(game: Game, options: Any) -> str:
    return json.dumps(as_json(game.rules, options))


def _nothing() -> None:
    """Do nothing: a process that has done it is there."""
