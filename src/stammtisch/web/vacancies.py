"""Whether there is room for another table."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final

from stammtisch.store.kept import Conflict, Store
from stammtisch.web import capacity
from stammtisch.web.capacity import NoRoom
from stammtisch.web.facts import OPEN, RUNNING
from stammtisch.web.halting import END, halt
from stammtisch.web.live import Audience

_COUNTED: Final = 5.0  # seconds for which it is known how many tables are open
_SOME: Final = 20  # forgotten tables that are closed at once


class Vacancies:
    """Counts the tables of a house, and makes room where some are forgotten."""

    def __init__(self, store: Store, find: Callable[[str], Awaitable[Audience | None]]) -> None:
        self._store, self._find = store, find
        self._open = 0  # tables, when they were last counted and since then
        self._counted = float("-inf")

    async def take(self, host: str) -> None:
        """Count another table of this host.

        Raises:
            NoRoom: They have too many, or the house has.
        """
        theirs = await self._store.tables(OPEN, RUNNING, person=host)
        if sum(saved.facts["host"] == host for saved in theirs) >= capacity.MOST_HOSTED:
            raise NoRoom(capacity.MOST_HOSTED, own=True)
        if time.monotonic() > self._counted + _COUNTED:
            self._counted = time.monotonic()
            self._open = (await self._store.count_by_stage()).get(OPEN, 0)
            if self._open >= capacity.MOST_OPEN:
                await self._close_forgotten()
        if self._open >= capacity.MOST_OPEN:
            raise NoRoom(capacity.MOST_OPEN, own=False)
        self._open += 1

    async def _close_forgotten(self) -> None:
        """Close some of the open tables at which nothing has happened for long."""
        found = await self._store.tables(OPEN)
        for saved in [one for one in found if one.changed < time.time() - capacity.FORGOTTEN][-_SOME:]:
            audience = await self._find(saved.id)
            if audience is not None:
                with suppress(Conflict):  # it was not forgotten after all
                    async with audience.held() as room:
                        await halt(room, END)
        self._open = (await self._store.count_by_stage()).get(OPEN, 0)
