"""Being forgotten: what is known of a person leaves the house, and the games of others stay whole.

First goes what is kept about the person alone, at once and as a whole, and then they are taken out of each table. Until
that is done the store has them among the half forgotten: if a server ends in between, or a table cannot be changed now,
whichever server is there goes on with it.
"""

from __future__ import annotations

import asyncio
from typing import Final

from stammtisch.club.forgetting import GUEST, redacted, replacement
from stammtisch.store.contract import Conflict, Unavailable
from stammtisch.web.event_log import LOG, note
from stammtisch.web.live.broadcast import Channel
from stammtisch.web.live.registry import TableRegistry
from stammtisch.web.tables.live_table import Stale
from stammtisch.web.tables.moderation import forget_at

_CLAIM: Final = "half forgotten"
_EVERY: Final = 300.0  # seconds between two looks for people whom some server has not forgotten altogether
_ROUNDS: Final = 5  # in which tables are looked for; somebody may sit down elsewhere meanwhile


class Forgetting:
    """Forgets people in one server process, whoever has begun it."""

    def __init__(self, registry: TableRegistry) -> None:
        self._registry = registry
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to look for people who are half forgotten, in the loop that runs now."""
        self._task = asyncio.create_task(self._look())

    async def close(self) -> None:
        """End; whom this leaves half forgotten another server sees to."""
        if self._task:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def forget(self, person: str) -> None:
        """Forget a person of whom anything is kept.

        Raises:
            Unavailable: The store is away; what was begun is gone on with.
        """
        if not await self._registry.store.is_known(person):
            return
        await self._forget_everywhere(person, replacement())
        await self._registry.send_away(person)
        note("forgotten", "", "")

    async def _look(self) -> None:
        while True:
            await self._registry.clock.sleep(_EVERY)
            try:
                await self.go_on()
            except Unavailable:
                pass  # the next round may have more luck
            except Exception:
                LOG.exception("failed")

    async def go_on(self) -> None:
        """Forget altogether who is half forgotten, unless another process does."""
        store = self._registry.store
        if not await store.half_forgotten() or not await store.claim(_CLAIM):
            return
        try:
            for person, gone in (await store.half_forgotten()).items():
                await self._forget_everywhere(person, gone)
        finally:
            await store.release(_CLAIM)

    async def _forget_everywhere(self, person: str, gone: str) -> None:
        """Take a person out of everything; what was written meanwhile follows in another round."""
        store, stuck = self._registry.store, set[str]()
        for _ in range(_ROUNDS):
            spoken = await store.forget(person, gone, GUEST, self._registry.clock.now())
            await self._read_anew(spoken)
            tables = await store.tables_naming(person)
            if not tables:
                await store.end_forgetting(person)
                return
            for table_id in tables:
                if table_id not in stuck and not await self._forget_at(table_id, person, gone):
                    stuck.add(table_id)
            if stuck >= {*tables}:
                return

    async def _read_anew(self, tables: list[str]) -> None:
        """Let words that have gone from the talk of tables go from memory, and from what is shown there."""
        for channel in [channel for channel in self._registry.channels() if channel.room.id in tables]:
            async with channel.room.lock:
                channel.room.unsure = True
            try:
                async with channel.held():
                    pass
            except Unavailable:
                raise
            except Exception:  # the other tables are not to blame
                LOG.exception("failed")

    async def _forget_at(self, table_id: str, person: str, gone: str) -> bool:
        """Take a person out of a table; whether that was done, or is worth another round."""
        try:
            channel = await self._find(table_id)
            if channel is None:
                await self._forget_unread(table_id, person, gone)
                return True
            async with channel.held() as room:
                await forget_at(room, person, gone)
            self._registry.bot_turns.wake(channel)
        except (Conflict, Stale):  # somebody was faster, and the next round finds it
            pass
        except Unavailable:
            raise
        except Exception:  # the other tables are not to blame
            LOG.exception("failed")
            return False
        return True

    async def _find(self, table_id: str) -> Channel | None:
        try:
            return await self._registry.find(table_id)
        except Unavailable:
            raise
        except Exception:  # its facts are damaged; `doctor` says more
            LOG.exception("unreadable")
            return None

    async def _forget_unread(self, table_id: str, person: str, gone: str) -> None:
        """Take a person out of a table that cannot be opened, because its game is not installed, say."""
        saved = await self._registry.store.table(table_id)
        if saved is not None:
            saved.facts = redacted(saved.facts, person, gone)
            await self._registry.store.save_table(saved)
