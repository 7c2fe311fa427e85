"""Which open tables are to make room is known by the store, so that nobody has to read all of them."""

from __future__ import annotations

from stammtisch.store.contract import Store
from tests.store.opened_stores import table, using


def test_open_tables_that_were_changed_before_a_time_are_found_the_oldest_first(place: str) -> None:
    async def write(store: Store) -> list[tuple[str, int]]:
        for name, stage, changed in (("a", "open", 3.0), ("b", "running", 1.0), ("c", "open", 2.0), ("d", "open", 9.0)):
            await store.save_table(table(name, stage, changed))
        await store.save_table(table("e", "open", 1.0))
        assert await store.forgotten_tables(9.0, 1) == [("e", 1)]
        return await store.forgotten_tables(9.0, 5)

    assert using(place, write) == [("e", 1), ("c", 1), ("a", 1)]


def test_tables_of_whoever_has_most_are_found_and_none_where_all_have_as_many(place: str) -> None:
    async def write(store: Store) -> tuple[list[str], ...]:
        async def crowding(opened_from: str, most: int = 9) -> list[str]:
            return [name for name, revision in await store.crowding_tables(opened_from, most) if revision == 1]

        for name, changed, host, opened_from in (
            ("a", 1.0, "anna", "here"),
            ("b", 3.0, "tobi", "here"),
            ("c", 2.0, "tobi", "here"),
            ("d", 0.0, "zoe", "there"),
            ("e", 0.5, "ulla", "there"),
            ("f", 0.0, "resi", "far"),
        ):
            await store.save_table(table(name, "open", changed, host=host, opened_from=opened_from))
        for name in "ghi":
            await store.save_table(table(name, "running", host="resi", opened_from="far"))
        found = await crowding("new"), await crowding("far"), await crowding("there"), await crowding("new", 2)
        for changed, name in enumerate("jkl"):
            await store.save_table(table(name, "open", changed, host="vroni"))
        await store.save_table(table("m", "open", 1.0, host="max"))
        return *found, await crowding("there"), await crowding("max")

    assert using(place, write) == (
        ["c", "b", "a", "d", "e"],  # of `here`, tobi has two, and c was changed before b
        ["c", "b", "a"],
        [],
        ["c", "b"],
        [],
        ["j", "k", "l", "c", "b", "a"],  # where no address is known, it is counted by host
    )
