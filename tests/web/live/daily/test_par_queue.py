"""Par in the background: only where somebody plays, by one server, and kept in pieces."""

from __future__ import annotations

import asyncio
import multiprocessing
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from datetime import UTC, date
from math import inf
from pathlib import Path

import pytest

from stammtisch.club.calendar import ONE_DAY, Calendar
from stammtisch.club.daily.par import Par, replays
from stammtisch.core.game import Game, find_game
from stammtisch.store.contract import Store
from stammtisch.store.open import open_store
from stammtisch.web.live.daily.deals import DailyDeals
from stammtisch.web.live.daily.par_queue import ParQueue
from tests.store.opened_stores import closing
from tests.turned_clock import TurnedClock
from tests.waiting import until

DAYS = Calendar(UTC)
TODAY = date(2026, 11, 18)
NOON = DAYS.begin_of(TODAY) + 12 * 3600.0
FEW = 3  # replays
DUEL, GANG = find_game("duel"), find_game("gang")

Use = Callable[[Store, TurnedClock, DailyDeals, ParQueue], Awaitable[None]]


def _using(data: str, use: Use, now: float = NOON) -> None:
    async def go() -> None:
        clock = TurnedClock(now)
        async with closing(open_store(data, clock=clock)) as store:
            daily = DailyDeals(store, clock, DAYS)
            queue = ParQueue(daily, store, clock, FEW)
            queue.start()
            try:
                await use(store, clock, daily, queue)
            finally:
                await queue.close()

    asyncio.run(go())


async def _is_quiet(clock: TurnedClock) -> None:
    """Wait until the queue waits for the clock, having found nothing to do."""
    await until(lambda: clock.waiting > 0, "the queue to wait")


def test_a_deal_that_somebody_looks_at_gets_its_par_and_goes_on_where_it_stopped(tmp_path: Path) -> None:
    async def use(_: Store, clock: TurnedClock, daily: DailyDeals, queue: ParQueue) -> None:
        await _is_quiet(clock)
        assert (await daily.par(DUEL, TODAY)).replays == 0, "nobody has asked for it"
        deal = await daily.deal(DUEL, TODAY)
        about = ("duel", TODAY.isoformat(), deal.seed)
        await daily.save_par(DUEL, TODAY, replays(*about, 0, 2, inf, lambda *_: None))
        queue.want(DUEL, TODAY)

        async def enough() -> bool:
            return (await daily.par(DUEL, TODAY)).replays >= FEW

        await until(enough, "three replays")
        whole = replays(*about, 0, FEW, inf, lambda *_: None)
        assert (await daily.par(DUEL, TODAY)).worths == whole.worths
        assert (await daily.par(DUEL, TODAY - ONE_DAY)).replays == 0

    _using(str(tmp_path / "house.db"), use)


@pytest.mark.parametrize("processes", [1, 2])
def test_a_par_is_the_same_in_however_many_processes_it_is_computed(processes: int, tmp_path: Path) -> None:
    enough, most = 9, 0

    async def go() -> tuple[Par, Par]:
        nonlocal most
        clock = TurnedClock(NOON)
        async with closing(open_store(str(tmp_path / "house.db"), clock=clock)) as store:
            daily = DailyDeals(store, clock, DAYS)
            about = ("duel", TODAY.isoformat(), (await daily.deal(DUEL, TODAY)).seed)
            first = replays(*about, 0, 1, inf, lambda *_: None)
            await daily.save_par(DUEL, TODAY, first)
            queue = ParQueue(daily, store, clock, enough, lambda: processes)
            queue.want(DUEL, TODAY)
            queue.start()

            async def done() -> bool:
                nonlocal most
                most = max(most, len(multiprocessing.active_children()))
                return (await daily.par(DUEL, TODAY)).replays >= enough

            await until(done, "the par")
            await queue.close()
            return await daily.par(DUEL, TODAY), replays(*about, 0, enough, inf, lambda *_: None)

    found, whole = asyncio.run(go())

    assert (found.worths, found.replays) == (whole.worths, enough)
    assert most == processes, "so many go at the same time"


@pytest.mark.parametrize(("ago", "hour", "expected"), [(2, 19, FEW), (2, 12, 0), (9, 19, 0)])
def test_tomorrows_par_is_there_before_the_day_where_somebody_has_played_lately(
    ago: int, hour: int, expected: int, tmp_path: Path
) -> None:
    async def use(store: Store, clock: TurnedClock, daily: DailyDeals, _: ParQueue) -> None:
        await _is_quiet(clock)
        await store.claim_try(TODAY - ago * ONE_DAY, "duel", "anna", "a", 1.0)
        clock.advance(60.0)
        tomorrow = TODAY + ONE_DAY

        async def computed() -> bool:
            return (await daily.par(DUEL, tomorrow)).replays >= expected

        await until(computed, "tomorrow's par")
        await _is_quiet(clock)
        assert (await daily.par(DUEL, tomorrow)).replays == expected

    _using(str(tmp_path / "house.db"), use, DAYS.begin_of(TODAY) + hour * 3600.0)


def test_the_pars_of_the_days_nearest_to_today_come_first(tmp_path: Path) -> None:
    async def use(_: Store, clock: TurnedClock, __: DailyDeals, queue: ParQueue) -> None:
        await _is_quiet(clock)
        for ago in (9, 1, 0, 3):
            queue.want(DUEL, TODAY - ago * ONE_DAY)

        assert [(TODAY - day).days for day, _ in queue.wanted] == [0, 1, 3, 9]

    _using(str(tmp_path / "house.db"), use)


def test_a_long_par_lets_a_short_one_of_its_day_go_first(tmp_path: Path) -> None:
    saved: list[str] = []

    class NotingDeals(DailyDeals):
        async def save_par(self, game: Game, day: date, par: Par) -> None:
            await super().save_par(game, day, par)
            saved.append(game.NAME)

    async def go() -> None:
        clock = TurnedClock(NOON)
        async with closing(open_store(str(tmp_path / "house.db"), clock=clock)) as store:
            daily = NotingDeals(store, clock, DAYS)
            await daily.save_par(GANG, TODAY, Par({3: 2}, 2, 1000.0))
            queue = ParQueue(daily, store, clock, FEW)
            queue.want(GANG, TODAY)
            queue.want(DUEL, TODAY)
            queue.start()
            await _is_quiet(clock)
            await queue.close()

    asyncio.run(go())
    assert saved == ["gang", *["duel"] * (len(saved) - 2), "gang"]


def test_of_two_servers_one_computes_a_par(postgresql: str) -> None:
    async def go() -> tuple[Par, Par]:
        clock = TurnedClock(NOON)
        async with AsyncExitStack() as stack:
            one, other = [await stack.enter_async_context(closing(open_store(postgresql, clock=clock))) for _ in "ab"]
            assert await one.claim(f"par duel {TODAY}")
            daily = DailyDeals(other, clock, DAYS)
            queue = ParQueue(daily, other, clock, FEW)
            queue.want(DUEL, TODAY)
            queue.start()
            await _is_quiet(clock)
            before = await daily.par(DUEL, TODAY)
            await one.release(f"par duel {TODAY}")
            clock.advance(60.0)

            async def enough() -> bool:
                return (await daily.par(DUEL, TODAY)).replays >= FEW

            await until(enough, "the other one to compute it")
            await queue.close()
            return before, await DailyDeals(one, clock, DAYS).par(DUEL, TODAY)

    before, after = asyncio.run(go())
    assert (before.replays, after.replays) == (0, FEW)
