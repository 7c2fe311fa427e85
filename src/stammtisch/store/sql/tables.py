"""Tables, their steps, chat and reviews in a database."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from typing import Final

from stammtisch.store.contract import Conflict, StoredTable, TableMarks
from stammtisch.store.sql.database import Database
from stammtisch.store.sql.rows import TABLE_COLUMNS, table_of

_INSERT: Final = "INSERT INTO tables VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 1) ON CONFLICT DO NOTHING RETURNING id"
_UPDATE: Final = """
UPDATE tables SET stage = $3, changed = $4, facts = $5, revision = revision + 1
WHERE id = $1 AND revision = $2 RETURNING id
"""
_CHAT: Final = "INSERT INTO chat SELECT $1, coalesce(max(number) + 1, 0), $2, $3, $4 FROM chat WHERE table_id = $1"
_FORGOTTEN: Final = """
SELECT id, revision FROM tables WHERE stage = 'open' AND changed < $1 ORDER BY changed LIMIT $2
"""
_CROWDING: Final = """
WITH found AS (
  SELECT id, revision, changed, {host} AS host, coalesce({opened_from}, {host}) AS opened_from
  FROM tables WHERE stage = 'open'
), counted AS (
  SELECT *, count(*) OVER (PARTITION BY opened_from) AS there, count(*) OVER (PARTITION BY opened_from, host) AS theirs
  FROM found
) SELECT id, revision FROM counted WHERE there > 1 + (SELECT count(*) FROM found WHERE opened_from = $1)
ORDER BY there DESC, theirs DESC, changed LIMIT $2
"""


class SqlTables(ABC):
    """The tables, with their steps, chat and reviews; the two kinds of database add what they do in their own way."""

    _sql: Database
    _listed: str  # the condition that anybody may find a table
    _host: str  # who has opened it
    _opened_from: str  # from where
    _stage_of_person = "stage"  # how the stage is asked for where those of one person are

    @abstractmethod
    def _seated(self, person: str) -> tuple[str, object]:
        """Return the condition that somebody sits at a table, with a place for a parameter, and its value."""

    async def save_table(self, saved: StoredTable) -> None:
        """Keep a new table, or what has changed about one, and count its revision up; what it plays never changes.

        Raises:
            Conflict: It was saved since `saved` was read.
            Unavailable: The database is away.
        """
        before, change = saved.revision, (saved.stage, saved.changed, json.dumps(saved.facts))
        if before:
            written = await self._sql.write(_UPDATE, saved.id, before, *change)
        else:
            plays = (saved.game, saved.version, json.dumps(saved.choices), saved.seed)
            written = await self._sql.write(_INSERT, saved.id, *plays, *change)
        if not written:
            raise Conflict(f"the table is not what it was at revision {before}")
        saved.revision = before + 1

    async def table(self, table_id: str) -> StoredTable | None:
        """Return one table."""
        rows = await self._sql.read(f"SELECT {TABLE_COLUMNS} FROM tables WHERE id = $1", table_id)  # noqa: S608  # names
        return table_of(rows[0]) if rows else None

    async def tables(
        self, *stages: str, listed: bool = False, person: str = "", host: str = "", most: int = -1
    ) -> list[StoredTable]:
        """Return the tables in these stages, those changed last first.

        Args:
            stages: The stages.
            listed: Only those that anybody may find.
            person: Only those at which this person sits.
            host: Only those that this person has opened.
            most: How many at most; all, if it is negative.
        """
        values: list[object] = [self._sql.limit(most), *stages]
        places = ", ".join(f"${number}" for number in range(2, len(values) + 1))
        stage = self._stage_of_person if person else "stage"
        question = f"SELECT {TABLE_COLUMNS} FROM tables WHERE {stage} IN ({places})"  # noqa: S608  # names only
        if listed:
            question += f" AND {self._listed}"
        if person:
            condition, value = self._seated(person)
            values.append(value)
            question += " AND " + condition.format(f"${len(values)}")
        if host:
            values.append(host)
            question += f" AND {self._host} = ${len(values)}"
        return [table_of(row) for row in await self._sql.read(f"{question} ORDER BY changed DESC LIMIT $1", *values)]

    async def forgotten_tables(self, before: float, most: int) -> list[tuple[str, int]]:
        """Return open tables that were last changed before some time, those changed longest ago first."""
        return [(table, revision) for table, revision in await self._sql.read(_FORGOTTEN, before, most)]

    async def crowding_tables(self, opened_from: str, most: int) -> list[tuple[str, int]]:
        """Return open tables opened from where at least two more are than from here; see the contract."""
        question = _CROWDING.format(host=self._host, opened_from=self._opened_from)
        return [(table, revision) for table, revision in await self._sql.read(question, opened_from, most)]

    async def count_by_stage(self) -> dict[str, int]:
        """Return how many tables there are in each stage."""
        rows = await self._sql.read("SELECT stage, count(*) FROM tables GROUP BY 1")
        return {stage: number for stage, number in rows}  # noqa: C416  # rows are no pairs to `dict`

    @abstractmethod
    async def marks(self, table_id: str) -> TableMarks | None:
        """Return how far a table is."""

    async def steps(self, table_id: str, first: int = 0) -> list[tuple[int, int]]:
        """Return the steps of a table from one number on, as seats and actions."""
        question = "SELECT seat, action FROM steps WHERE table_id = $1 AND number >= $2 ORDER BY number"
        return [(seat, action) for seat, action in await self._sql.read(question, table_id, first)]

    async def save_chat(self, table_id: str, person: str, name: str, said: str) -> None:
        """Keep what somebody said at a table, after everything that was said there before.

        Raises:
            Unavailable: The database is away.
        """
        await self._sql.write(_CHAT, table_id, person, self._sql.text(name), self._sql.text(said))

    async def chat(self, table_id: str, first: int = 0) -> list[tuple[str, str, str]]:
        """Return what was said at a table from one line on: by whom, under which name, and what."""
        question = "SELECT person, name, said FROM chat WHERE table_id = $1 AND number >= $2 ORDER BY number"
        return [(person, name, said) for person, name, said in await self._sql.read(question, table_id, first)]

    async def said_by(self, person: str) -> list[tuple[str, int, str]]:
        """Return what a person has said at all tables: where, as which line, and what."""
        question = "SELECT table_id, number, said FROM chat WHERE person = $1 ORDER BY table_id, number"
        return [(table, number, said) for table, number, said in await self._sql.read(question, person)]

    async def save_review(self, table_id: str, part: str, found: str) -> None:
        """Keep what was found in a game that is over."""
        statement = "INSERT INTO reviews VALUES ($1, $2, $3) ON CONFLICT (table_id, part) DO UPDATE SET found = $3"
        await self._sql.write(statement, table_id, part, found)

    async def review(self, table_id: str, part: str) -> str | None:
        """Return what was found in a game, if it was looked through."""
        rows = await self._sql.read("SELECT found FROM reviews WHERE table_id = $1 AND part = $2", table_id, part)
        return rows[0][0] if rows else None
