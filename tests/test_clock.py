"""The clock waits for events and for time; the turned one for nothing but the test."""

from __future__ import annotations

import asyncio
import math
import threading
import time

import pytest
from anyio.from_thread import start_blocking_portal

from stammtisch.clock import Clock, SystemClock
from tests.turned_clock import TurnedClock
from tests.waiting import PATIENCE, eventually, eventually_async
from tests.web.drivers.turning import turn

LONG = 3600.0


async def _until_waiting(clock: TurnedClock, number: int) -> None:
    async def waiting() -> bool:
        return clock.waiting == number

    await eventually_async(waiting, f"{number} who wait for the clock")


def test_the_system_clock_tells_the_time() -> None:
    clock = SystemClock()
    before, passed = time.time(), time.monotonic()

    assert before <= clock.now() <= time.time()
    assert passed <= clock.monotonic() <= time.monotonic()


def test_the_system_clock_waits_as_long_as_it_is_told() -> None:
    async def sleep() -> float:
        before = time.monotonic()
        await SystemClock().sleep(0.02)
        return time.monotonic() - before

    assert asyncio.run(sleep()) >= 0.015


@pytest.mark.parametrize("clock", [SystemClock(), TurnedClock()], ids=lambda clock: type(clock).__name__)
def test_an_event_ends_a_wait_and_no_time_left_ends_it_at_once(clock: Clock) -> None:
    async def wait() -> list[bool]:
        event = asyncio.Event()
        found = [await clock.wait(event, 0.0), await clock.wait(event, -1.0)]
        asyncio.get_running_loop().call_soon(event.set)
        found.append(await clock.wait(event, LONG))
        await clock.sleep(0.0)
        return [*found, await clock.wait(event, math.inf), await clock.wait(event, 0.0)]

    assert asyncio.run(wait()) == [False, False, True, True, True]


@pytest.mark.parametrize("clock", [SystemClock(), TurnedClock()], ids=lambda clock: type(clock).__name__)
def test_whoever_is_cancelled_while_the_event_is_set_is_cancelled(clock: Clock) -> None:
    async def wait() -> bool:
        event = asyncio.Event()
        task = asyncio.create_task(clock.wait(event, LONG))
        await asyncio.sleep(0)
        event.set()
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        return task.cancelled()

    assert asyncio.run(wait())


def test_the_system_clock_gives_an_event_up_in_time() -> None:
    async def wait() -> bool:
        return await SystemClock().wait(asyncio.Event(), 0.01)

    assert not asyncio.run(wait())


def test_a_turned_clock_stands_still_until_it_is_turned() -> None:
    clock = TurnedClock(5.0)
    told = [(clock.now(), clock.monotonic())]
    clock.advance(2.5)

    assert [*told, (clock.now(), clock.monotonic())] == [(5.0, 0.0), (7.5, 2.5)]


def test_sleepers_wake_in_order_when_their_time_has_come() -> None:
    async def sleep() -> list[list[float]]:
        clock, woken, seen = TurnedClock(), list[float](), list[list[float]]()

        async def sleeper(seconds: float) -> None:
            await clock.sleep(seconds)
            woken.append(seconds)

        tasks = [asyncio.create_task(sleeper(seconds)) for seconds in (3.0, 1.0, 9.0, 2.0)]
        await _until_waiting(clock, 4)
        for seconds, left in ((0.5, 4), (2.5, 1), (6.0, 0)):
            clock.advance(seconds)
            await _until_waiting(clock, left)
            done = [task for task, until in zip(tasks, (3, 1, 9, 2), strict=True) if until <= clock.monotonic()]
            await asyncio.gather(*done)
            seen.append(woken.copy())
        return seen

    assert asyncio.run(sleep()) == [[], [1.0, 2.0, 3.0], [1.0, 2.0, 3.0, 9.0]]


def test_a_wait_that_was_cancelled_is_forgotten() -> None:
    async def wait() -> tuple[int, int]:
        clock = TurnedClock()
        task = asyncio.create_task(clock.sleep(5.0))
        await _until_waiting(clock, 1)
        before = clock.waiting
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        clock.advance(10.0)
        return before, clock.waiting

    assert asyncio.run(wait()) == (1, 0)


def test_an_event_and_the_time_may_come_together() -> None:
    async def wait() -> bool:
        clock, event = TurnedClock(), asyncio.Event()
        task = asyncio.create_task(clock.wait(event, 5.0))
        await _until_waiting(clock, 1)
        event.set()
        clock.advance(5.0)
        return await task

    assert asyncio.run(wait())


def test_another_thread_may_turn_it() -> None:
    clock, rounds = TurnedClock(), list[float]()

    async def go_round() -> None:
        for _ in range(50):
            await clock.sleep(1.0)
            rounds.append(clock.monotonic())

    thread = threading.Thread(target=lambda: asyncio.run(go_round()))
    thread.start()
    for _ in range(50):
        eventually(lambda: clock.waiting, "the next round")
        clock.advance(1.0)
    thread.join(PATIENCE)

    assert rounds == [float(number) for number in range(1, 51)]


def test_whoever_turns_it_for_a_worker_waits_until_the_worker_has_looked() -> None:
    clock, looked = TurnedClock(), list[float]()

    async def look() -> None:
        while True:
            await clock.sleep(0.01)
            looked.append(clock.monotonic())
            await clock.sleep(2.0)

    with start_blocking_portal() as portal:
        tasks = [portal.start_task_soon(look), portal.start_task_soon(clock.sleep, LONG)]  # one of them always waits
        eventually(lambda: clock.waiting == 2, "the worker")
        turn(clock, 60.0)
        last = looked[-1]
        for task in tasks:
            task.cancel()

    assert last == pytest.approx(60.0, abs=0.1)
