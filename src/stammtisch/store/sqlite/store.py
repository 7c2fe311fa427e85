"""The store of one server process: one SQLite file, read and written by one thread."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Final

from stammtisch.clock import SYSTEM_CLOCK, Clock
from stammtisch.store.contract import Unavailable
from stammtisch.store.memory.coordination import MemoryCoordination
from stammtisch.store.migrations import migrate_sqlite
from stammtisch.store.private_files import make_private
from stammtisch.store.sql.board import SqlBoard
from stammtisch.store.sql.daily import SqlDaily
from stammtisch.store.sql.house import SqlHouse
from stammtisch.store.sqlite.clocks import SqliteClocks
from stammtisch.store.sqlite.integrity import refuse_damaged
from stammtisch.store.sqlite.people import SqlitePeople
from stammtisch.store.sqlite.ratings import SqliteRatings
from stammtisch.store.sqlite.results import SqliteResults
from stammtisch.store.sqlite.writer import Writer

_PAGES: Final = 10_000  # of the log that are moved into the file at once: everybody waits meanwhile, so not often
_TIMEOUT: Final = 5.0  # seconds to wait for others who open or close the file
_RETRY: Final = 0.01  # seconds between two attempts
_PRIMARY_CODE: Final = 0xFF  # of an error; what is above says more


class SqliteStore(
    SqliteClocks, SqliteResults, SqlBoard, SqliteRatings, SqlDaily, SqlitePeople, SqlHouse, MemoryCoordination
):
    """A store in a SQLite file."""

    def __init__(
        self, path: Path | str, clock: Clock = SYSTEM_CLOCK, *, alone: bool = True, lock_timeout: float = _TIMEOUT
    ) -> None:
        """Open or make the file.

        Args:
            path: The file.
            clock: What presence and rates go by, and when steps were taken.
            alone: Keep other servers out as long as it is open; a tool that looks in beside a server does not.
            lock_timeout: How many seconds to wait for others who write to the file.

        Raises:
            OSError: It cannot be opened, it is damaged, or somebody else has it: another server, a newer Stammtisch.
        """
        self._lock = lock(path) if alone else None
        try:
            if alone:  # else somebody who has it to himself has seen to that
                refuse_damaged(path)
            self._connection = connect(path, lock_timeout)
        except BaseException:
            self._unlock()
            raise
        db = Writer(self._connection)
        SqliteClocks.__init__(self, db, clock, self._connection)
        SqlitePeople.__init__(self, db, clock)
        MemoryCoordination.__init__(self, clock)

    @property
    def queue_length(self) -> int:
        """How many jobs wait for the thread."""
        return self._db.queue_length

    async def claim_due(self, most: int) -> list[str]:
        """Claim tables whose clock has run out and that were not claimed yet, so many at most (all, if negative)."""
        await self._write_down_unseen_now_and_then()
        free = [table_id for table_id in self._due() if table_id not in self._claimed]
        claimed = free[:most] if most >= 0 else free
        self._claimed.update(claimed)
        return claimed

    async def close(self) -> None:
        """Write what waits and close the file."""
        with suppress(Unavailable):
            await self._write_down_unseen()
        await asyncio.to_thread(self._db.close)
        with suppress(sqlite3.Error):  # it is only about the next time
            self._connection.execute("PRAGMA optimize")
        self._connection.close()
        self._unlock()

    def _unlock(self) -> None:
        if self._lock:
            self._lock.close()


def lock(path: Path | str) -> sqlite3.Connection:
    """Lock a small file beside the other, until it is closed or the process ends, however it ends.

    The file itself stays open to tools, and the small one stays where it is: who deletes a lock may delete another's.

    Raises:
        OSError: Another server has it open.
    """
    with suppress(OSError):  # below it is said what is wrong
        make_private(f"{path}-open")
    with as_os_error(path, "open"), ExitStack() as undo:
        file_lock = sqlite3.connect(f"{path}-open", timeout=0, isolation_level=None, check_same_thread=False)
        undo.callback(file_lock.close)
        try:
            file_lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode == sqlite3.SQLITE_BUSY:
                raise OSError(f"cannot open {path}: another server has it open") from error
            raise
        undo.pop_all()
    return file_lock


def connect(path: Path | str, lock_timeout: float = _TIMEOUT) -> sqlite3.Connection:
    """Open or make a file, for its owner's eyes only, and bring it up to date.

    Raises:
        OSError: It cannot be opened, or a newer Stammtisch has written it.
    """
    with suppress(OSError):  # as above
        make_private(path)
    with as_os_error(path, "open"), ExitStack() as undo:
        connection = sqlite3.connect(path, lock_timeout, isolation_level=None, check_same_thread=False)
        undo.callback(connection.close)
        _write_ahead(connection)
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute(f"PRAGMA wal_autocheckpoint = {_PAGES}")
        migrate_sqlite(connection, Path(path).name)
        undo.pop_all()
    return connection


@contextmanager
def as_os_error(path: Path | str, verb: str = "use") -> Iterator[None]:
    """Say which file it was if something goes wrong with it.

    Raises:
        OSError: Something did.
    """
    try:
        yield
    except sqlite3.Error as error:
        raise OSError(f"cannot {verb} {path}: {error}") from error


def _write_ahead(connection: sqlite3.Connection) -> None:
    """Keep a log, by which some read while one writes.

    SQLite does not wait by itself for somebody who does the same, or who closes the file as the last one.
    """
    until = time.monotonic() + _TIMEOUT
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & _PRIMARY_CODE != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                raise
            time.sleep(_RETRY)
        else:
            return
