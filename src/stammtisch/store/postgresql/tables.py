"""Tables, their steps, chat and reviews in PostgreSQL.

Every change is one statement: it is done as a whole or not at all, and then whoever else has the table is told. What
was read before may be old by then, so the row of the table is locked and looked at again.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Final

import asyncpg

from stammtisch.store.contract import Conflict, StoredTable, TableMarks
from stammtisch.store.coordination_contract import NewSteps
from stammtisch.store.postgresql.listener import Listener
from stammtisch.store.postgresql.pool import Pool
from stammtisch.store.postgresql.results import keep_result_call, kept_values
from stammtisch.store.result_contract import GameResult
from stammtisch.store.sql.tables import SqlTables
from stammtisch.store.sql.together import Together

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
_FINISH: Final = """
WITH found AS MATERIALIZED (
  SELECT id FROM tables WHERE id = $1 AND revision = $2 FOR UPDATE
), fitting AS MATERIALIZED (
  SELECT id FROM found WHERE $3 = (SELECT coalesce(max(number) + 1, 0) FROM steps WHERE table_id = $1)
), stepped AS (
  INSERT INTO steps
  SELECT id, $3 + place - 1, seat, action, extract(epoch FROM clock_timestamp())
  FROM fitting, unnest($4::INTEGER[], $5::BIGINT[]) WITH ORDINALITY AS step (seat, action, place)
), ended AS (
  UPDATE tables SET stage = $6, changed = $7, facts = $8, revision = revision + 1
  FROM fitting WHERE tables.id = fitting.id RETURNING tables.id
) SELECT id"""
_MARKS: Final = """
WITH far AS (
  SELECT id, revision, (SELECT coalesce(max(number) + 1, 0) FROM steps WHERE table_id = id) AS steps,
    (SELECT coalesce(max(number) + 1, 0) FROM chat WHERE table_id = id) AS lines,
    (SELECT at FROM steps WHERE table_id = id ORDER BY number DESC LIMIT 1) AS moved
  FROM tables WHERE id = ANY ($1::TEXT[])
) SELECT id, revision, far.steps, lines, coalesce(waited, 0),
  coalesce(greatest(extract(epoch FROM clock_timestamp())::DOUBLE PRECISION - coalesce(at, moved), 0), 0)
FROM far LEFT JOIN clocks ON table_id = id AND clocks.steps = far.steps
"""


class PostgresTables(SqlTables):
    """The tables, with their steps, chat and reviews."""

    _listed = """facts @> '{"listed": true}'"""
    _host = "facts ->> 'host'"
    _opened_from = "facts ->> 'opened_from'"

    def __init__(self, db: Pool, listener: Listener) -> None:
        self._sql = self._db = db
        self._listener = listener
        self._marks = Together(self._all_marks)

    async def marks(self, table_id: str) -> TableMarks | None:
        """Return how far a table is; tables that are asked for at the same moment are asked for in one question."""
        return await self._marks.ask(table_id)

    async def _all_marks(self, tables: list[str]) -> list[TableMarks | None]:
        found = {row["id"]: TableMarks(*tuple(row)[1:]) for row in await self._db.read(_MARKS, tables)}
        return [found.get(table) for table in tables]

    def _seated(self, person: str) -> tuple[str, object]:
        return "facts -> 'places' @> {}", json.dumps([{"person": person, "left": False}])

    async def save_table(self, saved: StoredTable) -> None:
        """Keep a new table, or what has changed about one, and tell the others.

        Raises:
            Conflict: It was saved since `saved` was read.
            Unavailable: The database is away.
        """
        await super().save_table(saved)
        self._listener.tell_others(saved.id)

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
        self._listener.tell_others(table_id, NewSteps(revision, first, tuple(steps)))

    async def finish(
        self, saved: StoredTable, first: int, steps: Sequence[tuple[int, int]], result: GameResult | None
    ) -> None:
        """Keep the last steps of a game, its table as it is now, and its result if it has one: all of it or nothing.

        Raises:
            Conflict: There are not `first` steps, or the table was saved since `saved` was read.
            Unavailable: The database is away; only reading tells what is there.
        """
        seats, actions = [seat for seat, _ in steps], [action for _, action in steps]
        values = [saved.id, saved.revision, first, seats, actions, saved.stage, saved.changed, json.dumps(saved.facts)]
        keeping = f", {keep_result_call(len(values) + 1)}" if result else ""
        kept = kept_values(result) if result else ()
        try:
            written = await self._db.write(f"{_FINISH}{keeping} FROM ended", *values, *kept)
        except asyncpg.UniqueViolationError:  # a step came while we waited for the row
            written = []
        if not written:
            raise Conflict(f"the table is not at revision {saved.revision} with {first} steps")
        saved.revision += 1
        self._listener.tell_others(saved.id)

    async def save_chat(self, table_id: str, person: str, name: str, said: str) -> None:
        """Keep what somebody said at a table, after everything that was said there before.

        Raises:
            Unavailable: The database is away.
        """
        while True:
            try:
                await super().save_chat(table_id, person, name, said)
            except asyncpg.UniqueViolationError:  # somebody else was faster; they cannot be for ever
                continue
            self._listener.tell_others(table_id)
            return
