"""What is kept survives, in order and whole, wherever it is kept."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from math import inf

import pytest

from stammtisch.store.contract import (
    Conflict,
    Face,
    HostAct,
    HouseSign,
    Report,
    Store,
    StoredTable,
    TableMarks,
    Unavailable,
)
from stammtisch.store.coordination_contract import TokenRequest
from tests.store.opened_stores import table, using


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


def test_a_write_that_fails_does_not_harm_those_beside_it(place: str) -> None:
    async def write(store: Store) -> list[object]:
        for name in "abc":
            await store.save_table(table(name))
        writers = [store.append(name, first, [(0, 1)], 1) for name, first in (("a", 0), ("b", 7), ("c", 0))]
        return [*await asyncio.gather(*writers, return_exceptions=True), await store.steps("c")]

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
    async def write(store: Store) -> tuple[StoredTable | None, int]:
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
    async def write(store: Store) -> StoredTable | None:
        saved = table("a")
        saved.revision = 1
        with pytest.raises(Conflict):
            await store.save_table(saved)
        return await store.table("a")

    assert using(place, write) is None


def test_what_a_table_plays_never_changes_but_the_facts_around_it_do(place: str) -> None:
    async def write(store: Store) -> StoredTable | None:
        await store.save_table(table("a", "open"))
        changed = table("a", "over", 9.0)
        changed.choices, changed.seed, changed.facts, changed.revision = {"seats": 6}, b"x" * 32, {"places": [1]}, 1
        await store.save_table(changed)
        return await store.table("a")

    assert using(place, write) == StoredTable("a", "duel", 1, {"seats": 2}, b"s" * 32, "over", 9.0, {"places": [1]}, 2)


def test_marks_say_how_far_a_table_is(place: str) -> None:
    async def write(store: Store) -> tuple[TableMarks | None, ...]:
        before = await store.marks("a")
        saved = table("a")
        await store.save_table(saved)
        fresh = await store.marks("a")
        await store.append("a", 0, [(0, 1), (0, 2)], 1)
        await store.save_chat("a", "p", "Anna", "hello")
        await store.save_table(saved)
        return before, fresh, await store.marks("a")

    before, fresh, after = using(place, write)

    assert (before, fresh) == (None, TableMarks(1, 0, 0))
    assert after
    assert (after.revision, after.steps, after.lines) == (2, 2, 1)
    assert after.waited == 0.0
    assert after.ago < 60


def test_tables_are_found_by_stage_those_changed_last_first(place: str) -> None:
    async def write(store: Store) -> tuple[list[str], list[str], dict[str, int]]:
        for name, stage, changed in (("a", "open", 1.0), ("b", "over", 5.0), ("c", "open", 3.0), ("d", "running", 2.0)):
            await store.save_table(table(name, stage, changed))
        found = [saved.id for saved in await store.tables("open", "running")]
        first = [saved.id for saved in await store.tables("open", "running", most=2)]
        return found, first, await store.count_by_stage()

    assert using(place, write) == (["c", "d", "a"], ["c", "d"], {"open": 2, "over": 1, "running": 1})


def test_tables_are_found_by_who_sits_there_who_opened_them_and_whether_they_are_listed(place: str) -> None:
    async def write(store: Store) -> list[list[str]]:
        anna, gone = {"person": "p", "left": False}, {"person": "p", "left": True}
        bob = {"person": "q", "left": False}
        await store.save_table(table("a", "open", 1.0, places=[bob, anna], listed=True))
        await store.save_table(table("b", "open", 2.0, places=[gone, bob], listed=False, host="q"))
        await store.save_table(table("c", "over", 3.0, places=[anna], listed=True, host="q"))
        asked = [await store.tables("open", "over", person="p"), await store.tables("open", person="q")]
        asked += [await store.tables("open", "over", host="q")]
        asked += [await store.tables("open", listed=True), await store.tables("over", listed=True, person="q")]
        return [[saved.id for saved in tables] for tables in asked]

    assert using(place, write) == [["c", "a"], ["b", "a"], ["c", "b"], ["a"], []]


def test_a_link_is_good_once_until_its_time_or_until_there_is_a_newer_one(place: str) -> None:
    async def use(store: Store) -> list[str | None]:
        await store.save_link("p", "old", until=10.0, now=0.0)
        await store.save_link("p", "new", until=20.0, now=5.0)
        await store.save_link("q", "other", until=8.0, now=5.0)
        owners = [await store.link_owner(link, 7.0) for link in ("old", "new", "other", "none")]
        owners += [await store.use_link("other", 8.0), await store.link_owner("new", 20.0)]
        return [*owners, await store.use_link("new", 19.0), await store.use_link("new", 19.0)]

    assert using(place, use) == [None, "p", "q", None, None, None, "p", None]


def test_chat_people_reviews_and_secrets_are_kept(place: str) -> None:
    async def write(store: Store) -> None:
        await store.save_table(table("a"))
        await store.save_chat("a", "p", "Anna", "hello")
        await store.save_chat("a", "q", "Bob", "hello, Anna")
        for name in ("Anna", "Annie"):
            await store.save_person("p", name)
            await store.save_review("a", "all", f"found by {name}")
        assert await store.secret("signing", b"first") == b"first"

    async def read(store: Store) -> tuple[object, ...]:
        people = (await store.person("p"), await store.person("q"))
        reviews = (await store.review("a", "all"), await store.review("a", "end"))
        return await store.chat("a"), await store.chat("a", 1), people, reviews, await store.secret("signing", b"2nd")

    using(place, write)
    lines = [("p", "Anna", "hello"), ("q", "Bob", "hello, Anna")]

    assert using(place, read) == (lines, lines[1:], ("Annie", None), ("found by Annie", None), b"first")


def test_a_face_is_kept_with_its_person_whatever_their_name_becomes(place: str) -> None:
    async def write(store: Store) -> None:
        await store.save_person("p", "Anna")
        await store.save_person("q", "Bob")
        await store.save_face("p", Face(3, 1))
        await store.save_face("p", Face(7, 5))
        await store.save_person("p", "Annie")

    async def read(store: Store) -> list[Face | None]:
        return [await store.face(person) for person in ("p", "q", "nobody")]

    using(place, write)

    assert using(place, read) == [Face(7, 5), None, None]


def test_tables_are_found_by_those_who_sat_down_later_and_not_by_those_who_got_up(place: str) -> None:
    async def write(store: Store) -> list[list[str]]:
        saved = table("a", "open", places=[{"person": "p", "left": False}, {"person": "", "left": False}])
        await store.save_table(saved)
        saved.facts = {"places": [{"person": "", "left": False}, {"person": "q", "left": False}]}
        await store.save_table(saved)
        return [[one.id for one in await store.tables("open", person=person)] for person in ("p", "q")]

    assert using(place, write) == [[], ["a"]]


def test_signs_that_a_database_cannot_keep_do_no_harm(place: str) -> None:
    async def write(store: Store) -> list[str]:
        await store.save_table(table("a"))
        await store.save_person("p", "An\0na")
        await store.save_chat("a", "p", "An\0na", "hello\0 🂡")
        await store.report(Report("a", "p", "q", "ru\0de", ("a\0",), 5.0))
        (line,), (report,) = await store.chat("a"), await store.reports()
        return [str(await store.person("p")), *line[1:], report.words, *report.said]

    assert [text.replace("\0", "") for text in using(place, write)] == ["Anna", "Anna", "hello 🂡", "rude", "a"]


def test_lines_said_at_the_same_time_are_all_kept(place: str) -> None:
    async def write(store: Store) -> list[str]:
        await store.save_table(table("a"))
        await asyncio.gather(*(store.save_chat("a", "p", "Anna", str(number)) for number in range(30)))
        return sorted((said for _, _, said in await store.chat("a")), key=int)

    assert using(place, write) == [str(number) for number in range(30)]


def test_people_can_keep_away_from_others_and_be_kept_out(place: str) -> None:
    async def write(store: Store) -> list[frozenset[str]]:
        for other in ("q", "r", "q"):
            await store.block("p", other)
            await store.ban(other)
        before = [await store.blocked("p"), await store.blocked("q"), await store.banned()]
        await store.unblock("p", "q")
        await store.unban("r")
        return [*before, await store.blocked("p"), await store.banned()]

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


def test_tables_whose_clock_has_run_out_are_claimed_as_many_as_are_wanted(place: str) -> None:
    async def work(store: Store) -> list[list[str]]:
        for name, waited in (("b", 60.0), ("c", 60.0), ("e", 61.0), ("f", 1.0), ("g", 60.0), ("h", 60.0)):
            await store.save_table(table(name))
            await store.save_clock(name, 0, waited, inf if name == "h" else 60.0)
        await store.save_table(table("i"))  # without a clock
        assert await store.claim("c")
        await store.drop_clock("g")
        claimed = [await store.claim_due(0), await store.claim_due(1), await store.claim_due(-1)]
        await store.release("e")
        return [*claimed, await store.claim_due(-1)]

    none, one, rest, again = using(place, work)

    assert (none, sorted(one + rest), len(one), again) == ([], ["b", "e"], 1, ["e"])


def test_a_clock_that_was_written_down_is_known_until_somebody_acts(place: str) -> None:
    async def write(store: Store) -> None:
        await store.save_table(table("a"))
        await store.append("a", 0, [(0, 1)], 1)
        await store.save_clock("a", 1, 17.5, 60.0)

    async def look(store: Store) -> tuple[TableMarks | None, TableMarks | None]:
        known = await store.marks("a")
        await store.append("a", 1, [(0, 1)], 1)
        return known, await store.marks("a")

    using(place, write)
    known, after = using(place, look)

    assert known
    assert after
    assert (known.waited, after.waited) == (17.5, 0.0)
    assert 0 <= known.ago < 60


def test_it_is_known_when_people_were_last_seen(place: str) -> None:
    async def look(store: Store) -> tuple[dict[str, float], ...]:
        await store.save_presence({("a", "p"): 4000.0, ("a", "q"): 8000.0, ("b", "p"): 7000.0})
        await store.save_presence({("a", "p"): 5000.0, ("a", "q"): 6000.0})
        await store.save_presence({})
        return await store.presence("a"), await store.presence("b"), await store.presence("c")

    at_a, at_b, at_c = using(place, look)

    assert at_a == pytest.approx({"p": 4000.0, "q": 6000.0}, abs=600)
    assert at_b == pytest.approx({"p": 7000.0}, abs=600)
    assert at_c == {}


def test_whoever_comes_too_early_takes_nothing_from_any_bucket(place: str) -> None:
    async def take(store: Store) -> list[float]:
        few, many = TokenRequest("few", 2, 3600.0), TokenRequest("many", 4, 3600.0)
        waits = [await store.take_tokens([many, few]) for _ in range(3)]
        waits += [await store.take_tokens([many]), await store.take_tokens([many]), await store.take_tokens([many])]
        return [*waits, await store.take_tokens([])]

    hours = [round(wait / 3600, 1) for wait in using(place, take)]

    assert hours == [0, 0, 1, 0, 0, 1, 0]


@pytest.mark.parametrize("seconds", [0.1, 0.7, 3.3, 1e5])
def test_a_bucket_of_one_is_full_at_first(seconds: float, place: str) -> None:
    async def take(store: Store) -> list[float]:
        return [await store.take_tokens([TokenRequest(str(number), 1, seconds)]) for number in range(20)]

    assert using(place, take) == [0] * 20


def test_nothing_waits_where_nothing_was_asked(place: str) -> None:
    async def look(store: Store) -> int:
        await store.save_table(table("a"))
        return store.queue_length

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


def _act(what: str, table: str = "", person: str = "", detail: str = "") -> HostAct:
    return HostAct(5.0, "p", "browser", what, table, person, detail)


def test_what_hosts_did_is_kept_the_newest_first(place: str) -> None:
    async def write(store: Store) -> tuple[list[HostAct], ...]:
        for act in (_act("pause", table="a"), _act("bar", person="q"), _act("replace", table="a", detail="1 easy")):
            await store.record(act)
        return await store.acts(), await store.acts(1), await store.acts(5, before=2)

    acts, newest, older = using(place, write)
    assert acts == [
        HostAct(5.0, "p", "browser", "replace", "a", "", "1 easy", 3),
        HostAct(5.0, "p", "browser", "bar", "", "q", "", 2),
        HostAct(5.0, "p", "browser", "pause", "a", "", "", 1),
    ]
    assert newest == acts[:1]
    assert older == acts[2:]


def test_what_is_recorded_once_is_recorded_once(place: str) -> None:
    async def write(store: Store) -> list[tuple[str, str]]:
        for what, detail in (("reports", "1"), ("reports", "1"), ("reports", "2"), ("settle", "1")):
            await store.record(_act(what, detail=detail), once=True)
        await store.record(replace(_act("reports", detail="1"), host="q", at=9.0), once=True)
        return [(act.host, act.what + act.detail) for act in await store.acts()]

    assert using(place, write) == [("q", "reports1"), ("p", "settle1"), ("p", "reports2"), ("p", "reports1")]


@pytest.mark.parametrize("change", ["UPDATE audit SET host = 'q'", "DELETE FROM audit"])
def test_what_hosts_did_is_never_changed(place: str, change: str) -> None:
    async def write(store: Store) -> list[HostAct]:
        await store.record(_act("end", table="a"))
        with pytest.raises(Exception, match="the audit log is never changed"):
            await store._sql.write(change)  # type: ignore[attr-defined]
        return await store.acts()

    assert using(place, write) == [replace(_act("end", table="a"), number=1)]


def test_a_secret_is_changed_by_whoever_knows_it_and_forgotten(place: str) -> None:
    async def write(store: Store) -> dict[str, bytes]:
        await store.secret("a", b"1")
        await store.secret("b", b"2")
        await store.change_secret("a", b"1", b"3")
        with pytest.raises(Conflict, match="the a was changed meanwhile"):
            await store.change_secret("a", b"1", b"4")
        await store.forget_secret("b")
        return await store.secrets()

    assert using(place, write) == {"a": b"3"}


def test_a_write_is_tried_as_often_as_one_likes(place: str) -> None:
    async def write(store: Store) -> None:
        for now in range(3):
            await store.try_write(float(now))

    using(place, write)


def test_the_sign_of_the_house_is_kept_in_its_two_parts(place: str) -> None:
    async def write(store: Store) -> list[HouseSign]:
        seen = [await store.house_sign()]
        await store.name_house("The Crooked Hat", 1.5)
        await store.post_notice("Friday\nat eight 🃏", 2.5)
        seen.append(await store.house_sign())
        await store.post_notice("Saturday", 3.5)
        await store.name_house("", 4.5)
        return [*seen, await store.house_sign()]

    assert using(place, write) == [
        HouseSign(),
        HouseSign("The Crooked Hat", "Friday\nat eight 🃏", 2.5),
        HouseSign("", "Saturday", 3.5),
    ]
    assert using(place, lambda store: store.house_sign()) == HouseSign("", "Saturday", 3.5)


def test_a_sign_is_no_secret_by_which_a_house_is_known(place: str) -> None:
    async def write(store: Store) -> dict[str, bytes]:
        await store.name_house("The Crooked Hat", 1.5)
        return await store.secrets()

    assert using(place, write) == {}
