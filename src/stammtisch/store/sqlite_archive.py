"""A house in a SQLite file, as a whole."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, Self
from urllib.parse import quote

from stammtisch.store.archive import Extent, Register, Whole, refuse_fork
from stammtisch.store.kept import Report
from stammtisch.store.migrations import SQLITE, refuse_newer
from stammtisch.store.sqlite import connect, lock

_EXTENTS: Final = """
SELECT id, revision, (SELECT count(*) FROM steps WHERE table_id = id), (SELECT count(*) FROM chat WHERE table_id = id),
  (SELECT count(*) FROM reviews WHERE table_id = id)
FROM tables ORDER BY changed, id
"""
_TABLE: Final = "SELECT id, game, version, choices, seed, stage, changed, facts, revision FROM tables WHERE id = ?"
_PARTS: Final = (
    "SELECT number, seat, action, at FROM steps WHERE table_id = ? ORDER BY number",
    "SELECT number, person, name, said FROM chat WHERE table_id = ? ORDER BY number",
    "SELECT part, found FROM reviews WHERE table_id = ? ORDER BY part",
)
_UPSERT: Final = """
INSERT INTO tables (id, game, version, choices, seed, stage, changed, facts, revision)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET
  stage = excluded.stage, changed = excluded.changed, facts = excluded.facts, revision = excluded.revision
