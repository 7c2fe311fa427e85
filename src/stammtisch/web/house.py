"""All tables of a server: found when somebody asks for them, with their bots and clocks."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Final

from stammtisch.core.game import game_names
from stammtisch.errors import StammtischError
from stammtisch.store.kept import Saved, Store, Unavailable
from stammtisch.web.attending import Attendance
from stammtisch.web.doorkeeper import Doorkeeper
from stammtisch.web.facts import OPEN, OVER, RUNNING
from stammtisch.web.journal import LOG, note
from stammtisch.web.live import Audience
from stammtisch.web.people import is_id
from stammtisch.web.reviews import Reviews
from stammtisch.web.room import Room
from stammtisch.web.seating import can_start
from stammtisch.web.vacancies import Vacancies

BOT_PAUSE: Final = 0.7  # seconds, so that people can follow
_LISTED: Final = 50  # tables on a page
_MANY: Final = 200  # tables in memory, of which some may be forgotten
_ROUND: Final = 1.0  # seconds between two looks for tables to which nobody sees
_SOME: Final = 20  # tables that are taken up in one round, so that every process gets its share


class House:
    """The tables of one server process."""

    def __init__(self, store: Store, bot_pause: float = BOT_PAUSE, bots: int = 0) -> None:
        self.store = store
        self.reviews = Reviews(store)
        self.attendance = Attendance(store, bot_pause, bots)
        self.doorkeeper = Doorkeeper(store)
        self._vacancies = Vacancies(store, self.find)
        self._audiences: dict[str, Audience] = {}
        self._finding = asyncio.Lock()
        self._rounds: asyncio.Task[None] | None = None
        self._heard: set[str] = set()  # of tables that are about to be read
        self._reading: set[asyncio.Task[None]] = set()
        self.closing = False  # whether the server is about to end

    async def resume(self) -> None:
        """Take up the running tables, so that their bots and clocks go on, and listen for what others change."""
        self.attendance.bots.start()
        self.store.listen(self._hear)
        if self.store.shared:
            self._rounds = asyncio.create_task(self._go_round())
        else:
            await self._take_up(-1)

    def hand_over(self) -> None:
        """Let nobody wait here any longer: the server is about to end, and another takes over."""
        self.closing = True
        for audience in self._audiences.values():
            audience.room.changed.set()

    async def close(self) -> None:
        """Stop attending; everything is on disk."""
        tasks = [*self._reading, *([self._rounds] if self._rounds else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.attendance.close()
        await self.reviews.close()

    @property
    def thinks(self) -> bool:
        """Whether bots have processes of their own here, so that there can be hints and reviews."""
        return self.attendance.bots.processes > 0

    async def open(self, room: Room) -> Audience:
        """Keep a new table and let people come.

        Raises:
            NoRoom: Its host has too many tables, or the house has.
        """
        await self._vacancies.take(room.host)
        room.saved.facts["hints"] = room.saved.facts["hints"] and self.thinks
        await room.save()
        self._forget_the_quiet()
        self.attendance.bots.get_ready(room.game, room.options)
        audience = self._audiences[room.id] = Audience(room)
        note("opened", room.id, room.game.NAME)
        return audience

    async def bar(self, person: str, *, until_now: bool = False) -> None:
        """Let somebody in no more, and close their sockets; `until_now`: let them in again."""
        await self.doorkeeper.bar(person, until_now=until_now)
        await self._send_away()

    async def _send_away(self) -> None:
        barred = await self.doorkeeper.barred()
        for watcher in [watcher for audience in self.audiences() if barred for watcher in audience.watchers]:
            if watcher.person in barred:
                watcher.send_away()

    def audiences(self) -> list[Audience]:
        """Return the tables that are in memory."""
        return list(self._audiences.values())

    async def start(self, audience: Audience) -> None:
        """Deal at a table whose seats are taken; used while it is held."""
        await audience.room.start()
        self.attendance.wake(audience)

    async def start_if_alone(self, audience: Audience) -> None:
        """Deal at once where nobody else is waited for."""
        async with audience.held() as room:
            if can_start(room):
                await self.start(audience)

    async def find(self, table_id: str) -> Audience | None:
        """Return a table, from memory or from the store."""
        if table_id in self._audiences:
            self.attendance.begin(self._audiences[table_id])
            return self._audiences[table_id]
        if not is_id(table_id):
            return None
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
                self.attendance.wake(self._audiences[table_id])
        return self._audiences[table_id]

    def _forget_the_quiet(self) -> None:
        """Leave tables that nobody looks at and that wait for nothing to the store, where there are many."""
        if len(self._audiences) < _MANY:
            return
        for table_id in list(self._audiences):
            if self._is_quiet(table_id):
                self._forget(table_id)

    def _forget(self, table_id: str) -> None:
        del self._audiences[table_id]
        self.attendance.forget(table_id)

    def _is_quiet(self, table_id: str) -> bool:
        """Whether a table can be left to the store: nobody looks at it or sees to it here."""
        audience = self._audiences[table_id]
        return not audience.watched and not audience.room.lock.locked() and not self.attendance.sees_to(table_id)

    async def _go_round(self) -> None:
        """Take up running tables to which nobody sees, again and again."""
        while True:
            try:
                await self._take_up(_SOME)
                await self._send_away()
                for audience in self.audiences():
                    if audience.watched and not self.attendance.sees_to(audience.room.id):
                        await self._read(audience)  # a notice may have been missed
            except Unavailable:
                pass  # the next round may have more luck
            except Exception:
                LOG.exception("failed")
            await asyncio.sleep(_ROUND)

    async def _take_up(self, most: int) -> None:
        """See to running tables that nobody has claimed; those that cannot be opened here stay claimed and still."""
        for table_id in await self.store.claim_tables(most):
            try:
                audience = await self.find(table_id)
                if audience is None:
                    continue
                async with audience.held():  # what is in memory may be older than the game
                    self.attendance.wake(audience)
            except Exception:  # the others are not to blame
                LOG.exception("failed")
            if not self.attendance.sees_to(table_id):
                await self.store.release(table_id)

    def _hear(self, table_id: str) -> None:
        """Read a table that others may have changed, if it is in memory; all of them where nobody knows which."""
        for heard in [table_id] if table_id else list(self._audiences):
            if heard not in self._audiences or heard in self._heard:
                continue
            if not self._is_quiet(heard):
                self._heard.add(heard)
                task = asyncio.create_task(self._read(self._audiences[heard]))
                self._reading.add(task)
                task.add_done_callback(self._reading.discard)

    async def _read(self, audience: Audience) -> None:
        self._heard.discard(audience.room.id)  # what is written from now on is heard anew
        try:
            async with audience.held():
                self.attendance.wake(audience)
        except Unavailable:
            pass  # it is read again when the store is back
        except Exception:  # the other tables are not to blame
            LOG.exception("failed")

    async def listed(self) -> list[Room]:
        """Return the open and running tables that anybody may see, without their games."""
        found = await self.store.tables(OPEN, RUNNING, listed=True, most=_LISTED)
        return [Room(self.store, saved) for saved in found if saved.game in game_names()]

    async def of(self, person: str) -> list[Room]:
        """Return the tables at which a person sits and that are not over."""
        found = await self._found(await self.store.tables(OPEN, RUNNING, person=person, most=_LISTED))
        return [audience.room for audience in found if audience.room.stage != OVER]

    async def lately(self, stage: str, most: int) -> list[Audience]:
        """Return the tables in a stage that were changed last."""
        found = await self._found(await self.store.tables(stage, most=most))
        return [audience for audience in found if audience.room.stage == stage]

    async def _found(self, tables: Iterable[Saved]) -> list[Audience]:
        """Return tables with their games as they are now, those left out that cannot be read."""
        found = []
        for saved in tables:
            audience = await self.find(saved.id)
            if audience is not None:
                async with audience.held():
                    found.append(audience)
        return found
