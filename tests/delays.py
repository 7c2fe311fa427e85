"""Everything takes its time: reads, writes, notices and bots' answers come late by random times, if a run asks for it.

`STAMMTISCH_TEST_DELAYS=7` sets the seed, for the servers in this process and for those that tests start. Whatever fails
then relied on being quick.
"""

from __future__ import annotations

import asyncio
import inspect
import os
from collections.abc import Awaitable, Callable
from functools import wraps
from pathlib import Path
from random import Random
from typing import Any, Final, Protocol

import pytest

VARIABLE: Final = "STAMMTISCH_TEST_DELAYS"
LONGEST: Final = 0.03  # seconds, before something is done and again before that is told


def pytest_configure(config: pytest.Config) -> None:  # noqa: ARG001
    """Delay what happens in this process."""
    if seed := os.environ.get(VARIABLE):
        delay(int(seed))


def pytest_report_header() -> str:
    """Say whether this run is delayed."""
    seed = os.environ.get(VARIABLE)
    return f"delays: by seed {seed}" if seed else "delays: none"


def preamble() -> str:
    """Return what a process does first that is delayed like this one."""
    seed = os.environ.get(VARIABLE)
    if not seed:
        return ""
    root = str(Path(__file__).parents[1])
    return f"import sys; sys.path.append({root!r}); from tests.delays import delay; delay({int(seed)}); "


def delay(seed: int) -> None:
    """Delay both stores and the bots of this process from now on."""
    from stammtisch.bots.processes.worker_pool import WorkerPool  # noqa: PLC0415  # most runs need none of these
    from stammtisch.store.contract import Store  # noqa: PLC0415
    from stammtisch.store.postgresql.store import PostgresStore  # noqa: PLC0415
    from stammtisch.store.sqlite.store import SqliteStore  # noqa: PLC0415

    random = Random(seed)
    asked = [name for name, member in inspect.getmembers(Store, inspect.iscoroutinefunction) if name != "close"]
    for store in (SqliteStore, PostgresStore):
        for name in asked:
            setattr(store, name, delayed(getattr(store, name), random))
        setattr(store, "listen", _hearing_late(store.listen, random))  # noqa: B010  # mypy knows no other way
    for name in ("choose", "evaluate"):
        setattr(WorkerPool, name, delayed(getattr(WorkerPool, name), random))


class Draw(Protocol):
    """Whatever draws times."""

    def uniform(self, least: float, most: float, /) -> float:
        """Return a number between these."""


def delayed(method: Callable[..., Awaitable[Any]], random: Draw) -> Callable[..., Awaitable[Any]]:
    """Return a method that does the same, later, and tells of it later still."""

    @wraps(method)
    async def late(*about: Any, **named: Any) -> Any:
        await asyncio.sleep(random.uniform(0.0, LONGEST))
        try:
            return await method(*about, **named)
        finally:
            await asyncio.sleep(random.uniform(0.0, LONGEST))

    return late


def _hearing_late(listen: Callable[..., None], random: Random) -> Callable[..., None]:
    """Return a `listen` whose callbacks are called later."""

    @wraps(listen)
    def late(store: Any, callback: Callable[[str], None]) -> None:
        def hear(notice: str) -> None:
            asyncio.get_running_loop().call_later(random.uniform(0.0, LONGEST), callback, notice)

        listen(store, hear)

    return late
