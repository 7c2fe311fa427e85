"""Processes that do tasks: one at a time each, and all of them can be stopped at once."""

from __future__ import annotations

import multiprocessing
import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from math import inf
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from types import TracebackType
from typing import Any, Generic, Self, TypeVar

from stammtisch.bots.processes.worker import set_up_process
from stammtisch.clock import SYSTEM_CLOCK, Clock

T = TypeVar("T")
R = TypeVar("R")


@dataclass(frozen=True)
class Lost(Generic[T]):
    """A task that took its process with it."""

    task: T


@dataclass
class BusyWorker:
    """One of the processes, and what it is to do now."""

    process: BaseProcess
    pipe: Connection
    task: Any


class TaskWorkers:
    """So many processes. They start when they are first needed, and end with the `with` block."""

    def __init__(self, processes: int, clock: Clock = SYSTEM_CLOCK) -> None:
        self.clock = clock
        self.given_up = 0  # tasks
        self._processes = processes
        self._idle: list[tuple[BaseProcess, Connection]] = []
        self._busy: list[BusyWorker] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._give_up()
        while self._idle:
            _end(*self._idle.pop())

    def do(self, work: Callable[[T], R], tasks: Iterable[T], until: float = inf) -> Iterator[R | Lost[T]]:
        """Yield what work on the tasks returns, as it is finished; or that a task was lost with its process.

        A task is taken when there is a process for it, and not before. What is not finished by the moment `until` (of
        the clock) is given up.
        """
        waiting = iter(tasks)
        while True:
            while len(self._busy) < self._processes and (task := next(waiting, None)) is not None:
                self._busy.append(self._begin(work, task))
            if not self._busy:
                return
            left = None if until == inf else max(until - self.clock.monotonic(), 0)
            ready = wait([worker.pipe for worker in self._busy], left)
            if not ready:
                self._give_up()
                return
            for pipe in ready:
                yield self._finish(next(worker for worker in self._busy if worker.pipe is pipe))

    def _give_up(self) -> None:
        while self._busy:
            worker = self._busy.pop()
            self.given_up += 1
            _end(worker.process, worker.pipe)

    def _begin(self, work: Callable[[T], R], task: T) -> BusyWorker:
        process, pipe = self._idle.pop() if self._idle else _start()
        with suppress(OSError):  # a process that is gone is noticed when it does not answer
            pipe.send((work, task))
        return BusyWorker(process, pipe, task)

    def _finish(self, worker: BusyWorker) -> Any:
        self._busy.remove(worker)
        try:
            found = worker.pipe.recv()
        except (EOFError, OSError):
            _end(worker.process, worker.pipe)
            return Lost(worker.task)
        self._idle.append((worker.process, worker.pipe))
        if isinstance(found, Exception):
            raise found
        return found


def _start() -> tuple[BaseProcess, Connection]:
    context = multiprocessing.get_context("spawn")  # as the bots of a server are started
    here, there = context.Pipe()
    process = context.Process(target=_work, args=(there,), daemon=True)
    with _interrupts_ignored():
        process.start()
    there.close()
    return process, here


def _end(process: BaseProcess, pipe: Connection) -> None:
    process.kill()
    process.join()
    pipe.close()


@contextmanager
def _interrupts_ignored() -> Iterator[None]:
    """Let a process start deaf to Ctrl-C, which is for us to hear."""
    if threading.current_thread() is not threading.main_thread():
        yield  # only the main thread may say so, and only it is interrupted
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _work(pipe: Connection) -> None:
    set_up_process(0)
    while True:
        work, task = pipe.recv()
        try:
            pipe.send(work(task))
        except Exception as error:  # ours, not a bot's
            pipe.send(error)
