"""Names at tables, through pages and programs: none that cannot be seen, and none twice as people see them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from starlette.testclient import TestClient

import stammtisch.web
from stammtisch.web.tables.display_name import LONGEST_NAME
from stammtisch.web.tables.seating import BOT_NAMES
from tests.turned_clock import TurnedClock
from tests.web.drivers.host import room_of
from tests.web.drivers.page import house, opened, two_at_a_duel, visitor
from tests.web.drivers.program import program, registry_of
from tests.web.drivers.sockets import hear_chat, hear_first
from tests.web.houses.two_servers import elsewhere

TEMPLATES = Path(stammtisch.web.__file__).parent / "templates"
UNSEEN = [
    "\u3164",
    "\u2800",
    "\u2800\u2800 \u3164",
    "\u200b",
    "\u2060",
    "An\u202ena",
    "\u0301",
    "A\u034fB",
    "\U000e0041",
]
PROBLEM = f"A name has up to {LONGEST_NAME} letters, and all of them can be seen."


@pytest.mark.parametrize("name", UNSEEN)
def test_a_name_that_cannot_be_seen_is_refused_wherever_one_is_given(name: str, still: TestClient) -> None:
    _, table = opened(still, "duel")
    tobi = visitor(still)
    tobi.look(table)
    told = [
        tobi.send("/me", name=name),
        tobi.send("/play", game="duel", name=name),
        tobi.send("/tables", game="duel", name=name),
        tobi.send(f"{table}/sit", seat="1", name=name),
    ]

    assert [answer.status_code for answer in told] == [422] * 4
    assert all(PROBLEM in answer.text for answer in told)
    assert still.post("/api/people", json={"name": name}).status_code == 422
    assert not room_of(still, table).places[1].person


@pytest.mark.parametrize("second", ["Anna", "ANNA", "\uff21nna", "\u0410nn\u0430", "A\u0578\u0578a", "  Anna "])
def test_two_who_look_alike_are_told_apart_by_a_number(second: str, still: TestClient) -> None:
    _, table = opened(still, "party", **{"o-seats": "4"})
    other, program_ = visitor(still, second), program(still, second)
    other.sit(table, "1")
    program_.tell(f"/tables/{table.removeprefix('/t/')}/sit")
    names = room_of(still, table).names

    assert names[0] == "Anna"
    assert names[1].endswith(" 2")
    assert names[2].endswith(" 3")
    assert f"<span>{names[1]}</span>" in other.look(table)


def test_guests_without_a_name_are_counted(still: TestClient) -> None:
    _, table = opened(still, "party", name="", **{"o-seats": "4"})
    visitor(still).sit(table, "1")
    visitor(still).sit(table, "2")

    assert room_of(still, table).names[:3] == ("Guest", "Guest 2", "Guest 3")


def test_whoever_changes_seats_keeps_the_name(still: TestClient) -> None:
    _, table = opened(still, "party", **{"o-seats": "4"})
    other = visitor(still, "Anna")
    other.sit(table, "1")
    other.sit(table, "2")

    assert room_of(still, table).names[2] == "Anna 2"


def test_no_bot_has_the_name_of_somebody_who_sits_there(still: TestClient) -> None:
    lookalike = "R\u0435si"
    _, table = opened(still, "duel", name=lookalike, bots="1")
    assert room_of(still, table).names == (lookalike, BOT_NAMES[1])

    _, table = opened(still, "party", bots="1", **{"o-seats": "3"})
    visitor(still, BOT_NAMES[0]).sit(table, "1")
    assert room_of(still, table).names == ("Anna", f"{BOT_NAMES[0]} 2", BOT_NAMES[0])


def test_nobody_speaks_under_the_name_of_somebody_who_sits_there(still: TestClient) -> None:
    host, _, table = two_at_a_duel(still)
    watcher = visitor(still, "Ann\u0430")
    with host.client.websocket_connect(f"{table}/live") as socket:
        assert hear_first(socket)
        watcher.look(table)
        watcher.send(f"{table}/say", said="It is me")
        assert hear_chat(socket)["name"] == "Ann\u0430 2"
        host.send(f"{table}/say", said="It is not")
        assert hear_chat(socket)["name"] == "Anna"


def test_old_names_that_cannot_be_seen_are_shown_so_that_they_do_no_harm(tmp_path: Path) -> None:
    with house(tmp_path, clock=TurnedClock()) as server:
        host, guest, table = two_at_a_duel(server)
        store, room = registry_of(server).store, room_of(server, table)
        assert server.portal
        server.portal.call(store.save_person, room.places[1].person, "\u3164")
        server.portal.call(store.save_chat, room.id, room.places[1].person, "\u2800", "Who am I")
        room.places[1].name = "\u3164"
        server.portal.call(room.save)
    with house(tmp_path, clock=TurnedClock()) as server:
        pages = [elsewhere(person, server).look(table) for person in (host, guest)]
        own = elsewhere(guest, server).look("/me")

    assert all("\u3164" not in page and "\u2800" not in page for page in (*pages, own))
    assert all("<b>?</b> Who am I" in page and 'data-name="?"' in page for page in pages)
    assert '<input name="name" value=""' in own


def test_whoever_types_a_name_can_type_as_much_as_a_name_may_have() -> None:
    pages = [page.read_text(encoding="utf-8") for page in sorted(TEMPLATES.glob("*.html"))]
    lengths = [length for page in pages for length in re.findall(r'<input name="name"[^>]*maxlength="(\d+)"', page)]

    assert lengths == [str(LONGEST_NAME)] * 4
