"""Strange input that once did harm: over a file and over a database it gets the same answer."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from stammtisch.web.app import make_app
from stammtisch.web.server.websocket_protocol import WebSocketProtocol
from tests.postgres import Postgres
from tests.web.attacks.siege import besieged
from tests.web.drivers.page import HERE, opened, visitor
from tests.web.drivers.program import program, running
from tests.web.drivers.raw_bytes import ask, talk
from tests.web.drivers.raw_person import Somebody
from tests.web.drivers.sockets import closed_at_once, hear_end


@pytest.fixture(scope="module", params=["a file", "a database"])
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    postgres = Postgres() if request.param == "a database" else None
    data = postgres.fresh() if postgres else tmp_path_factory.mktemp("house") / "house.db"
    try:
        with TestClient(make_app(data), base_url="http://testserver", client=HERE) as client:
            yield client
    finally:
        if postgres:
            postgres.remove()


@pytest.mark.parametrize("table", ["%ff", "a" * 33, "%2e%2e"])
def test_what_can_be_no_table_is_not_found(server: TestClient, table: str) -> None:
    anna = visitor(server, "Anna")

    assert anna.client.get(f"/t/{table}").status_code == 404
    assert anna.send(f"/t/{table}/say", said="a").status_code == 404
    with anna.client.websocket_connect(f"/t/{table}/live") as socket:
        assert hear_end(socket) == 4404


@pytest.mark.parametrize("table", ["%00", "a%00b", "%0A"])
def test_a_path_that_holds_control_characters_leads_nowhere(server: TestClient, table: str) -> None:
    anna = visitor(server, "Anna")

    assert anna.client.get(f"/t/{table}").status_code == 400
    assert anna.client.post(f"/t/{table}/say", data={"mark": anna.csrf_token, "said": "a"}).status_code == 400
    assert closed_at_once(anna.client, f"/t/{table}/live") == 400


def test_what_is_said_holds_no_signs_that_are_none(server: TestClient) -> None:
    anna, table = opened(server, "duel", bots="1")
    anna.send(f"{table}/say", said="a\0b\x1b[31m,\n\tTobi\x9f")

    assert "ab[31m, Tobi<" in anna.page


@pytest.mark.parametrize("path", ["/people", "/tables"])
def test_a_program_that_sends_such_signs_is_told(server: TestClient, path: str) -> None:
    answer = program(server, "Anna").tell(path, **{"name" if path == "/people" else "game": "a\0b"})

    assert answer.status_code == 422
    assert answer.json()["detail"].endswith("holds control characters; it may hold text")


def test_a_name_that_cannot_be_shown_does_not_sit_down_at_once(server: TestClient) -> None:
    anna = visitor(server)
    anna.look("/")
    answer = anna.send("/play", game="duel", name="x" * 300)

    assert answer.status_code == 422
    assert "A name has up to 24 letters" in anna.page


def test_whoever_goes_away_in_the_middle_of_a_form_is_no_fault(tmp_path: Path) -> None:
    with besieged(str(tmp_path / "house.db"), tmp_path) as house:
        anna = Somebody.at(house.port, "Anna")
        for form in (anna.form("/me", name="Anna"), anna.recorded[-1]):  # of the browser and of the program
            assert ask(anna.port, form.raw()[:-3], whole=False).status < 500
        anna.look("/")

        assert house.trouble() == []


def test_a_socket_that_is_left_before_it_is_told_that_nothing_is_there_is_no_fault(tmp_path: Path) -> None:
    with besieged(str(tmp_path / "house.db"), tmp_path) as house:
        anna = Somebody.at(house.port, "Anna")
        opening = anna.watch("nowhere")
        for _ in range(20):
            ask(anna.port, opening.raw(), whole=False, patience=0.001)
        anna.look("/")

        assert house.trouble() == []


def test_a_socket_is_not_compressed_even_if_it_asks_for_it(tmp_path: Path) -> None:
    with besieged(str(tmp_path / "house.db"), tmp_path) as house:
        anna = Somebody.at(house.port, "Anna")
        opening = anna.watch(anna.open("duel", bots="1")).with_header("Sec-WebSocket-Extensions", "permessage-deflate")
        answer = talk(anna.port, opening.raw(), [])

    assert answer.status == 101
    assert "sec-websocket-extensions" not in answer.headers


def test_a_socket_that_names_no_host_ends_and_is_forgotten(tmp_path: Path) -> None:
    with running(tmp_path) as address:
        anna = Somebody.at(int(address.rpartition(":")[2]), "Anna")
        opening = anna.watch(anna.open("duel", bots="1"))
        for _ in range(3):
            assert talk(anna.port, opening.with_header("Host", "\xe4").raw(), []).status == 0
        anna.look("/")
        kept = [one for one in gc.get_objects() if isinstance(one, WebSocketProtocol) and not one.disconnected]

    assert kept == []
