"""The board tells what the last seven days brought, and of nobody who does not let its reader see them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from stammtisch.club.audience import ALL, AUDIENCES, MET, NOBODY, may_see
from stammtisch.club.board import DAYS, Board, WeekCache, days_at, read_board, read_week
from stammtisch.club.calendar import Calendar
from stammtisch.store.contract import Store
from stammtisch.store.result_contract import GameResult
from tests.store.opened_stores import using
from tests.store.test_result_contract import finish, result
from tests.turned_clock import TurnedClock

NOW = 1_700_000_000.0  # in the evening
CALENDAR = Calendar(ZoneInfo("Europe/Berlin"))
TODAY = days_at(NOW, CALENDAR)[-1]
PEOPLE = ("anna", "tobi", "zoe", "kuno")


def _won(number: int, *people: str, ago: float = 0.0, game: str = "duel") -> GameResult:
    """Return the result of a game that the first of these people has won so many days ago."""
    return result(f"t{number:03}", *people, game=game, finished=NOW - ago * 86_400 + number)


def _read(
    folder: Path,
    reader: str,
    *results: GameResult,
    shown_to: str = MET,
    then: Callable[[Store], Awaitable[object]] | None = None,
) -> Board:
    """Return what somebody reads after these games."""

    async def use(store: Store) -> Board:
        for person in PEOPLE:
            await store.save_person(person, person.title())
            await store.save_shown_to(person, shown_to)
        for told in results:
            await finish(store, told)
        if then:
            await then(store)
        return await read_board(store, await read_week(store, days_at(NOW, CALENDAR)), reader)

    folder.mkdir(exist_ok=True)
    return using(str(folder / "house.db"), use)


def test_a_house_in_which_nothing_was_played_has_an_empty_board(tmp_path: Path) -> None:
    board = _read(tmp_path, "anna")

    assert (board.played, board.counts, board.newcomers, board.streaks, board.games) == (0, (), (), (), ())
    assert len(board.days) == DAYS


def test_the_days_are_today_and_the_six_before(tmp_path: Path) -> None:
    assert TODAY <= NOW < TODAY + 86_400
    assert CALENDAR.day_at(TODAY) == CALENDAR.day_at(NOW) != CALENDAR.day_at(TODAY - 1)
    assert days_at(TODAY, CALENDAR) == days_at(NOW, CALENDAR) == days_at(TODAY + 86_399, CALENDAR)
    board = _read(tmp_path, "anna", _won(1, "anna"), _won(2, "anna", ago=6), _won(3, "anna", ago=7, game="gang"))

    assert [(count.day, count.number) for count in board.counts] == [(0, 1), (6, 1)]
    assert (board.played, board.by_game()) == (2, [("duel", 2)])


def test_games_are_counted_whoever_played_them(tmp_path: Path) -> None:
    board = _read(tmp_path, "anna", _won(1, "zoe", "kuno"), _won(2, "zoe", game="gang"), _won(3, "kuno", game="gang"))

    assert (board.played, board.by_game()) == (3, [("gang", 2), ("duel", 1)])
    assert (board.games, board.newcomers, board.people) == ((), (), {})


GAMES = [
    _won(1, "anna", "tobi", ago=30),
    *[_won(number, "tobi", "zoe") for number in (2, 3, 4)],
    _won(5, "anna", "zoe"),
]


@pytest.mark.parametrize("shown_to", [MET, ALL])
def test_whoever_lets_the_reader_see_what_they_have_played_is_named(shown_to: str, tmp_path: Path) -> None:
    board = _read(tmp_path, "anna", *GAMES, shown_to=shown_to)

    assert [game.table for game in board.games] == ["t005", "t004", "t003", "t002"]
    assert [(one.person, one.wins) for one in board.streaks] == [("tobi", 3)]
    assert (board.newcomers, board.unseen) == (("zoe",), 0)


def test_whoever_shows_it_to_nobody_is_named_where_the_reader_sat_and_nowhere_else(tmp_path: Path) -> None:
    board = _read(tmp_path, "anna", *GAMES, shown_to=NOBODY)

    assert [game.table for game in board.games] == ["t005"]
    assert (board.streaks, board.newcomers, board.unseen) == ((), (), 1)
    assert {*board.people} == {"anna"}, "zoe is called what she was called there"


def test_everybody_reads_about_themselves(tmp_path: Path) -> None:
    board = _read(tmp_path, "tobi", *GAMES, shown_to=NOBODY)

    assert [(one.person, one.wins) for one in board.streaks] == [("tobi", 3)]
    assert [game.table for game in board.games] == ["t004", "t003", "t002"]


def test_a_game_is_told_of_only_where_everybody_who_sat_there_may_be_seen(tmp_path: Path) -> None:
    board = _read(tmp_path, "anna", _won(1, "anna", "tobi"), _won(2, "tobi", "kuno"), _won(3, "kuno", "zoe"))

    assert [game.table for game in board.games] == ["t001"]
    assert board.newcomers == ("anna", "tobi")
    assert "kuno" not in board.people


@pytest.mark.parametrize("reader", ["", "stranger"])
@pytest.mark.parametrize(("shown_to", "named"), [(NOBODY, set()), (MET, set()), (ALL, {"anna", "tobi", "zoe", "kuno"})])
def test_strangers_read_of_those_only_who_show_it_to_everybody(
    reader: str, shown_to: str, named: set[str], tmp_path: Path
) -> None:
    board = _read(tmp_path, reader, _won(1, "anna", "tobi"), _won(2, "zoe", "kuno"), shown_to=shown_to)

    assert {*board.people} == {*board.newcomers} == named
    assert (len(board.games), board.unseen) == ((2, 0) if named else (0, 4))


def test_nobody_reads_of_whom_they_have_blocked_or_of_whom_the_host_has_barred(tmp_path: Path) -> None:
    games = [_won(1, "anna", "tobi"), _won(2, "anna", "zoe"), _won(3, "anna", "kuno")]

    async def keep_out(store: Store) -> None:
        await store.block("anna", "tobi")
        await store.ban("zoe")

    board = _read(tmp_path, "anna", *games, then=keep_out)

    assert [game.table for game in board.games] == ["t003"]
    assert {*board.people} == {"anna", "kuno"}


def test_ones_own_games_are_told_of_after_somebody_was_forgotten_and_nobody_elses(tmp_path: Path) -> None:
    async def leave(store: Store) -> None:
        await store.forget("zoe", "gone", "Guest", NOW)

    anna, tobi = (_read(tmp_path / who, who, *GAMES, then=leave) for who in ("anna", "tobi"))

    assert [game.table for game in anna.games] == ["t005"]
    assert [game.table for game in tobi.games] == ["t004", "t003", "t002"]
    assert {*anna.people} == {"anna", "tobi"}
    assert (anna.newcomers, anna.unseen) == ((), 0)


def test_whoever_has_blocked_the_reader_is_not_shown_to_them(tmp_path: Path) -> None:
    board = _read(tmp_path, "anna", *GAMES, shown_to=ALL, then=lambda store: store.block("tobi", "anna"))

    assert [game.table for game in board.games] == ["t005"]
    assert board.streaks == ()


def test_whoever_has_blocked_the_reader_is_called_what_they_were_called_when_they_sat_together(tmp_path: Path) -> None:
    board = _read(tmp_path, "anna", *GAMES, shown_to=ALL, then=lambda store: store.block("zoe", "anna"))

    assert [game.table for game in board.games] == ["t005"]
    assert "zoe" not in board.people


@pytest.mark.parametrize("shown_to", AUDIENCES)
@pytest.mark.parametrize("blocks", [False, True])
@pytest.mark.parametrize("reader", ["anna", "stranger", "tobi"])
def test_the_board_names_in_a_streak_whom_their_profile_is_open_to(
    shown_to: str,
    blocks: bool,  # noqa: FBT001
    reader: str,
    tmp_path: Path,
) -> None:
    async def ask(store: Store) -> None:
        if blocks and reader != "tobi":
            await store.block("tobi", reader)
        allowed.append(await may_see(store, reader, "tobi"))

    allowed: list[bool] = []
    board = _read(tmp_path, reader, *GAMES, shown_to=shown_to, then=ask)

    assert [one.person for one in board.streaks] == ["tobi"] * allowed[0]


def test_no_more_is_told_than_there_is_room_for(tmp_path: Path) -> None:
    board = _read(tmp_path, "anna", *[_won(number, "anna", "tobi") for number in range(1, 12)])

    assert [game.table for game in board.games] == [f"t{number:03}" for number in range(11, 3, -1)]
    assert [(one.person, one.wins) for one in board.streaks] == [("anna", 11)]


def test_the_week_is_known_until_another_game_is_finished_a_day_begins_or_a_moment_has_passed(place: str) -> None:
    clock = TurnedClock(NOW)

    async def use(store: Store) -> None:
        weeks = WeekCache(store, clock, CALENDAR)
        empty = await weeks.week()
        assert await weeks.week() is empty
        await finish(store, _won(1, "anna", "tobi"))
        first = await weeks.week()
        assert [game.table for game in first.games] == ["t001"]
        assert await weeks.week() is first
        clock.jump(86_400)
        assert (await weeks.week()).days[0] == first.days[1]
        await store.forget("tobi", "gone", "Guest", NOW)
        clock.advance(10.1)
        assert [seat.person for seat in (await weeks.week()).games[0].seats] == ["anna", "gone"]

    using(place, use, clock)
