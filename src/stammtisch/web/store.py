"""What must survive: tables, their steps, chat, people and reviews, in one SQLite file."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from stammtisch.web.writer import Writer

_PAGES: Final = 10_000  # of the log that are moved into the file at once: everybody waits meanwhile, so not often
_SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS tables (
  id TEXT PRIMARY KEY, game TEXT NOT NULL, version INTEGER NOT NULL, choices TEXT NOT NULL, seed BLOB NOT NULL,
  stage TEXT NOT NULL, changed REAL NOT NULL, facts TEXT NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS tables_by_stage ON tables (stage, changed);
CREATE TABLE IF NOT EXISTS steps (
  table_id TEXT NOT NULL REFERENCES tables (id), number INTEGER NOT NULL, seat INTEGER NOT NULL,
  action INTEGER NOT NULL, PRIMARY KEY (table_id, number)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS chat (
  table_id TEXT NOT NULL REFERENCES tables (id), number INTEGER NOT NULL, person TEXT NOT NULL, name TEXT NOT NULL,
  said TEXT NOT NULL, PRIMARY KEY (table_id, number)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS reviews (
  table_id TEXT NOT NULL REFERENCES tables (id), part TEXT NOT NULL, found TEXT NOT NULL,
  PRIMARY KEY (table_id, part)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS people (id TEXT PRIMARY KEY, name TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS house (name TEXT PRIMARY KEY, value BLOB NOT NULL) STRICT, WITHOUT ROWID;
"""


class Conflict(Exception):
    """Somebody else has written a step of this number."""


@dataclass
class Saved:
    """A table as it is kept: what it plays, and the facts around the game (seats, host, pace)."""

    id: str
    game: str
    version: int
    choices: dict[str, object]
    seed: bytes
    stage: str  # open, running or over
    changed: float  # seconds since 1970
    facts: dict[str, Any]


