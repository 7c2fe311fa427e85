"""The listener, the one connection that stays: it hears what others change, and holds what this process has claimed.

When it breaks, all claims are lost and notices may have been missed. It is made again for as long as it takes.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

import asyncpg

from stammtisch.clock import SYSTEM_CLOCK
from stammtisch.store.contract import Unavailable
from stammtisch.store.coordination_contract import NewSteps
from stammtisch.store.postgresql.pool import Timeouts, reaching
from stammtisch.store.sql.together import Together

_LONGEST_NOTICE: Final = 4000  # letters; the database takes twice as many
_PAUSE: Final = 0.1  # seconds between the first two attempts, later more
_LONGEST_PAUSE: Final = 2.0
_SETTINGS: Final = (  # how soon the database notices that we are gone, if nothing says so: after about 11 seconds
    "SET tcp_keepalives_idle = 5; SET tcp_keepalives_interval = 2; SET tcp_keepalives_count = 3;"
    "SET synchronous_commit = off"  # what goes over this connection need not outlive the database
)
_NOTIFY: Final = "SELECT pg_notify('stammtisch', $1 || ' ' || id) FROM unnest($2::TEXT[]) AS id"
_CLAIM: Final = (
    "SELECT name, pg_try_advisory_lock(hashtextextended(name, 0)) AS granted FROM unnest($1::TEXT[]) AS name"
)
_RELEASE: Final = "SELECT pg_advisory_unlock(hashtextextended($1, 0))"
_CLAIM_DUE: Final = """
WITH others AS MATERIALIZED (
  SELECT id FROM clocks JOIN tables ON id = table_id
  WHERE clocks.at + seconds - waited <= extract(epoch FROM clock_timestamp()) AND stage = 'running'
  AND NOT EXISTS (SELECT FROM unnest($1::TEXT[]) AS ours WHERE ours = id)
) SELECT id FROM others WHERE pg_try_advisory_lock(hashtextextended(id, 0)) LIMIT $2
"""


class Listener:
    """Notices and claims of one process."""

    def __init__(self, url: str, timeouts: Timeouts) -> None:
        """Prepare to connect."""
        self._url, self._timeouts = url, timeouts
        self._name = secrets.token_hex(4)  # by which notices are known to be our own
        self._news: dict[str, None] = {}  # what others are to be told, see `_notice`, in its order
        self._telling: asyncio.Task[None] | None = None
        self._connection: Any = None
        self._claims: set[str] = set()
        self._claiming = Together(self._claim)  # in a task of its own: whoever asks may lose interest
        self._callbacks: list[tuple[Callable[[str], None], Callable[[str, NewSteps], None] | None]] = []
        self._lock = asyncio.Lock()
        self._lost = asyncio.Event()
        self._keeper: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Connect, and from then on again whenever the connection breaks."""
        self._connection = await self._connect()
        self._keeper = asyncio.create_task(self._keep())

    async def close(self) -> None:
        """Let go of everything."""
        if self._telling:
            await self._telling
        if self._keeper:
            self._keeper.cancel()
            with suppress(asyncio.CancelledError):
                await self._keeper
        connection, self._connection = self._connection, None
        self._claims.clear()
        if connection:
            with suppress(Unavailable), reaching():
                await connection.close(timeout=self._timeouts.listener_answer)

    def listen(self, callback: Callable[[str], None], on_steps: Callable[[str, NewSteps], None] | None = None) -> None:
        """Be told what others have changed; see `Coordination.listen`."""
        self._callbacks.append((callback, on_steps))

    def tell_others(self, table_id: str, new: NewSteps | None = None) -> None:
        """Wake the other processes soon: a table has changed, and if that is all, by `new` steps.

        It is told after the change, in one go for all tables that have changed meanwhile: the database lets only one
        transaction with a notice end at a time. If it is not told at all, others find it when they look by themselves.
        """
        self._news[_notice(table_id, new)] = None
        if self._telling is None or self._telling.done():
            self._telling = asyncio.create_task(self._tell_all())

    async def _tell_all(self) -> None:
        while self._news:
            news, self._news = self._news, {}
            try:
                async with self._lock:
                    await self.ask(_NOTIFY, self._name, list(news))
            except Unavailable:  # it is told with the next, or when the connection is back
                self._news = news | self._news
                return

    async def claim(self, name: str) -> bool:
        """Claim a piece of work; whether it is ours now.

        Raises:
            Unavailable: There is no connection.
        """
        return name in self._claims or await self._claiming.ask(name)

    async def claim_due(self, most: int) -> list[str]:
        """Claim running tables whose clock has run out and that nobody has claimed; return their ids.

        Raises:
            Unavailable: There is no connection.
        """
        return await asyncio.shield(self._claim_due(most))

    async def release(self, name: str) -> None:
        """Leave a piece of work to others.

        Raises:
            Unavailable: There is no connection, and so no claim either.
        """
        await asyncio.shield(self._release(name))

    # What follows is shielded: whoever asks may lose interest, but what is held and what we know of it stay the same.

    async def _claim(self, names: list[str]) -> list[bool]:
        async with self._lock:
            if missing := sorted({*names} - self._claims):  # each once: a lock that is taken twice is held twice
                found = await self.ask(_CLAIM, missing)
                self._claims.update(row["name"] for row in found if row["granted"])
            return [name in self._claims for name in names]

    async def _claim_due(self, most: int) -> list[str]:
        async with self._lock:
            rows = await self.ask(_CLAIM_DUE, list(self._claims), most if most >= 0 else None)
            claimed = [row["id"] for row in rows]
            self._claims.update(claimed)
            return claimed

    async def _release(self, name: str) -> None:
        async with self._lock:
            if name in self._claims:
                self._claims.discard(name)
                await self.ask(_RELEASE, name)

    async def ask(self, question: str, *values: object) -> list[Any]:
        """Ask over the connection; an answer that came over one that is gone is worth nothing."""
        connection = self._connection
        if connection is None:
            raise Unavailable("the database is away: it is being connected to")
        with reaching():
            try:
                rows = await connection.fetch(question, *values)
            except BaseException:  # whether it was granted is not known: with the connection, it is not
                self._disconnect(connection)
                raise
        if connection is not self._connection or connection.is_closed():
            raise Unavailable("the database is away: the connection has broken")
        return list(rows)

    async def _connect(self) -> Any:
        connection = await asyncpg.connect(
            self._url,
            timeout=self._timeouts.connect,
            command_timeout=self._timeouts.listener_answer,
            server_settings={"application_name": "stammtisch line"},
        )
        try:
            await connection.execute(_SETTINGS)
            await connection.add_listener("stammtisch", self._hear)
            connection.add_termination_listener(self._disconnect)
        except BaseException:
            connection.terminate()
            raise
        return connection

    def _hear(self, _connection: object, _process: int, _channel: str, notice: str) -> None:
        name, _, told = notice.partition(" ")
        if name != self._name:
            self._tell(*_read_notice(told))

    def _tell(self, table_id: str, new: NewSteps | None = None) -> None:
        loop = asyncio.get_running_loop()
        for callback, on_steps in self._callbacks:  # soon, not now: one that fails must not break the connection
            if new is not None and on_steps is not None:
                loop.call_soon(on_steps, table_id, new)
            else:
                loop.call_soon(callback, table_id)

    def _disconnect(self, connection: Any) -> None:
        """Forget a connection that is broken, and with it what was claimed over it."""
        if connection is self._connection:
            self._connection = None
            self._claims.clear()
            self._lost.set()
        connection.terminate()

    async def _keep(self) -> None:
        """See to it that there is a connection, until it is closed."""
        while True:
            await SYSTEM_CLOCK.wait(self._lost, self._timeouts.heartbeat)
            with suppress(Exception):  # whatever it is, a connection that does not answer is made anew
                async with self._lock:
                    await self.ask("SELECT 1")
            if self._connection is None:
                self._connection = await self._reconnect()
                self._lost.clear()
                self._tell("")
                await self._tell_all()

    async def _reconnect(self) -> Any:
        pause = _PAUSE
        while True:
            try:
                return await self._connect()
            except Exception:  # whatever it is, there is nothing better to do than to try again
                await asyncio.sleep(pause)
                pause = min(2 * pause, _LONGEST_PAUSE)


def _notice(table_id: str, new: NewSteps | None) -> str:
    r"""Return what others are told: which table has changed, and the steps that are new there, if they are not many.

    >>> _notice("a", NewSteps(2, 40, ((0, 7), (61, 3))))
    'a\n2 40 0:7,61:3'
    """
    if new is None:
        return table_id
    told = ",".join(f"{seat}:{action}" for seat, action in new.steps)
    return f"{table_id}\n{new.revision} {new.first} {told}" if len(told) <= _LONGEST_NOTICE else table_id


def _read_notice(notice: str) -> tuple[str, NewSteps | None]:
    r"""Return what `_notice` has written; of what another version may have written, only which table it is about.

    >>> _read_notice("a\n2 40 0:7,61:3"), _read_notice("a"), _read_notice("a\nx")
    (('a', NewSteps(revision=2, first=40, steps=((0, 7), (61, 3)))), ('a', None), ('a', None))
    """
    table_id, _, told = notice.partition("\n")
    try:
        revision, first, steps = told.split(" ")
        pairs = tuple(
            (int(seat), int(action)) for seat, _, action in (step.partition(":") for step in steps.split(","))
        )
        return table_id, NewSteps(int(revision), int(first), pairs)
    except ValueError:
        return table_id, None
