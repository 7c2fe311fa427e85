"""The database goes away: everybody is told at once, and everything works again when it is back."""

from __future__ import annotations

import asyncio
import os
import signal
import traceback
from collections.abc import Awaitable, Callable, Iterator
from functools import partial

import pytest

from stammtisch.store.contract import Conflict, Unavailable
from stammtisch.store.coordination_contract import TokenRequest
from stammtisch.store.open import open_store
from stammtisch.store.postgresql.pool import Timeouts
from stammtisch.store.postgresql.schema import POSTGRESQL
from stammtisch.store.postgresql.store import PostgresStore
from tests.postgres import Postgres, end_connections
from tests.store.opened_stores import several, table
from tests.waiting import until


@pytest.fixture
def stoppable(postgres: Postgres) -> Iterator[Postgres]:
    """A server that runs again afterwards, whatever was done to it."""
    try:
        yield postgres
    finally:
        if not postgres.running:
            postgres.start()


async def _answers(store: PostgresStore) -> bool:
    try:
        await store.claim("anything")
        await store.banned()
    except Unavailable:
        return False
    return True


def test_a_claim_is_taken_over_when_the_listener_of_its_holder_breaks(postgresql: str, postgres: Postgres) -> None:
    async def work() -> None:
        async with several(postgresql) as (holder, other):
            assert await holder.claim("clock")
            assert not await other.claim("clock")
            connection = holder._listener._connection.get_server_pid()
            await asyncio.to_thread(postgres.run, f"SELECT pg_terminate_backend({connection})")
            await until(lambda: other.claim("clock"), "the claim")
            await until(lambda: _answers(holder), "the holder")

            assert not await holder.claim("clock")
            await other.release("clock")
            assert await holder.claim("clock")

    asyncio.run(work())


def test_after_a_break_everybody_reads_again_and_hears_again(postgresql: str, postgres: Postgres) -> None:
    async def listen() -> None:
        async with several(postgresql) as (one, other):
            heard: list[str] = []
            one.listen(heard.append)
            cut = await asyncio.to_thread(end_connections, postgresql, postgres, "stammtisch line")
            await until(lambda: heard == [""], "the notice that all may have changed")
            await other.save_table(table("a"))
            await until(lambda: heard == ["", "a"], "the notice")

            assert cut == 2

    asyncio.run(listen())


def test_a_callback_that_fails_does_not_break_the_listener(postgresql: str, postgres: Postgres) -> None:
    def fail(table_id: str) -> None:
        raise LookupError(f"heard {table_id!r}")

    def has(heard: list[str], times: int) -> bool:
        return len(heard) == times

    async def listen() -> None:
        failures: list[object] = []
        asyncio.get_running_loop().set_exception_handler(lambda _loop, context: failures.append(context["exception"]))
        async with several(postgresql, 1) as (store,):
            heard: list[str] = []
            store.listen(fail)
            store.listen(heard.append)
            for times in (1, 2):
                await asyncio.to_thread(end_connections, postgresql, postgres, "stammtisch line")
                await until(partial(has, heard, times), "the notice that all may have changed")

        assert [str(failure) for failure in failures] == ["heard ''", "heard ''"]

    asyncio.run(listen())


def test_a_read_over_a_broken_connection_is_tried_again(postgresql: str) -> None:
    async def read() -> None:
        async with several(postgresql, 1) as (store,):
            await store.ban("p")
            for _ in range(3):
                pid = (await store._db.read("SELECT pg_backend_pid() AS pid"))[0]["pid"]
                os.kill(pid, signal.SIGTERM)  # the loop has had no time to notice

                assert await store.banned() == {"p"}

    asyncio.run(read())


@pytest.mark.parametrize("end", [Postgres.stop, Postgres.kill])
def test_while_the_database_is_away_everybody_is_told_and_then_it_goes_on(
    end: Callable[[Postgres], None], postgresql: str, stoppable: Postgres
) -> None:
    async def go_on() -> None:
        async with several(postgresql) as (one, other):
            heard: list[str] = []
            other.listen(heard.append)
            saved = table("a")
            await one.save_table(saved)
            await one.append("a", 0, [(0, 1)], 1)
            assert await one.claim("clock")
            await asyncio.to_thread(end, stoppable)
            await _all_unavailable(one)
            assert (saved.revision, one.queue_length) == (1, 0)
            await asyncio.to_thread(stoppable.start)
            await until(lambda: _answers(one), "the first server")
            await until(lambda: _answers(other), "the other server")
            await until(lambda: heard[-1:] == [""], "the notice that all may have changed")

            assert await one.steps("a") == [(0, 1)]
            await one.append("a", 1, [(1, 2)], 1)
            await until(lambda: heard[-1:] == ["a"], "the notice")
            assert await other.claim("clock") != await one.claim("clock")
            with pytest.raises(Conflict):
                await other.append("a", 1, [(1, 3)], 1)

    asyncio.run(go_on())


