"""All tables of a server: found when somebody asks for them, with their bots and clocks."""

from __future__ import annotations

import asyncio
import secrets
import time
from contextlib import suppress
from typing import Any, Final

from stammtisch.bots.pool import Pool
from stammtisch.bots.search import Weighed
from stammtisch.core.game import game_names
from stammtisch.core.table import Table
from stammtisch.errors import Refused, StammtischError
from stammtisch.web.journal import LOG, note
from stammtisch.web.live import Audience
from stammtisch.web.places import PACES
from stammtisch.web.reviews import Reviews
from stammtisch.web.room import OPEN, OVER, RUNNING, Room, Stale, Unfinished
from stammtisch.web.seating import can_start
from stammtisch.web.store import SqliteStore

BOT_PAUSE: Final = 0.7  # seconds, so that people can follow
_SHORTEST: Final = 0.005  # seconds between two looks at a table
_BREATHER: Final = 2.0  # seconds after something failed
_LISTED: Final = 50  # tables on a page
_MANY: Final = 200  # tables in memory, of which some may be forgotten


class House:
    """The tables of one server process."""

    def __init__(self, store: SqliteStore, bot_pause: float = BOT_PAUSE, bots: int = 0) -> None:
        self.store = store
        self._bots = Pool(bots)
        self.reviews = Reviews(store)
        self._audiences: dict[str, Audience] = {}
        self._workers: dict[str, asyncio.Task[None]] = {}
        self._finding = asyncio.Lock()
        self._bot_seed = secrets.randbits(62)
        self._bot_pause = bot_pause

    async def open(self, room: Room) -> Audience:
        """Keep a new table and let people come."""
        room.saved.facts["hints"] = room.saved.facts["hints"] and self.thinks
        await room.save()
        self._forget_the_quiet()
        self._bots.get_ready(room.game, room.options)
        audience = self._audiences[room.id] = Audience(room)
        note("opened", room.id, room.game.NAME)
        return audience

    def audiences(self) -> list[Audience]:
        """Return the tables that are in memory."""
        return list(self._audiences.values())

    async def start(self, audience: Audience) -> None:
        """Deal at a table whose seats are taken; used under its lock."""
        await audience.room.start()
        audience.reload()
        self.wake(audience)

    async def start_if_alone(self, audience: Audience) -> None:
        """Deal at once where nobody else is waited for."""
        async with audience.room.lock:
            if can_start(audience.room):
                await self.start(audience)

    async def find(self, table_id: str) -> Audience | None:
        """Return a table, from memory or from the store."""
        if table_id in self._audiences:
            return self._audiences[table_id]
        async with self._finding:
            if table_id not in self._audiences:
                saved = await self.store.table(table_id)
                if saved is None or saved.game not in game_names():
                    return None
                try:
                    room = Room(self.store, saved)
                    await room.load()
                except StammtischError:  # it does not follow the rules; all others go on
                    LOG.exception("unreadable")
                    return None
                self._forget_the_quiet()
                self._audiences[table_id] = Audience(room)
                self.wake(self._audiences[table_id])
        return self._audiences[table_id]

    def _forget_the_quiet(self) -> None:
        """Leave tables that nobody looks at and that wait for nothing to the store, where there are many."""
        if len(self._audiences) < _MANY:
            return
        for table_id, audience in list(self._audiences.items()):
            if audience.room.stage != RUNNING and not audience.watchers and not audience.room.lock.locked():
                del self._audiences[table_id]
                self._workers.pop(table_id, None)

    async def resume(self) -> None:
        """Take up all running tables, so that their bots and clocks go on."""
        self._bots.start()
        for saved in await self.store.tables(RUNNING):
            await self.find(saved.id)

    def wake(self, audience: Audience) -> None:
        """See to the bots and the clock of a table until it is over."""
        room = audience.room
        worker = self._workers.get(room.id)
        if room.stage == RUNNING and room.readable and (worker is None or worker.done()):
            self._workers[room.id] = asyncio.create_task(self._attend(audience))

    async def _attend(self, audience: Audience) -> None:
        room = audience.room
        while room.stage == RUNNING:
            await asyncio.sleep(max(self._bot_pause, _SHORTEST))
            try:
                async with room.lock:
                    if room.table is None:
                        await room.load()
                    if audience.note_away():
                        audience.refresh()
                    seat = next((seat for seat in room.game_table().waiting if self._may_act_for(audience, seat)), None)
                if seat is not None:
                    await self._act_for(audience, seat)
            except Exception:  # a full disk, say: the table goes on as soon as it can
                LOG.exception("failed")
                await asyncio.sleep(_BREATHER)

    def _may_act_for(self, audience: Audience, seat: int) -> bool:
        """Whether somebody must act for a seat: it is a bot's, it is empty or kept warm, or its time is up."""
        room, place = audience.room, audience.room.places[seat]
        return place.bot or place.left or seat in room.kept or self._out_of_time(room)

    def _out_of_time(self, room: Room) -> bool:
        allowed = PACES[room.saved.facts["pace"]]
        return bool(allowed) and time.time() - room.since > allowed

    async def _act_for(self, audience: Audience, seat: int) -> None:
        """Take a whole decision for a seat; the table is free while somebody thinks."""
        room = audience.room
        table = room.game_table()
        decided = int(table.position.decided[seat])
        row = await self._choose(table, seat, room.places[seat].level)
        async with room.lock:
            if room.table is not table or not self._may_act_for(audience, seat):
                return
            missed = self._out_of_time(room)
            with suppress(Stale, Unfinished, Refused):  # the table has moved on; they are asked again
                await room.play(seat, row, decided)
                room.places[seat].missed += missed and not room.places[seat].bot
                audience.tell()

    async def _choose(self, table: Table, seat: int, level: str) -> list[int]:
        """Return the row of actions that a bot takes, which knows what its seat knows."""
        rules, o, position = table.rules, table.options, table.position.copy()
        decided, number, row = position.decided[seat], len(table.steps), list[int]()
        while position.decided[seat] == decided:
            view = rules.State()
            rules.view(position, o, seat, view)
            known = (table.game, level, view, o, seat, self._bot_seed, number + len(row))
            for action in await self._bots.choose(*known):
                rules.apply(position, o, seat, action)
                row.append(action)
        return row

    @property
    def thinks(self) -> bool:
        """Whether bots have processes of their own here, so that there can be hints and reviews."""
        return self._bots.processes > 0

    async def weigh(self, room: Room, view: Any, seat: int, number: int) -> tuple[list[Weighed], int] | None:
        """Return what a strong bot thinks that is given a seat's view, and after how many playouts; see the pool."""
        return await self._bots.weigh(room.game, view, room.options, seat, self._bot_seed, number)

    async def close(self) -> None:
        """Stop attending; everything is on disk."""
        for worker in self._workers.values():
            worker.cancel()
        await asyncio.gather(*self._workers.values(), return_exceptions=True)
        await self.reviews.close()
        self._bots.close()

    async def listed(self) -> list[Room]:
        """Return the open and running tables that anybody may see."""
        found = []
        for saved in await self.store.tables(OPEN, RUNNING, listed=True, most=_LISTED):
            audience = await self.find(saved.id)
            if audience is not None and audience.room.stage != OVER:
                found.append(audience.room)
        return found

    async def of(self, person: str) -> list[Room]:
        """Return the tables at which a person sits and that are not over."""
        found = []
        for saved in await self.store.tables(OPEN, RUNNING, person=person, most=_LISTED):
            audience = await self.find(saved.id)
            if audience is not None and audience.room.stage != OVER:
                found.append(audience.room)
        return found
