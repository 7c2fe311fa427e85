"""The worker thread: one thing after another, its answers and errors, and nothing that nobody waits for any more."""

from __future__ import annotations

import asyncio
import threading

import pytest

from stammtisch.web.worker_thread import in_worker_thread


def test_work_is_done_in_one_other_thread_and_in_its_order() -> None:
    done: list[tuple[int, str]] = []

    def note(number: int) -> None:
        done.append((number, threading.current_thread().name))

    async def run() -> None:
        await asyncio.gather(*(in_worker_thread(note, number) for number in range(5)))

    asyncio.run(run())
    assert done == [(number, "worker") for number in range(5)]


def test_whoever_asked_is_told_what_went_wrong() -> None:
    async def run() -> None:
        with pytest.raises(ZeroDivisionError):
            await in_worker_thread(divmod, 1, 0)
        assert await in_worker_thread(divmod, 7, 2) == (3, 1)

    asyncio.run(run())


def test_what_nobody_waits_for_is_not_begun() -> None:
    gate, begun = threading.Event(), list[str]()

    async def run() -> None:
        first = asyncio.create_task(in_worker_thread(gate.wait, 30))
        second = asyncio.create_task(in_worker_thread(begun.append, "second"))
        await asyncio.sleep(0)
        second.cancel()
        await asyncio.sleep(0)
        gate.set()
        assert await first
        await in_worker_thread(begun.append, "third")

    asyncio.run(run())
    assert begun == ["third"]
