"""Whoever wants to be forgotten is: no name, id or word of theirs stays in the store, and others' games are whole."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from starlette.testclient import TestClient

from stammtisch.store.contract import Conflict, Report
from stammtisch.web.pages.club.forget import forget_person
from stammtisch.web.tables.record import OVER, RUNNING
from tests.postgres import Postgres
from tests.web.drivers.host import person_of, room_of
from tests.web.drivers.page import Visitor, house, two_at_a_duel, visitor
from tests.web.drivers.program import program, registry_of
from tests.web.drivers.two_servers import Two, channel_at, duel, elsewhere

NAME = "Quirinalis"
WORDS = "unforgettable words"
_TABLES = "SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace"


def _forget(someone: Visitor) -> None:
    someone.look("/me/forget")
    someone.send("/me/forget", sure="yes")
    assert "You are forgotten" in someone.page


def _live(someone: Visitor, other: Visitor, table: str) -> str:
    """Let somebody leave every kind of trace, beside one who stays; return the table of a game that is over."""
    someone.send(f"{table}/say", said=WORDS)
    other.send(f"{table}/report", who=_mark_of(table, someone), words="rude")
    other.send(f"{table}/block", who=_mark_of(table, someone))
    someone.send(f"{table}/block", who=_mark_of(table, other))
    someone.look(table)
    someone.send("/me/link")
    someone.look(table)
    other.look(table)
    someone.play_to_the_end(table, other)
    other.look(table)
    other.send(f"{table}/again")
    return table


def _mark_of(table: str, whom: Visitor) -> str:
    room = room_of(whom.client, table)
    return f"seat-{room.seat_of(person_of(whom))}"


def _dump(place: Path) -> str:
    with closing(sqlite3.connect(place)) as db:
        return "\n".join(db.iterdump())


def test_nothing_of_somebody_who_is_forgotten_stays_in_the_file_and_others_games_are_whole(tmp_path: Path) -> None:
    with house(tmp_path) as server:
        anna, tobi = visitor(server, "Anna"), visitor(server, NAME)
        table = _at_a_duel(anna, tobi)
        _live(tobi, anna, table)
        evening = anna.at
        me = person_of(tobi)
        before = _dump(tmp_path / "house.db")
        assert all(word in before for word in (NAME, me, WORDS)), "there was something to forget"
        steps = [(step.seat, step.action) for step in room_of(server, table).game_table().steps]
        cookie = f"stammtisch={tobi.client.cookies['stammtisch']}"
        _forget(tobi)
        after = _dump(tmp_path / "house.db")

        assert [word for word in (NAME, me, WORDS) if word in after] == []
        shown = anna.look(table)
        assert "Guest" in shown
        assert NAME not in shown
        for page in ("/replay", "/transcript", "/people", "/result.png"):
            answer = anna.client.get(table + page)
            assert (answer.status_code, NAME in answer.text) == (200, False)
        history = anna.look("/me/games")
        assert "Guest" in history
        assert room_of(server, table).stage == OVER
        assert [(step.seat, step.action) for step in room_of(server, table).game_table().steps] == steps
        assert "Guest" not in anna.look(evening), "nobody sits at the next table who does not exist"
        known = TestClient(server.app, base_url="http://testserver").get("/me", headers={"cookie": cookie})
        assert "stammtisch=" in known.headers["set-cookie"], "what was signed makes somebody new of whoever carries it"


def _at_a_duel(anna: Visitor, tobi: Visitor) -> str:
    """Return the table at which two have begun a duel."""
    table = anna.open("duel", **{"o-spaces": "1", "o-first_bluffer": "0"})
    tobi.sit(table, ready=True)
    anna.look(table)
    anna.send(f"{table}/begin")
    tobi.look(table)
    anna.look(table)
    return table


def test_it_is_asked_once_more(server: TestClient) -> None:
    anna = visitor(server, NAME)
    me = person_of(anna)
    anna.look("/me/forget")
    anna.send("/me/forget")

    assert "Be forgotten here?" in anna.page
    assert person_of(anna) == me
    assert NAME in anna.look("/me")


def test_a_game_goes_on_with_a_bot_in_the_place_of_who_is_forgotten(server: TestClient) -> None:
    anna, tobi, table = two_at_a_duel(server)
    _forget(tobi)
    room = room_of(server, table)

    assert (room.stage, room.places[1].bot, room.places[1].person) == (RUNNING, True, "")
    assert "Tobi" not in anna.look(table)


def test_tables_that_nobody_else_plays_at_end(server: TestClient) -> None:
    anna = visitor(server, NAME)
    tables = [anna.open("duel"), anna.play_now("duel")]
    _forget(anna)

    assert [(room_of(server, table).stage, room_of(server, table).ended) for table in tables] == [(OVER, True)] * 2


def test_tokens_of_who_is_forgotten_are_nobodys(server: TestClient) -> None:
    anna = program(server, NAME)
    table = anna.tell("/tables", game="duel").json()["id"]
    assert server.portal
    store = registry_of(server).store
    (saved,) = server.portal.call(store.tables, "open")
    server.portal.call(forget_person, registry_of(server), saved.facts["host"])

    assert anna.ask("/me").status_code == 401
    assert NAME not in str(server.portal.call(store.table, table))


def test_who_is_forgotten_at_one_server_is_forgotten_at_the_other(
    two: Two, postgresql: str, postgres: Postgres
) -> None:
    anna, tobi, table = duel(two, **{"o-spaces": "1"})
    tobi.send("/me", name=NAME)
    tobi.look(table)
    me = person_of(tobi)
    tobi.send(f"{table}/say", said=WORDS)
    assert WORDS in anna.look(table)
    anna.look(table)
    anna.play_to_the_end(table, tobi)
    _forget(tobi)
    rows = [
        str(row)
        for (name,) in postgres.run(_TABLES, postgresql)
        for row in postgres.run(f"SELECT * FROM {name}", postgresql)  # noqa: S608  # names of the database
    ]

    assert [word for word in (NAME, me, WORDS) if any(word in row for row in rows)] == []
    assert WORDS not in anna.look(table)
    assert "Guest" in anna.page
    assert channel_at(two[0], table).room.stage == OVER
    again = elsewhere(tobi, two[0])
    assert person_of(again) != me


def test_reports_stay_without_the_words_and_the_id_of_who_is_forgotten(server: TestClient) -> None:
    anna = visitor(server, NAME)
    me, store = person_of(anna), registry_of(server).store
    assert server.portal
    server.portal.call(store.report, Report("t", me, "ben", "my words", ("his words",), 1.0))
    server.portal.call(store.report, Report("t", "ben", me, "his complaint", ("my talk",), 2.0))
    _forget(anna)
    about, by = server.portal.call(store.reports)

    assert (by.about, by.words, by.said) == ("ben", "", ("his words",))
    assert (about.by, about.words, about.said) == ("ben", "his complaint", ())
    assert by.by == about.about
    assert me not in str((about, by))


def test_a_table_that_changes_at_the_same_moment_is_forgotten_at_in_another_round(server: TestClient) -> None:
    anna, tobi, table = two_at_a_duel(server)
    store, left = registry_of(server).store, [2]
    save = store.save_table

    async def busy(saved: object) -> None:
        if left[0] and saved is room_of(server, table).saved:
            left[0] -= 1
            raise Conflict
        await save(saved)  # type: ignore[arg-type]

    vars(store)["save_table"] = busy
    me = person_of(tobi)
    _forget(tobi)
    assert server.portal

    assert server.portal.call(store.tables_naming, me) == []
    assert "Tobi" not in anna.look(table)
