"""Results of finished games in a SQLite file, of which only one process writes at a time."""

from __future__ import annotations

import sqlite3
from typing import Final

from stammtisch.store.result_contract import GameResult
from stammtisch.store.sql.results import SqlResults
from stammtisch.store.sql.rows import result_values, seat_values
from stammtisch.store.sqlite.writer import Writer

_INSERT: Final = """
INSERT INTO results SELECT coalesce(max(number), 0) + 1, ?, ?, ?, ?, ?, ?, ?, ?, ? FROM results WHERE true
ON CONFLICT (table_id) DO NOTHING RETURNING number
"""


class SqliteResults(SqlResults):
    """The results of finished games."""

    _db: Writer

    async def keep_result(self, result: GameResult) -> bool:
        """Keep the result of a table that is over already; whether it had none, for a second one changes nothing."""
        return await self._db.run(lambda db: insert_result(db, result))


def insert_result(db: sqlite3.Connection, result: GameResult) -> bool:
    """Add a result under the next number, unless its table has one; whether it had none."""
    added = db.execute(_INSERT, result_values(result)).fetchall()
    for (number,) in added:
        rows = [(number, seat, *seat_values(one)) for seat, one in enumerate(result.seats)]
        db.executemany("INSERT INTO result_seats VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", rows)
    return bool(added)
