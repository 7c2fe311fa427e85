"""Whoever wants to be forgotten is: no name, id or word of theirs stays in the store, and others' games are whole."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import cast

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from stammtisch.core.language import LANGUAGES, voice
from stammtisch.store.contract import Conflict, Report, StoredTable, Unavailable
from stammtisch.web.http.rate_limit import RATES, RateLimiter
from stammtisch.web.live.club.forgetting import Forgetting
from stammtisch.web.tables.record import OVER, RUNNING
from tests.postgres import Postgres
from tests.turned_clock import TurnedClock
from tests.waiting import eventually
from tests.web.drivers.host import person_of, room_of
from tests.web.drivers.page import Visitor, house, two_at_a_duel, visitor
from tests.web.drivers.program import program, registry_of
from tests.web.houses.two_servers import Two, channel_at, duel, elsewhere

NAME = "Quirinalis"
WORDS = "unforgettable words"
_TABLES = "SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace"


def _forget(someone: Visitor) -> None:
    someone.look("/me/forget")
    someone.send("/me/forget", sure="yes")
    assert "You are forgotten" in someone.page


def _forgetting_of(client: TestClient) -> Forgetting:
    forgetting: Forgetting = cast(Starlette, client.app).state.forgetting
    return forgetting


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


@pytest.mark.parametrize(("language", "guest"), [("de", "Gast"), ("fr", "Invité"), ("it", "Ospite")])
def test_whoever_is_forgotten_is_a_guest_in_the_language_of_the_reader(
    language: str, guest: str, server: TestClient
) -> None:
    anna, tobi = visitor(server, "Anna"), visitor(server, NAME)
    table = _at_a_duel(anna, tobi)
    anna.play_to_the_end(table, tobi)
    _forget(tobi)

    pages = (table, *(f"{table}/{part}" for part in ("replay", "log", "review", "review?seat=1")), "/me/games", "/")
    for page in pages:
        shown = anna.look(f"{page}{'&' if '?' in page else '?'}lang={language}")
        assert (guest in shown, "Guest" in shown) == (True, False), page


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_on_being_forgotten_names_a_guest_in_the_language_of_the_reader(
    language: str, server: TestClient
) -> None:
    shown = visitor(server, "Anna").look(f"/me/forget?lang={language}")
    words = {voice("stammtisch.web", one)("Guest") for one in LANGUAGES}

    assert len(words) == len(LANGUAGES)
    assert {word for word in words if word in shown} == {voice("stammtisch.web", language)("Guest")}


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
    server.portal.call(_forgetting_of(server).forget, saved.facts["host"])

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


@pytest.mark.parametrize("fault", [Unavailable, KeyError])
def test_what_could_not_be_forgotten_at_once_is_forgotten_by_the_next_server(
    fault: type[Exception], tmp_path: Path
) -> None:
    with house(tmp_path) as server:
        anna, tobi = visitor(server, "Anna"), visitor(server, NAME)
        tables = [_at_a_duel(anna, tobi) for _ in range(2)]
        me, store = person_of(tobi), registry_of(server).store
        save = store.save_table

        async def fail(saved: StoredTable) -> None:
            if saved.id in tables[0]:
                raise fault("the first table")
            await save(saved)

        vars(store)["save_table"] = fail
        assert server.portal
        try:
            server.portal.call(_forgetting_of(server).forget, me)
        except Unavailable:
            assert fault is Unavailable
        else:
            assert "Guest" in anna.look(tables[1]) or "Tobi" not in anna.page
            assert server.portal.call(store.tables_naming, me) == [tables[0].removeprefix("/t/")]
        assert list(server.portal.call(store.half_forgotten)) == [me]
    with house(tmp_path) as server:
        assert server.portal
        server.portal.call(_forgetting_of(server).go_on)
        store = registry_of(server).store

        assert server.portal.call(store.half_forgotten) == {}
    assert [word for word in (NAME, me) if word in _dump(tmp_path / "house.db")] == []


def test_a_server_looks_by_itself_for_who_is_half_forgotten(tmp_path: Path) -> None:
    clock = TurnedClock()
    with house(tmp_path, clock=clock) as server:
        anna = visitor(server, NAME)
        table, me, store = anna.open("duel"), person_of(anna), registry_of(server).store
        assert server.portal
        server.portal.call(store.forget, me, "gone-1", "Guest", clock.now())
        assert server.portal.call(store.tables_naming, me) == [table.removeprefix("/t/")]
        clock.advance(301)

        def named() -> list[str]:
            return server.portal.call(store.tables_naming, me) if server.portal else []

        eventually(lambda: not named(), "nobody is named")


def test_a_table_whose_facts_are_damaged_names_nobody_and_keeps_no_other_from_it(tmp_path: Path) -> None:
    with house(tmp_path) as server:
        anna = visitor(server, NAME)
        tables, me = [anna.open("duel") for _ in range(2)], person_of(anna)
    damaged = tables[0].removeprefix("/t/")
    with closing(sqlite3.connect(tmp_path / "house.db", isolation_level=None)) as db:
        db.execute("UPDATE tables SET facts = json_set(facts, '$.advice', json('{\"x\": 1}')) WHERE id = ?", (damaged,))
    with house(tmp_path) as server:
        assert server.portal
        server.portal.call(_forgetting_of(server).forget, me)
    assert [word for word in (NAME, me) if word in _dump(tmp_path / "house.db")] == []


def test_whoever_has_done_nothing_here_leaves_nothing_behind_by_being_forgotten(server: TestClient) -> None:
    store = registry_of(server).store
    assert server.portal
    stranger = Visitor(server)
    _forget(stranger)

    assert server.portal.call(store.forgotten) == {}


def test_no_one_is_forgotten_again_and_again_without_an_end(tmp_path: Path) -> None:
    with house(tmp_path, limits=RateLimiter(exempt=())) as server:
        anna = visitor(server, "Anna")
        anna.look("/me/forget")
        for _ in range(RATES["forget"].person.burst if RATES["forget"].person else 0):
            anna.send("/me/forget", sure="no")
        answer = anna.client.post("/me/forget", data={"sure": "no"})

        assert answer.status_code == 429


def test_words_of_somebody_who_only_watched_go_at_every_server(two: Two) -> None:
    anna, tobi, table = duel(two)
    cleo = visitor(two[0], NAME)
    cleo.look(table)
    cleo.send(f"{table}/say", said=WORDS)
    assert all(WORDS in one.look(table) for one in (anna, tobi))
    me = person_of(cleo)
    _forget(cleo)

    for one in (anna, tobi):  # a server that nobody asks need not hear of it, and reads on before it shows anything
        assert WORDS not in one.look(table)
        assert not [secret for secret in (WORDS, me) if secret in str(_talk_at(one.client, table))]


def _talk_at(server: TestClient, table: str) -> list[tuple[str, str, str]]:
    """Return the talk of a table as a server has it in memory."""
    (talk,) = [one.room.chat for one in registry_of(server).channels() if table == f"/t/{one.room.id}"]
    return talk


def test_words_of_somebody_who_only_watched_go_from_memory(server: TestClient) -> None:
    anna, _, table = two_at_a_duel(server)
    cleo = visitor(server, NAME)
    cleo.look(table)
    cleo.send(f"{table}/say", said=WORDS)
    assert WORDS in anna.look(table)
    _forget(cleo)

    assert WORDS not in str(_talk_at(server, table))
    assert NAME not in anna.look(table)
    assert room_of(server, table).stage == RUNNING
