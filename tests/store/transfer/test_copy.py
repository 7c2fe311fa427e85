"""A house moves from one store into another with everything in it, and never over another house."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path

import pytest

from stammtisch.club.forgetting import redacted
from stammtisch.errors import StammtischError
from stammtisch.store.contract import HostAct, Report, Store
from stammtisch.store.keys import SIGNING_KEY, hash_of_person, rotate_host_key, rotate_signing_secret
from stammtisch.store.open import open_archive
from stammtisch.store.transfer.archive import ArchivedTable, HouseRecords
from stammtisch.store.transfer.copy import Moved, copy_house
from tests.store.opened_stores import closing, table, using
from tests.store.sample_stores import add_table, damaging, furnish


@pytest.fixture(params=["to sqlite", "to postgresql"])
def target(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Return a place where nothing is kept yet."""
    if request.param == "to sqlite":
        return str(tmp_path / "target.db")
    return str(request.getfixturevalue("postgres").fresh())


def copied(source: str, target: str, tell: Callable[[int, int], object] = max, batch: int = 50) -> Moved:
    """Copy a house."""

    async def go() -> Moved:
        async with closing(open_archive(source)) as reading, closing(open_archive(target, to_fill=True)) as filling:
            return await copy_house(reading, filling, tell, batch)

    return asyncio.run(go())


def contents(place: str) -> tuple[list[ArchivedTable], HouseRecords]:
    """Return all that is kept, with JSON in one form."""

    async def go() -> tuple[list[ArchivedTable], HouseRecords]:
        async with closing(open_archive(place)) as archive:
            tables = await archive.read_tables(sorted(await archive.table_sizes()))
            alike = [replace(one, choices=_form(one.choices), facts=_form(one.facts)) for one in tables]
            return alike, await archive.house_records()

    return asyncio.run(go())


def _form(text: str) -> str:
    return json.dumps(json.loads(text), sort_keys=True)


def test_a_copy_holds_everything_that_the_house_holds(place: str, target: str) -> None:
    using(place, furnish)
    moved = copied(place, target)

    assert contents(target) == contents(place)
    assert (moved.tables, moved.new, moved.renewed, moved.people, moved.reports) == (12, 12, 0, 12, 2)
    assert len(contents(target)[0]) == 12
    assert contents(target)[1].reports[0].settled


def test_what_was_taken_down_since_is_taken_down_in_the_copy_too(place: str, target: str) -> None:
    using(place, furnish)
    copied(place, target)
    using(place, lambda store: store.post_notice("", 9.0))
    copied(place, target)

    assert [part for part, _, _ in contents(target)[1].signs] == ["name"]


def test_a_house_that_has_only_a_name_is_not_written_over(place: str, target: str) -> None:
    using(place, furnish)
    using(target, lambda store: store.name_house("The Crooked Hat", 1.0))

    with pytest.raises(StammtischError, match="the target holds another house"):
        copied(place, target)


def test_a_house_that_was_copied_goes_on(place: str, target: str) -> None:
    using(place, furnish)
    copied(place, target)

    async def go_on(store: Store) -> tuple[object, ...]:
        await store.append("table4", len(await store.steps("table4")), [(0, 1)], 1)
        await store.save_chat("table4", "p", "Anna", "next")
        await store.report(Report("table1", "person0", "person1", "again", (), 9.0))
        marks = await store.marks("table4")
        assert marks is not None
        return await store.secret(SIGNING_KEY, b"other"), marks.lines, (await store.reports())[0].number

    assert using(target, go_on) == (b"p" * 32, 2, 3)


def test_a_copy_that_was_interrupted_goes_on_where_it_was(place: str, target: str) -> None:
    using(place, furnish)

    def pull_the_plug(done: int, _: int) -> None:
        if done == 6:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        copied(place, target, pull_the_plug, batch=2)
    assert len(contents(target)[0]) == 6
    assert copied(place, target).new == 6
    assert contents(target) == contents(place)


def test_what_has_gone_on_since_is_brought_up_to_date(place: str, target: str) -> None:
    using(place, furnish)
    copied(place, target)

    async def go_on(store: Store) -> None:
        saved = await store.table("table4")
        assert saved is not None
        await store.append("table4", len(await store.steps("table4")), [(0, 1), (1, 2)], 1)
        await store.save_table(saved)
        await store.save_chat("table5", "p", "Anna", "next")
        await store.save_review("table0", "seat 1", "{}")
        await store.save_review("table0", "seat 0", '{"judged": [1]}')
        await store.unblock("person0", "person1")
        await store.save_person("person3", "Max")
        await store.save_table(table("new"))

    using(place, go_on)
    moved = copied(place, target)

    assert (moved.new, moved.renewed) == (1, 3)
    assert contents(target) == contents(place)
    assert copied(place, target).renewed == 0


def _hold_refusal(place: str, target: str, why: str) -> None:
    """See that a house is not copied, and that nothing is lost of what is there."""
    before = contents(target)
    with pytest.raises(StammtischError, match=why):
        copied(place, target)
    assert contents(target) == before


def test_another_house_is_refused_and_nothing_of_it_is_lost(place: str, target: str) -> None:
    using(place, furnish)

    async def live_here(store: Store) -> None:
        await store.secret(SIGNING_KEY, b"another")
        await store.save_table(table("theirs"))

    using(target, live_here)

    _hold_refusal(place, target, "another house")


