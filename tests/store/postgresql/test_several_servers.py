"""Several servers over one database: of two who do the same, one wins, and everybody gets to know."""

from __future__ import annotations

import asyncio

import asyncpg
import pytest

from stammtisch.store.contract import Conflict
from stammtisch.store.coordination_contract import NewSteps, TokenRequest
from stammtisch.store.postgresql.schema import POSTGRESQL
from stammtisch.store.postgresql.store import PostgresStore
from tests.postgres import Postgres
from tests.store.opened_stores import several, table
from tests.turned_clock import TurnedClock
from tests.waiting import until


def test_servers_that_start_at_once_make_the_tables_once(postgresql: str, postgres: Postgres) -> None:
    async def start() -> None:
        async with several(postgresql, 6) as stores:
            await asyncio.gather(*(store.save_table(table(str(number))) for number, store in enumerate(stores)))

    asyncio.run(start())
    taken = postgres.run("SELECT number FROM migrations ORDER BY 1", postgresql)

    assert taken == [(number + 1,) for number in range(len(POSTGRESQL))]


def test_of_two_servers_that_write_the_same_step_one_wins_each_time(postgresql: str) -> None:
    async def race() -> None:
        async with several(postgresql) as stores:
            await stores[0].save_table(table("a"))
            for number in range(40):
                writers = (store.append("a", number, [(seat, 1)], 1) for seat, store in enumerate(stores))
                told = await asyncio.gather(*writers, return_exceptions=True)

                assert [type(answer) for answer in told if answer] == [Conflict]
            assert len(await stores[0].steps("a")) == 40

    asyncio.run(race())


def test_of_two_servers_that_change_a_table_one_wins_each_time(postgresql: str) -> None:
    async def race() -> None:
        async with several(postgresql) as stores:
            await stores[0].save_table(table("a"))
            for revision in range(1, 40):
                copies = [await store.table("a") for store in stores]
                writers = (store.save_table(copy) for store, copy in zip(stores, copies, strict=True) if copy)
                told = await asyncio.gather(*writers, return_exceptions=True)

                assert [type(answer) for answer in told if answer] == [Conflict]
                assert sorted(copy.revision for copy in copies if copy) == [revision, revision + 1]

    asyncio.run(race())


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE tables SET revision = revision + 1",
        "WITH found AS (SELECT id FROM tables FOR UPDATE) INSERT INTO steps SELECT id, 0, 1, 9, 5.0 FROM found",
    ],
)
def test_a_step_waits_for_whoever_is_just_changing_the_table_and_then_is_a_conflict(
    change: str, postgresql: str
) -> None:
    async def race() -> None:
        async with several(postgresql, 1) as (store,):
            await store.save_table(table("a"))
            other = await asyncpg.connect(postgresql)
            changing = other.transaction()
            await changing.start()
            await other.execute(change)
            step = asyncio.create_task(store.append("a", 0, [(0, 1)], 1))
            waiting = "SELECT count(*) > 0 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = $1"
            name = postgresql.rpartition("/")[2]
            await until(lambda: step.done() or other.fetchval(waiting, name), "the step to wait for the row")
            assert store.queue_length == 1
            await changing.commit()
            await other.close()

            with pytest.raises(Conflict):
                await step
            assert (0, 1) not in await store.steps("a")

    asyncio.run(race())


def test_lines_said_at_two_servers_at_once_are_all_kept(postgresql: str) -> None:
    async def talk() -> None:
        async with several(postgresql) as stores:
            await stores[0].save_table(table("a"))
            said = [str(number) for number in range(40)]
            await asyncio.gather(*(stores[int(words) % 2].save_chat("a", "p", "Anna", words) for words in said))

            assert sorted(words for _, _, words in await stores[0].chat("a")) == sorted(said)

    asyncio.run(talk())


def test_every_change_of_a_table_is_heard_by_the_others_and_only_by_them(postgresql: str) -> None:
    async def listen() -> None:
        async with several(postgresql, 3) as stores:
            heard: list[list[str]] = [[] for _ in stores]
            for store, notices in zip(stores, heard, strict=True):
                store.listen(notices.append)

            async def told(times: int) -> None:  # one by one: changes that come together are told together
                await until(lambda: len(heard[1]) == len(heard[2]) == times, f"{times} notices")

            saved = table("a")
            await stores[0].save_table(saved)
            await told(1)
            await stores[0].append("a", 0, [(0, 1)], 1)
            await told(2)
            await stores[0].save_chat("a", "p", "Anna", "hello")
            await told(3)
            await stores[0].save_table(saved)
            await told(4)
            with pytest.raises(Conflict):
                await stores[0].append("a", 0, [(0, 1)], 2)
            await stores[1].save_table(table("b"))
            await until(lambda: "b" in heard[0] and "b" in heard[2], "the notice of b")

            assert heard == [["b"], ["a"] * 4, ["a"] * 4 + ["b"]]

    asyncio.run(listen())


def test_new_steps_are_told_with_the_notice_and_all_else_only_wakes(postgresql: str) -> None:
    async def listen() -> None:
        async with several(postgresql) as (one, other):
            woken, told = list[str](), list[tuple[str, NewSteps]]()
            other.listen(woken.append, lambda table_id, new: told.append((table_id, new)))
            await one.save_table(table("a"))
            await until(lambda: woken == ["a"], "the notice of the table")
            many = [(seat % 4, 2**40) for seat in range(2000)]  # more than a notice holds
            for first, steps in ((0, [(0, 1), (61, 3)]), (2, [(1, 2)]), (3, many)):
                await one.append("a", first, steps, 1)
            await until(lambda: woken == ["a", "a"], "the notice of many steps")

            assert told == [("a", NewSteps(1, 0, ((0, 1), (61, 3)))), ("a", NewSteps(1, 2, ((1, 2),)))]

    asyncio.run(listen())


