"""What is kept survives, in order and whole, wherever it is kept."""

from __future__ import annotations

import asyncio
import time

import pytest

from stammtisch.store.kept import Conflict, Marks, Report, Saved, Store, Unavailable, Wish
from tests.store.keeping import table, using


def test_steps_are_there_when_the_store_is_opened_again(place: str) -> None:
    async def write(store: Store) -> None:
        await store.save_table(table("a"))
        await store.append("a", 0, [(61, 3), (0, 4)], 1)
        await store.append("a", 2, [(1, 2**40)], 1)

    using(place, write)

    assert using(place, lambda store: store.steps("a")) == [(61, 3), (0, 4), (1, 2**40)]
    assert using(place, lambda store: store.steps("a", 1)) == [(0, 4), (1, 2**40)]


@pytest.mark.parametrize("first", [0, 1, 3])
def test_of_two_writers_of_the_same_step_one_is_told(first: int, place: str) -> None:
    async def write(store: Store) -> list[tuple[int, int]]:
        await store.save_table(table("a"))
        await store.append("a", 0, [(0, 1), (0, 2)], 1)
        with pytest.raises(Conflict):
            await store.append("a", first, [(1, 9), (1, 9)], 1)
        return await store.steps("a")

    assert using(place, write) == [(0, 1), (0, 2)]


@pytest.mark.parametrize("revision", [0, 1, 3])
def test_steps_at_a_table_that_was_saved_meanwhile_are_a_conflict(revision: int, place: str) -> None:
    async def write(store: Store) -> list[tuple[int, int]]:
        saved = table("a")
        await store.save_table(saved)
        await store.save_table(saved)
        with pytest.raises(Conflict):
            await store.append("a", 0, [(0, 1)], revision)
        await store.append("a", 0, [(0, 2)], saved.revision)
        return await store.steps("a")

    assert using(place, write) == [(0, 2)]


def test_there_are_no_steps_at_a_table_that_is_not_there(place: str) -> None:
    async def write(store: Store) -> None:
        for revision in (0, 1):
            with pytest.raises(Conflict):
                await store.append("a", 0, [(0, 1)], revision)

    using(place, write)


def test_a_wish_that_fails_does_not_harm_those_beside_it(place: str) -> None:
    async def write(store: Store) -> list[object]:
        for name in "abc":
            await store.save_table(table(name))
        wishes = [store.append(name, first, [(0, 1)], 1) for name, first in (("a", 0), ("b", 7), ("c", 0))]
        return [*await asyncio.gather(*wishes, return_exceptions=True), await store.steps("c")]

    first, second, third, steps = using(place, write)

    assert (first, third, steps) == (None, None, [(0, 1)])
    assert isinstance(second, Conflict)


def test_a_table_counts_how_often_it_was_saved(place: str) -> None:
    async def write(store: Store) -> None:
        saved = table("a", "open")
        for revision in (1, 2, 3):
            await store.save_table(saved)
            assert saved.revision == revision
            assert await store.table("a") == saved

    using(place, write)


@pytest.mark.parametrize("revision", [0, 1, 3])
def test_whoever_saves_an_older_state_of_a_table_is_told(revision: int, place: str) -> None:
    async def write(store: Store) -> tuple[Saved | None, int]:
        saved, other = table("a", "running"), table("a", "over")
        await store.save_table(saved)
        await store.save_table(saved)
        other.revision = revision
        with pytest.raises(Conflict):
            await store.save_table(other)
        return await store.table("a"), other.revision

    kept, untouched = using(place, write)

    assert kept
    assert (kept.stage, kept.revision, untouched) == ("running", 2, revision)


def test_a_table_that_was_never_kept_cannot_be_changed(place: str) -> None:
    async def write(store: Store) -> Saved | None:
        saved = table("a")
        saved.revision = 1
        with pytest.raises(Conflict):
            await store.save_table(saved)
        return await store.table("a")

    assert using(place, write) is None


def test_what_a_table_plays_never_changes_but_the_facts_around_it_do(place: str) -> None:
    async def write(store: Store) -> Saved | None:
        await store.save_table(table("a", "open"))
        changed = table("a", "over", 9.0)
        changed.choices, changed.seed, changed.facts, changed.revision = {"seats": 6}, b"x" * 32, {"places": [1]}, 1
        await store.save_table(changed)
        return await store.table("a")

    assert using(place, write) == Saved("a", "duel", 1, {"seats": 2}, b"s" * 32, "over", 9.0, {"places": [1]}, 2)