def test_a_store_that_a_server_has_only_opened_is_empty(place: str, target: str) -> None:
    using(place, furnish)
    using(target, lambda store: store.secret(SIGNING_KEY, b"another"))
    copied(place, target)

    assert contents(target) == contents(place)


async def _step(store: Store, *actions: int) -> None:
    await store.append("table4", len(await store.steps("table4")), [(0, action) for action in actions or (1,)], 1)


async def _new_person(store: Store) -> None:
    await store.save_person("new", "Mia")


async def _new_table(store: Store) -> None:
    await store.save_table(table("new"))


@pytest.mark.parametrize("use", [_step, _new_person, _new_table])
def test_a_target_that_went_on_by_itself_is_refused(
    use: Callable[[Store], Awaitable[None]], place: str, target: str
) -> None:
    using(place, furnish)
    copied(place, target)
    using(target, use)

    _hold_refusal(place, target, "went on by itself")


def test_a_table_that_went_on_in_two_ways_is_refused(place: str, target: str) -> None:
    using(place, furnish)
    copied(place, target)
    using(target, _step)
    using(place, lambda store: _step(store, 2, 3))

    _hold_refusal(place, target, "table table4 went on in two ways")


def test_who_was_forgotten_since_is_forgotten_in_the_copy(place: str, target: str) -> None:
    using(place, furnish)
    copied(place, target)

    async def forget(store: Store) -> None:
        await store.forget("person0", "gone-x", "Guest", 7.0)
        for table_id in await store.tables_naming("person0"):
            saved = await store.table(table_id)
            assert saved
            saved.facts = redacted(saved.facts, "person0", "gone-x", {"Anna"})
            await store.save_table(saved)

    using(place, forget)
    copied(place, target)

    assert contents(target) == contents(place)
    assert '"person0"' not in str(contents(target)[0])
    assert using(target, lambda store: store.forgotten()) == {hash_of_person("person0"): 7.0}


def test_words_of_somebody_who_only_watched_go_from_the_copy_and_who_is_half_forgotten_is_so_there(
    place: str, target: str
) -> None:
    using(place, furnish)
    using(place, lambda store: store.save_chat("table0", "watcher", "Wanda", "unforgettable"))
    copied(place, target)
    assert using(place, lambda store: store.forget("watcher", "gone-x", "Guest", 7.0)) == ["table0"]
    copied(place, target)

    assert contents(target) == contents(place)
    assert "unforgettable" not in str(contents(target)[0])
    assert using(target, lambda store: store.half_forgotten()) == {"watcher": "gone-x"}


def test_a_house_in_use_is_read_as_it_was_at_one_moment(place: str) -> None:
    async def look(store: Store) -> tuple[int, int, int]:
        await furnish(store, 4)
        async with closing(open_archive(place)) as archive:
            before = await archive.read_tables(["table0"])
            await store.save_chat("table0", "p", "Anna", "later")
            await add_table(store, "later", "duel", "over")
            after = await archive.read_tables(["table0"])
            return len(before[0].chat), len(after[0].chat), len(await archive.table_sizes())

    assert using(place, look) == (1, 1, 4)


def test_a_store_that_a_server_has_open_is_not_filled(place: str) -> None:
    async def fill(_: Store) -> None:
        with pytest.raises(OSError, match=r"server has it open"):
            await open_archive(place, to_fill=True)

    using(place, fill)


def test_a_letter_that_postgresql_cannot_keep_is_left_out(tmp_path: Path, postgresql: str) -> None:
    source = str(tmp_path / "house.db")
    using(source, furnish)
    using(source, lambda store: store.save_chat("table0", "p", "A\0", "n\0l"))
    copied(source, postgresql)

    assert using(postgresql, lambda store: store.chat("table0"))[-1] == ("p", "A", "nl")
    assert copied(source, postgresql).renewed == 0


def test_a_table_that_is_damaged_is_named(tmp_path: Path, postgresql: str) -> None:
    source = str(tmp_path / "house.db")
    using(source, furnish)
    with damaging(source) as db:
        db.execute("UPDATE tables SET facts = 'no' WHERE id = 'table7'")

    with pytest.raises(OSError, match="table table7 cannot be copied"):
        copied(source, postgresql)


def test_a_file_of_an_older_stammtisch_is_not_read(tmp_path: Path) -> None:
    source = tmp_path / "house.db"
    using(str(source), furnish)
    with damaging(source) as db:
        db.execute("PRAGMA user_version = 1")

    with pytest.raises(OSError, match="older Stammtisch"):
        copied(str(source), str(tmp_path / "target.db"))


def test_a_house_with_new_keys_is_still_the_same_house_and_its_hosts_acts_go_along(place: str, target: str) -> None:
    using(place, furnish)
    copied(place, target)

    async def rotate(store: Store) -> None:
        await rotate_signing_secret(store, 1_800_000_000.0)
        await rotate_host_key(store)
        await store.record(HostAct(6.5, "", "command", "signing secret"))

    using(place, rotate)
    copied(place, target)

    assert contents(target) == contents(place)
    assert [act.number for act in contents(target)[1].acts] == [1, 2, 3]
    using(target, lambda store: store.record(HostAct(7.5, "", "program", "pause")))
    _hold_refusal(place, target, "ahead by 0 tables, 0 people, 0 reports and 1 acts of hosts")
