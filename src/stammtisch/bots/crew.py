"""Processes that play deals: a deal at a time each, and all of them can be stopped at once."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from types import TracebackType
from typing import Final, Self

from stammtisch.bots.arena import Deal, Fault, Match, play_deal

_ENDED: Final = "the process in which they played ended by itself"

Task = tuple[Match, int]  # and the number of the deal


@dataclass
class Hand:
    """One of the processes, and what it is to play now."""

    process: BaseProcess
    pipe: Connection
    task: Task


class Crew:
    """So many processes. They start when they are first needed, and end with the `with` block."""

    def __init__(self, processes: int) -> None:
        self._processes = processes
        self._idle: list[tuple[BaseProcess, Connection]] = []
        self._busy: list[Hand] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        for process, pipe in (*self._idle, *((hand.process, hand.pipe) for hand in self._busy)):
            process.kill()  # what it plays is given up
            process.join()
            pipe.close()
        self._idle, self._busy = [], []

    def play(self, tasks: Iterable[Task]) -> Iterator[Deal]:
        """Yield the deals as they are finished. A task is taken when there is a process for it, and not before."""
        waiting = iter(tasks)
        while True:
            while len(self._busy) < self._processes and (task := next(waiting, None)):
                self._busy.append(self._begin(task))
            if not self._busy:
                return
            for pipe in wait([hand.pipe for hand in self._busy]):
                yield self._finish(next(hand for hand in self._busy if hand.pipe is pipe))

    def _begin(self, task: Task) -> Hand:
        process, pipe = self._idle.pop() if self._idle else _start()
        hand = Hand(process, pipe, task)
        pipe.send(task)
        return hand

    def _finish(self, hand: Hand) -> Deal:
        self._busy.remove(hand)
        try:
            found: Deal | Exception = hand.pipe.recv()
        except (EOFError, OSError):
            hand.process.join()
            hand.pipe.close()
            return _lost(*hand.task)
        self._idle.append((hand.process, hand.pipe))
        if isinstance(found, Exception):
            raise found
        return found


def _lost(match: Match, number: int) -> Deal:
    """Return a deal that took its process with it; nobody knows whose fault that was."""
    fault = Fault(number, match.lineup, " or ".join(match.bots), None, None, _ENDED)
    return Deal(number, (), {}, fault)


def _start() -> tuple[BaseProcess, Connection]:
    context = multiprocessing.get_context("spawn")  # as the bots of a server are started
    here, there = context.Pipe()
    process = context.Process(target=_work, args=(there,), daemon=True)
    with _interrupts_ignored():
        process.start()
    there.close()
    return process, here


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
    parent = multiprocessing.parent_process()
    assert parent is not None
    threading.Thread(target=_end_with, args=(parent,), daemon=True).start()
    while True:
        match, number = pipe.recv()
        try:
            pipe.send(play_deal(match, number))
        except Exception as error:  # ours, not a bot's
            pipe.send(error)


def _end_with(parent: BaseProcess) -> None:
    """Leave nothing behind when the one who asked for it is gone, however it went."""
    wait([parent.sentinel])
    os._exit(1)
