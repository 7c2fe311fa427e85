"""Tables, their steps, chat and reviews in PostgreSQL.

Every change is one statement: it is done as a whole or not at all, and then whoever else has the table is told. What
was read before may be old by then, so the row of the table is locked and looked at again.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Final

import asyncpg

from stammtisch.store.kept import Conflict, Marks, Saved
from stammtisch.store.postgresql_line import Line
from stammtisch.store.postgresql_pool import Pool, keepable

_COLUMNS: Final = "id, game, version, choices, seed, stage, changed, facts, revision"
_INSERT: Final = "INSERT INTO tables VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 1) ON CONFLICT DO NOTHING RETURNING id"
_UPDATE: Final = """
UPDATE tables SET stage = $3, changed = $4, facts = $5, revision = revision + 1
WHERE id = $1 AND revision = $2 RETURNING id
"""
_APPEND: Final = """
WITH found AS MATERIALIZED (
  SELECT id FROM tables WHERE id = $1 AND revision = $2 FOR UPDATE
), fitting AS (
  SELECT id FROM found WHERE $3 = (SELECT coalesce(max(number) + 1, 0) FROM steps WHERE table_id = $1)
) INSERT INTO steps
  SELECT id, $3 + place - 1, seat, action, extract(epoch FROM clock_timestamp())
  FROM fitting, unnest($4::INTEGER[], $5::BIGINT[]) WITH ORDINALITY AS step (seat, action, place)
  RETURNING number
"""
_SAY: Final = "INSERT INTO chat SELECT $1, coalesce(max(number) + 1, 0), $2, $3, $4 FROM chat WHERE table_id = $1"
_MARKS: Final = """
SELECT revision, coalesce(last.number + 1, 0) AS steps, coalesce(last.at, 0) AS moved,
  (SELECT coalesce(max(number) + 1, 0) FROM chat WHERE table_id = id) AS lines
FROM tables LEFT JOIN LATERAL (
  SELECT number, at FROM steps WHERE table_id = id ORDER BY number DESC LIMIT 1
) AS last ON true WHERE id = $1
"""


class PostgresGames:
    """The tables, and all that belongs to one."""

    def __init__(self, db: Pool, line: Line) -> None:
        self._db, self._line = db, line

    async def save_table(self, saved: Saved) -> None:
        """Keep a new table, or what has changed about one, and count its revision up; what it plays never changes.

        Raises:
            Conflict: It was saved since `saved` was read.
            Unavailable: The database is away.
        """
        before, change = saved.revision, (saved.stage, saved.changed, json.dumps(saved.facts))
        if before:
            written = await self._db.write(_UPDATE, saved.id, before, *change)
        else:
            plays = (saved.game, saved.version, json.dumps(saved.choices), saved.seed)
            written = await self._db.write(_INSERT, saved.id, *plays, *change)
        if not written:
            raise Conflict(f"the table is not what it was at revision {before}")
        saved.revision = before + 1
        self._line.tell_others(saved.id)

    async def table(self, table_id: str) -> Saved | None:
        """Return one table."""
        question = f"SELECT {_COLUMNS} FROM tables WHERE id = $1"  # noqa: S608  # names only
        rows = await self._db.read(question, table_id)
        return _saved(rows[0]) if rows else None

    async def tables(self, *stages: str, listed: bool = False, person: str = "", most: int = -1) -> list[Saved]:
        """Return the tables in these stages, those changed last first.

        Args:
            stages: The stages.
            listed: Only those that anybody may find.
            person: Only those at which this person sits.
            most: How many at most; all, if it is negative.
        """
        question = f"SELECT {_COLUMNS} FROM tables WHERE stage = ANY ($1)"  # noqa: S608  # names only
        values: list[object] = [list(stages), most if most >= 0 else None]
        if listed:
            question += """ AND facts @> '{"listed": true}'"""
        if person:
            question += " AND facts -> 'places' @> $3"
            values.append(json.dumps([{"person": person, "left": False}]))
        rows = await self._db.read(question + " ORDER BY changed DESC LIMIT $2", *values)
        return [_saved(row) for row in rows]

    async def count_by_stage(self) -> dict[str, int]:
        """Return how many tables there are in each stage."""
        rows = await self._db.read("SELECT stage, count(*) AS tables FROM tables GROUP BY 1")
        return {row["stage"]: row["tables"] for row in rows}

    async def marks(self, table_id: str) -> Marks | None:
        """Return how far a table is."""
        rows = await self._db.read(_MARKS, table_id)
        return Marks(**rows[0]) if rows else None

    async def append(self, table_id: str, first: int, steps: Sequence[tuple[int, int]], revision: int) -> None:
        """Keep steps as numbers `first`, `first` + 1, …, all of them or none.

        Raises:
            Conflict: A step of one of these numbers is there already, or the table was saved since `revision`.
            Unavailable: The database is away; only reading tells whether the steps are there.
        """
        seats, actions = [seat for seat, _ in steps], [action for _, action in steps]
        try:
            written = await self._db.write(_APPEND, table_id, revision, first, seats, actions)
        except asyncpg.UniqueViolationError:  # it came while we waited for the row
            written = []
        if not written:
            raise Conflict(f"the table is not at revision {revision} with {first} steps")
        self._line.tell_others(table_id)

    async def steps(self, table_id: str, first: int = 0) -> list[tuple[int, int]]:
        """Return the steps of a table from one number on, as seats and actions."""
        question = "SELECT seat, action FROM steps WHERE table_id = $1 AND number >= $2 ORDER BY number"
        return [(row["seat"], row["action"]) for row in await self._db.read(question, table_id, first)]

    async def say(self, table_id: str, person: str, name: str, said: str) -> None:
        """Keep what somebody said at a table, after everything that was said there before.

        Raises:
            Unavailable: The database is away.
        """
        while True:
            try:
                await self._db.write(_SAY, table_id, person, keepable(name), keepable(said))
            except asyncpg.UniqueViolationError:  # somebody else was faster; they cannot be for ever
                continue
            self._line.tell_others(table_id)
            return

    async def chat(self, table_id: str, first: int = 0) -> list[tuple[str, str, str]]:
        """Return what was said at a table from one line on: by whom, under which name, and what."""
        question = "SELECT person, name, said FROM chat WHERE table_id = $1 AND number >= $2 ORDER BY number"
        return [(row["person"], row["name"], row["said"]) for row in await self._db.read(question, table_id, first)]

    async def save_review(self, table_id: str, part: str, found: str) -> None:
        """Keep what was found in a game that is over."""
        statement = "INSERT INTO reviews VALUES ($1, $2, $3) ON CONFLICT (table_id, part) DO UPDATE SET found = $3"
        await self._db.write(statement, table_id, part, found)

    async def review(self, table_id: str, part: str) -> str | None:
        """Return what was found in a game, if it was looked through."""
        rows = await self._db.read("SELECT found FROM reviews WHERE table_id = $1 AND part = $2", table_id, part)
        return rows[0]["found"] if rows else None


def _saved(row: Any) -> Saved:
    facts = {"choices": json.loads(row["choices"]), "facts": json.loads(row["facts"])}
    return Saved(**{**row, **facts})
