"""Long tasks in a process of their own."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable

import pytest

from stammtisch.bots.processes.background_task import Ended, in_background
from tests.waiting import until


def _counts(upto: int, tell: Callable[[int, int], object]) -> tuple[int, int]:
    for number in range(1, upto + 1):
        tell(number, upto)
    return os.getpid(), os.getpriority(os.PRIO_PROCESS, 0)


def _dies(tell: Callable[[int, int], object]) -> None:
    tell(1, 2)
    os.kill(os.getpid(), signal.SIGKILL)


def _waits(tell: Callable[[int, int], object]) -> None:
    tell(os.getpid(), 0)
    signal.pause()


def test_a_task_tells_how_far_it_is_and_returns_what_it_found() -> None:
    told: list[tuple[int, int]] = []
    pid, niceness = asyncio.run(in_background(_counts, 3, tell=lambda *how: told.append(how)))

    assert told == [(1, 3), (2, 3), (3, 3)]
    assert pid != os.getpid()
    assert niceness > 10, "everybody else goes first"


def test_a_process_that_is_killed_is_noticed() -> None:
    told: list[int] = []

    with pytest.raises(Ended):
        asyncio.run(in_background(_dies, tell=lambda done, _: told.append(done)))
    assert told == [1]


def test_whoever_stops_waiting_ends_the_process() -> None:
    pids: list[int] = []

    async def stop() -> None:
        task = asyncio.create_task(in_background(_waits, tell=lambda pid, _: pids.append(pid)))
        await until(lambda: bool(pids), "the number of the other process")
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)

    asyncio.run(stop())

    with pytest.raises(ProcessLookupError):
        os.kill(pids[0], 0)
