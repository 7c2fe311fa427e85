"""Where blocks are played: the processes of this machine, or whatever else takes tasks and gives results."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import Final, Protocol

from stammtisch.bots.processes.task_workers import Lost, TaskWorkers
from stammtisch.study.block import DealBlock, PlayedBlock, play_block

Do = Callable[[Iterable[DealBlock]], Iterator[PlayedBlock | Lost[DealBlock]]]
_TRIES: Final = 2  # that a block has: a process may be killed by others


class Backend(Protocol):
    """Plays blocks, in any order and anywhere."""

    def play(self, blocks: Iterable[DealBlock]) -> Iterator[PlayedBlock]:
        """Yield blocks as they are played, or with their fault; take one only when there is somebody to play it."""


class LocalProcesses:
    """Processes of this machine, those of `TaskWorkers`; one that is lost is replaced, and its block played again."""

    def __init__(self, workers: TaskWorkers) -> None:
        self._workers = workers

    def play(self, blocks: Iterable[DealBlock]) -> Iterator[PlayedBlock]:
        """Yield blocks as they are played, or with their fault."""
        return play_until_done(lambda todo: self._workers.do(play_block, todo), blocks, _TRIES)


def play_until_done(do: Do, blocks: Iterable[DealBlock], tries: int) -> Iterator[PlayedBlock]:
    """Yield blocks as they are played; one that was lost with its process so many times has that as its fault."""
    again, lost = deque[DealBlock](), Counter[tuple[int, int]]()
    todo = _with(again, blocks)
    while True:
        for found in do(todo):
            if isinstance(found, Lost):
                block = found.task
                lost[block.cell, block.number] += 1
                if lost[block.cell, block.number] < tries:
                    again.append(block)
                else:
                    yield PlayedBlock(block.cell, block.number, (), _given_up(block, tries))
            else:
                yield found
        if not again:
            return
        todo = _with(again, ())


def _with(again: deque[DealBlock], blocks: Iterable[DealBlock]) -> Iterator[DealBlock]:
    """Yield blocks, and first of all those that are to be played again."""
    for block in chain(blocks, (None,)):
        while again:
            yield again.popleft()
        if block:
            yield block


def _given_up(block: DealBlock, tries: int) -> str:
    bots = " or ".join(block.about.match.bots)
    return f"the process in which {bots} played block {block.number} ended by itself, {tries} times"
