"""Tokens that are taken beforehand: fewer questions, and nobody gets more than the shared buckets hold."""

from __future__ import annotations

import asyncio

from stammtisch.store.coordination_contract import TokenRequest
from stammtisch.store.postgresql.token_reserves import TokenReserves, reserve_for
from tests.store.opened_stores import several
from tests.turned_clock import TurnedClock

LARGE, SMALL = TokenRequest("large", 120, 3600.0), TokenRequest("small", 40, 3600.0)


def test_nothing_is_taken_beforehand_out_of_a_small_bucket() -> None:
    assert (reserve_for(LARGE), reserve_for(SMALL)) == (2, 0)


def test_a_reserve_is_used_up_or_given_up_after_a_minute() -> None:
    clock = TurnedClock()
    reserves = TokenReserves(clock)
    reserves.put("a", 2)
    reserves.put("b", 2)
    used = [reserves.take("a") for _ in range(3)]
    clock.advance(59.0)
    kept = reserves.take("b")
    clock.advance(2.0)

    assert used == [True, True, False]
    assert [kept, reserves.take("b"), len(reserves)] == [True, False, 0]


def test_the_memory_of_all_reserves_has_an_end() -> None:
    reserves = TokenReserves(TurnedClock())
    for number in range(30_000):
        reserves.put(str(number), 1)

    assert len(reserves) == 20_000
    assert [reserves.take("9999"), reserves.take("29999")] == [False, True]


def test_servers_that_take_beforehand_get_no_more_together_than_a_bucket_holds(postgresql: str) -> None:
    async def take() -> tuple[int, list[bool]]:
        async with several(postgresql) as stores:
            granted = [await store.take_tokens([LARGE]) <= 0 for _ in range(70) for store in stores]
            return sum(granted), granted[-2:]

    assert asyncio.run(take()) == (120, [False, False])


def test_whoever_is_turned_away_at_one_bucket_keeps_the_reserve_of_another(postgresql: str) -> None:
    async def take() -> list[bool]:
        async with several(postgresql, 1) as (store,):
            wanted = [[LARGE, SMALL]] * 41 + [[LARGE]] * 81
            return [await store.take_tokens(requests) <= 0 for requests in wanted]

    assert asyncio.run(take()) == [True] * 40 + [False] + [True] * 80 + [False]


def test_a_server_that_has_a_reserve_asks_nothing(postgresql: str) -> None:
    async def take() -> list[int]:
        async with several(postgresql, 1) as (store,):
            asked = list[int]()
            write = store._db.write

            async def counted(statement: str, *values: object) -> list[object]:
                asked[-1] += "take(" in statement
                return await write(statement, *values)

            store._db.write = counted  # type: ignore[method-assign]  # as it is, and counted
            for _ in range(6):
                asked.append(0)
                await store.take_tokens([LARGE])
            return asked

    assert asyncio.run(take()) == [1, 0, 0, 1, 0, 0]
