"""Processes in which bots think, so that no table waits for the thoughts at another.

They start in the background. Until they are ready, and whenever they fail, the thinking is done at once where it is
asked for.
"""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import os
import signal
import threading
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import cache
from multiprocessing.connection import wait
from typing import Any

from stammtisch.bots.bot import Bot
from stammtisch.bots.named import find_bot
from stammtisch.bots.rule import RuleBot
from stammtisch.core.game import Game, find_game
from stammtisch.core.options import as_json, make_options


class Pool:
    """So many processes, or none."""

    def __init__(self, processes: int) -> None:
        self._processes = processes
        self._executor: ProcessPoolExecutor | None = None
        self._starting: list[Future[None]] = []

    def start(self) -> None:
        """Let the processes start; returns at once."""
        if self._processes == 0:
            return
        context = multiprocessing.get_context("spawn")  # a process that serves has threads, which forks do not keep
        self._executor = ProcessPoolExecutor(self._processes, context, _settle_in)
        self._starting = [self._executor.submit(_nothing) for _ in range(self._processes)]

    @property
    def ready(self) -> bool:
        """Whether there are processes that think."""
        return any(task.done() and task.exception() is None for task in self._starting)

    async def choose(
        self, game: Game, bot: str, view: Any, options: Any, seat: int, seed: int, number: int
    ) -> list[int]:
        """Return what a bot does for a seat, which knows its view and nothing else; a rule bot stands in for it."""
        executor = self._executor
        if executor is None or not self.ready:
            return RuleBot(game).choose(view, options, seat, seed, number)
        chosen = json.dumps(as_json(game.rules, options))
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(
                executor, _think, game.NAME, bot, chosen, view.words(), seat, seed, number
            )
        except BrokenProcessPool:  # one was killed: others take their places
            if self._executor is executor:
                executor.shutdown(wait=False)
                self.start()
            return RuleBot(game).choose(view, options, seat, seed, number)

    def close(self) -> None:
        """Let the processes end."""
        if self._executor is not None:
            self._executor.shutdown(cancel_futures=True)
            self._executor = None


def _settle_in() -> None:
    """Leave interrupts to the parent, and end when it does, however it does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    assert parent is not None

    def watch() -> None:
        wait([parent.sentinel])
        os._exit(0)

    threading.Thread(target=watch, daemon=True).start()


def _nothing() -> None:
    """Do nothing: a process that has done it is there."""


def _think(name: str, bot: str, chosen: str, words: list[int], seat: int, seed: int, number: int) -> list[int]:
    view = find_game(name).rules.State.of(words)
    return _bot(name, bot).choose(view, _options(name, chosen), seat, seed, number)


@cache
def _bot(name: str, bot: str) -> Bot:
    return find_bot(find_game(name), bot)


@cache
def _options(name: str, chosen: str) -> Any:
    return make_options(find_game(name).rules, json.loads(chosen))