def test_marks_say_how_far_a_table_is(place: str) -> None:
    async def write(store: Store) -> tuple[Marks | None, ...]:
        before = await store.marks("a")
        saved = table("a")
        await store.save_table(saved)
        fresh = await store.marks("a")
        await store.append("a", 0, [(0, 1), (0, 2)], 1)
        await store.say("a", "p", "Anna", "hello")
        await store.save_table(saved)
        return before, fresh, await store.marks("a")

    before, fresh, after = using(place, write)

    assert (before, fresh) == (None, Marks(1, 0, 0, 0.0))
    assert after
    assert (after.revision, after.steps, after.lines) == (2, 2, 1)
    assert abs(after.moved - time.time()) < 60


def test_tables_are_found_by_stage_those_changed_last_first(place: str) -> None:
    async def write(store: Store) -> tuple[list[str], list[str], dict[str, int]]:
        for name, stage, changed in (("a", "open", 1.0), ("b", "over", 5.0), ("c", "open", 3.0), ("d", "running", 2.0)):
            await store.save_table(table(name, stage, changed))
        found = [saved.id for saved in await store.tables("open", "running")]
        first = [saved.id for saved in await store.tables("open", "running", most=2)]
        return found, first, await store.count_by_stage()

    assert using(place, write) == (["c", "d", "a"], ["c", "d"], {"open": 2, "over": 1, "running": 1})


def test_tables_are_found_by_who_sits_there_and_whether_they_are_listed(place: str) -> None:
    async def write(store: Store) -> list[list[str]]:
        anna, gone = {"person": "p", "left": False}, {"person": "p", "left": True}
        bob = {"person": "q", "left": False}
        await store.save_table(table("a", "open", 1.0, places=[bob, anna], listed=True))
        await store.save_table(table("b", "open", 2.0, places=[gone, bob], listed=False))
        await store.save_table(table("c", "over", 3.0, places=[anna], listed=True))
        asked = [await store.tables("open", "over", person="p"), await store.tables("open", person="q")]
        asked += [await store.tables("open", listed=True), await store.tables("over", listed=True, person="q")]
        return [[saved.id for saved in tables] for tables in asked]

    assert using(place, write) == [["c", "a"], ["b", "a"], ["a"], []]


def test_chat_people_reviews_and_secrets_are_kept(place: str) -> None:
    async def write(store: Store) -> None:
        await store.save_table(table("a"))
        await store.say("a", "p", "Anna", "hello")
        await store.say("a", "q", "Bob", "hello, Anna")
        for name in ("Anna", "Annie"):
            await store.save_person("p", name)
            await store.save_review("a", "all", f"found by {name}")
        assert await store.secret("passport", b"first") == b"first"

    async def read(store: Store) -> tuple[object, ...]:
        people = (await store.person("p"), await store.person("q"))
        reviews = (await store.review("a", "all"), await store.review("a", "end"))
        return await store.chat("a"), await store.chat("a", 1), people, reviews, await store.secret("passport", b"2nd")

    using(place, write)
    lines = [("p", "Anna", "hello"), ("q", "Bob", "hello, Anna")]

    assert using(place, read) == (lines, lines[1:], ("Annie", None), ("found by Annie", None), b"first")


def test_signs_that_a_database_cannot_keep_do_no_harm(place: str) -> None:
    async def write(store: Store) -> list[str]:
        await store.save_table(table("a"))
        await store.save_person("p", "An\0na")
        await store.say("a", "p", "An\0na", "hello\0 🂡")
        await store.report(Report("a", "p", "q", "ru\0de", ("a\0",), 5.0))
        (line,), (report,) = await store.chat("a"), await store.reports()
        return [str(await store.person("p")), *line[1:], report.words, *report.said]

    assert [text.replace("\0", "") for text in using(place, write)] == ["Anna", "Anna", "hello 🂡", "rude", "a"]


def test_lines_said_at_the_same_time_are_all_kept(place: str) -> None:
    async def write(store: Store) -> list[str]:
        await store.save_table(table("a"))
        await asyncio.gather(*(store.say("a", "p", "Anna", str(number)) for number in range(30)))
        return sorted((said for _, _, said in await store.chat("a")), key=int)

    assert using(place, write) == [str(number) for number in range(30)]


