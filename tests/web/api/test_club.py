"""What programs are told about finished games: their own, and those of others as far as they are shown."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from starlette.testclient import TestClient

from stammtisch.store.contract import Report, Store
from tests.web.drivers.program import Program, program, registry_of, seated
from tests.web.fixtures.results import add_result

OTHER = "benbenbenben"


def _played(server: TestClient, anna: Program, number: int = 3) -> str:
    """Keep results of Anna, and return her id."""
    assert server.portal
    store = registry_of(server).store
    table = anna.tell("/tables", game="duel").json()["id"]

    async def keep(store: Store) -> str:
        found = await store.table(table)
        assert found
        me: str = found.facts["host"]
        for index in range(number):
            seats = ((me, "Anna", 1), (OTHER, "Ben", 2))
            await add_result(store, f"result{index:06}", *seats, game="gang" if index % 2 else "duel")
        return me

    return server.portal.call(keep, store)


def test_ones_own_results_come_newest_first_and_page_by_page(server: TestClient) -> None:
    anna = program(server, "Anna")
    _played(server, anna)
    results = anna.ask("/me/results").json()["results"]

    assert [one["number"] for one in results] == [3, 2, 1]
    assert [one["number"] for one in anna.ask("/me/results", before=3).json()["results"]] == [2, 1]
    assert [one["number"] for one in anna.ask("/me/results", game="gang").json()["results"]] == [2]
    seat: dict[str, Any] = {"name": "Ben", "level": None, "score": 8, "place": 2, "share": 0.0}
    assert results[0]["you"] == 0
    assert results[0]["seats"][1] == {**seat, "left": False, "stood_in": 0}
    assert OTHER not in str(results), "others are in it by their names"


def test_what_results_come_to(server: TestClient) -> None:
    anna = program(server, "Anna")
    _played(server, anna)

    assert anna.ask("/me/statistics", game="duel").json() == {
        "games": 2,
        "rated": 2,
        "wins": 2.0,
        "wins_by_luck": 1.0,
        "places": [{"place": 1, "games": 2, "by_luck": 1.0}, {"place": 2, "games": 0, "by_luck": 1.0}],
    }
    assert anna.ask("/me/statistics").json()["games"] == 3


def test_everything_about_oneself_has_tries_reports_and_since_when_one_is_known(server: TestClient) -> None:
    anna = program(server, "Anna")
    me, store = anna.ask("/me/export").json()["id"], registry_of(server).store
    assert server.portal
    server.portal.call(store.claim_try, date(2026, 11, 18), "duel", me, "tried", 5.0)
    server.portal.call(store.report, Report("loud", me, "ben", "rude", ("shut up",), 6.0))
    server.portal.call(store.report, Report("loud", "ben", me, "rude, too", (), 7.0))
    told = anna.ask("/me/export").json()

    assert told["tries"] == [{"day": "2026-11-18", "game": "duel", "table": "tried", "begun": 5.0, "worth": None}]
    assert told["reports"] == [{"table": "loud", "words": "rude", "said": ["shut up"], "at": 6.0, "settled": False}]
    assert told["since"] > 0


def test_who_may_see_what_one_has_played_is_set_as_on_the_page(server: TestClient) -> None:
    anna, dan = program(server, "Anna"), program(server, "Dan")
    _played(server, anna)
    table, _ = seated(server, "duel", "Cleo")
    anna.tell(f"/tables/{table}/sit")
    told = []
    for shown_to in ("all", "met", ""):
        assert anna.tell("/me/shown-to", shown_to=shown_to).json() == {"shown_to": shown_to}
        assert anna.ask("/me/export").json()["shown_to"] == shown_to
        told.append(dan.ask(f"/tables/{table}/profile/1").status_code)

    assert told == [200, 404, 404]
    assert anna.tell("/me/shown-to", shown_to="friends").status_code == 422
    assert Program(server).tell("/me/shown-to", shown_to="all").status_code == 401


def test_a_program_is_forgotten_when_it_is_sure_and_its_token_is_nobodys(server: TestClient) -> None:
    anna, dan = program(server, "Quirinalis"), program(server, "Dan")
    table = anna.tell("/tables", game="duel").json()["id"]
    running = dan.tell("/tables", game="duel").json()["id"]
    anna.tell(f"/tables/{running}/sit")
    dan.tell(f"/tables/{running}/start")
    assert anna.tell("/me/forget").status_code == 422
    assert anna.tell("/me/forget", sure="no").status_code == 422
    assert anna.ask("/me").json()["name"] == "Quirinalis"

    assert anna.tell("/me/forget", sure="yes").json() == {"forgotten": True}

    assert anna.ask("/me").status_code == anna.tell("/me/forget", sure="yes").status_code == 401
    assert dan.ask(f"/tables/{table}").json()["stage"] == "over"
    assert "Quirinalis" not in dan.ask(f"/tables/{running}/view").text + dan.ask(f"/tables/{running}").text
    assert dan.ask(f"/tables/{running}").json()["seats"][1]["who"] == "bot"


def test_everything_about_oneself_is_given_to_nobody_else(server: TestClient) -> None:
    anna = program(server, "Anna")
    me = _played(server, anna)
    told = anna.ask("/me/export").json()

    assert (told["id"], told["name"], len(told["results"])) == (me, "Anna", 3)
    for path in ("/me/export", "/me/results", "/me/statistics"):
        assert Program(server).ask(path).status_code == 401


@pytest.mark.parametrize(("shown_to", "status"), [("", 404), ("met", 404), ("all", 200)])
def test_a_stranger_sees_what_somebody_shows_to_everybody(server: TestClient, shown_to: str, status: int) -> None:
    anna = program(server, "Anna")
    me = _played(server, anna)
    table, _ = seated(server, "duel", "Cleo")
    anna.tell(f"/tables/{table}/sit")
    assert server.portal
    server.portal.call(registry_of(server).store.save_shown_to, me, shown_to)
    for asking in (Program(server), program(server, "Dan")):
        answer = asking.ask(f"/tables/{table}/profile/1")
        assert answer.status_code == status
    assert anna.ask(f"/tables/{table}/profile/1").json()["name"] == "Anna"
    assert anna.ask(f"/tables/{table}/profile/1").json()["statistics"]["games"] == 3
    assert anna.ask(f"/tables/{table}/profile/7").status_code == 404
    assert anna.ask(f"/tables/{table}/profile/x").status_code == 404
