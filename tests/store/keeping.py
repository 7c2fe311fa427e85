"""Stores that are opened, used and closed, and tables to keep in them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from typing import TypeVar

from stammtisch.store.kept import Saved, Store
from stammtisch.store.opening import open_store
from stammtisch.store.postgresql import PostgresStore

T = TypeVar("T")
_PATIENCE = 20.0  # seconds


def table(table_id: str, stage: str = "running", changed: float = 1.0, **facts: object) -> Saved:
    """Return a table that was not kept yet."""
    return Saved(table_id, "duel", 1, {"seats": 2}, b"s" * 32, stage, changed, {"places": [], **facts})


def using(place: str, use: Callable[[Store], Awaitable[T]]) -> T:
    """Open the store at a place, use it, and close it."""

    async def go() -> T:
        store = await open_store(place)
        try:
            return await use(store)
        finally:
            await store.close()

    return asyncio.run(go())


@asynccontextmanager
async def several(url: str, number: int = 2) -> AsyncIterator[list[PostgresStore]]:
    """Open several stores over one database, as several servers do."""
    async with AsyncExitStack() as stack:
        stores = await asyncio.gather(*(PostgresStore.open(url) for _ in range(number)))
        for store in stores:
            stack.push_async_callback(store.close)
        yield list(stores)


async def until(condition: Callable[[], bool | Awaitable[bool]]) -> None:
    """Wait until something holds."""
    async with asyncio.timeout(_PATIENCE):
        while True:
            holds = condition()
            if holds if isinstance(holds, bool) else await holds:
                return
            await asyncio.sleep(0.01)
