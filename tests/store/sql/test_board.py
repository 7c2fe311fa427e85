"""What the board of the house asks is answered alike wherever it is kept, from indexes however much was played."""

from __future__ import annotations

import asyncio
import re
import sqlite3
from contextlib import closing as at_end
from dataclasses import replace
from pathlib import Path

import asyncpg
import pytest

from stammtisch.store.board_contract import DayCount, KnownPerson, WinStreak
from stammtisch.store.contract import Face, Store
from stammtisch.store.postgresql.pool import _SHORT_ANSWERS
from stammtisch.store.result_contract import GameResult
from stammtisch.store.sql import board
from tests.store.opened_stores import using
from tests.store.test_result_contract import finish, result

DAY = 86_400.0
WEEK = [day * DAY for day in range(100, 107)]


def _won(number: int, *people: str, day: float = 106.0, game: str = "duel") -> GameResult:
    """Return the result of a game that the first of these people has won."""
    return result(f"t{number:03}", *people, game=game, finished=day * DAY + number)


def _lost(number: int, person: str, *others: str, day: float = 106.0) -> GameResult:
    return _won(number, *others, person, day=day)


async def _finish_all(store: Store, *results: GameResult) -> None:
    for told in results:
        await finish(store, told)


def test_games_are_counted_by_day_and_kind(place: str) -> None:
    async def use(store: Store) -> list[DayCount]:
        before = _won(0, "anna", day=99.9)
        await _finish_all(store, before, _won(1, "anna", day=100), _won(2, "anna", "tobi", day=100, game="gang"))
        await _finish_all(store, _won(3, "anna", day=103.5), _won(4, "tobi", day=103.9), _won(5, "tobi", day=106))
        return await store.count_by_day(WEEK)

    assert using(place, use) == [
        DayCount(0, "duel", 1),
        DayCount(0, "gang", 1),
        DayCount(3, "duel", 2),
        DayCount(6, "duel", 1),
    ]


def test_one_day_is_counted_too_and_an_empty_house(place: str) -> None:
    async def use(store: Store) -> tuple[list[DayCount], list[DayCount]]:
        empty = await store.count_by_day(WEEK)
        await finish(store, _won(1, "anna"))
        return empty, await store.count_by_day(WEEK[-1:])

    assert using(place, use) == ([], [DayCount(0, "duel", 1)])


def test_the_newest_games_among_people_come_first_and_those_with_bots_not_at_all(place: str) -> None:
    async def use(store: Store) -> list[list[str]]:
        await _finish_all(store, _won(9, "anna", "tobi", day=104), _won(2, "anna", "kuno", day=105))
        await _finish_all(store, _won(3, "anna", day=106), _won(4, "anna", "zoe", day=99))
        found = [await store.newest_among_people(WEEK[0], most) for most in (5, 1)]
        assert found[0][0] == replace(_won(2, "anna", "kuno", day=105), number=2)
        return [[told.table for told in some] for some in found]

    assert using(place, use) == [["t002", "t009"], ["t002"]]


def test_newcomers_are_those_who_had_never_finished_a_game_before(place: str) -> None:
    async def use(store: Store) -> tuple[list[str], list[str]]:
        await _finish_all(store, _won(1, "anna", "tobi", day=50), _won(2, "tobi", "zoe", day=101))
        await _finish_all(store, _won(3, "kuno", day=102), _won(4, "kuno", "anna", day=103))
        return await store.newcomers(WEEK[0], 5), await store.newcomers(WEEK[0], 1)

    assert using(place, use) == (["kuno", "zoe"], ["kuno"])


def test_an_old_game_whose_result_was_written_late_makes_nobody_a_newcomer(place: str) -> None:
    async def use(store: Store) -> list[str]:
        await _finish_all(store, _won(1, "anna", day=101), _won(2, "anna", day=50))
        return await store.newcomers(WEEK[0], 5)

    assert using(place, use) == []


def test_a_streak_is_what_somebody_has_won_among_people_since_they_last_lost(place: str) -> None:
    async def use(store: Store) -> list[WinStreak]:
        await _finish_all(store, _won(1, "anna", "tobi", day=10), _lost(2, "anna", "tobi", day=11))
        await _finish_all(store, *[_won(number, "anna", "tobi", day=90) for number in (3, 4)])
        await _finish_all(store, _lost(5, "anna", day=100), _won(6, "anna", "zoe", "kuno", day=101))
        await _finish_all(store, *[_won(number, "zoe", "kuno", day=103) for number in (7, 8)])
        await _finish_all(store, *[_won(number, "kuno", day=104) for number in range(10, 15)])
        return await store.win_streaks(WEEK[0], 2, 5)

    assert using(place, use) == [WinStreak("anna", 3), WinStreak("zoe", 2)]