"""
_REPORTS: Final = (
    "SELECT table_id, teller, about, words, said, at, number, settled FROM reports ORDER BY number",
    "INSERT INTO reports (table_id, teller, about, words, said, at, number, settled) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
)
_ORPHANS: Final = "SELECT DISTINCT table_id FROM {part} WHERE table_id NOT IN (SELECT id FROM tables) LIMIT 5"
_MOST_FAULTS: Final = 20  # of a file that is named


class SqliteArchive:
    """A file that is read as it was at one moment, or filled."""

    def __init__(self, connection: sqlite3.Connection, path: Path | str, door: sqlite3.Connection | None) -> None:
        """Use a connection that was opened for it, and the lock that keeps others out."""
        self._db, self._path, self._door = connection, path, door

    @classmethod
    def read(cls, path: Path | str) -> Self:
        """Open a file to read it; servers go on writing to it meanwhile.

        Raises:
            OSError: It is not there, it cannot be read, or another Stammtisch has written it.
        """
        with calling_it_os_error(path):
            connection = look_into(path)
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
        door = lock(path)
        try:
            return cls(connect(path), path, door)
        except BaseException:
            door.close()
            raise

    async def extents(self) -> dict[str, Extent]:
        """Return how much there is of each table, by its id, those changed longest ago first.

        Raises:
            OSError: The file is damaged.
        """
        return {table_id: Extent(*found) for table_id, *found in self._rows(_EXTENTS)}

    async def wholes(self, ids: Sequence[str]) -> list[Whole]:
        """Return tables with all that belongs to them.

        Raises:
            OSError: The file is damaged.
        """
        return [whole for table_id in ids if (whole := self._whole(table_id))]

    def _whole(self, table_id: str) -> Whole | None:
        row = self._rows(_TABLE, table_id)
        if not row:
            return None
        return Whole(*row[0], *(tuple(self._rows(question, table_id)) for question in _PARTS))

    async def register(self) -> Register:
        """Return what belongs to no table.

        Raises:
            OSError: The file is damaged.
        """
        return Register(
            dict(self._rows("SELECT name, value FROM house")),
            dict(self._rows("SELECT id, name FROM people")),
            frozenset(self._rows("SELECT person, other FROM blocks")),
            frozenset(row[0] for row in self._rows("SELECT person FROM bars")),
            tuple(_report(*row) for row in self._rows(_REPORTS[0])),
        )

    async def put(self, wholes: Sequence[Whole]) -> None:
        """Keep tables, all of them or none, or what is new about those that are there.

        Raises:
            Conflict: One went on here in another way; nothing was written.
            OSError: The disk is full, or another program holds the file.
        """
        with self._transaction() as db:
            for whole in wholes:
                there = self._whole(whole.id)
                refuse_fork(there, whole)
                steps = whole.steps[len(there.steps) if there else 0 :]
                chat = whole.chat[len(there.chat) if there else 0 :]
                db.execute(_UPSERT, whole.row)
                db.executemany("INSERT INTO steps VALUES (?, ?, ?, ?, ?)", [(whole.id, *step) for step in steps])
                db.executemany("INSERT INTO chat VALUES (?, ?, ?, ?, ?)", [(whole.id, *line) for line in chat])
                reviews = [(whole.id, *review) for review in whole.reviews]
                db.executemany("INSERT OR REPLACE INTO reviews VALUES (?, ?, ?)", reviews)

    async def put_register(self, register: Register) -> None:
        """Keep what belongs to no table instead of what is there.

        Raises:
            OSError: The disk is full, or another program holds the file.
        """
        with self._transaction() as db:
            for name in ("house", "people", "blocks", "bars", "reports"):
                db.execute(f"DELETE FROM {name}")  # noqa: S608  # our own names
            db.executemany("INSERT INTO house VALUES (?, ?)", register.secrets.items())
            db.executemany("INSERT INTO people VALUES (?, ?)", register.people.items())
            db.executemany("INSERT INTO blocks VALUES (?, ?)", register.blocks)
            db.executemany("INSERT INTO bars VALUES (?)", [(person,) for person in register.bars])
            db.executemany(_REPORTS[1], [_row(report) for report in register.reports])

    async def faults(self) -> list[str]:
        """Return what is wrong with the file, and rows that belong to no table.

        Raises:
            OSError: It is damaged beyond reading.
        """
        found = [text for (text,) in self._rows(f"PRAGMA integrity_check({_MOST_FAULTS})") if text != "ok"]
        for part in ("steps", "chat", "reviews", "reports"):
            for (table_id,) in self._rows(_ORPHANS.format(part=part)):
                found.append(f"there are {part} of a table {table_id}, which is not there")
        return found

    async def warnings(self) -> list[str]:
        """Return nothing: a server sets its file up as it has to be."""
        return []

    async def close(self) -> None:
        """Let go of the file."""
        self._db.close()
        if self._door:
            self._door.close()

    def _rows(self, question: str, *values: object) -> list[Any]:
        with calling_it_os_error(self._path):
            return self._db.execute(question, values).fetchall()

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        with calling_it_os_error(self._path):
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield self._db
            except BaseException:
                self._db.execute("ROLLBACK")
                raise
            self._db.execute("COMMIT")


def _refuse_strange(path: Path | str, connection: sqlite3.Connection) -> None:
    (schema,) = connection.execute("PRAGMA user_version").fetchone()
    refuse_newer(str(path), schema, len(SQLITE))
    if not connection.execute("SELECT 1 FROM sqlite_schema WHERE name = 'tables'").fetchone():
        raise OSError(f"cannot read {path}: it holds no house")
    if schema < len(SQLITE):
        older = f"it was written by an older Stammtisch (schema {schema}; this one has {len(SQLITE)})"
        raise OSError(f"cannot read {path}: {older}; a server or `stammtisch backup` brings it up to date")


def _report(table: str, teller: str, about: str, words: str, said: str, at: float, number: int, settled: int) -> Report:
    try:
        return Report(table, teller, about, words, tuple(json.loads(said)), at, number, bool(settled))
    except (ValueError, TypeError) as error:
        raise OSError(f"report {number} cannot be read: {error}") from error


def _row(report: Report) -> tuple[object, ...]:
    told = (report.table, report.by, report.about, report.words, json.dumps(report.said))
    return (*told, report.at, report.number, int(report.settled))


def look_into(path: Path | str) -> sqlite3.Connection:
    """Open a file that is there, to read it as it is now, whatever servers write to it from now on.

    Raises:
        OSError: It is not there.
        sqlite3.Error: It cannot be read.
    """
    if not Path(path).is_file():
        raise OSError(f"cannot read {path}: there is no such file")
    connection = sqlite3.connect(f"file:{quote(str(Path(path).absolute()))}?mode=ro", uri=True, isolation_level=None)
    try:
        connection.execute("BEGIN")
        connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()  # now it begins
    except BaseException:
        connection.close()
        raise
    return connection


@contextmanager
def calling_it_os_error(path: Path | str) -> Iterator[None]:
    """Say which file it was if something goes wrong with it.

    Raises:
        OSError: Something did.
    """
    try:
        yield
    except sqlite3.Error as error:
        raise OSError(f"cannot use {path}: {error}") from error
