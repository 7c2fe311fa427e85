"""The quota of tables: whether there is room for another one."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final

from stammtisch.clock import Clock
from stammtisch.store.contract import Conflict, Store, StoredTable
from stammtisch.store.keys import hash_of_address
from stammtisch.web.live.broadcast import Channel
from stammtisch.web.tables.live_table import LiveTable
from stammtisch.web.tables.moderation import END, halt
from stammtisch.web.tables.quotas import QuotaExceeded, Quotas
from stammtisch.web.tables.record import OPEN, RUNNING, read_record

_COUNTED: Final = 5.0  # seconds for which it is known how many tables are open
_SOME: Final = 20  # tables that are looked at to be closed at once


class TableCount:
    """Counts the tables of a server, and makes room where some are forgotten."""

    def __init__(
        self, store: Store, find: Callable[[str], Awaitable[Channel | None]], quotas: Quotas, clock: Clock
    ) -> None:
        self._store, self._find, self._quotas, self._clock = store, find, quotas, clock
        self._open = 0  # tables, when they were last counted and since then
        self._counted = float("-inf")

    async def take(self, room: LiveTable, address: str) -> None:
        """Count another table, which will be opened from an address, and note that at the table.

        Raises:
            QuotaExceeded: Its host has too many, or the house has.
        """
        if len(theirs := await self._hosted(room.host)) >= self._quotas.hosted:
            for one in theirs:
                if one.stage == OPEN and _is_empty(one):
                    await self._close(one.id, one.revision)
            if len(await self._hosted(room.host)) >= self._quotas.hosted:
                raise QuotaExceeded(self._quotas.hosted, own=True)
        room.record.opened_from = await hash_of_address(self._store, address) if address else ""
        if self._clock.monotonic() > self._counted + _COUNTED:
            await self._count()
        if self._is_full():
            await self._make_room(room.record.opened_from or room.host)
        if self._is_full():
            raise QuotaExceeded(self._quotas.open, own=False)
        self._open += 1

    async def _count(self) -> None:
        self._counted = self._clock.monotonic()
        self._open = (await self._store.count_by_stage()).get(OPEN, 0)

    def _is_full(self) -> bool:
        return self._open >= self._quotas.open

    async def _hosted(self, host: str) -> list[StoredTable]:
        """Return the tables that count for a host; not a game that has been left lying, which nobody may ever end."""
        oldest = self._clock.now() - self._quotas.abandoned
        found = await self._store.tables(OPEN, RUNNING, host=host)
        return [one for one in found if one.stage == OPEN or one.changed >= oldest]

    async def _make_room(self, opened_from: str) -> None:
        """Close some open tables that are forgotten, or else one of whoever has most; the store knows which they are.

        So nobody shuts others out who opens as many as there are: what goes is theirs.
        """
        await self._count()  # nothing is closed for games that have begun meanwhile
        if not self._is_full():
            return
        for table, revision in await self._store.forgotten_tables(self._clock.now() - self._quotas.forgotten, _SOME):
            if await self._close(table, revision):  # others count meanwhile
                self._open -= 1
        if not self._is_full():
            return
        for table, revision in await self._store.crowding_tables(opened_from, _SOME):
            if await self._close(table, revision):
                self._open -= 1
            if not self._is_full():
                return

    async def _close(self, table: str, revision: int) -> bool:
        """Close a table, if nobody has changed it since it was at this revision; whether it was closed."""
        channel = await self._find(table)
        if channel is not None:
            with suppress(Conflict):  # somebody uses it after all
                async with channel.held() as room:
                    if room.saved.revision == revision:
                        await halt(room, END)
                        return True
        return False


def _is_empty(saved: StoredTable) -> bool:
    """Whether no person sits at a table."""
    return not any(place.person for place in read_record(saved.facts).places)
