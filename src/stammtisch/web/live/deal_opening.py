"""Deals that wait for words: each follows when all words are open, or here, when the time for them is up."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final

from stammtisch.clock import Clock
from stammtisch.store.contract import Conflict, Unavailable
from stammtisch.web.event_log import LOG
from stammtisch.web.live.broadcast import Channel
from stammtisch.web.tables.live_table import Stale

OPENING_SECONDS: Final = 10.0  # for words to be opened, from when a process first sees that they are waited for
_RETRY_AFTER: Final = 2.0  # seconds after the store was away


class DealOpenings:
    """The tables of this process at which words are being opened.

    Every process that has the table in memory counts for itself, so that no clock of the wall matters and the deal
    comes even if the one where the game was begun ends meanwhile; of several that deal at once one wins.
    """

    def __init__(self, clock: Clock, deal: Callable[[Channel], Awaitable[None]]) -> None:
        """Begin with none; `deal` is called while the table is held."""
        self._clock, self._deal = clock, deal
        self._waiting: dict[str, asyncio.Task[None]] = {}

    def watch(self, channel: Channel) -> None:
        """See that a table is dealt whose words are being opened, if it is one."""
        table = channel.room.id
        if channel.room.opening and table not in self._waiting:
            task = self._waiting[table] = asyncio.create_task(self._wait(channel))
            task.add_done_callback(lambda _: self._waiting.pop(table, None))

    async def close(self) -> None:
        """Stop; whoever finds the table next goes on."""
        tasks = list(self._waiting.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _wait(self, channel: Channel) -> None:
        await self._clock.sleep(OPENING_SECONDS)
        while True:
            try:
                with suppress(Conflict, Stale):  # somebody has opened words or dealt: it is looked at again
                    async with channel.held() as room:
                        if room.opening:
                            await self._deal(channel)
                    return
            except Unavailable:
                await self._clock.sleep(_RETRY_AFTER)
            except Exception:
                LOG.exception("failed")
                await self._clock.sleep(_RETRY_AFTER)