class SqliteStore:
    """The store of one server process."""

    def __init__(self, path: Path | str) -> None:
        """Open or make the file.

        Raises:
            OSError: It cannot be opened.
        """
        self._names: dict[str, str] = {}  # of people who were asked for; every request asks
        try:
            self._connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
            self._connection.execute("PRAGMA journal_mode = WAL")
            self._connection.execute("PRAGMA synchronous = FULL")
            self._connection.execute(f"PRAGMA wal_autocheckpoint = {_PAGES}")
            self._connection.executescript(_SCHEMA)
        except sqlite3.Error as error:
            raise OSError(f"cannot open {path}: {error}") from error
        self._db = Writer(self._connection)

    def close(self) -> None:
        """Write what waits and close the file."""
        self._db.close()
        with suppress(sqlite3.Error):  # it is only about the next time
            self._connection.execute("PRAGMA optimize")
        self._connection.close()

    async def secret(self, name: str, fresh: bytes) -> bytes:
        """Return a secret of this house, `fresh` if it had none."""

        def ask(db: sqlite3.Connection) -> bytes:
            db.execute("INSERT OR IGNORE INTO house VALUES (?, ?)", (name, fresh))
            return bytes(db.execute("SELECT value FROM house WHERE name = ?", (name,)).fetchone()[0])

        return await self._db.do(ask)

    async def save_table(self, saved: Saved) -> None:
        """Keep a new table, or what has changed about one; what it plays never changes."""
        row = (
            saved.id,
            saved.game,
            saved.version,
            json.dumps(saved.choices),
            saved.seed,
            saved.stage,
            saved.changed,
            json.dumps(saved.facts),
        )
        await self._db.do(
            lambda db: db.execute(
                "INSERT INTO tables VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE"
                " SET stage = excluded.stage, changed = excluded.changed, facts = excluded.facts",
                row,
            )
        )

    async def tables(self, *stages: str, listed: bool = False, person: str = "", most: int = -1) -> list[Saved]:
        """Return the tables in these stages, those changed last first.

        Args:
            stages: The stages.
            listed: Only those that anybody may find.
            person: Only those at which this person sits.
            most: How many at most; all, if it is negative.
        """
        marks = ", ".join("?" * len(stages))
        question = f"SELECT * FROM tables WHERE stage IN ({marks})"  # noqa: S608  # marks only
        if listed:
            question += " AND json_extract(facts, '$.listed')"
        if person:
            seats = "SELECT 1 FROM json_each(facts, '$.places') WHERE value ->> 'person' = ? AND NOT value ->> 'left'"
            question += f" AND EXISTS ({seats})"
        values = (*stages, person, most) if person else (*stages, most)
        question += " ORDER BY changed DESC LIMIT ?"
        return await self._db.do(lambda db: [_saved(row) for row in db.execute(question, values)])

    async def count_by_stage(self) -> dict[str, int]:
        """Return how many tables there are in each stage."""
        return dict(
            await self._db.do(lambda db: db.execute("SELECT stage, count(*) FROM tables GROUP BY 1").fetchall())
        )

    @property
    def waiting(self) -> int:
        """How many wishes wait for the thread."""
        return self._db.waiting

    async def table(self, table_id: str) -> Saved | None:
        """Return one table."""
        found = await self._db.do(lambda db: db.execute("SELECT * FROM tables WHERE id = ?", (table_id,)).fetchone())
        return _saved(found) if found else None

    async def append(self, table_id: str, first: int, steps: Sequence[tuple[int, int]]) -> None:
        """Keep steps as numbers `first`, `first` + 1, …, all of them or none.

        Raises:
            Conflict: A step of one of these numbers is there already.
        """
        rows = [(table_id, first + index, seat, action) for index, (seat, action) in enumerate(steps)]

        def write(db: sqlite3.Connection) -> None:
            last = db.execute("SELECT max(number) FROM steps WHERE table_id = ?", (table_id,)).fetchone()[0]
            if (-1 if last is None else last) != first - 1:
                raise Conflict(f"step {first} comes after step {last}")
            db.executemany("INSERT INTO steps VALUES (?, ?, ?, ?)", rows)

        await self._db.do(write)

    async def steps(self, table_id: str) -> list[tuple[int, int]]:
        """Return the steps of a table as seats and actions."""
        question = "SELECT seat, action FROM steps WHERE table_id = ? ORDER BY number"
        return await self._db.do(lambda db: db.execute(question, (table_id,)).fetchall())

    async def say(self, table_id: str, number: int, person: str, name: str, said: str) -> None:
        """Keep what somebody said at a table."""
        row = (table_id, number, person, name, said)
        await self._db.do(lambda db: db.execute("INSERT INTO chat VALUES (?, ?, ?, ?, ?)", row))

    async def chat(self, table_id: str) -> list[tuple[str, str, str]]:
        """Return what was said at a table: by whom, under which name, and what."""
        question = "SELECT person, name, said FROM chat WHERE table_id = ? ORDER BY number"
        return await self._db.do(lambda db: db.execute(question, (table_id,)).fetchall())

    async def save_review(self, table_id: str, part: str, found: str) -> None:
        """Keep what was found in a game that is over."""
        row = (table_id, part, found)
        await self._db.do(lambda db: db.execute("INSERT OR REPLACE INTO reviews VALUES (?, ?, ?)", row))

    async def review(self, table_id: str, part: str) -> str | None:
        """Return what was found in a game, if it was looked through."""
        question, which = "SELECT found FROM reviews WHERE table_id = ? AND part = ?", (table_id, part)
        found = await self._db.do(lambda db: db.execute(question, which).fetchone())
        return str(found[0]) if found else None

    async def save_person(self, person: str, name: str) -> None:
        """Keep a person's name."""
        await self._db.do(lambda db: db.execute("INSERT OR REPLACE INTO people VALUES (?, ?)", (person, name)))
        self._names[person] = name

    async def person(self, person: str) -> str | None:
        """Return a person's name."""
        if person not in self._names:
            found = await self._db.do(
                lambda db: db.execute("SELECT name FROM people WHERE id = ?", (person,)).fetchone()
            )
            if not found:
                return None
            self._names[person] = found[0]
        return self._names[person]


def _saved(row: tuple[Any, ...]) -> Saved:
    table_id, game, version, choices, seed, stage, changed, facts = row
    return Saved(table_id, game, version, json.loads(choices), bytes(seed), stage, changed, json.loads(facts))
