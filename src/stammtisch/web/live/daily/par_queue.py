"""Par in the background: chunks of replays, some side by side, behind everything else, by one server of a house.

A deal that nobody plays costs nothing: par is computed for deals that somebody has played and somebody looks at, and in
the evening for tomorrow's of those games of which somebody has tried a deal in the last week.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from datetime import date
from typing import Final

from stammtisch.bots.processes.background_task import in_background
from stammtisch.clock import Clock
from stammtisch.club.calendar import ONE_DAY
from stammtisch.club.daily.par import REPLAYS, Par, chunks_of, replays
from stammtisch.core.game import Game, find_game
from stammtisch.store.contract import Store, Unavailable
from stammtisch.web.event_log import LOG
from stammtisch.web.live.daily.deals import DailyDeals

_LOOK_EVERY: Final = 60.0  # seconds between two looks whether there is something to do
_EVENING: Final = 6 * 3600.0  # seconds before midnight, from which on tomorrow's par is computed
_LATELY: Final = 7  # days in which somebody has played, so that somebody may tomorrow
_MOST_FAULTS: Final = 3  # in a row, after which the par of a deal is left alone


class ParQueue:
    """The pars of a house that are still to be computed; it computes one at a time, in several processes."""

    def __init__(
        self,
        daily: DailyDeals,
        store: Store,
        clock: Clock,
        enough: int = REPLAYS,
        processes: Callable[[], int] = lambda: 1,
    ) -> None:
        """Begin with nothing to do.

        Args:
            daily: The deals.
            store: Where pars are kept.
            clock: Goes by it.
            enough: How many replays a par has.
            processes: In how many of them it may compute now.
        """
        self._daily, self._store, self._clock, self._enough = daily, store, clock, enough
        self._processes = processes
        self._wanted: dict[tuple[date, str], int] = {}  # and how often it went wrong
        self._woken = asyncio.Event()
        self._worker: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to compute what is wanted; returns at once."""
        self._worker = asyncio.create_task(self._work())

    def want(self, game: Game, day: date) -> None:
        """Note that somebody looks at a deal that was played."""
        if (day, game.NAME) not in self._wanted:
            self._wanted[day, game.NAME] = 0
            self._woken.set()

    @property
    def wanted(self) -> list[tuple[date, str]]:
        """The deals, by day and game, whose pars are looked after; those of the days nearest to today first."""
        return sorted(self._wanted, key=lambda deal: self._days_off(deal[0]))

    def _days_off(self, day: date) -> int:
        return abs(day - self._daily.today).days

    async def close(self) -> None:
        """Stop; what is not finished goes on wherever somebody next asks for it."""
        if self._worker is not None:
            self._worker.cancel()
            with suppress(asyncio.CancelledError):
                await self._worker

    async def _work(self) -> None:
        while True:
            try:
                await self._expect_tomorrow()
                while wanted := await self._next():
                    await self._go_on(*wanted)
            except Unavailable:
                pass  # the next round may have more luck
            except Exception:
                LOG.exception("failed")
            self._woken.clear()
            await self._clock.wait(self._woken, _LOOK_EVERY)

    async def _expect_tomorrow(self) -> None:
        """Want tomorrow's pars in the evening, where somebody has played lately."""
        if self._daily.left > _EVENING:
            return
        today = self._daily.today
        for game in self._daily.games():
            if await self._store.was_tried(game.NAME, today - _LATELY * ONE_DAY):
                self._wanted.setdefault((today + ONE_DAY, game.NAME), 0)

    async def _next(self) -> tuple[Game, date, Par] | None:
        """Return a deal whose par is wanted and not finished, claimed for this server; nothing if there is none.

        Of the deals of a day it is the one on which least time was spent: nobody waits long for a first par.
        """
        pars = {about: await self._daily.par(find_game(about[1]), about[0]) for about in self.wanted}
        for day, name in sorted(pars, key=lambda about: (self._days_off(about[0]), pars[about].seconds)):
            game = find_game(name)
            if pars[day, name].replays >= self._enough:
                self._forget_finished(day, name)
            elif self._wanted[day, name] < _MOST_FAULTS and await self._store.claim(_claim(day, name)):
                return game, day, await self._daily.par(game, day)  # another may have gone on until now
        return None

    def _forget_finished(self, day: date, name: str) -> None:
        """Keep in mind that it is done as long as somebody may look at it again soon."""
        if day < self._daily.today:
            del self._wanted[day, name]

    async def _go_on(self, game: Game, day: date, par: Par) -> None:
        """Compute one more chunk in each process, and keep them."""
        try:
            deal, left = await self._daily.deal(game, day), self._enough - par.replays
            if left <= 0:
                return
            about = (game.NAME, day.isoformat(), deal.seed)
            async with asyncio.TaskGroup() as group:
                chunks = [
                    group.create_task(in_background(replays, *about, *chunk, tell=lambda *_: None))
                    for chunk in chunks_of(par, left, self._processes())
                ]
            for chunk in chunks:
                par = par.and_then(chunk.result())
            await self._daily.save_par(game, day, par)
            self._wanted[day, game.NAME] = 0
        except Unavailable:
            raise
        except Exception:  # somebody ended the process
            LOG.exception("failed")
            self._wanted[day, game.NAME] += 1
        finally:
            await self._store.release(_claim(day, game.NAME))


def _claim(day: date, name: str) -> str:
    return f"par {name} {day.isoformat()}"