def test_people_can_keep_away_from_others_and_be_kept_out(place: str) -> None:
    async def write(store: Store) -> list[frozenset[str]]:
        for other in ("q", "r", "q"):
            await store.block("p", other)
            await store.bar(other)
        before = [await store.blocked("p"), await store.blocked("q"), await store.barred()]
        await store.block("p", "q", until_now=True)
        await store.bar("r", until_now=True)
        return [*before, await store.blocked("p"), await store.barred()]

    assert [sorted(names) for names in using(place, write)] == [["q", "r"], [], ["q", "r"], ["r"], ["q"]]


def test_complaints_are_shown_until_they_are_settled_the_newest_first(place: str) -> None:
    async def write(store: Store) -> tuple[list[Report], list[int]]:
        for words in ("one", "two", "three"):
            await store.report(Report("a", "p", "q", words, ("rude", "words"), 5.0))
        await store.settle(3)
        return await store.reports(), [report.number for report in await store.reports(1)]

    reports, first = using(place, write)

    assert reports[0] == Report("a", "p", "q", "two", ("rude", "words"), 5.0, 2)
    assert [(report.words, report.settled) for report in reports] == [("two", False), ("one", False), ("three", True)]
    assert first == [2]


def test_work_is_claimed_again_by_whoever_has_it(place: str) -> None:
    async def work(store: Store) -> list[bool]:
        claims = [await store.claim("clock"), await store.claim("clock"), await store.claim("other")]
        await store.release("clock")
        await store.release("never claimed")
        return [*claims, await store.claim("clock")]

    assert using(place, work) == [True, True, True, True]


def test_running_tables_are_claimed_as_many_as_are_wanted(place: str) -> None:
    async def work(store: Store) -> list[list[str]]:
        for name, stage in (("a", "open"), ("b", "running"), ("c", "running"), ("d", "over"), ("e", "running")):
            await store.save_table(table(name, stage))
        assert await store.claim("c")
        claimed = [await store.claim_tables(0), await store.claim_tables(1), await store.claim_tables(-1)]
        await store.release("e")
        return [*claimed, await store.claim_tables(-1)]

    none, one, rest, again = using(place, work)

    assert (none, sorted(one + rest), len(one), again) == ([], ["b", "e"], 1, ["e"])


def test_it_is_known_when_people_were_last_seen(place: str) -> None:
    async def look(store: Store) -> tuple[dict[str, float], ...]:
        await store.saw({("a", "p"): 5.0, ("a", "q"): 6.0, ("b", "p"): 7.0})
        await store.saw({("a", "p"): 4.0, ("a", "q"): 8.0})
        await store.saw({})
        return await store.seen("a"), await store.seen("b"), await store.seen("c")

    assert using(place, look) == ({"p": 5.0, "q": 8.0}, {"p": 7.0}, {})


def test_whoever_comes_too_early_takes_nothing_from_any_bucket(place: str) -> None:
    async def take(store: Store) -> list[float]:
        few, many = Wish("few", 2, 3600.0), Wish("many", 4, 3600.0)
        waits = [await store.take([many, few]) for _ in range(3)]
        waits += [await store.take([many]), await store.take([many]), await store.take([many])]
        return [*waits, await store.take([])]

    hours = [round(wait / 3600, 1) for wait in using(place, take)]

    assert hours == [0, 0, 1, 0, 0, 1, 0]


@pytest.mark.parametrize("seconds", [0.1, 0.7, 3.3, 1e5])
def test_a_bucket_of_one_is_full_at_first(seconds: float, place: str) -> None:
    async def take(store: Store) -> list[float]:
        return [await store.take([Wish(str(number), 1, seconds)]) for number in range(20)]

    assert using(place, take) == [0] * 20


def test_nothing_waits_where_nothing_was_asked(place: str) -> None:
    async def look(store: Store) -> int:
        await store.save_table(table("a"))
        return store.waiting

    assert using(place, look) == 0


def test_many_writers_at_once_are_all_served(place: str) -> None:
    async def write(store: Store) -> int:
        names = [f"t{number}" for number in range(200)]
        await asyncio.gather(*(store.save_table(table(name)) for name in names))
        for number in range(3):
            await asyncio.gather(*(store.append(name, number, [(0, number)], 1) for name in names))
        return sum([len(await store.steps(name)) for name in names])

    assert using(place, write) == 600


def test_a_store_that_was_closed_says_so(place: str) -> None:
    async def close(store: Store) -> Store:
        return store

    store = using(place, close)

    with pytest.raises(Unavailable):
        asyncio.run(store.steps("a"))
