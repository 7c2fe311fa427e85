"""Waiting in tests: for a condition, with a limit that says what was waited for."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from inspect import isawaitable
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")
PATIENCE = 120.0  # seconds after which whatever tests wait for counts as stuck, on a busy machine too
_AGAIN = 0.01  # seconds between two looks


def eventually(condition: Callable[[], T], what: str, seconds: float = PATIENCE, every: float = _AGAIN) -> T:
    """Return the first truthy value of a condition, which is looked at every so many seconds.

    Raises:
        TimeoutError: There was none in time.
    """
    until = time.monotonic() + seconds
    while not (value := condition()):
        if time.monotonic() > until:
            raise TimeoutError(f"waited {seconds:g} seconds for {what}; last seen: {value!r}")
        time.sleep(every)
    return value


async def eventually_async(condition: Callable[[], Awaitable[T]], what: str, seconds: float = PATIENCE) -> T:
    """Return the first truthy value of a condition that is awaited.

    Raises:
        TimeoutError: There was none in time.
    """
    until = time.monotonic() + seconds
    while not (value := await condition()):
        if time.monotonic() > until:
            raise TimeoutError(f"waited {seconds:g} seconds for {what}; last seen: {value!r}")
        await asyncio.sleep(_AGAIN)
    return value


async def until(condition: Callable[[], bool | Awaitable[bool]], what: str = "the condition to hold") -> None:
    """Wait until something holds."""

    async def holds() -> bool:
        found = condition()
        return await found if isawaitable(found) else bool(found)

    await eventually_async(holds, what)


def alive_in(group: int) -> list[str]:
    """Return the processes of a group that run."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # it ended just now
            name, _, rest = stat.read_text().rpartition(")")
            state, _, its_group = rest.split()[:3]
            if int(its_group) == group and state != "Z":
                found.append(name)
    return found