async def _all_unavailable(store: PostgresStore) -> None:
    requests: list[Callable[[], Awaitable[object]]] = [
        partial(store.append, "a", 1, [(0, 1)], 1),
        partial(store.save_table, table("b")),
        partial(store.steps, "a"),
        partial(store.marks, "a"),
        partial(store.save_chat, "a", "p", "Anna", "hello"),
        partial(store.person, "p"),
        partial(store.presence, "a"),
        partial(store.save_presence, {("a", "p"): 5.0}),
        partial(store.take_tokens, [TokenRequest("a", 1, 1.0)]),
        partial(store.claim, "clock"),
        partial(store.claim_due, 1),
        partial(store.save_clock, "a", 0, 1.0, 60.0),
        partial(store.drop_clock, "a"),
    ]
    for request in requests:
        with pytest.raises(Unavailable):
            await request()
    await store.release("clock")  # is gone anyway


def test_a_listener_that_is_silent_is_given_up(postgresql: str) -> None:
    async def listen() -> None:
        async with several(postgresql, 1, timeouts=Timeouts(heartbeat=0.05, listener_answer=0.3)) as (store,):
            heard: list[str] = []
            store.listen(heard.append)
            assert await store.claim("clock")
            silent = store._listener._connection.get_server_pid()
            os.kill(silent, signal.SIGSTOP)
            try:
                await until(lambda: heard == [""], "the notice that all may have changed")
                assert not await store.claim("clock")  # the other end still holds it
            finally:
                os.kill(silent, signal.SIGCONT)
            await until(lambda: store.claim("clock"), "the claim")

    asyncio.run(listen())


def test_a_statement_that_takes_too_long_is_given_up(postgresql: str) -> None:
    async def wait() -> None:
        async with several(postgresql, 1, timeouts=Timeouts(answer=0.3)) as (store,):
            with pytest.raises(Unavailable, match="no answer in time"):
                await store._db.read("SELECT pg_sleep(60)")
            assert await store.banned() == frozenset()

    asyncio.run(wait())


def test_a_database_that_is_just_starting_is_waited_for(postgresql: str, stoppable: Postgres) -> None:
    async def wait() -> None:
        await asyncio.to_thread(stoppable.stop)
        opening = asyncio.create_task(PostgresStore.open(postgresql))
        await asyncio.to_thread(stoppable.start)
        store = await opening
        assert await store.banned() == frozenset()
        await store.close()

    asyncio.run(wait())


def test_a_database_of_a_newer_stammtisch_is_refused(postgresql: str, postgres: Postgres) -> None:
    async def open_and_close() -> None:
        await (await open_store(postgresql)).close()

    asyncio.run(open_and_close())
    newer = len(POSTGRESQL) + 1
    postgres.run(f"INSERT INTO migrations VALUES ({newer}, now())", postgresql)  # noqa: S608  # a number

    with pytest.raises(
        OSError, match=rf"house\d+ was written by a newer Stammtisch \(schema {newer}; this one knows \d+"
    ):
        asyncio.run(open_and_close())


@pytest.mark.parametrize(
    "address",
    [
        "postgresql://anna:geheim@127.0.0.1:1/house",
        "postgres://anna:geheim@127.0.0.1:1/house?connect_timeout=1",
        "postgresql://127.0.0.1:1/house?user=anna&password=geheim",
        "postgresql://127.0.0.1:1/house?user=anna&password=a@geheim",
        "postgresql://anna:geheim@geheim@127.0.0.1:1/house",
        "postgresql://anna:ge/geheim@127.0.0.1:1/house",
        "postgresql://anna:ge?geheim@127.0.0.1:1/house",
        "postgresql://anna:ge#geheim@127.0.0.1:1/house",
        "postgresql://anna:[geheim@127.0.0.1:1/house",
        "postgresql://anna:geheim@127.0.0.1:1/house?sslmode=geheim",
    ],
)
def test_no_error_shows_a_password(address: str) -> None:
    with pytest.raises(OSError, match="cannot open postgres") as caught:
        asyncio.run(PostgresStore.open(address, timeouts=Timeouts(start=0)))

    assert "geheim" not in "".join(traceback.format_exception(caught.value))


def test_a_wrong_password_is_refused_at_once_and_not_shown(postgresql: str) -> None:
    with pytest.raises(OSError, match=r"cannot open postgresql://127.0.0.1:\d+/house\d+: role .nobody. does not exist"):
        asyncio.run(PostgresStore.open(postgresql.replace("stammtisch@", "nobody:geheim@")))
