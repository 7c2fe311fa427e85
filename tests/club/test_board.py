"""The board tells what the last seven days brought, and of nobody who does not let its reader see them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from stammtisch.club.board import DAYS, EVERYBODY, Board, first_day, read_board
from stammtisch.store.contract import Store
from stammtisch.store.result_contract import GameResult
from tests.store.opened_stores import using
from tests.store.sample_stores import damaging
from tests.store.test_results import finish, result

NOW = 1_700_000_000.0  # in the evening
TODAY = first_day(NOW) + 6 * 86_400
PEOPLE = ("anna", "tobi", "zoe", "kuno")


def _won(number: int, *people: str, ago: float = 0.0, game: str = "duel") -> GameResult:
    """Return the result of a game that the first of these people has won so many days ago."""
    return result(f"t{number:03}", *people, game=game, finished=NOW - ago * 86_400 + number)


def _read(
    path: Path, reader: str, *results: GameResult, then: Callable[[Store], Awaitable[object]] | None = None
) -> Board:
    """Return what somebody reads after these games."""

    async def use(store: Store) -> Board:
        for person in PEOPLE:
            await store.save_person(person, person.title())
        for told in results:
            await finish(store, told)
        if then:
            await then(store)
        return await read_board(store, reader, NOW)

    return using(str(path / "house.db"), use)


def _shown_to(path: Path, person: str, whom: str) -> None:
    with damaging(path / "house.db") as db:
        db.execute("UPDATE people SET shown_to = ? WHERE id = ?", (whom, person))


def test_a_house_in_which_nothing_was_played_has_an_empty_board(tmp_path: Path) -> None:
    board = _read(tmp_path, "anna")

    assert (board.played, board.counts, board.newcomers, board.streaks, board.games) == (0, (), (), (), ())
    assert len(board.days) == DAYS


def test_the_days_are_today_and_the_six_before(tmp_path: Path) -> None:
    assert TODAY <= NOW < TODAY + 86_400
    assert first_day(TODAY) == first_day(NOW) == first_day(TODAY + 86_399)
    board = _read(tmp_path, "anna", _won(1, "anna"), _won(2, "anna", ago=6), _won(3, "anna", ago=7, game="gang"))

    assert [(count.day, count.number) for count in board.counts] == [(0, 1), (6, 1)]
    assert (board.played, board.by_game()) == (2, [("duel", 2)])


def test_games_are_counted_whoever_played_them(tmp_path: Path) -> None:
    board = _read(tmp_path, "anna", _won(1, "zoe", "kuno"), _won(2, "zoe", game="gang"), _won(3, "kuno", game="gang"))

    assert (board.played, board.by_game()) == (3, [("gang", 2), ("duel", 1)])
    assert (board.games, board.newcomers, board.people) == ((), (), {})


def test_whoever_has_played_with_the_reader_is_named(tmp_path: Path) -> None:
    games = [
        _won(1, "anna", "tobi", ago=30),
        *[_won(number, "tobi", "zoe") for number in (2, 3, 4)],
        _won(5, "anna", "zoe"),
    ]
    board = _read(tmp_path, "anna", *games)

    assert [game.table for game in board.games] == ["t005", "t004", "t003", "t002"]
    assert [(one.person, one.wins) for one in board.streaks] == [("tobi", 3)]
    assert board.newcomers == ("zoe",)


def test_a_game_is_told_of_only_where_everybody_who_sat_there_may_be_seen(tmp_path: Path) -> None:
    board = _read(tmp_path, "anna", _won(1, "anna", "tobi"), _won(2, "tobi", "kuno"), _won(3, "kuno", "zoe"))

    assert [game.table for game in board.games] == ["t001"]
    assert board.newcomers == ("anna", "tobi")
    assert "kuno" not in board.people


@pytest.mark.parametrize("reader", ["", "stranger"])
def test_strangers_read_of_those_only_who_show_themselves_to_everybody(reader: str, tmp_path: Path) -> None:
    games = [_won(1, "anna", "tobi"), _won(2, "zoe", "kuno")]
    assert _read(tmp_path, reader, *games).people == {}
    for person in ("anna", "tobi", "zoe"):
        _shown_to(tmp_path, person, EVERYBODY)
    board = using(str(tmp_path / "house.db"), lambda store: read_board(store, reader, NOW))

    assert [game.table for game in board.games] == ["t001"]
    assert {*board.newcomers} == {"anna", "tobi", "zoe"}


@pytest.mark.parametrize("whom", ["nobody", "whatever a later version knows"])
def test_whoever_shows_themselves_to_nobody_is_named_to_themselves_alone(whom: str, tmp_path: Path) -> None:
    assert _read(tmp_path, "anna", _won(1, "anna", "tobi")).newcomers == ("anna", "tobi")
    _shown_to(tmp_path, "tobi", whom)
    anna, tobi = (
        using(str(tmp_path / "house.db"), lambda store, who=who: read_board(store, who, NOW))
        for who in ("anna", "tobi")
    )

    assert (anna.newcomers, anna.games) == (("anna",), ())
    assert tobi.newcomers == ("anna", "tobi")


def test_nobody_reads_of_whom_they_have_blocked_or_of_whom_the_host_has_barred(tmp_path: Path) -> None:
    games = [_won(1, "anna", "tobi"), _won(2, "anna", "zoe"), _won(3, "anna", "kuno")]

    async def keep_out(store: Store) -> None:
        await store.block("anna", "tobi")
        await store.ban("zoe")

    board = _read(tmp_path, "anna", *games, then=keep_out)

    assert [game.table for game in board.games] == ["t003"]
    assert {*board.people} == {"anna", "kuno"}


def test_no_more_is_told_than_there_is_room_for(tmp_path: Path) -> None:
    board = _read(tmp_path, "anna", *[_won(number, "anna", "tobi") for number in range(1, 12)])

    assert [game.table for game in board.games] == [f"t{number:03}" for number in range(11, 3, -1)]
    assert [(one.person, one.wins) for one in board.streaks] == [("anna", 11)]
