"""There is room for many tables, many who watch and much talk, but not for any number of them."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from stammtisch.web import capacity, vacancies
from tests.web.landlord import room_of
from tests.web.program import house_of, program
from tests.web.visitor import house, two_at_a_duel, visitor


@pytest.fixture
def server(tmp_path: Path) -> Iterator[TestClient]:
    with house(tmp_path, bot_pause=3600) as client:
        yield client


def test_one_person_hosts_so_many_tables_and_no_more(server: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(capacity, "MOST_HOSTED", 2)
    anna = visitor(server, "Anna")
    anna.look("/")
    for _ in range(2):
        assert anna.send("/play", game="duel").status_code == 200
        anna.look("/")

    refused = anna.send("/play", game="duel")
    assert refused.status_code == 409
    assert "You host 2 tables already." in refused.text
    anna.look("/new/duel")
    assert anna.send("/tables", game="duel", lang="it").status_code == 409
    assert len(house_of(server).audiences()) == 2


def test_who_is_refused_is_told_in_their_language(server: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(capacity, "MOST_HOSTED", 0)
    anna = visitor(server, "Anna")
    anna.look("/")
    anna.client.cookies.set("lang", "de")

    assert "Du hast schon zu 0 Tischen eingeladen." in anna.send("/play", game="duel").text


def test_whoever_gets_up_may_open_another_table(server: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(capacity, "MOST_HOSTED", 1)
    anna = program(server, "Anna")
    table = anna.tell("/tables", game="duel").json()["id"]
    refused = anna.tell("/tables", game="duel")

    assert refused.status_code == 409
    assert refused.json()["detail"] == "you host 1 tables already; before another is opened, one of them must end"
    anna.tell(f"/tables/{table}/stand")
    assert anna.tell("/tables", game="duel").status_code == 201


def test_tables_of_others_do_not_count(server: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(capacity, "MOST_HOSTED", 1)
    anna, tobi = program(server, "Anna"), program(server, "Tobi")
    table = anna.tell("/tables", game="duel").json()["id"]
    tobi.tell(f"/tables/{table}/sit")

    assert tobi.tell("/tables", game="duel").status_code == 201


def test_a_house_has_so_many_open_tables_and_no_more(server: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(capacity, "MOST_OPEN", 2)
    for name in ("Anna", "Tobi"):
        assert program(server, name).tell("/tables", game="duel").status_code == 201
    refused = program(server, "Vroni").tell("/tables", game="duel")

    assert refused.status_code == 409
    assert refused.json()["detail"].startswith("the house has 2 tables already")
    guest = visitor(server, "Zoé")
    guest.look("/")
    assert "Every table of the house is taken." in guest.send("/play", game="duel").text


def test_open_tables_that_everybody_has_forgotten_make_room(
    server: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(capacity, "MOST_OPEN", 2)
    monkeypatch.setattr(vacancies, "_COUNTED", 0.0)
    anna = program(server, "Anna")
    old, young = (anna.tell("/tables", game="duel").json()["id"] for _ in range(2))
    between = (room_of(server, old).saved.changed + room_of(server, young).saved.changed) / 2
    assert anna.tell("/tables", game="duel").status_code == 409
    monkeypatch.setattr(capacity, "FORGOTTEN", 100.0)
    monkeypatch.setattr(time, "time", lambda: between + 100)

    assert anna.tell("/tables", game="duel").status_code == 201
    assert [anna.ask(f"/tables/{table}").json()["stage"] for table in (old, young)] == ["over", "open"]
    assert "The house has closed this table." in visitor(server).look(f"/t/{old}")


def test_so_many_watch_a_table_and_whoever_sits_there_always_does(
    server: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(capacity, "MOST_WATCHING", 1)
    host, guest, table = two_at_a_duel(server)
    first, second = visitor(server), visitor(server)
    with first.client.websocket_connect(f"{table}/live") as watching:
        assert watching.receive_json()["first"]
        with (
            pytest.raises(WebSocketDisconnect) as closed,
            second.client.websocket_connect(f"{table}/live") as refused,
        ):
            refused.receive_text()
        for person in (host, guest):
            with person.client.websocket_connect(f"{table}/live") as socket:
                assert socket.receive_json()["first"]

    assert closed.value.code == 4429
    with second.client.websocket_connect(f"{table}/live") as socket:
        assert socket.receive_json()["first"]


def test_there_is_an_end_to_talking(server: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(capacity, "MOST_LINES", 2)
    host, guest, table = two_at_a_duel(server)
    said = [person.send(f"{table}/say", said="Hello").status_code for person in (host, guest)]
    refused = host.client.post(f"{table}/say", data={"mark": host.mark, "said": "More"}, headers={"x-client": "1"})

    assert said == [200, 200]
    assert refused.status_code == 409
    assert refused.text == "<p>Enough has been said at this table.</p>"
    host.look(table)
    assert "Enough has been said at this table." in host.page
    assert 'name="said"' not in host.page
    assert len(room_of(server, table).chat) == 2


def test_a_page_begins_with_the_newest_lines_and_knows_how_many_there_were(
    server: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(capacity, "LINES_SHOWN", 2)
    host, _, table = two_at_a_duel(server)
    for words in ("One", "Two", "Three"):
        host.send(f"{table}/say", said=words)
    host.look(table)

    assert [words in host.page for words in ("</b> One", "</b> Two", "</b> Three")] == [False, True, True]
    assert 'data-heard="3"' in host.page
    with host.client.websocket_connect(f"{table}/live?heard=3") as socket:
        assert socket.receive_json()["first"]
        host.send(f"{table}/say", said="Four")
        assert socket.receive_json()["chat"] == {"number": 3, "name": "Anna", "said": "Four"}
    with host.client.websocket_connect(f"{table}/live?heard=0") as socket:
        assert socket.receive_json()["first"]
        assert [socket.receive_json()["chat"]["number"] for _ in range(2)] == [2, 3]
