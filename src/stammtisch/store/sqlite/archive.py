"""The archive of a SQLite file: all of it, read at one moment, or filled."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final, Self

from stammtisch.store.contract import Report
from stammtisch.store.migrations import SQLITE, refuse_newer
from stammtisch.store.private_files import open_to_others
from stammtisch.store.sqlite.integrity import open_snapshot, refuse_damaged
from stammtisch.store.sqlite.store import as_os_error, connect, lock
from stammtisch.store.sqlite.writer import with_marks
from stammtisch.store.transfer.archive import Archive

_ORPHANS: Final = "SELECT DISTINCT table_id FROM {part} WHERE table_id NOT IN (SELECT id FROM tables) LIMIT 5"
_MOST_FAULTS: Final = 20  # of a file that is named


class SqliteArchive(Archive):
    """A file that is read as it was at one moment, or filled."""

    _among = "IN (SELECT value FROM json_each($1))"
    _paced = "json_valid(facts) AND json_extract(facts, '$.pace') <> 'none'"

    def __init__(self, connection: sqlite3.Connection, path: Path | str, file_lock: sqlite3.Connection | None) -> None:
        """Use a connection that was opened for it, and the lock that keeps others out."""
        self._db, self._path, self._lock = connection, path, file_lock

    @classmethod
    def read(cls, path: Path | str) -> Self:
        """Open a file to read it; servers go on writing to it meanwhile.

        Raises:
            OSError: It is not there, it cannot be read, or another Stammtisch has written it.
        """
        with as_os_error(path):
            connection = open_snapshot(path)
            try:
                _refuse_strange(path, connection)
            except BaseException:
                connection.close()
                raise
        return cls(connection, path, None)

    @classmethod
    def fill(cls, path: Path | str) -> Self:
        """Open or make a file to put something into it.

        Raises:
            OSError: It cannot be opened, a server has it open, or a newer Stammtisch has written it.
        """
        file_lock = lock(path)
        try:
            refuse_damaged(path)
            return cls(connect(path), path, file_lock)
        except BaseException:
            file_lock.close()
            raise

    async def faults(self) -> list[str]:
        """Return what is wrong with the file, and rows that belong to no table."""
        found = [text for (text,) in await self._read(f"PRAGMA integrity_check({_MOST_FAULTS})") if text != "ok"]
        for part in ("steps", "chat", "reviews", "reports", "clocks", "results"):
            for (table_id,) in await self._read(_ORPHANS.format(part=part)):
                found.append(f"there are {part} of a table {table_id}, which is not there")
        return found

    async def warnings(self) -> list[str]:
        """Return who else may read the file; a server sets everything else up as it has to be."""
        mode = open_to_others(Path(self._path))
        return [f"others may read the file (its mode is {mode:o}); a server closes it to them"] if mode else []

    async def close(self) -> None:
        """Let go of the file."""
        self._db.close()
        if self._lock:
            self._lock.close()

    async def _read(self, question: str, *values: object) -> list[Any]:
        with as_os_error(self._path):
            return self._db.execute(with_marks(question), values).fetchall()

    async def _write(self, statement: str, *values: object) -> None:
        self._db.execute(with_marks(statement), values)

    async def _write_many(self, statement: str, rows: Sequence[tuple[object, ...]]) -> None:
        self._db.executemany(with_marks(statement), rows)

    async def _insert(self, name: str, columns: str, rows: Sequence[tuple[object, ...]]) -> None:
        marks = ", ".join("?" for _ in columns.split(","))
        self._db.executemany(f"INSERT INTO {name} ({columns}) VALUES ({marks})", rows)  # noqa: S608  # our own names

    @asynccontextmanager
    async def _transaction(self) -> AsyncIterator[None]:
        with as_os_error(self._path):
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield
            except BaseException:
                self._db.execute("ROLLBACK")
                raise
            self._db.execute("COMMIT")

    def _ids(self, ids: Sequence[str]) -> str:
        return json.dumps(list(ids))

    def _report_row(self, report: Report) -> tuple[object, ...]:
        told = (report.table, report.by, report.about, report.words, json.dumps(report.said))
        return (*told, report.at, report.number, int(report.settled))


def _refuse_strange(path: Path | str, connection: sqlite3.Connection) -> None:
    (schema,) = connection.execute("PRAGMA user_version").fetchone()
    refuse_newer(str(path), schema, len(SQLITE))
    if not connection.execute("SELECT 1 FROM sqlite_schema WHERE name = 'tables'").fetchone():
        raise OSError(f"cannot read {path}: it holds no house")
    if schema < len(SQLITE):
        older = f"it was written by an older Stammtisch (schema {schema}; this one has {len(SQLITE)})"
        raise OSError(f"cannot read {path}: {older}; a server or `stammtisch backup` brings it up to date")
