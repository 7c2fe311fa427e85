"""A server looks at all its tables again and again: each gets its own answer, and many are asked for at once."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from stammtisch.store.contract import Store, TableMarks, Unavailable
from stammtisch.store.postgresql.listener import Listener
from stammtisch.store.postgresql.pool import Pool
from stammtisch.store.postgresql.store import PostgresStore
from stammtisch.store.sql.together import Together
from tests.store.opened_stores import several, table, using


def test_many_tables_are_looked_at_at_once(place: str) -> None:
    names = [f"t{number}" for number in range(20)]

    async def look(store: Store) -> tuple[list[TableMarks | None], list[dict[str, float]], list[bool]]:
        for number, name in enumerate(names):
            await store.save_table(table(name))
            await store.append(name, 0, [(0, 1)] * (number + 1), 1)
        await asyncio.gather(*(store.save_presence({(name, f"p{name}"): 5000.0}) for name in names))
        marks = await asyncio.gather(*(store.marks(name) for name in [*names, "none"]))
        presence = await asyncio.gather(*(store.presence(name) for name in [*names, "none"]))
        claims = await asyncio.gather(*(store.claim(name) for name in [*names, *names]))
        return marks, presence, claims

    marks, presence, claims = using(place, look)

    assert marks == [*(TableMarks(1, number + 1, 0) for number in range(20)), None]
    assert presence == [*({f"p{name}": pytest.approx(5000.0, abs=600)} for name in names), {}]
    assert all(claims)


def test_one_look_of_a_server_serves_all_its_tables(postgresql: str, monkeypatch: pytest.MonkeyPatch) -> None:
    names, asked = [f"t{number}" for number in range(30)], list[str]()
    write, ask = Pool.write, Listener.ask

    async def written(pool: Pool, statement: str, *values: object) -> list[Any]:
        asked.append(statement)
        return await write(pool, statement, *values)

    async def heard(listener: Listener, question: str, *values: object) -> list[Any]:
        asked.append(question)
        return await ask(listener, question, *values)

    async def look(store: PostgresStore, name: str) -> bool:
        await store.save_presence({(name, "p"): 1.0})
        assert "p" in await store.presence(name)
        assert await store.marks(name) is not None
        return await store.claim(name)

    async def look_at_all() -> tuple[list[bool], list[bool], list[bool]]:
        async with several(postgresql) as (here, there):
            for name in names:
                await here.save_table(table(name))
            monkeypatch.setattr(Pool, "write", written)
            monkeypatch.setattr(Listener, "ask", heard)
            mine = await asyncio.gather(*(look(here, name) for name in names))
            theirs = await asyncio.gather(*(look(there, name) for name in names))
            await here.release(names[0])  # it was claimed once, so it is free now
            return mine, theirs, [await there.claim(names[0])]

    mine, theirs, released = asyncio.run(look_at_all())

    assert mine == [True] * 30
    assert theirs == [False] * 30
    assert released == [True]
    assert len(asked) <= 2 * 4 + 6, asked


def test_a_look_that_fails_fails_for_all_who_look_and_the_next_one_is_asked_anew() -> None:
    async def ask(names: list[str]) -> list[str]:
        if "bad" in names:
            raise Unavailable("away")
        return [name.upper() for name in names]

    async def look() -> tuple[tuple[str | BaseException, ...], str]:
        together = Together(ask)
        lost = asyncio.create_task(together.ask("lost"))
        first = asyncio.gather(together.ask("a"), together.ask("bad"), return_exceptions=True)
        lost.cancel()
        return await first, await together.ask("b")

    answers, later = asyncio.run(look())

    assert [type(answer) for answer in answers] == [Unavailable, Unavailable]
    assert later == "B"
