"""Tables, their steps, chat and reviews in a SQLite file."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from typing import Final

from stammtisch.clock import Clock
from stammtisch.store.contract import Conflict, StoredTable, TableMarks
from stammtisch.store.result_contract import GameResult
from stammtisch.store.sql.tables import SqlTables
from stammtisch.store.sqlite.results import insert_result
from stammtisch.store.sqlite.writer import Writer

_MARKS: Final = """
SELECT revision, (SELECT coalesce(max(number) + 1, 0) FROM steps WHERE table_id = id),
  (SELECT coalesce(max(number) + 1, 0) FROM chat WHERE table_id = id)
FROM tables WHERE id = $1
"""
_REVISION: Final = "SELECT revision FROM tables WHERE id = ?"
_NEXT_STEP: Final = "SELECT coalesce(max(number) + 1, 0) FROM steps WHERE table_id = ?"
_FINISH: Final = "UPDATE tables SET stage = ?, changed = ?, facts = ?, revision = revision + 1 WHERE id = ?"
_SEATED: Final = """
id IN (SELECT table_id FROM seated WHERE person = {0})
AND EXISTS (SELECT 1 FROM json_each(facts, '$.places') WHERE value ->> 'person' = {0} AND NOT value ->> 'left')
"""


class SqliteTables(SqlTables):
    """The tables, with their steps, chat and reviews."""

    _listed = "json_extract(facts, '$.listed')"
    _stage_of_person = "+stage"  # a plus keeps it from going through all tables of a stage
    _host = "json_extract(facts, '$.host')"
    _opened_from = "json_extract(facts, '$.opened_from')"

    def __init__(self, db: Writer, clock: Clock) -> None:
        self._sql = self._db = db
        self._clock = clock

    def _seated(self, person: str) -> tuple[str, object]:
        return _SEATED, person

    async def marks(self, table_id: str) -> TableMarks | None:
        """Return how far a table is."""
        rows = await self._db.read(_MARKS, table_id)
        return TableMarks(*rows[0]) if rows else None

    async def append(self, table_id: str, first: int, steps: Sequence[tuple[int, int]], revision: int) -> None:
        """Keep steps as numbers `first`, `first` + 1, …, all of them or none.

        Raises:
            Conflict: A step of one of these numbers is there already, or the table was saved since `revision`.
        """
        now = self._clock.now()
        await self._db.run(lambda db: _append(db, table_id, first, steps, revision, now))

    async def finish(
        self, saved: StoredTable, first: int, steps: Sequence[tuple[int, int]], result: GameResult | None
    ) -> None:
        """Keep the last steps of a game, its table as it is now, and its result if it has one: all of it or nothing.

        Raises:
            Conflict: There are not `first` steps, or the table was saved since `saved` was read.
        """
        now, change = self._clock.now(), (saved.stage, saved.changed, json.dumps(saved.facts), saved.id)

        def write(db: sqlite3.Connection) -> None:
            _append(db, saved.id, first, steps, saved.revision, now)
            db.execute(_FINISH, change)
            if result is not None:
                insert_result(db, result)

        await self._db.run(write)
        saved.revision += 1


def _append(
    db: sqlite3.Connection, table_id: str, first: int, steps: Sequence[tuple[int, int]], revision: int, now: float
) -> None:
    (found,) = db.execute(_REVISION, (table_id,)).fetchone() or (None,)
    if found != revision:
        raise Conflict(f"the table is at revision {found}, not {revision}")
    if (following := db.execute(_NEXT_STEP, (table_id,)).fetchone()[0]) != first:
        raise Conflict(f"the next step is {following}, not {first}")
    rows = [(table_id, first + index, seat, action, now) for index, (seat, action) in enumerate(steps)]
    db.executemany("INSERT INTO steps VALUES (?, ?, ?, ?, ?)", rows)