def test_a_streak_ends_with_a_game_that_was_lost_or_left_and_with_the_week(place: str) -> None:
    async def use(store: Store) -> list[WinStreak]:
        await _finish_all(store, *[_won(number, "anna", "tobi", day=99) for number in (1, 2, 3)])
        await _finish_all(store, *[_won(number, "zoe", "tobi") for number in (4, 5)])
        left = _won(6, "zoe", "tobi")
        await finish(store, replace(left, seats=(replace(left.seats[0], left=True), left.seats[1])))
        await _finish_all(store, *[_won(number, "kuno", "tobi") for number in (7, 8)], _lost(9, "kuno", "tobi"))
        return await store.win_streaks(WEEK[0], 2, 5)

    assert using(place, use) == []


def test_the_longest_streaks_come_first_and_no_more_than_asked_for(place: str) -> None:
    async def use(store: Store) -> tuple[list[WinStreak], list[WinStreak]]:
        await _finish_all(store, *[_won(number, "anna", "tobi") for number in (1, 2)])
        await _finish_all(store, *[_won(number, "zoe", "tobi") for number in (3, 4, 5)])
        return await store.win_streaks(WEEK[0], 2, 5), await store.win_streaks(WEEK[0], 3, 5)

    assert using(place, use) == ([WinStreak("zoe", 3), WinStreak("anna", 2)], [WinStreak("zoe", 3)])


def test_whoever_has_finished_a_game_together_has_met(place: str) -> None:
    async def use(store: Store) -> list[frozenset[str]]:
        await _finish_all(store, _won(1, "anna", "tobi", "zoe"), _won(2, "kuno"), _won(3, "kuno", "zoe"))
        return [await store.met(person) for person in ("anna", "kuno", "nobody", "")]

    assert using(place, use) == [{"tobi", "zoe"}, {"zoe"}, set(), set()]


def test_people_are_known_by_name_face_and_whom_they_let_see_their_games(place: str) -> None:
    async def use(store: Store) -> list[dict[str, KnownPerson]]:
        await store.save_person("anna", "Änne")
        await store.save_person("tobi", "Tobi")
        await store.save_face("anna", Face(13, 7))
        await store.save_shown_to("anna", "met")
        await store.block("tobi", "zoe")
        await store.block("anna", "kuno")
        return [await store.known_people(people, "zoe") for people in (["anna", "tobi", "nobody"], [])]

    assert using(place, use) == [
        {"anna": KnownPerson("Änne", 13, 7, "met", avoids=False), "tobi": KnownPerson("Tobi", 0, 0, "", avoids=True)},
        {},
    ]


QUESTIONS = {
    "newest": (board._NEWEST, (1.0, 5)),  # how it is asked is what is tested
    "newcomers": (board._NEWCOMERS, (1.0, 5)),
    "streaks": (board._STREAKS, (1.0, 2, 5)),
    "met": (board._MET, ("anna",)),
}


@pytest.mark.parametrize("name", QUESTIONS)
def test_no_question_of_the_board_looks_at_all_games_in_a_file(name: str, tmp_path: Path) -> None:
    file = tmp_path / "house.db"
    using(str(file), lambda store: store.last_result())
    question, values = QUESTIONS[name]
    with at_end(sqlite3.connect(file)) as db:
        plan = [row[3] for row in db.execute("EXPLAIN QUERY PLAN " + re.sub(r"\$(\d)", r"?\1", question), values)]

    assert any("INDEX" in step for step in plan)
    assert [
        step for step in plan if re.match(r"SCAN (results|late|sat|older|earlier|other|own|lost|won|last)\b", step)
    ] == []


@pytest.mark.parametrize("name", QUESTIONS)
def test_no_question_of_the_board_looks_at_all_games_in_a_database(name: str, postgresql: str) -> None:
    using(postgresql, lambda store: store.last_result())
    question, values = QUESTIONS[name]

    async def ask() -> list[str]:
        connection = await asyncpg.connect(postgresql)
        try:
            await connection.execute(f"{_SHORT_ANSWERS}; SET enable_seqscan = off")  # what an index answers, it does
            return [row[0] for row in await connection.fetch(f"EXPLAIN {question}", *values)]
        finally:
            await connection.close()

    assert [step for step in asyncio.run(ask()) if "Seq Scan" in step] == []
