"""Tables, their steps, chat and reviews in a SQLite file."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import Final

from stammtisch.clock import Clock
from stammtisch.store.contract import Conflict
from stammtisch.store.sql.tables import SqlTables
from stammtisch.store.sqlite.writer import Writer

_MARKS: Final = """
SELECT revision, (SELECT coalesce(max(number) + 1, 0) FROM steps WHERE table_id = id),
  (SELECT coalesce(max(number) + 1, 0) FROM chat WHERE table_id = id)
FROM tables WHERE id = $1
"""
_REVISION: Final = "SELECT revision FROM tables WHERE id = ?"
_NEXT_STEP: Final = "SELECT coalesce(max(number) + 1, 0) FROM steps WHERE table_id = ?"
_SEATED: Final = """
id IN (SELECT table_id FROM seated WHERE person = {0})
AND EXISTS (SELECT 1 FROM json_each(facts, '$.places') WHERE value ->> 'person' = {0} AND NOT value ->> 'left')
"""


class SqliteTables(SqlTables):
    """The tables, with their steps, chat and reviews."""

    _listed = "json_extract(facts, '$.listed')"
    _marks = _MARKS
    _stage_of_person = "+stage"  # a plus keeps it from going through all tables of a stage
    _host = "json_extract(facts, '$.host')"

    def __init__(self, db: Writer, clock: Clock) -> None:
        self._sql = self._db = db
        self._clock = clock

    def _seated(self, person: str) -> tuple[str, object]:
        return _SEATED, person

    async def append(self, table_id: str, first: int, steps: Sequence[tuple[int, int]], revision: int) -> None:
        """Keep steps as numbers `first`, `first` + 1, …, all of them or none.

        Raises:
            Conflict: A step of one of these numbers is there already, or the table was saved since `revision`.
        """
        now = self._clock.now()
        rows = [(table_id, first + index, seat, action, now) for index, (seat, action) in enumerate(steps)]

        def write(db: sqlite3.Connection) -> None:
            (found,) = db.execute(_REVISION, (table_id,)).fetchone() or (None,)
            if found != revision:
                raise Conflict(f"the table is at revision {found}, not {revision}")
            if (following := db.execute(_NEXT_STEP, (table_id,)).fetchone()[0]) != first:
                raise Conflict(f"the next step is {following}, not {first}")
            db.executemany("INSERT INTO steps VALUES (?, ?, ?, ?, ?)", rows)

        await self._db.run(write)