def test_of_two_servers_one_has_a_piece_of_work_until_it_is_released_or_closed(postgresql: str) -> None:
    async def work() -> None:
        async with several(postgresql) as stores:
            assert sorted(await asyncio.gather(*(store.claim("clock") for store in stores))) == [False, True]
            first = 0 if await stores[0].claim("clock") else 1
            await stores[first].release("clock")
            assert await stores[1 - first].claim("clock")
            assert not await stores[first].claim("clock")
            async with several(postgresql, 1) as (third,):
                assert await third.claim("other")
                assert not await stores[0].claim("other")
            assert await stores[0].claim("other")

    asyncio.run(work())


def test_whoever_asks_and_goes_leaves_nothing_claimed_that_nobody_knows_of(postgresql: str) -> None:
    async def work() -> None:
        async with several(postgresql) as (one, other):
            assert await one.claim("clock")
            for number in range(20):
                asking = asyncio.create_task(one.claim(str(number)))
                for _ in range(number % 5):
                    await asyncio.sleep(0)
                asking.cancel()
                await asyncio.gather(asking, return_exceptions=True)
                await one.release(str(number))

                assert await other.claim(str(number))
            assert not await other.claim("clock")

    asyncio.run(work())


def test_every_clock_that_has_run_out_is_claimed_by_exactly_one_server(postgresql: str) -> None:
    async def work() -> None:
        async with several(postgresql, 3) as stores:
            names = [f"t{number}" for number in range(60)]
            for name in names:
                await stores[0].save_table(table(name))
                await stores[0].save_clock(name, 0, 60.0, 60.0)
            shares = await asyncio.gather(*(store.claim_due(10) for store in stores))
            shares += await asyncio.gather(*(store.claim_due(-1) for store in stores))

            assert sorted(name for share in shares for name in share) == sorted(names)
            assert [len(share) for share in shares[:3]] == [10, 10, 10]

    asyncio.run(work())


def test_who_was_seen_at_one_server_is_known_at_the_other(postgresql: str) -> None:
    async def look() -> None:
        async with several(postgresql) as (one, other):
            people = [("a", str(number)) for number in range(1000)]
            forwards, backwards = dict.fromkeys(people, 9000.0), dict.fromkeys(reversed(people), 6000.0)
            await asyncio.gather(
                *(store.save_presence(seen) for store in (one, other) for seen in (forwards, backwards) * 4)
            )

            assert await one.presence("a") == pytest.approx({person: 6000.0 for _, person in people}, abs=600)

    asyncio.run(look())


def test_two_servers_take_from_the_same_buckets_in_any_order(postgresql: str) -> None:
    async def take() -> None:
        async with several(postgresql) as stores:
            requests = [TokenRequest("address", 9, 3600.0), TokenRequest("person", 7, 3600.0)]
            orders = (requests, requests[::-1])
            waits = await asyncio.gather(*(store.take_tokens(order) for store in stores for order in orders * 10))

            assert sum(wait == 0 for wait in waits) == 7
            assert [await stores[0].take_tokens(requests[:1]) == 0 for _ in range(3)] == [True, True, False]

    asyncio.run(take())


def test_what_nobody_needs_any_more_is_swept_away_now_and_then(postgresql: str, postgres: Postgres) -> None:
    clock = TurnedClock()
    names, seen = "SELECT name FROM buckets ORDER BY 1", "SELECT table_id FROM seen ORDER BY 1"

    async def kept_after(store: PostgresStore, seconds: float) -> tuple[object, object]:
        clock.advance(seconds)
        await store.save_presence({})
        kept = [await asyncio.to_thread(postgres.run, question, postgresql) for question in (names, seen)]
        return kept[0], kept[1]

    async def sweep() -> list[tuple[object, object]]:
        async with several(postgresql, 1, clock) as (store,):
            await store.take_tokens([TokenRequest("soon full", 2, 0.0), TokenRequest("long empty", 2, 3600.0)])
            ages = {"new": 0.0, "old": 80_000.0, "older": 87_000.0}
            await store.save_presence({(table_id, "p"): age for table_id, age in ages.items()})
            return [await kept_after(store, seconds) for seconds in (59.0, 2.0)]

    few, full = [("long empty",)], [("new",), ("old",), ("older",)]

    assert asyncio.run(sweep()) == [([*few, ("soon full",)], full), (few, full[:2])]


def test_what_is_kept_is_flushed_and_what_may_be_lost_is_not_logged(postgresql: str, postgres: Postgres) -> None:
    async def look() -> list[str]:
        async with several(postgresql, 1) as (store,):
            rows = await store._db.read("SELECT current_setting('synchronous_commit') AS flushed")
            return [row["flushed"] for row in rows]

    flushed = asyncio.run(look())
    unlogged = "SELECT relname FROM pg_class WHERE relpersistence = 'u' AND relkind = 'r' ORDER BY 1"

    assert flushed == ["on"]
    assert postgres.run(unlogged, postgresql) == [("buckets",), ("seen",)]
