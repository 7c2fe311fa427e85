"""The store of one server process: one SQLite file, read and written by one thread."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

from stammtisch.store.alone import Alone
from stammtisch.store.migrations import migrate_sqlite
from stammtisch.store.sqlite_games import SqliteGames
from stammtisch.store.sqlite_people import SqlitePeople
from stammtisch.store.writer import Writer

_PAGES: Final = 10_000  # of the log that are moved into the file at once: everybody waits meanwhile, so not often
_PATIENCE: Final = 5.0  # seconds to wait for others who open or close the file
_AGAIN: Final = 0.01  # seconds between two attempts
_KIND: Final = 0xFF  # of an error; what is above says more


class SqliteStore(SqliteGames, SqlitePeople, Alone):
    """Everything that is kept, in a file."""

    def __init__(self, path: Path | str, *, alone: bool = True) -> None:
        """Open or make the file.

        Args:
            path: The file.
            alone: Keep other servers out as long as it is open; a tool that looks in beside a server does not.

        Raises:
            OSError: It cannot be opened, another server has it open, or a newer Stammtisch has written it.
        """
        self._door = lock(path) if alone else None
        try:
            self._connection = connect(path)
        except BaseException:
            self._unlock()
            raise
        db = Writer(self._connection)
        SqliteGames.__init__(self, db)
        SqlitePeople.__init__(self, db)
        Alone.__init__(self)

    @property
    def waiting(self) -> int:
        """How many wishes wait for the thread."""
        return self._db.waiting

    async def claim_tables(self, most: int) -> list[str]:
        """Claim running tables that were not claimed yet, so many at most (all, if negative); return their ids."""
        free = [saved.id for saved in await self.tables("running") if saved.id not in self._claimed]
        claimed = free[:most] if most >= 0 else free
        self._claimed.update(claimed)
        return claimed

    async def close(self) -> None:
        """Write what waits and close the file."""
        await asyncio.to_thread(self._db.close)
        with suppress(sqlite3.Error):  # it is only about the next time
            self._connection.execute("PRAGMA optimize")
        self._connection.close()
        self._unlock()

    def _unlock(self) -> None:
        if self._door:
            self._door.close()


def lock(path: Path | str) -> sqlite3.Connection:
    """Lock a small file beside the other, until it is closed or the process ends, however it ends.

    The file itself stays open to tools, and the small one stays where it is: who deletes a lock may delete another's.

    Raises:
        OSError: Another server has it open.
    """
    try:
        door = sqlite3.connect(f"{path}-open", timeout=0, isolation_level=None, check_same_thread=False)
    except sqlite3.Error as error:
        raise OSError(f"cannot open {path}: {error}") from error
    try:
        door.execute("BEGIN EXCLUSIVE")
    except sqlite3.Error as error:
        door.close()
        taken = error.sqlite_errorcode == sqlite3.SQLITE_BUSY
        raise OSError(f"cannot open {path}: {'another server has it open' if taken else error}") from error
    return door


def connect(path: Path | str) -> sqlite3.Connection:
    """Open or make a file, and bring it up to date.

    Raises:
        OSError: It cannot be opened, or a newer Stammtisch has written it.
    """
    try:
        connection = sqlite3.connect(path, _PATIENCE, isolation_level=None, check_same_thread=False)
    except sqlite3.Error as error:
        raise OSError(f"cannot open {path}: {error}") from error
    try:
        _write_ahead(connection)
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute(f"PRAGMA wal_autocheckpoint = {_PAGES}")
        migrate_sqlite(connection, Path(path).name)
    except sqlite3.Error as error:
        connection.close()
        raise OSError(f"cannot open {path}: {error}") from error
    except BaseException:
        connection.close()
        raise
    return connection


def _write_ahead(connection: sqlite3.Connection) -> None:
    """Keep a log, by which some read while one writes.

    SQLite does not wait by itself for somebody who does the same, or who closes the file as the last one.
    """
    until = time.monotonic() + _PATIENCE
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & _KIND != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                raise
            time.sleep(_AGAIN)
        else:
            return
