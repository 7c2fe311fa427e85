"""Results of finished games are kept once, in an order without gaps, wherever they are kept."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from stammtisch.store.contract import Conflict, Store, StoredTable
from stammtisch.store.result_contract import GameResult, SeatResult
from tests.store.opened_stores import several, table, using

ANNA = SeatResult("anna", "Änne „A“", "", 7, 1, 1.0)
BOT = SeatResult("", "Resi", "strong", -3, 2, 0.0)


def result(table_id: str, *people: str, game: str = "duel", finished: float = 5.0, evening: str = "") -> GameResult:
    """Return the result of a game of these people, of whom the first has won; alone they play with a bot."""
    seats = [replace(ANNA, person=one, name=one, place=place) for place, one in enumerate(people, 1)]
    placed = tuple(seats) if len(seats) > 1 else (*seats, BOT)
    options = {"seats": 2, "royal": True}
    return GameResult(
        table_id, game, 1, options, finished, rated=True, steps=12, seats=placed, evening=evening or table_id
    )


async def finish(store: Store, told: GameResult) -> None:
    """Play a table to its end."""
    saved = table(told.table)
    saved.game = told.game
    await store.save_table(saved)
    saved.stage = "over"
    await store.finish(saved, 0, [(0, 1)], told)


def test_a_game_is_finished_as_a_whole(place: str) -> None:
    told = replace(
        result("a", "anna", evening="first"),
        seats=(replace(ANNA, left=True, stood_in=3), BOT),
        kind="daily",
        rated=False,
    )

    async def write(store: Store) -> tuple[object, ...]:
        saved = table("a")
        await store.save_table(saved)
        await store.append("a", 0, [(0, 1)], saved.revision)
        saved.stage, saved.changed, saved.facts = "over", 9.0, {"places": [1]}
        await store.finish(saved, 1, [(1, 2), (0, 2**40)], told)
        return saved, await store.table("a"), await store.steps("a")

    saved, kept, steps = using(place, write)

    assert steps == [(0, 1), (1, 2), (0, 2**40)]
    assert isinstance(saved, StoredTable)
    assert kept == saved
    assert (saved.stage, saved.revision) == ("over", 2)
    assert using(place, lambda store: store.result("a")) == replace(told, number=1)


@pytest.mark.parametrize(("first", "revision"), [(0, 1), (2, 1), (1, 0), (1, 2)])
def test_whoever_finishes_an_older_state_of_a_game_is_told_and_writes_nothing(
    first: int, revision: int, place: str
) -> None:
    async def write(store: Store) -> tuple[object, ...]:
        saved = table("a")
        await store.save_table(saved)
        await store.append("a", 0, [(0, 1)], 1)
        saved.stage, saved.revision = "over", revision
        with pytest.raises(Conflict):
            await store.finish(saved, first, [(1, 9)], result("a", "anna"))
        kept = await store.table("a")
        return saved.revision, kept and kept.stage, await store.steps("a"), await store.result("a")

    assert using(place, write) == (revision, "running", [(0, 1)], None)


def test_a_game_may_end_without_a_result(place: str) -> None:
    async def write(store: Store) -> tuple[object, ...]:
        saved = table("a")
        await store.save_table(saved)
        saved.stage = "over"
        await store.finish(saved, 0, [(0, 1)], None)
        kept = await store.table("a")
        return kept and kept.stage, await store.result("a"), await store.last_result()

    assert using(place, write) == ("over", None, 0)


def test_a_result_is_kept_once(place: str) -> None:
    async def write(store: Store) -> tuple[object, ...]:
        await finish(store, result("a", "anna"))
        again = await store.keep_result(result("a", "ben"))
        await store.save_table(table("b", "over"))
        first, second = [await store.keep_result(result("b", "ben")) for _ in range(2)]
        numbers = [(one.number, one.table, one.seats[0].person) for one in await store.results_after(0)]
        return again, first, second, numbers

    assert using(place, write) == (False, True, False, [(1, "a", "anna"), (2, "b", "ben")])


def test_results_are_found_by_whoever_asks_for_them(place: str) -> None:
    async def write(store: Store) -> dict[str, list[str]]:
        await finish(store, result("a", "anna", "ben", finished=1.0))
        await finish(store, result("b", "ben", "cleo", game="gang", finished=2.0))
        await finish(store, result("c", "cleo", "ben", game="gang", finished=4.0))
        await finish(store, result("d", "ben", finished=3.0))
        found = {
            "of ben": await store.results_of("ben"),
            "of ben, gang": await store.results_of("ben", "gang"),
            "of ben, a page": await store.results_of("ben", before=4, most=2),
            "of nobody": await store.results_of(""),
            "of dora": await store.results_of("dora"),
            "after": await store.results_after(1, 2),
            "all": await store.results_after(0),
        }
        assert await store.last_result() == 4
        return {asked: [one.table for one in results] for asked, results in found.items()}

    assert using(place, write) == {
        "of ben": ["d", "c", "b", "a"],
        "of ben, gang": ["c", "b"],
        "of ben, a page": ["c", "b"],
        "of nobody": [],
        "of dora": [],
        "after": ["b", "c"],
        "all": ["a", "b", "c", "d"],
    }


def test_tables_that_are_over_are_gone_through_piece_by_piece(place: str) -> None:
    async def write(store: Store) -> list[tuple[str, bool]]:
        for changed, name in enumerate("cab"):
            await store.save_table(table(name, "over", float(changed // 2)))
        await store.save_table(table("d", "running"))
        await store.keep_result(result("a", "anna"))
        seen, after = list[tuple[str, bool]](), (-1.0, "")
        while found := await store.tables_over(after, 2):
            seen += [(one.id, one.has_result) for one in found]
            after = (found[-1].changed, found[-1].id)
        return seen

    assert using(place, write) == [("a", True), ("c", False), ("b", False)]


def test_several_servers_that_finish_at_once_leave_no_gap_and_skip_nothing(postgresql: str) -> None:
    """A reader that looks meanwhile never sees a number before all lower ones are there."""

    async def write() -> tuple[list[int], set[str]]:
        async with several(postgresql, 3) as stores:
            names = [f"t{number}" for number in range(45)]
            done = asyncio.Event()

            async def read() -> list[int]:
                seen = list[int]()
                while not done.is_set():
                    seen += [one.number for one in await stores[0].results_after(seen[-1] if seen else 0)]
                return seen + [one.number for one in await stores[0].results_after(seen[-1] if seen else 0)]

            reader = asyncio.create_task(read())
            writers = [finish(stores[index % 3], result(name, "anna")) for index, name in enumerate(names)]
            await asyncio.gather(*writers)
            done.set()
            return await reader, {one.table for one in await stores[1].results_after(0)}

    seen, tables = asyncio.run(write())

    assert seen == list(range(1, 46))
    assert len(tables) == 45


def test_of_several_servers_that_give_a_table_its_result_one_does(postgresql: str) -> None:
    async def write() -> tuple[int, list[int]]:
        async with several(postgresql, 3) as stores:
            names = [f"t{number}" for number in range(10)]
            for name in names:
                await stores[0].save_table(table(name, "over"))
            kept = await asyncio.gather(*(one.keep_result(result(name, "anna")) for name in names for one in stores))
            return sum(kept), [one.number for one in await stores[0].results_after(0)]

    assert asyncio.run(write()) == (10, list(range(1, 11)))
