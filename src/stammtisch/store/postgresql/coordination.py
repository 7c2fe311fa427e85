"""What several server processes know together through PostgreSQL: who works on what, who is there, what is allowed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Final

from stammtisch.clock import Clock
from stammtisch.store.contract import Unavailable
from stammtisch.store.coordination_contract import NewSteps, TokenRequest
from stammtisch.store.postgresql.listener import Listener
from stammtisch.store.postgresql.pool import Pool
from stammtisch.store.postgresql.token_reserves import TokenReserves, reserve_for
from stammtisch.store.sql.together import Together

_BETWEEN_SWEEPS: Final = 60.0  # seconds
_PRESENCE_KEPT: Final = 86_400.0  # seconds after which nobody asks any more when somebody was there
_SAVE_PRESENCE: Final = """
INSERT INTO seen SELECT table_id, person, extract(epoch FROM clock_timestamp()) - ago
FROM unnest($1::TEXT[], $2::TEXT[], $3::DOUBLE PRECISION[]) AS news (table_id, person, ago)
ON CONFLICT (table_id, person) DO UPDATE SET at = excluded.at WHERE excluded.at > seen.at
"""
# Rows that somebody is just using are left for the next time.
_SWEEP_PRESENCE: Final = """
DELETE FROM seen WHERE ctid = ANY (ARRAY(
  SELECT ctid FROM seen WHERE at < extract(epoch FROM clock_timestamp()) - $1 LIMIT 10000 FOR UPDATE SKIP LOCKED
))
"""
_PRESENCE: Final = """
SELECT table_id, person, (extract(epoch FROM clock_timestamp()) - at)::DOUBLE PRECISION AS ago
FROM seen WHERE table_id = ANY ($1::TEXT[])
"""
_SAVE_CLOCK: Final = """
INSERT INTO clocks VALUES ($1, $2, $3, $4, extract(epoch FROM clock_timestamp()))
ON CONFLICT (table_id) DO UPDATE
SET steps = excluded.steps, waited = excluded.waited, seconds = excluded.seconds, at = excluded.at
"""
_SWEEP_BUCKETS: Final = """
DELETE FROM buckets WHERE ctid = ANY (ARRAY(
  SELECT ctid FROM buckets WHERE full_at < extract(epoch FROM clock_timestamp()) LIMIT 10000 FOR UPDATE SKIP LOCKED
))
"""


class PostgresCoordination:
    """Locks, clocks, presence and token buckets that all processes over one database share."""

    def __init__(self, db: Pool, listener: Listener, clock: Clock) -> None:
        self._db, self._listener, self._clock = db, listener, clock
        self._swept = clock.monotonic()
        self._reserves = TokenReserves(clock)
        self._presence, self._news_of_people = Together(self._all_presence), Together(self._save_all_presence)

    @property
    def shared(self) -> bool:
        """Whether other processes may change what is kept."""
        return True

    @property
    def queue_length(self) -> int:
        """How many reads and writes wait for an answer."""
        return self._db.queue_length

    def listen(self, callback: Callable[[str], None], on_steps: Callable[[str, NewSteps], None] | None = None) -> None:
        """Be told the ids of tables that somebody else may have changed; an empty one: any of them may have changed.

        Where all that has changed are new steps, `on_steps` is told them instead, if it is given.
        """
        self._listener.listen(callback, on_steps)

    async def claim(self, name: str) -> bool:
        """Claim a lock on a piece of work that only one process may do; whether this one has it now.

        Raises:
            Unavailable: The database is away; what was claimed is lost.
        """
        return await self._listener.claim(name)

    async def save_clock(self, table_id: str, steps: int, waited: float, seconds: float) -> None:
        """Write down for how many of its seconds the decision after so many steps has been waited for.

        Raises:
            Unavailable: The database is away.
        """
        await self._db.write(_SAVE_CLOCK, table_id, steps, waited, seconds)

    async def drop_clock(self, table_id: str) -> None:
        """Forget the clock of a table at which nothing is waited for any more.

        Raises:
            Unavailable: The database is away.
        """
        await self._db.write("DELETE FROM clocks WHERE table_id = $1", table_id)

    async def claim_due(self, most: int) -> list[str]:
        """Claim tables whose clock has run out by the database's, and that nobody has claimed; return their ids.

        Raises:
            Unavailable: The database is away; what was claimed is lost.
        """
        return await self._listener.claim_due(most)

    async def release(self, name: str) -> None:
        """Give a claim back."""
        with suppress(Unavailable):  # then nothing is held any more
            await self._listener.release(name)

    async def save_presence(self, seen: Mapping[tuple[str, str], float]) -> None:
        """Save presence: how many seconds ago people were seen, by table and person; older news changes nothing."""
        if seen:
            await self._news_of_people.ask(seen)
        await self._sweep_now_and_then()

    async def _save_all_presence(self, news: list[Mapping[tuple[str, str], float]]) -> list[None]:
        latest: dict[tuple[str, str], float] = {}
        for who, ago in (one for seen in news for one in seen.items()):
            latest[who] = min(ago, latest.get(who, ago))
        rows = [(*who, ago) for who, ago in sorted(latest.items())]  # in order, so that nobody waits in a ring
        await self._db.write(_SAVE_PRESENCE, *(list(column) for column in zip(*rows, strict=True)))
        return [None] * len(news)

    async def presence(self, table_id: str) -> dict[str, float]:
        """Return the presence at a table: how many seconds ago its people were last seen."""
        return await self._presence.ask(table_id)

    async def _all_presence(self, tables: list[str]) -> list[dict[str, float]]:
        found = defaultdict[str, dict[str, float]](dict)
        for row in await self._db.read(_PRESENCE, tables):
            found[row["table_id"]][row["person"]] = row["ago"]
        return [found[table] for table in tables]

    async def take_tokens(self, requests: Sequence[TokenRequest]) -> float:
        """Take a token out of each bucket, or out of none; how many seconds it is too early, 0 if it is not."""
        reserved = [self._reserves.take(request.bucket) for request in requests]
        missing = [request for request, has_one in zip(requests, reserved, strict=True) if not has_one]
        early = await self._take_missing(missing) if missing else 0.0
        if early > 0:
            for request, has_one in zip(requests, reserved, strict=True):
                self._reserves.put(request.bucket, int(has_one))
        return early

    async def _take_missing(self, requests: Sequence[TokenRequest]) -> float:
        """Take a token out of each shared bucket, and some in reserve out of those that have enough."""
        with_reserve = [request for request in requests for _ in range(1 + reserve_for(request))]
        early = await self._take(with_reserve)
        if early <= 0:
            for request in requests:
                self._reserves.put(request.bucket, reserve_for(request))
        elif len(with_reserve) > len(requests):
            early = await self._take(requests)
        return early

    async def _take(self, requests: Sequence[TokenRequest]) -> float:
        rows = [(request.bucket, request.burst, request.seconds) for request in requests]
        columns = (list(column) for column in zip(*rows, strict=True))
        early = (await self._db.write("SELECT take($1, $2, $3) AS early", *columns))[0]["early"]
        await self._sweep_now_and_then()
        return float(early)

    async def sweep(self) -> None:
        """Forget who was seen long ago, and buckets that are full again."""
        await self._db.write(_SWEEP_PRESENCE, _PRESENCE_KEPT)
        await self._db.write(_SWEEP_BUCKETS)

    async def _sweep_now_and_then(self) -> None:
        if self._clock.monotonic() - self._swept > _BETWEEN_SWEEPS:
            self._swept = self._clock.monotonic()
            with suppress(Unavailable):
                await self.sweep()
