"""All tables of a server: found when somebody asks for them, with their bots and clocks."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Final
from weakref import WeakValueDictionary

from stammtisch.clock import SYSTEM_CLOCK, Clock
from stammtisch.club.board import WeekCache
from stammtisch.club.calendar import Calendar
from stammtisch.club.house_sign import SignCache
from stammtisch.core.game import Game, game_names
from stammtisch.errors import StammtischError
from stammtisch.store.contract import Store, StoredTable, Unavailable
from stammtisch.store.coordination_contract import NewSteps
from stammtisch.web.event_log import LOG, note
from stammtisch.web.http.bans import BanList
from stammtisch.web.http.identity import ForgottenPeople, is_id
from stammtisch.web.http.problem import BANNED, LATER
from stammtisch.web.live.bot_turns import BotTurns
from stammtisch.web.live.broadcast import Channel
from stammtisch.web.live.daily.deals import DailyDeals
from stammtisch.web.live.daily.par_queue import ParQueue
from stammtisch.web.live.deal_opening import DealOpenings
from stammtisch.web.live.missing_results import MissingResults
from stammtisch.web.live.review_queue import ReviewQueue
from stammtisch.web.live.table_count import TableCount
from stammtisch.web.tables.deal_words import fix, open_words
from stammtisch.web.tables.live_table import LiveTable
from stammtisch.web.tables.quotas import QUOTAS, Quotas
from stammtisch.web.tables.record import OPEN, OVER, RUNNING, TableTerms
from stammtisch.web.tables.seating import can_start

BOT_PAUSE: Final = 0.7  # seconds, so that people can follow
_LISTED: Final = 50  # tables on a page
_MANY: Final = 200  # tables in memory, of which some may be forgotten
_LOOK_FOR_CLOCKS_EVERY: Final = 1.0  # seconds between two looks for clocks that have run out where nobody is
_MOST_CLAIMED: Final = 20  # tables that are claimed in one round, so that every process gets its share


class TableRegistry:
    """The tables of one server process."""

    def __init__(
        self,
        store: Store,
        bot_pause: float = BOT_PAUSE,
        bots: int = 0,
        *,
        background: int = 1,
        quotas: Quotas = QUOTAS,
        clock: Clock = SYSTEM_CLOCK,
        calendar: Calendar = Calendar(),  # noqa: B008  # it never changes
    ) -> None:
        self.store, self.quotas, self.clock = store, quotas, clock
        self.reviews = ReviewQueue(store, background)
        self.bot_turns = BotTurns(store, bot_pause, bots, clock)
        self.daily = DailyDeals(store, clock, calendar)
        self.pars = ParQueue(
            self.daily, store, clock, processes=lambda: max(1, background - self.reviews.busy)
        )  # somebody waits for a review
        self.openings = DealOpenings(clock, self._deal)
        self.bans, self.signs, self.weeks = (
            BanList(store, clock),
            SignCache(store, clock),
            WeekCache(store, clock, calendar),
        )
        self.forgotten = ForgottenPeople(store, clock)
        self._table_quota = TableCount(store, self.find, quotas, clock)
        self._channels: dict[str, Channel] = {}
        self._finding = WeakValueDictionary[str, asyncio.Lock]()  # by table, while somebody writes it first or reads it
        self._rounds: asyncio.Task[None] | None = None
        self._catching_up: asyncio.Task[None] | None = None
        self._noticed: dict[str, list[NewSteps] | None] = {}  # by table that is about to be read: what is known of it
        self._reading: set[asyncio.Task[None]] = set()
        self.closing = False  # whether the server is about to end

    async def resume(self) -> None:
        """Look for clocks that run out from now on, and listen for what others change.

        No table is read before somebody comes to it or its clock has run out, however many there are.
        """
        self.bot_turns.bots.start()
        self.store.listen(self._on_notice, self._on_steps)
        self._rounds = asyncio.create_task(self._look_for_clocks())
        if self.thinks:
            self.pars.start()
        self._catching_up = asyncio.create_task(MissingResults(self.store, self.clock).catch_up())

    def hand_over(self) -> None:
        """Let nobody wait here any longer: the server is about to end, and another takes over."""
        self.closing = True
        for channel in self._channels.values():
            channel.room.changed.set()

    async def close(self) -> None:
        """Stop all workers; everything is on disk."""
        tasks = [*self._reading, *(task for task in (self._rounds, self._catching_up) if task)]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        with suppress(Unavailable):
            for room in [channel.room for channel in self.channels() if self.bot_turns.has_worker(channel.room.id)]:
                if await self.store.claim(room.id):
                    await room.save_clock(now=True)
        await self.openings.close()
        await self.bot_turns.close()
        await self.reviews.close()
        await self.pars.close()

    @property
    def thinks(self) -> bool:
        """Whether bots have processes of their own here, so that there can be hints and reviews."""
        return self.bot_turns.bots.processes > 0

    def new_table(self, game: Game, choices: dict[str, object], host: str, terms: TableTerms) -> LiveTable:
        """Return a table at which nobody sits yet; `open` keeps it.

        Raises:
            OptionError: The options do not go together.
        """
        return LiveTable.new(self.store, self.clock, game, choices, host, terms)

    async def open(self, room: LiveTable, address: str = "") -> Channel:
        """Keep a new table and let people come.

        Args:
            room: The table.
            address: Under which whoever opens it is counted, where it may stay open for a while.

        Raises:
            QuotaExceeded: Its host has too many tables, or the house has.
            Conflict: There is a table of this id already.
        """
        await self._table_quota.take(room, address)
        room.record.terms = replace(room.terms, hints=room.terms.hints and self.thinks)
        async with self._alone_with(room.id):
            await room.save()
            self._forget_the_quiet()
            self.bot_turns.bots.get_ready(room.game, room.options)
            channel = self._channels[room.id] = Channel(room)
        note("opened", room.id, room.game.NAME)
        return channel

    def _alone_with(self, table_id: str) -> asyncio.Lock:
        """Return what is held while a table comes into memory, so that it is there once."""
        return self._finding.setdefault(table_id, asyncio.Lock())

    async def ban(self, person: str) -> None:
        """Let somebody in no more, and close their sockets."""
        await self.bans.ban(person)
        await self._close_sockets_of_banned()

    async def unban(self, person: str) -> None:
        """Let somebody in again."""
        await self.bans.unban(person)

    async def _close_sockets_of_banned(self) -> None:
        banned = await self.bans.banned()
        for watcher in [watcher for channel in self.channels() if banned for watcher in channel.watchers]:
            if watcher.person in banned:
                watcher.send_away(BANNED)

    async def send_away(self, person: str) -> None:
        """Know at once that somebody was forgotten, and close their sockets."""
        await self.forgotten.look()
        for watcher in [watcher for channel in self.channels() for watcher in channel.watchers]:
            if watcher.person == person:
                watcher.send_away(LATER)

    def reopen_sockets(self) -> None:
        """Close all sockets; browsers open them again, as whoever they are by then."""
        for watcher in [watcher for channel in self.channels() for watcher in channel.watchers]:
            watcher.send_away(LATER)

    def channels(self) -> list[Channel]:
        """Return the tables that are in memory."""
        return list(self._channels.values())

    async def start(self, channel: Channel, *, lone_words: bool = False) -> None:
        """Begin the game at a table whose seats are taken; used while it is held.

        It is dealt at once, or when the words are open that seats add to the deal.

        Args:
            channel: The table.
            lone_words: Whether a person who plays with bots only will send words, for which there is no hash.
        """
        room = channel.room
        if not fix(room, lone=lone_words):
            await self._deal(channel)
            return
        await room.save()
        room.wake_waiting()
        self.openings.watch(channel)

    async def practise(self, channel: Channel, given: Sequence[tuple[int, int]]) -> None:
        """Begin a game of practice with steps that are known."""
        async with channel.held() as room:
            await self.store.append(room.id, 0, given, room.saved.revision)
            await self._deal(channel)

    async def _deal(self, channel: Channel) -> None:
        try:
            await channel.room.start()
        finally:
            self.bot_turns.wake(channel)  # even if the store went away after it was written that it runs

    async def open_words(self, channel: Channel, person: str, words: str) -> None:
        """Add the words of a person to a deal, which follows when they were the last; used while the table is held.

        Raises:
            WordsRefused: They are not waited for, or not those of the hash.
        """
        if open_words(channel.room, person, words):
            await self._deal(channel)
        else:
            await channel.room.save()

    async def start_if_alone(self, channel: Channel, *, lone_words: bool = False) -> None:
        """Begin at once where nobody else is waited for; see `start`."""
        async with channel.held() as room:
            if can_start(room):
                await self.start(channel, lone_words=lone_words)

    async def find(self, table_id: str) -> Channel | None:
        """Return a table, from memory or from the store."""
        if table_id in self._channels:
            self.bot_turns.begin(self._channels[table_id])
            return self._channels[table_id]
        if not is_id(table_id):
            return None
        async with self._alone_with(table_id):
            if table_id not in self._channels:
                saved = await self.store.table(table_id)
                if saved is None or saved.game not in game_names():
                    return None
                try:
                    room = LiveTable(self.store, saved, self.clock)
                    await room.load()
                except StammtischError:  # it does not follow the rules; all others go on
                    LOG.exception("unreadable")
                    return None
                self._forget_the_quiet()
                self._channels[table_id] = Channel(room)
                self.bot_turns.wake(self._channels[table_id])
                self.openings.watch(self._channels[table_id])
        return self._channels[table_id]

    def _forget_the_quiet(self) -> None:
        """Leave tables that nobody looks at and that wait for nothing to the store, where there are many."""
        if len(self._channels) < _MANY:
            return
        for table_id in list(self._channels):
            if self._is_quiet(table_id):
                self._forget(table_id)

    def _forget(self, table_id: str) -> None:
        del self._channels[table_id]
        self.bot_turns.forget(table_id)

    def _is_quiet(self, table_id: str) -> bool:
        """Whether a table can be left to the store: nobody looks at it, and it has no worker here."""
        channel = self._channels[table_id]
        busy = channel.watched or channel.room.opening or channel.room.lock.locked()
        return not busy and not self.bot_turns.has_worker(table_id)

    async def _look_for_clocks(self) -> None:
        """Claim tables whose clock has run out where nobody is, again and again."""
        while True:
            try:
                await self._claim_due(_MOST_CLAIMED)
                if self.store.shared:
                    await self._see_what_was_missed()
            except Unavailable:
                pass  # the next round may have more luck
            except Exception:
                LOG.exception("failed")
            await self.clock.sleep(_LOOK_FOR_CLOCKS_EVERY)

    async def _see_what_was_missed(self) -> None:
        """Look at what others may have changed, if no notice of it came."""
        await self._close_sockets_of_banned()
        for channel in self.channels():
            if channel.watched and not self.bot_turns.has_worker(channel.room.id):
                await self._read(channel)

    async def _claim_due(self, most: int) -> None:
        """Begin workers of tables whose clock has run out; those that cannot be opened stay claimed."""
        for table_id in await self.store.claim_due(most):
            try:
                channel = await self.find(table_id)
                if channel is None:
                    continue
                async with channel.held() as room:  # what is in memory may be older than the game
                    if room.stage != RUNNING:
                        await self.store.drop_clock(table_id)
                    self.bot_turns.wake(channel)
            except Exception:  # the others are not to blame
                LOG.exception("failed")
            if not self.bot_turns.has_worker(table_id):
                await self.store.release(table_id)

    def _on_notice(self, table_id: str) -> None:
        """Read a table that others may have changed, if it is in memory; all of them where nobody knows which."""
        for heard in [table_id] if table_id else list(self._channels):
            if heard in self._channels and not self._is_quiet(heard):
                self._read_soon(heard, None)

    def _on_steps(self, table_id: str, new: NewSteps) -> None:
        """Show the steps that others have taken at a table, if it is in memory."""
        if table_id in self._channels and not self._is_quiet(table_id):
            known = self._noticed.get(table_id, [])
            self._read_soon(table_id, None if known is None else [*known, new])

    def _read_soon(self, table_id: str, told: list[NewSteps] | None) -> None:
        begun = table_id in self._noticed
        self._noticed[table_id] = told
        if not begun:
            task = asyncio.create_task(self._read(self._channels[table_id]))
            self._reading.add(task)
            task.add_done_callback(self._reading.discard)

    async def _read(self, channel: Channel) -> None:
        told = self._noticed.pop(channel.room.id, None)  # what is written from now on is heard anew
        try:
            async with channel.held(told):
                self.bot_turns.go_on(channel)
                self.openings.watch(channel)
        except Unavailable:
            pass  # it is read again when the store is back
        except Exception:  # the other tables are not to blame
            LOG.exception("failed")

    async def listed(self) -> list[LiveTable]:
        """Return the open and running tables that anybody may see, without their games."""
        found = await self.store.tables(OPEN, RUNNING, listed=True, most=_LISTED)
        rooms = [LiveTable(self.store, saved, self.clock) for saved in found if saved.game in game_names()]
        return [room for room in rooms if room.readable]

    async def of(self, person: str) -> list[LiveTable]:
        """Return the tables at which a person sits and that are not over."""
        found = await self._found(await self.store.tables(OPEN, RUNNING, person=person, most=_LISTED))
        return [channel.room for channel in found if channel.room.stage != OVER]

    async def finished(self, person: str, most: int) -> list[LiveTable]:
        """Return the tables whose game a person has played to its end, the newest first, without their games.

        Practice and lessons are not among them.
        """
        found = await self.store.tables(OVER, person=person, most=most)
        rooms = [LiveTable(self.store, saved, self.clock) for saved in found if saved.game in game_names()]
        return [room for room in rooms if room.record.has_result]

    async def lately(self, stage: str, most: int) -> list[Channel]:
        """Return the tables in a stage that were changed last."""
        found = await self._found(await self.store.tables(stage, most=most))
        return [channel for channel in found if channel.room.stage == stage]

    async def _found(self, tables: Iterable[StoredTable]) -> list[Channel]:
        """Return tables with their games as they are now, those left out that cannot be read."""
        found = []
        for saved in tables:
            channel = await self.find(saved.id)
            if channel is not None:
                async with channel.held():
                    found.append(channel)
        return found
