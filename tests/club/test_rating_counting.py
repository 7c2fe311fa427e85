"""Ratings are computed from results, by any number of servers, to the same last digit wherever they are kept."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

from stammtisch.club.ratings.counting import RatingCounter, count_all, count_results, restart
from stammtisch.club.ratings.moves import all_moves
from stammtisch.ratings.model import VERSION
from stammtisch.store.contract import Store
from stammtisch.store.rating_contract import RatingMove, RatingProgress
from tests.club.rated_results import keep, many
from tests.store.opened_stores import several, using
from tests.turned_clock import TurnedClock
from tests.waiting import PATIENCE, until

RESULTS = many(40, Random(5))
WHOLE = list(all_moves(RESULTS))


async def _counted(store: Store) -> list[RatingMove]:
    await keep(store, RESULTS)
    await count_all(store)
    return await store.rating_moves()


def test_both_stores_come_to_the_same_last_digit(postgresql: str, tmp_path: Path) -> None:
    assert using(str(tmp_path / "house.db"), _counted) == using(postgresql, _counted) == WHOLE


def test_results_are_counted_in_pieces_and_none_twice(place: str) -> None:
    async def write(store: Store) -> tuple[object, ...]:
        await keep(store, RESULTS[:25])
        first = [await count_results(store, 10) for _ in range(4)]
        await keep(store, RESULTS[25:])
        await count_all(store)
        return first, await store.rating_moves(), await store.rating_progress()

    assert using(place, write) == ([10, 10, 5, 0], WHOLE, RatingProgress(VERSION, 40))


def test_made_anew_they_are_the_same(place: str) -> None:
    async def write(store: Store) -> tuple[object, ...]:
        before = await _counted(store)
        progress = await restart(store)
        return before == await store.rating_moves(), progress, await store.ratings_of("anna")

    last = {(move.game, move.seats): move for move in WHOLE if move.person == "anna"}
    assert using(place, write) == (True, RatingProgress(VERSION, 40), [last[pool] for pool in sorted(last)])


def test_a_new_model_begins_anew_and_an_older_server_leaves_it_alone(place: str) -> None:
    async def write(store: Store) -> tuple[object, ...]:
        await keep(store, RESULTS[:3])
        old = RatingMove(1, "nobody", "duel", 2, 1, 1.0, 1.0, 1.0, 1.0)
        await store.restart_ratings(RatingProgress(0, 0), VERSION - 1)
        await store.keep_ratings(RatingProgress(VERSION - 1, 0), 3, [old])
        await count_all(store)
        counted = await store.rating_moves()
        await store.restart_ratings(RatingProgress(VERSION, 3), VERSION + 1)
        return counted, await count_results(store), await store.rating_moves(), await store.rating_progress()

    assert using(place, write) == (list(all_moves(RESULTS[:3])), 0, [], RatingProgress(VERSION + 1, 0))


def test_several_servers_count_at_once_and_each_result_counts_once(postgresql: str) -> None:
    async def write() -> tuple[list[RatingMove], RatingProgress]:
        async with several(postgresql, 3) as stores:

            async def write_results() -> None:
                await keep(stores[0], RESULTS)

            async def count(store: Store) -> None:
                while (await store.rating_progress()).counted < len(RESULTS):
                    await count_results(store, 3)

            async with asyncio.timeout(PATIENCE):
                await asyncio.gather(write_results(), *map(count, stores))
            return await stores[1].rating_moves(), await stores[2].rating_progress()

    assert asyncio.run(write()) == (WHOLE, RatingProgress(VERSION, 40))


def test_what_is_broken_off_is_counted_by_whoever_comes_next(place: str) -> None:
    async def write(store: Store) -> list[RatingMove]:
        await keep(store, RESULTS)
        for turns in range(20):
            task = asyncio.create_task(count_all(store))
            for _ in range(turns):
                await asyncio.sleep(0)
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
        await count_all(store)
        return await store.rating_moves()

    assert using(place, write) == WHOLE


def test_a_server_counts_in_the_background(place: str) -> None:
    async def write(store: Store) -> list[RatingMove]:
        clock = TurnedClock()
        counter = RatingCounter(store, clock)
        counter.start()
        await keep(store, RESULTS)

        async def all_are_there() -> bool:
            clock.advance(5)
            return len(await store.rating_moves()) == len(WHOLE)

        await until(all_are_there)
        await counter.close()
        return await store.rating_moves()

    assert using(place, write) == WHOLE
