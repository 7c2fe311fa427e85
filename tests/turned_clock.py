"""Clocks for tests: one stands still until it is turned, the other goes on a step whenever somebody looks."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock
from typing import Any

Woken = list[asyncio.Task[Any] | None]


class _Alarm:
    """Ends a wait at some time, from whichever thread turns the clock."""

    def __init__(self, at: float, limit: asyncio.Timeout) -> None:
        self.at = at
        self._limit = limit
        self._loop = asyncio.get_running_loop()
        self.task = asyncio.current_task()
        self.over = False  # the wait has ended; only its own loop reads and writes this

    def ring(self) -> None:
        """End the wait, in its own loop."""
        self._loop.call_soon_threadsafe(self._end)

    def _end(self) -> None:
        if not self.over:
            self._limit.reschedule(-math.inf)


class TurnedClock:
    """A clock of which time moves only by `advance`, which any thread may call."""

    def __init__(self, now: float = 1_700_000_000.0) -> None:
        self._start, self._passed, self._jumped = now, 0.0, 0.0
        self._alarms: list[_Alarm] = []
        self._lock = Lock()

    def now(self) -> float:
        """Return the wall time, in seconds since 1970."""
        return self._start + self._passed + self._jumped

    def jump(self, seconds: float) -> None:
        """Set the wall clock on, or back, while no time passes."""
        self._jumped += seconds

    def monotonic(self) -> float:
        """Return the seconds by which it was turned."""
        return self._passed

    @property
    def waiting(self) -> int:
        """How many wait for it to be turned; a test awaits them before it turns the clock."""
        return len(self._alarms)

    @property
    def until_next(self) -> float:
        """How many seconds it must be turned until the next one wakes."""
        with self._lock:
            return min((alarm.at for alarm in self._alarms), default=math.inf) - self._passed

    def advance(self, seconds: float) -> Woken:
        """Turn it on, and wake all whose time has come, those whose time came first before the others.

        Whoever wakes sees the time after the turn, and is not awaited: `is_settled` knows who has seen to it.
        """
        with self._lock:
            self._passed += seconds
            due = sorted((alarm for alarm in self._alarms if alarm.at <= self._passed), key=lambda alarm: alarm.at)
            self._alarms = [alarm for alarm in self._alarms if alarm.at > self._passed]
            for alarm in due:
                alarm.ring()
        return [alarm.task for alarm in due]

    def is_settled(self, woken: Woken) -> bool:
        """Whether all who were woken wait for the clock again, or have ended."""
        with self._lock:
            waiting = [alarm.task for alarm in self._alarms]
        return all(task is None or task.done() or task in waiting for task in woken)

    async def sleep(self, seconds: float) -> None:
        """Wait until it was turned so far."""
        await self.wait(asyncio.Event(), seconds)

    async def wait(self, event: asyncio.Event, seconds: float) -> bool:
        """Wait until an event is set or the time is up; whether it is set."""
        try:
            async with asyncio.timeout(None) as limit:
                with self._alarm(seconds, limit):
                    await event.wait()
        except TimeoutError:
            pass
        return event.is_set()

    @contextmanager
    def _alarm(self, seconds: float, limit: asyncio.Timeout) -> Iterator[None]:
        with self._lock:
            alarm = _Alarm(self._passed + seconds, limit)
            if seconds > 0:
                self._alarms.append(alarm)
        if seconds <= 0:
            alarm.ring()
        try:
            yield
        finally:
            alarm.over = True
            with self._lock:
                if alarm in self._alarms:
                    self._alarms.remove(alarm)


class TickingClock(TurnedClock):
    """A clock that goes on by one step each time that it is asked, however busy the machine is."""

    def __init__(self, step: float) -> None:
        super().__init__()
        self._step = step

    def monotonic(self) -> float:
        """Return the seconds that were counted."""
        self.advance(self._step)
        return super().monotonic()
