"""The quota of tables: whether there is room for another one."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from typing import Final

from stammtisch.clock import Clock
from stammtisch.store.contract import Conflict, Store, StoredTable
from stammtisch.web.live.broadcast import Channel
from stammtisch.web.tables.moderation import END, halt
from stammtisch.web.tables.quotas import QuotaExceeded, Quotas
from stammtisch.web.tables.record import OPEN, RUNNING, read_record

_COUNTED: Final = 5.0  # seconds for which it is known how many tables are open
_SOME: Final = 20  # forgotten tables that are closed at once


class TableCount:
    """Counts the tables of a server, and makes room where some are forgotten."""

    def __init__(
        self, store: Store, find: Callable[[str], Awaitable[Channel | None]], quotas: Quotas, clock: Clock
    ) -> None:
        self._store, self._find, self._quotas, self._clock = store, find, quotas, clock
        self._open = 0  # tables, when they were last counted and since then
        self._counted = float("-inf")

    async def take(self, host: str) -> None:
        """Count another table of this host.

        Raises:
            QuotaExceeded: They have too many, or the house has.
        """
        if len(theirs := await self._hosted(host)) >= self._quotas.hosted:
            await self._close([one for one in theirs if one.stage == OPEN and _is_empty(one)])
            if len(await self._hosted(host)) >= self._quotas.hosted:
                raise QuotaExceeded(self._quotas.hosted, own=True)
        if self._clock.monotonic() > self._counted + _COUNTED:
            self._counted = self._clock.monotonic()
            self._open = (await self._store.count_by_stage()).get(OPEN, 0)
            if self._open >= self._quotas.open:
                await self._close_forgotten()
        if self._open >= self._quotas.open:
            raise QuotaExceeded(self._quotas.open, own=False)
        self._open += 1

    async def _hosted(self, host: str) -> list[StoredTable]:
        """Return the tables that count for a host; not a game that has been left lying, which nobody may ever end."""
        oldest = self._clock.now() - self._quotas.abandoned
        found = await self._store.tables(OPEN, RUNNING, host=host)
        return [one for one in found if one.stage == OPEN or one.changed >= oldest]

    async def _close_forgotten(self) -> None:
        """Close some of the open tables at which nothing has happened for long."""
        found = await self._store.tables(OPEN)
        await self._close([one for one in found if one.changed < self._clock.now() - self._quotas.forgotten][-_SOME:])
        self._open = (await self._store.count_by_stage()).get(OPEN, 0)

    async def _close(self, tables: Iterable[StoredTable]) -> None:
        for saved in tables:
            channel = await self._find(saved.id)
            if channel is not None:
                with suppress(Conflict):  # somebody uses it after all
                    async with channel.held() as room:
                        if room.saved.revision == saved.revision:
                            await halt(room, END)


def _is_empty(saved: StoredTable) -> bool:
    """Whether no person sits at a table."""
    return not any(place.person for place in read_record(saved.facts).places)
