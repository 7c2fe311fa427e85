"""Bot turns and clocks: a worker for each running table lets bots decide, also for whom the clock runs out.

Each table has the worker of exactly one process, the one that has claimed it. If that process ends, another claims the
table. Workers elsewhere, where people watch the table, only note who is away. A table that waits for people and to
which nobody comes is put to rest: it has no worker, and whoever comes wakes it, or a clock that runs out.

Everybody sees when a seat is asked and when it answers. So whoever acts for it, forced or free, in one action or in a
row, answers at a time that was drawn before its hand was looked at; seats that are asked at once answer in their order.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from math import inf
from random import Random, SystemRandom
from typing import Any, Final

from stammtisch.bots.levels import STRONG
from stammtisch.bots.processes.worker_pool import WorkerPool
from stammtisch.bots.search_bot import ActionValue
from stammtisch.clock import Clock
from stammtisch.club.daily.deal import number_for
from stammtisch.core.fair_deal import bots_seed
from stammtisch.core.game import Game
from stammtisch.core.rows import RowWalk
from stammtisch.errors import Refused
from stammtisch.store.contract import Conflict, Store, Unavailable
from stammtisch.web.event_log import LOG
from stammtisch.web.live.bot_delays import BotDelays
from stammtisch.web.live.broadcast import Channel
from stammtisch.web.tables.apply_action import Halted, Unfinished, decide, decisions_of
from stammtisch.web.tables.lessons import is_to_be_read
from stammtisch.web.tables.live_table import LiveTable, Stale
from stammtisch.web.tables.record import RUNNING

LOOK_AGAIN: Final = 2.0  # seconds between two looks at a table at which nothing is to be done
_TOGETHER: Final = 0.25  # seconds in which tables that are looked at again are looked at together
_LOOK_AGAIN_UNWATCHED: Final = 30.0  # the same, where nobody looks at it
_RETRY_AFTER: Final = 2.0  # seconds after something failed
REST_AFTER: Final = 600.0  # seconds after which a table to which nobody comes is put to rest
SYNCHRONISED_EVERY: Final = 5.0  # seconds between two times that processes tell each other who is there


class BotTurns:
    """The workers of this process, by table."""

    def __init__(self, store: Store, bot_pause: float, bots: int, clock: Clock, random: Random | None = None) -> None:
        """Begin without a worker; `random` is given where games and times must be the same again."""
        random = random or SystemRandom()
        self.bots = WorkerPool(bots)
        self.times = BotDelays(bot_pause, clock, random)
        self._store, self._clock = store, clock
        self._workers: dict[str, asyncio.Task[None]] = {}
        self._wake_events: dict[str, asyncio.Event] = {}  # by table: set when there may be something to do
        self._hint_seed = random.getrandbits(62)  # not the seed of a table, which is secret
        self._synchronised: dict[str, float] = {}  # by table: when processes last told each other who is there
        self._claimed: set[str] = set()  # tables that this process sees to
        self._away = False  # whether the store was away when it was last asked

    def wake(self, channel: Channel) -> None:
        """Let the worker of a table look at once, and begin one where there is none."""
        if channel.room.id in self._wake_events:
            self._wake_events[channel.room.id].set()
        self.begin(channel)

    def go_on(self, channel: Channel) -> None:
        """Let the worker of a table look at once, after a decision, if there is something to do before it looks anyway.

        There is if this process must act for a seat that is asked now, or if the game is over.
        """
        room = channel.room
        asked = room.table.waiting if room.table is not None else ()
        acts = room.id in self._claimed and any(_may_act_for(room, seat) for seat in asked)
        if acts or not asked or room.stage != RUNNING:
            self.wake(channel)
        else:
            self.begin(channel)

    def begin(self, channel: Channel) -> None:
        """Begin the worker of a running table to which somebody has come, if it has none here."""
        room, channel.visited = channel.room, self._clock.monotonic()
        if room.stage == RUNNING and room.readable and not self.has_worker(room.id):
            self._workers[room.id] = asyncio.create_task(self._work(channel))

    def has_worker(self, table_id: str) -> bool:
        """Whether a table has a worker here."""
        worker = self._workers.get(table_id)
        return worker is not None and not worker.done()

    def forget(self, table_id: str) -> None:
        """Forget a table that has no worker here."""
        self._workers.pop(table_id, None)
        self._wake_events.pop(table_id, None)

    async def close(self) -> None:
        """Stop all workers; everything is on disk."""
        workers = list(self._workers.values())
        for worker in workers:
            worker.cancel()
        await asyncio.gather(*workers, return_exceptions=True)
        self.bots.close()

    async def _work(self, channel: Channel) -> None:
        """Let bots decide until the game is over, or nobody need see to the table here any longer."""
        room, goes_on = channel.room, True
        self._wake_events.setdefault(room.id, asyncio.Event())  # whoever wakes us while we look is heard afterwards
        while goes_on and room.stage == RUNNING:
            try:
                goes_on = await self._see_to(channel)
                self._away = False
            except Unavailable as error:  # a full disk, say: the table goes on as soon as it can
                self._note_away(error)
                room.was_cut_off()
                await self._clock.sleep(_RETRY_AFTER)
            except Exception:
                LOG.exception("failed")
                await self._clock.sleep(_RETRY_AFTER)
        was_put_to_rest = not goes_on and room.id in self._claimed
        self._wake_events.pop(room.id, None)
        self._synchronised.pop(room.id, None)
        self._claimed.discard(room.id)
        with suppress(Unavailable):
            if room.stage != RUNNING:
                await self._store.drop_clock(room.id)
            await self._store.release(room.id)
        if was_put_to_rest and not self._is_abandoned(channel):  # somebody has come at this very moment
            asyncio.get_running_loop().call_soon(self.begin, channel)

    async def _see_to(self, channel: Channel) -> bool:
        """Do what is to be done at a table now, and wait; whether this process sees to it any longer."""
        room, now = channel.room, self._clock.monotonic()
        if self._store.shared and now > self._synchronised.get(room.id, -inf) + SYNCHRONISED_EVERY:
            await channel.presence.synchronise()
            self._synchronised[room.id] = now
        mine = await self._store.claim(room.id)
        if mine and room.id not in self._claimed:
            room.count_anew()
        (self._claimed.add if mine else self._claimed.discard)(room.id)
        seat = await self._seat_to_act_for(channel)
        if mine:
            await room.save_clock()
        if mine and seat is not None:
            await self._act_for(channel, seat)
        elif mine or channel.watched or not await self._store.claim(room.id):  # else somebody may have to act
            if mine and self._is_abandoned(channel):
                await room.save_clock(now=True)
                return False
            if not mine and not channel.watched:
                return False  # another process has claimed it, and nobody looks at it here
            await self._rest(channel)
        return True

    def _is_abandoned(self, channel: Channel) -> bool:
        """Whether nobody has come to a table for long, and it can be put to rest."""
        if channel.watched:
            channel.visited = self._clock.monotonic()
        return self._clock.monotonic() > channel.visited + REST_AFTER and channel.room.may_sleep

    async def _rest(self, channel: Channel) -> None:
        """Wait until somebody wakes us, time is up, or it is time to look who is there."""
        woken = self._wake_events.setdefault(channel.room.id, asyncio.Event())
        left = LOOK_AGAIN if channel.watched or not self._store.shared else _LOOK_AGAIN_UNWATCHED
        if self._store.shared:  # it is asked once for all tables that look at the same moment
            left -= (self._clock.monotonic() + left) % _TOGETHER
        await self._clock.wait(woken, min(left, max(channel.room.time_left, self.times.pause)))
        woken.clear()

    def _note_away(self, error: Unavailable) -> None:
        """Write down that the store is away, once for all tables."""
        if not self._away:
            LOG.warning("unavailable", extra={"facts": {"problem": str(error)}})
        self._away = True

    async def _seat_to_act_for(self, channel: Channel) -> int | None:
        async with channel.held() as room:
            if room.stage != RUNNING:
                return None
            if channel.presence.update():
                channel.refresh()
            return next((seat for seat in room.game_table().waiting if _may_act_for(room, seat)), None)

    async def _act_for(self, channel: Channel, seat: int) -> None:
        """Take a whole decision for a seat; the table is free while somebody thinks."""
        due = self.times.draw()  # before anything is known of the hand
        table, decided = channel.room.game_table(), decisions_of(channel.room, seat)
        row = await self._choose(channel.room, seat)
        await self.times.wait_for(due)
        if not await self._store.claim(channel.room.id):
            return  # it was lost while the bot thought
        async with channel.held() as room:
            if room.stage != RUNNING or room.table is not table or not _may_act_for(room, seat):
                return
            stands_in = not room.places[seat].bot
            missed = room.time_left <= 0 and stands_in
            with suppress(Conflict, Halted, Stale, Unfinished, Refused):  # the table has moved on; they are asked again
                await decide(room, seat, row, decided, stands_in=stands_in)
                if stands_in:
                    room.places[seat].missed += missed
                    await room.save()

    async def _choose(self, room: LiveTable, seat: int) -> list[int]:
        """Return the row of actions that a bot takes, which knows what its seat knows."""
        table, level = room.game_table(), room.places[seat].level
        walk = RowWalk(table.rules, table.position.copy(), table.options, seat)
        number = number_for(decisions_of(room, seat)) if room.record.daily else len(table.steps)
        await self._go_on(walk, table.game, level, table.options, seat, bots_seed_at(room), number)
        return walk.taken

    async def _go_on(
        self, walk: RowWalk, game: Game, level: str, options: Any, seat: int, seed: int, number: int
    ) -> None:
        """Let a bot walk to the end of a row that began with this step."""
        while not walk.complete:
            known = (game, level, walk.view(), options, seat, seed, number + len(walk.taken))
            for action in await self.bots.choose(*known):
                walk.follow(action)

    async def finish(self, room: LiveTable, walk: RowWalk, seat: int, number: int) -> list[int]:
        """Return how a strong bot goes on with a row that began with this step."""
        before = len(walk.taken)
        await self._go_on(walk, room.game, STRONG, room.options, seat, self._hint_seed, number)
        return walk.taken[before:]

    async def evaluate(
        self, room: LiveTable, view: Any, seat: int, number: int
    ) -> tuple[list[ActionValue], int] | None:
        """Return what a strong bot thinks that is given a seat's view, and after how many playouts; see the pool."""
        return await self.bots.evaluate(room.game, view, room.options, seat, self._hint_seed, number)


def bots_seed_at(room: LiveTable) -> int:
    """Return what fixes the chance of bots at a table."""
    if room.record.lesson is not None:
        return int.from_bytes(room.saved.seed)
    return bots_seed(room.saved.seed, room.deal_table if room.record.daily else room.id)


def _may_act_for(room: LiveTable, seat: int) -> bool:
    """Whether somebody must act for a seat: it is a bot's, it is empty or kept by one, or its time is up."""
    place = room.places[seat]
    if room.paused:
        return False
    return (place.bot and not is_to_be_read(room)) or place.left or seat in room.kept or room.time_left <= 0
