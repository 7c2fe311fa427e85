"""Seeing to tables: bots decide, clocks run out, and seats are kept warm.

Each table is seen to by exactly one process, the one that has claimed it. If that process ends, another claims the
table. Those whose people watch it note who is away, for them to see.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from contextlib import suppress
from typing import Any, Final

from stammtisch.bots.pool import Pool
from stammtisch.bots.search import Weighed
from stammtisch.core.table import Table
from stammtisch.errors import Refused
from stammtisch.store.kept import Store, Unavailable
from stammtisch.web.deciding import Halted, Unfinished, decide, decisions_of
from stammtisch.web.journal import LOG
from stammtisch.web.live import Audience
from stammtisch.web.places import PACES
from stammtisch.web.room import RUNNING, Room, Stale

_SHORTEST: Final = 0.005  # seconds between two looks at a table
_GLANCE: Final = 2.0  # seconds between two looks at a table that another process sees to
_BREATHER: Final = 2.0  # seconds after something failed
_NEWS: Final = 5.0  # seconds between two times that processes tell each other who is there


class Attendance:
    """The tables that this process sees to, or watches others see to."""

    def __init__(self, store: Store, bot_pause: float, bots: int) -> None:
        self.bots = Pool(bots)
        self._store = store
        self._pause = max(bot_pause, _SHORTEST)
        self._workers: dict[str, asyncio.Task[None]] = {}
        self._seed = secrets.randbits(62)

    def wake(self, audience: Audience) -> None:
        """See to the bots and the clock of a table until it is over."""
        room = audience.room
        if room.stage == RUNNING and room.readable and not self.sees_to(room.id):
            self._workers[room.id] = asyncio.create_task(self._attend(audience))

    def sees_to(self, table_id: str) -> bool:
        """Whether somebody sees to a table here."""
        worker = self._workers.get(table_id)
        return worker is not None and not worker.done()

    def forget(self, table_id: str) -> None:
        """Forget a table to which nobody sees here."""
        self._workers.pop(table_id, None)

    async def close(self) -> None:
        """Stop attending; everything is on disk."""
        workers = list(self._workers.values())
        for worker in workers:
            worker.cancel()
        await asyncio.gather(*workers, return_exceptions=True)
        self.bots.close()

    async def _attend(self, audience: Audience) -> None:
        room, compared = audience.room, 0.0
        while room.stage == RUNNING:
            try:
                mine = await self._store.claim(room.id)
                await asyncio.sleep(self._pause if mine else _GLANCE)
                if self._store.shared and time.monotonic() > compared + _NEWS:
                    await audience.compare_notes()
                    compared = time.monotonic()
                seat = await self._seat_to_act_for(audience)
                if mine and seat is not None:
                    await self._act_for(audience, seat)
                if not audience.watched and not await self._store.claim(room.id):
                    return  # others see to it, and others look at it
            except Unavailable as error:  # a full disk, say: the table goes on as soon as it can
                LOG.warning("unavailable", extra={"facts": {"problem": str(error)}})
                await asyncio.sleep(_BREATHER)
            except Exception:
                LOG.exception("failed")
                await asyncio.sleep(_BREATHER)
        with suppress(Unavailable):
            await self._store.release(room.id)

    async def _seat_to_act_for(self, audience: Audience) -> int | None:
        async with audience.held() as room:
            if room.stage != RUNNING:
                return None
            if audience.note_away():
                audience.refresh()
            return next((seat for seat in room.game_table().waiting if _may_act_for(room, seat)), None)

    async def _act_for(self, audience: Audience, seat: int) -> None:
        """Take a whole decision for a seat; the table is free while somebody thinks."""
        table, decided = audience.room.game_table(), decisions_of(audience.room, seat)
        row = await self._choose(table, seat, audience.room.places[seat].level)
        if not await self._store.claim(audience.room.id):
            return  # it was lost while the bot thought
        async with audience.held() as room:
            if room.stage != RUNNING or room.table is not table or not _may_act_for(room, seat):
                return
            missed = _out_of_time(room) and not room.places[seat].bot
            with suppress(Halted, Stale, Unfinished, Refused):  # the table has moved on; they are asked again
                await decide(room, seat, row, decided)
                if missed:
                    room.places[seat].missed += 1
                    await room.save()

    async def _choose(self, table: Table, seat: int, level: str) -> list[int]:
        """Return the row of actions that a bot takes, which knows what its seat knows."""
        rules, o, position = table.rules, table.options, table.position.copy()
        decided, number, row = position.decided[seat], len(table.steps), list[int]()
        while position.decided[seat] == decided:
            view = rules.State()
            rules.view(position, o, seat, view)
            known = (table.game, level, view, o, seat, self._seed, number + len(row))
            for action in await self.bots.choose(*known):
                rules.apply(position, o, seat, action)
                row.append(action)
        return row

    async def weigh(self, room: Room, view: Any, seat: int, number: int) -> tuple[list[Weighed], int] | None:
        """Return what a strong bot thinks that is given a seat's view, and after how many playouts; see the pool."""
        return await self.bots.weigh(room.game, view, room.options, seat, self._seed, number)


def _may_act_for(room: Room, seat: int) -> bool:
    """Whether somebody must act for a seat: it is a bot's, it is empty or kept warm, or its time is up."""
    place = room.places[seat]
    if room.paused:
        return False
    return place.bot or place.left or seat in room.kept or _out_of_time(room)


def _out_of_time(room: Room) -> bool:
    allowed = PACES[room.saved.facts["pace"]]
    return bool(allowed) and time.time() - room.asked_at > allowed
