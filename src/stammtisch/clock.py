"""The clock that deadlines, presence, rates and pauses go by; it is passed in, so that tests can turn it."""

from __future__ import annotations

import asyncio
import time
from typing import Final, Protocol


class Clock(Protocol):
    """Tells the time, and waits."""

    def now(self) -> float:
        """Return the wall time, in seconds since 1970."""

    def monotonic(self) -> float:
        """Return seconds that never go back; only differences of them mean something."""

    async def sleep(self, seconds: float) -> None:
        """Wait so many seconds."""

    async def wait(self, event: asyncio.Event, seconds: float) -> bool:
        """Wait until an event is set or the time is up; whether it is set."""


class SystemClock:
    """The real time."""

    def now(self) -> float:
        """Return the wall time, in seconds since 1970."""
        return time.time()

    def monotonic(self) -> float:
        """Return seconds that never go back."""
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        """Wait so many seconds."""
        await asyncio.sleep(seconds)

    async def wait(self, event: asyncio.Event, seconds: float) -> bool:
        """Wait until an event is set or the time is up; whether it is set."""
        try:
            async with asyncio.timeout(seconds):  # wait_for may swallow that we are cancelled
                await event.wait()
        except TimeoutError:
            pass
        return event.is_set()


SYSTEM_CLOCK: Final = SystemClock()
