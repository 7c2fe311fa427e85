"""Seeing to tables: bots decide, clocks run out, and seats are kept warm.

Each table is seen to by exactly one process, the one that has claimed it. If that process ends, another claims the
table. Those whose people watch it note who is away, for them to see.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from contextlib import suppress
from math import inf
from typing import Any, Final

from stammtisch.bots.pool import Pool
from stammtisch.bots.search import Weighed
from stammtisch.core.table import Table
from stammtisch.errors import Refused
from stammtisch.store.kept import Conflict, Store, Unavailable
from stammtisch.web.deciding import Halted, Unfinished, decide, decisions_of
from stammtisch.web.facts import RUNNING
from stammtisch.web.journal import LOG
from stammtisch.web.live import Audience
from stammtisch.web.places import PACES
from stammtisch.web.room import Room, Stale

_SHORTEST: Final = 0.005  # seconds between two looks at a table
_GLANCE: Final = 2.0  # seconds between two looks at a table that another process sees to
_BREATHER: Final = 2.0  # seconds after something failed
_DOZE: Final = 30.0  # seconds between two looks at a table at which nobody looks and nothing is to be done
_NEWS: Final = 5.0  # seconds between two times that processes tell each other who is there


class Attendance:
    """The tables that this process sees to, or watches others see to."""

    def __init__(self, store: Store, bot_pause: float, bots: int) -> None:
        self.bots = Pool(bots)
        self._store = store
        self._pause = max(bot_pause, _SHORTEST)
        self._workers: dict[str, asyncio.Task[None]] = {}
        self._bells: dict[str, asyncio.Event] = {}  # by table: rung when there may be something to do
        self._seed = secrets.randbits(62)
        self._away = False  # whether the store was away when it was last asked

    def wake(self, audience: Audience) -> None:
        """See to the bots and the clock of a table until it is over."""
        if audience.room.id in self._bells:
            self._bells[audience.room.id].set()
        self.begin(audience)

    def begin(self, audience: Audience) -> None:
        """See to a table from now on, if nobody does so here."""
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
        self._bells.pop(table_id, None)

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
                if self._store.shared and time.monotonic() > compared + _NEWS:
                    await audience.compare_notes()
                    compared = time.monotonic()
                mine = await self._store.claim(room.id)
                await asyncio.sleep(self._pause)
                seat = await self._seat_to_act_for(audience)
                if mine and seat is not None:
                    await self._act_for(audience, seat)
                elif not audience.watched and not await self._store.claim(room.id):
                    return  # others see to it, and others look at it
                else:
                    await self._rest(audience)
                self._away = False
            except Unavailable as error:  # a full disk, say: the table goes on as soon as it can
                self._note_away(error)
                room.well_since = time.time()
                await asyncio.sleep(_BREATHER)
            except Exception:
                LOG.exception("failed")
                await asyncio.sleep(_BREATHER)
        self._bells.pop(room.id, None)
        with suppress(Unavailable):
            await self._store.release(room.id)

    async def _rest(self, audience: Audience) -> None:
        """Wait until somebody wakes us, time is up, or it is time to look who is there."""
        bell = self._bells.setdefault(audience.room.id, asyncio.Event())
        left = _GLANCE if audience.watched or not self._store.shared else _DOZE
        with suppress(TimeoutError):
            async with asyncio.timeout(min(left, max(_time_left(audience.room), self._pause))):
                await bell.wait()  # not by `wait_for`, which in Python 3.11 may swallow that we are cancelled
        bell.clear()

    def _note_away(self, error: Unavailable) -> None:
        """Write down that the store is away, once for all tables."""
        if not self._away:
            LOG.warning("unavailable", extra={"facts": {"problem": str(error)}})
        self._away = True

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
            missed = _time_left(room) <= 0 and not room.places[seat].bot
            with suppress(Conflict, Halted, Stale, Unfinished, Refused):  # the table has moved on; they are asked again
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
    return place.bot or place.left or seat in room.kept or _time_left(room) <= 0


def _time_left(room: Room) -> float:
    """Return how many seconds are left for a decision."""
    allowed = PACES[room.saved.facts["pace"]]
    return room.asked_at + allowed - time.time() if allowed else inf
