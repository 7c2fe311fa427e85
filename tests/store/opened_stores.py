"""Stores that are opened, used and closed, and tables to keep in them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from typing import TypeVar

from stammtisch.clock import SYSTEM_CLOCK, Clock
from stammtisch.store.contract import Store, StoredTable
from stammtisch.store.open import is_address, open_store
from stammtisch.store.postgresql.pool import TIMEOUTS, Timeouts
from stammtisch.store.postgresql.store import PostgresStore
from stammtisch.store.sqlite.store import SqliteStore
from stammtisch.store.transfer.archive import Archive
from tests.waiting import PATIENCE

T = TypeVar("T")
Closed = TypeVar("Closed", Store, Archive)


def table(table_id: str, stage: str = "running", changed: float = 1.0, **facts: object) -> StoredTable:
    """Return a table that was not kept yet."""
    return StoredTable(table_id, "duel", 1, {"seats": 2}, b"s" * 32, stage, changed, {"places": [], **facts})


def using(place: str, use: Callable[[Store], Awaitable[T]], clock: Clock = SYSTEM_CLOCK, *, alone: bool = True) -> T:
    """Open the store at a place, use it, and close it; a server may be there that is not kept out."""

    async def go() -> T:
        async with closing(_opened(place, clock, alone=alone)) as store:
            return await use(store)

    return asyncio.run(go())


async def _opened(place: str, clock: Clock, *, alone: bool) -> Store:
    if alone or is_address(place):
        return await open_store(place, alone=alone, clock=clock)
    return SqliteStore(place, clock, alone=False, lock_timeout=PATIENCE)  # a busy server may write for long


@asynccontextmanager
async def closing(opening: Awaitable[Closed]) -> AsyncIterator[Closed]:
    """Open a store or an archive, and close it in the end."""
    opened = await opening
    try:
        yield opened
    finally:
        await opened.close()


@asynccontextmanager
async def several(
    url: str, number: int = 2, clock: Clock = SYSTEM_CLOCK, timeouts: Timeouts = TIMEOUTS
) -> AsyncIterator[list[PostgresStore]]:
    """Open several stores over one database, as several servers do."""
    async with AsyncExitStack() as stack:
        stores = await asyncio.gather(*(PostgresStore.open(url, clock, timeouts) for _ in range(number)))
        for store in stores:
            stack.push_async_callback(store.close)
        yield list(stores)
