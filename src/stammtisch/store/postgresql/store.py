"""The store of any number of server processes: one PostgreSQL database."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from typing import Any, Final, Self

import asyncpg

from stammtisch.clock import SYSTEM_CLOCK, Clock
from stammtisch.store.postgresql.coordination import PostgresCoordination
from stammtisch.store.postgresql.listener import Listener
from stammtisch.store.postgresql.people import PostgresPeople
from stammtisch.store.postgresql.pool import AWAY, TIMEOUTS, Pool, Timeouts, opening, shown_address
from stammtisch.store.postgresql.ratings import PostgresRatings
from stammtisch.store.postgresql.results import PostgresResults
from stammtisch.store.postgresql.schema import migrate_postgresql
from stammtisch.store.postgresql.tables import PostgresTables
from stammtisch.store.sql.board import SqlBoard
from stammtisch.store.sql.daily import SqlDaily
from stammtisch.store.sql.house import SqlHouse

_RETRY: Final = 0.2  # seconds between two attempts
_STARTING: Final = (OSError, asyncpg.PostgresConnectionError, asyncpg.CannotConnectNowError)


class PostgresStore(
    PostgresTables, PostgresResults, SqlBoard, PostgresRatings, SqlDaily, PostgresPeople, SqlHouse, PostgresCoordination
):
    """A store in a PostgreSQL database."""

    def __init__(self, db: Pool, listener: Listener, clock: Clock) -> None:
        """Put together what `open` has opened."""
        PostgresTables.__init__(self, db, listener)
        PostgresCoordination.__init__(self, db, listener, clock)

    @classmethod
    async def open(cls, url: str, clock: Clock = SYSTEM_CLOCK, timeouts: Timeouts = TIMEOUTS) -> Self:
        """Reach a database, and make or renew its tables; one that is just starting is waited for.

        Raises:
            OSError: It cannot be reached or used, or a newer Stammtisch has written it.
        """
        with opening(url):
            first = await _first_connection(url, timeouts)
            try:
                await migrate_postgresql(first, shown_address(url))
            finally:
                with suppress(*AWAY):  # it is no longer needed
                    await first.close(timeout=timeouts.answer)
            db, listener = Pool(url, timeouts), Listener(url, timeouts)
            await db.open()
            try:
                await listener.open()
            except BaseException:
                await db.close()
                raise
        return cls(db, listener, clock)

    async def close(self) -> None:
        """Write what waits, and let go."""
        await self._db.close()
        await self._listener.close()


async def _first_connection(url: str, timeouts: Timeouts) -> Any:
    until = time.monotonic() + timeouts.start
    while True:
        try:
            return await asyncpg.connect(url, timeout=timeouts.connect)
        except _STARTING:
            if time.monotonic() > until:
                raise
        await asyncio.sleep(_RETRY)
