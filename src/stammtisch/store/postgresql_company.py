"""What several server processes know together through PostgreSQL: who works on what, who is there, what is allowed."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Final

from stammtisch.store.kept import Unavailable, Wish
from stammtisch.store.postgresql_line import Line
from stammtisch.store.postgresql_pool import Pool

_BETWEEN_SWEEPS: Final = 60.0  # seconds
_PRESENCE: Final = 86_400.0  # seconds after which nobody asks any more when somebody was there
_SAW: Final = """
INSERT INTO seen SELECT * FROM unnest($1::TEXT[], $2::TEXT[], $3::DOUBLE PRECISION[])
ON CONFLICT (table_id, person) DO UPDATE SET at = excluded.at WHERE excluded.at > seen.at
"""
# Rows that somebody is just using are left for the next time.
_SWEEP_SEEN: Final = """
DELETE FROM seen WHERE ctid = ANY (ARRAY(SELECT ctid FROM seen WHERE at < $1 LIMIT 10000 FOR UPDATE SKIP LOCKED))
"""
_SWEEP_BUCKETS: Final = """
DELETE FROM buckets WHERE ctid = ANY (ARRAY(
  SELECT ctid FROM buckets WHERE full_at < extract(epoch FROM clock_timestamp()) LIMIT 10000 FOR UPDATE SKIP LOCKED
))
"""


class PostgresCompany:
    """The other processes over the same database."""

    def __init__(self, db: Pool, line: Line) -> None:
        self._db, self._line = db, line
        self._swept = time.monotonic()

    @property
    def shared(self) -> bool:
        """Whether other processes may change what is kept."""
        return True

    @property
    def waiting(self) -> int:
        """How many wishes wait to be fulfilled."""
        return self._db.waiting

    def listen(self, heard: Callable[[str], None]) -> None:
        """Be told the ids of tables that somebody else may have changed; an empty one: any of them may have changed."""
        self._line.listen(heard)

    async def claim(self, name: str) -> bool:
        """Claim a piece of work that only one process may do; whether this one has it now.

        Raises:
            Unavailable: The database is away; what was claimed is lost.
        """
        return await self._line.claim(name)

    async def claim_tables(self, most: int) -> list[str]:
        """Claim running tables that nobody has claimed, so many at most (all, if negative); return their ids.

        Raises:
            Unavailable: The database is away; what was claimed is lost.
        """
        return await self._line.claim_tables(most)

    async def release(self, name: str) -> None:
        """Leave a piece of work to others."""
        with suppress(Unavailable):  # then nothing is held any more
            await self._line.release(name)

    async def saw(self, seen: Mapping[tuple[str, str], float]) -> None:
        """Let the others know when people were last seen, by table and person; older news changes nothing."""
        if seen:
            rows = [(*who, at) for who, at in sorted(seen.items())]  # in order, so that nobody waits in a ring
            await self._db.write(_SAW, *(list(column) for column in zip(*rows, strict=True)))
        await self._sweep_now_and_then()

    async def seen(self, table_id: str) -> dict[str, float]:
        """Return when the people of a table were last seen, in seconds since 1970."""
        rows = await self._db.read("SELECT person, at FROM seen WHERE table_id = $1", table_id)
        return {row["person"]: row["at"] for row in rows}

    async def take(self, wishes: Sequence[Wish]) -> float:
        """Take one out of each bucket, or out of none; how many seconds it is too early, 0 if it is not."""
        if not wishes:
            return 0.0
        rows = [(wish.bucket, wish.burst, wish.seconds) for wish in wishes]
        columns = (list(column) for column in zip(*rows, strict=True))
        early = (await self._db.write("SELECT take($1, $2, $3) AS early", *columns))[0]["early"]
        await self._sweep_now_and_then()
        return float(early)

    async def sweep(self) -> None:
        """Forget who was seen long ago, and buckets that are full again."""
        await self._db.write(_SWEEP_SEEN, time.time() - _PRESENCE)
        await self._db.write(_SWEEP_BUCKETS)

    async def _sweep_now_and_then(self) -> None:
        if time.monotonic() - self._swept > _BETWEEN_SWEEPS:
            self._swept = time.monotonic()
            with suppress(Unavailable):
                await self.sweep()
