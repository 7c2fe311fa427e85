"""The store of any number of server processes: one PostgreSQL database."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from typing import Any, Final, Self

import asyncpg

from stammtisch.store.migrations import TooNew
from stammtisch.store.postgresql_company import PostgresCompany
from stammtisch.store.postgresql_games import PostgresGames
from stammtisch.store.postgresql_line import Line
from stammtisch.store.postgresql_people import PostgresPeople
from stammtisch.store.postgresql_pool import AWAY, PATIENCE, Pool, shown_address
from stammtisch.store.postgresql_schema import migrate_postgresql

_START: Final = 10.0  # seconds that a database may need to start
_AGAIN: Final = 0.2  # seconds between two attempts
_STARTING: Final = (OSError, asyncpg.PostgresConnectionError, asyncpg.CannotConnectNowError)


class PostgresStore(PostgresGames, PostgresPeople, PostgresCompany):
    """Everything that is kept, in a database."""

    def __init__(self, db: Pool, line: Line) -> None:
        """Put together what `open` has opened."""
        PostgresGames.__init__(self, db, line)
        PostgresPeople.__init__(self, db)
        PostgresCompany.__init__(self, db, line)

    @classmethod
    async def open(cls, url: str, patience: float = _START) -> Self:
        """Reach a database, and make or renew its tables; one that is just starting is waited for.

        Raises:
            OSError: It cannot be reached or used, or a newer Stammtisch has written it.
        """
        shown = shown_address(url)
        try:
            return await cls._over(url, shown, patience)
        except TooNew:
            raise
        except ValueError:  # its words may hold a piece of the password
            raise OSError(f"cannot open {shown}: it is not an address of a database") from None
        except (*AWAY, asyncpg.PostgresError) as error:
            raise OSError(f"cannot open {shown}: {str(error) or 'no answer'}") from error

    @classmethod
    async def _over(cls, url: str, shown: str, patience: float) -> Self:
        first = await _first_connection(url, patience)
        try:
            await migrate_postgresql(first, shown)
        finally:
            with suppress(*AWAY):  # it is no longer needed
                await first.close(timeout=PATIENCE)
        db, line = Pool(url), Line(url)
        await db.open()
        try:
            await line.open()
        except BaseException:
            await db.close()
            raise
        return cls(db, line)

    async def close(self) -> None:
        """Write what waits, and let go."""
        await self._db.close()
        await self._line.close()


async def _first_connection(url: str, patience: float) -> Any:
    until = time.monotonic() + patience
    while True:
        try:
            return await asyncpg.connect(url, timeout=PATIENCE)
        except _STARTING:
            if time.monotonic() > until:
                raise
        await asyncio.sleep(_AGAIN)
