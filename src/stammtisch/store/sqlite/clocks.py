"""Clocks of tables in a SQLite file: what was written down of them, counted on by the one process that has the file.

A file has no time of its own, and the wall clock of its machine may jump. So time passes from when the file was opened,
or a clock written down, and what was not written down when a process ended is given once more. Clocks that nobody else
sees to for a while are written down here.
"""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass, replace
from math import inf
from typing import Final

from stammtisch.clock import Clock
from stammtisch.store.contract import TableMarks
from stammtisch.store.sqlite.tables import SqliteTables
from stammtisch.store.sqlite.writer import Writer

_UNSEEN: Final = 600.0  # seconds after which a clock is written down to which nobody sees
_READ: Final = """
SELECT table_id, steps, waited, seconds FROM clocks JOIN tables ON id = table_id WHERE stage = 'running'
"""
_SAVE: Final = """
INSERT INTO clocks VALUES ($1, $2, $3, $4)
ON CONFLICT (table_id) DO UPDATE SET steps = $2, waited = $3, seconds = $4
"""


@dataclass(frozen=True)
class _Written:
    """A clock as it was written down."""

    steps: int
    waited: float
    seconds: float
    at: float  # monotonic

    @property
    def due(self) -> float:
        """When it runs out."""
        return self.at + self.seconds - self.waited


class SqliteClocks(SqliteTables):
    """The tables, and for how long decisions have been waited for."""

    def __init__(self, db: Writer, clock: Clock, connection: sqlite3.Connection) -> None:
        super().__init__(db, clock)
        now = clock.monotonic()
        rows = connection.execute(_READ)
        self._clocks = {table_id: _Written(steps, waited, seconds, now) for table_id, steps, waited, seconds in rows}
        self._soonest = -inf  # the moment before which none runs out
        self._looked = now

    async def marks(self, table_id: str) -> TableMarks | None:
        """Return how far a table is."""
        found, written = await super().marks(table_id), self._clocks.get(table_id)
        if found is None or written is None or written.steps != found.steps:
            return found
        return replace(found, waited=written.waited, ago=self._clock.monotonic() - written.at)

    async def save_clock(self, table_id: str, steps: int, waited: float, seconds: float) -> None:
        """Write down for how many of its seconds the decision after so many steps has been waited for.

        Raises:
            Unavailable: The file cannot be written.
        """
        written = self._clocks[table_id] = _Written(steps, waited, seconds, self._clock.monotonic())
        self._soonest = min(self._soonest, written.due)
        await self._db.write(_SAVE, table_id, steps, waited, seconds)

    async def drop_clock(self, table_id: str) -> None:
        """Forget the clock of a table at which nothing is waited for any more.

        Raises:
            Unavailable: The file cannot be written.
        """
        if self._clocks.pop(table_id, None):
            await self._db.write("DELETE FROM clocks WHERE table_id = $1", table_id)

    def _due(self) -> list[str]:
        """Return the tables whose clocks have run out."""
        now = self._clock.monotonic()
        if now < self._soonest:
            return []
        self._soonest = min((written.due for written in self._clocks.values()), default=inf)
        return [table_id for table_id, written in self._clocks.items() if written.due <= now]

    async def _write_down_unseen(self) -> None:
        """Write down how far the clocks are that nobody else has written down for a while."""
        now = self._looked = self._clock.monotonic()
        for table_id, written in list(self._clocks.items()):
            unchanged = self._clocks.get(table_id) is written  # others may write while we wait
            if unchanged and now - written.at >= _UNSEEN and written.seconds < inf:
                await self.save_clock(table_id, written.steps, written.waited + now - written.at, written.seconds)

    async def _write_down_unseen_now_and_then(self) -> None:
        if self._clock.monotonic() >= self._looked + _UNSEEN:
            await self._write_down_unseen()
