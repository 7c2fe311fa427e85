"""What is kept survives, in order and whole."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

import pytest

from stammtisch.store.kept import Conflict, Saved
from stammtisch.store.sqlite import SqliteStore

T = TypeVar("T")


def _table(table_id: str, stage: str = "running", changed: float = 1.0) -> Saved:
    return Saved(table_id, "duel", 1, {"seats": 2}, b"s" * 32, stage, changed, {"places": []})


def _with(path: Path, use: Callable[[SqliteStore], Awaitable[T]]) -> T:
    """Open the store, use it, and close it."""
    store = SqliteStore(path)
    try:
        return asyncio.run(use(store))  # type: ignore[arg-type]
    finally:
        asyncio.run(store.close())


def test_steps_are_there_when_the_file_is_opened_again(tmp_path: Path) -> None:
    async def write(store: SqliteStore) -> None:
        await store.save_table(_table("a"))
        await store.append("a", 0, [(61, 3), (0, 4)], 1)
        await store.append("a", 2, [(1, 5)], 1)

    _with(tmp_path / "house.db", write)

    assert _with(tmp_path / "house.db", lambda store: store.steps("a")) == [(61, 3), (0, 4), (1, 5)]


@pytest.mark.parametrize("first", [0, 1, 3])
def test_of_two_writers_of_the_same_step_one_is_told(first: int, tmp_path: Path) -> None:
    async def write(store: SqliteStore) -> list[tuple[int, int]]:
        await store.save_table(_table("a"))
        await store.append("a", 0, [(0, 1), (0, 2)], 1)
        with pytest.raises(Conflict):
            await store.append("a", first, [(1, 9), (1, 9)], 1)
        return await store.steps("a")

    assert _with(tmp_path / "house.db", write) == [(0, 1), (0, 2)]


def test_a_wish_that_fails_does_not_harm_those_beside_it(tmp_path: Path) -> None:
    async def write(store: SqliteStore) -> list[object]:
        for name in "abc":
            await store.save_table(_table(name))
        wishes = [store.append(name, first, [(0, 1)], 1) for name, first in (("a", 0), ("b", 7), ("c", 0))]
        return [*await asyncio.gather(*wishes, return_exceptions=True), await store.steps("c")]

    first, second, third, steps = _with(tmp_path / "house.db", write)

    assert (first, third, steps) == (None, None, [(0, 1)])
    assert isinstance(second, Conflict)


def test_tables_are_found_by_stage_those_changed_last_first(tmp_path: Path) -> None:
    async def write(store: SqliteStore) -> list[str]:
        for name, stage, changed in (("a", "open", 1.0), ("b", "over", 5.0), ("c", "open", 3.0), ("d", "running", 2.0)):
            await store.save_table(_table(name, stage, changed))
        return [saved.id for saved in await store.tables("open", "running")]

    assert _with(tmp_path / "house.db", write) == ["c", "d", "a"]


def test_what_a_table_plays_never_changes_but_the_facts_around_it_do(tmp_path: Path) -> None:
    async def write(store: SqliteStore) -> Saved | None:
        await store.save_table(_table("a", "open"))
        changed = _table("a", "over", 9.0)
        changed.choices, changed.seed, changed.facts = {"seats": 6}, b"x" * 32, {"places": [1]}
        changed.revision = 1
        await store.save_table(changed)
        return await store.table("a")

    saved = _with(tmp_path / "house.db", write)

    assert saved == Saved("a", "duel", 1, {"seats": 2}, b"s" * 32, "over", 9.0, {"places": [1]}, 2)


def test_chat_people_and_secrets_are_kept(tmp_path: Path) -> None:
    async def write(store: SqliteStore) -> None:
        await store.save_table(_table("a"))
        await store.say("a", "p", "Anna", "hello")
        await store.save_person("p", "Anna")
        await store.save_person("p", "Annie")
        assert await store.secret("passport", b"first") == b"first"

    async def read(store: SqliteStore) -> tuple[object, ...]:
        secret = await store.secret("passport", b"second")
        return await store.chat("a"), await store.person("p"), await store.person("q"), secret

    _with(tmp_path / "house.db", write)

    assert _with(tmp_path / "house.db", read) == ([("p", "Anna", "hello")], "Annie", None, b"first")


def test_many_writers_share_one_flush(tmp_path: Path) -> None:
    async def write(store: SqliteStore) -> int:
        names = [f"t{number}" for number in range(300)]
        await asyncio.gather(*(store.save_table(_table(name)) for name in names))
        for number in range(5):
            await asyncio.gather(*(store.append(name, number, [(0, number)], 1) for name in names))
        return sum([len(await store.steps(name)) for name in names])

    assert _with(tmp_path / "house.db", write) == 1500


def test_a_store_that_is_closed_in_a_hurry_keeps_what_it_was_given(tmp_path: Path) -> None:
    async def write(store: SqliteStore) -> None:
        asyncio.ensure_future(store.save_table(_table("a")))  # noqa: RUF006  # nobody waits for it
        await asyncio.sleep(0)

    for number in range(30):
        path = tmp_path / f"{number}.db"
        store = SqliteStore(path)
        asyncio.run(write(store))
        asyncio.run(store.close())

        assert _with(path, lambda store: store.table("a")) is not None


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    (tmp_path / "house.db").write_text("not a database" * 100, encoding="utf-8")

    with pytest.raises(OSError, match="cannot open"):
        SqliteStore(tmp_path / "house.db")


def test_every_step_is_flushed_to_disk_before_it_is_answered(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "house.db")
    try:
        synchronous = store._connection.execute("PRAGMA synchronous").fetchone()[0]
        journal = store._connection.execute("PRAGMA journal_mode").fetchone()[0]
    except sqlite3.ProgrammingError:
        raise AssertionError("the store owns its connection") from None
    finally:
        asyncio.run(store.close())

    assert (synchronous, journal) == (2, "wal")
