"""Tables, their steps, chat and reviews in a SQLite file."""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Sequence
from typing import Any, Final

from stammtisch.store.kept import Conflict, Marks, Saved
from stammtisch.store.writer import Writer

_COLUMNS: Final = "id, game, version, choices, seed, stage, changed, facts, revision"
_INSERT: Final = "INSERT INTO tables VALUES (?, ?, ?, ?, ?, ?, ?, ?, 1) ON CONFLICT (id) DO NOTHING"
_UPDATE: Final = (
    "UPDATE tables SET stage = ?, changed = ?, facts = ?, revision = revision + 1 WHERE id = ? AND revision = ?"
)
_NEXT_STEP: Final = "SELECT coalesce(max(number) + 1, 0) FROM steps WHERE table_id = ?"
_MOVED: Final = "SELECT at FROM steps WHERE table_id = ? AND number = ?"
_NEXT_LINE: Final = "SELECT coalesce(max(number) + 1, 0) FROM chat WHERE table_id = ?"


class SqliteGames:
    """The tables, and all that belongs to one."""

    def __init__(self, db: Writer) -> None:
        self._db = db

    async def save_table(self, saved: Saved) -> None:
        """Keep a new table, or what has changed about one, and count its revision up; what it plays never changes.

        Raises:
            Conflict: It was saved since `saved` was read.
        """
        before, facts = saved.revision, json.dumps(saved.facts)
        change = (saved.stage, saved.changed, facts, saved.id, before)
        fresh = (saved.id, saved.game, saved.version, json.dumps(saved.choices), saved.seed, *change[:3])

        def write(db: sqlite3.Connection) -> None:
            if not db.execute(*((_UPDATE, change) if before else (_INSERT, fresh))).rowcount:
                raise Conflict(f"the table is not what it was at revision {before}")

        await self._db.do(write)
        saved.revision = before + 1

    async def table(self, table_id: str) -> Saved | None:
        """Return one table."""
        question = f"SELECT {_COLUMNS} FROM tables WHERE id = ?"  # noqa: S608  # names only
        found = await self._db.do(lambda db: db.execute(question, (table_id,)).fetchone())
        return _saved(found) if found else None

    async def tables(self, *stages: str, listed: bool = False, person: str = "", most: int = -1) -> list[Saved]:
        """Return the tables in these stages, those changed last first.

        Args:
            stages: The stages.
            listed: Only those that anybody may find.
            person: Only those at which this person sits.
            most: How many at most; all, if it is negative.
        """
        marks = ", ".join("?" * len(stages))
        question = f"SELECT {_COLUMNS} FROM tables WHERE stage IN ({marks})"  # noqa: S608  # names and marks only
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
        question = "SELECT stage, count(*) FROM tables GROUP BY 1"
        return dict(await self._db.do(lambda db: db.execute(question).fetchall()))

    async def marks(self, table_id: str) -> Marks | None:
        """Return how far a table is."""

        def ask(db: sqlite3.Connection) -> Marks | None:
            revision = _revision(db, table_id)
            steps, lines = (db.execute(question, (table_id,)).fetchone()[0] for question in (_NEXT_STEP, _NEXT_LINE))
            last = db.execute(_MOVED, (table_id, steps - 1)).fetchone()
            return Marks(revision, steps, lines, last[0] if last else 0.0) if revision else None

        return await self._db.do(ask)

    async def append(self, table_id: str, first: int, steps: Sequence[tuple[int, int]], revision: int) -> None:
        """Keep steps as numbers `first`, `first` + 1, …, all of them or none.

        Raises:
            Conflict: A step of one of these numbers is there already, or the table was saved since `revision`.
        """
        now = time.time()
        rows = [(table_id, first + index, seat, action, now) for index, (seat, action) in enumerate(steps)]

        def write(db: sqlite3.Connection) -> None:
            if not (found := _revision(db, table_id)) or found != revision:
                raise Conflict(f"the table is at revision {found}, not {revision}")
            if (following := db.execute(_NEXT_STEP, (table_id,)).fetchone()[0]) != first:
                raise Conflict(f"the next step is {following}, not {first}")
            db.executemany("INSERT INTO steps VALUES (?, ?, ?, ?, ?)", rows)

        await self._db.do(write)

    async def steps(self, table_id: str, first: int = 0) -> list[tuple[int, int]]:
        """Return the steps of a table from one number on, as seats and actions."""
        question = "SELECT seat, action FROM steps WHERE table_id = ? AND number >= ? ORDER BY number"
        return await self._db.do(lambda db: db.execute(question, (table_id, first)).fetchall())

    async def say(self, table_id: str, person: str, name: str, said: str) -> None:
        """Keep what somebody said at a table, after everything that was said there before."""

        def write(db: sqlite3.Connection) -> None:
            number = db.execute(_NEXT_LINE, (table_id,)).fetchone()[0]
            db.execute("INSERT INTO chat VALUES (?, ?, ?, ?, ?)", (table_id, number, person, name, said))

        await self._db.do(write)

    async def chat(self, table_id: str, first: int = 0) -> list[tuple[str, str, str]]:
        """Return what was said at a table from one line on: by whom, under which name, and what."""
        question = "SELECT person, name, said FROM chat WHERE table_id = ? AND number >= ? ORDER BY number"
        return await self._db.do(lambda db: db.execute(question, (table_id, first)).fetchall())

    async def save_review(self, table_id: str, part: str, found: str) -> None:
        """Keep what was found in a game that is over."""
        row = (table_id, part, found)
        await self._db.do(lambda db: db.execute("INSERT OR REPLACE INTO reviews VALUES (?, ?, ?)", row))

    async def review(self, table_id: str, part: str) -> str | None:
        """Return what was found in a game, if it was looked through."""
        question, which = "SELECT found FROM reviews WHERE table_id = ? AND part = ?", (table_id, part)
        found = await self._db.do(lambda db: db.execute(question, which).fetchone())
        return str(found[0]) if found else None


def _revision(db: sqlite3.Connection, table_id: str) -> int:
    """Return how often a table was saved, 0 for one that is not there."""
    found = db.execute("SELECT revision FROM tables WHERE id = ?", (table_id,)).fetchone()
    return int(found[0]) if found else 0


def _saved(row: tuple[Any, ...]) -> Saved:
    table_id, game, version, choices, seed, stage, changed, facts, revision = row
    return Saved(table_id, game, version, json.loads(choices), bytes(seed), stage, changed, json.loads(facts), revision)
