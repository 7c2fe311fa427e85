"""What the server gives the page's own client: its files, and what it missed while there was no connection."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from tests.web.visitor import house, visitor


@pytest.fixture
def server(tmp_path: Path) -> Iterator[TestClient]:
    with house(tmp_path) as client:
        yield client


def test_a_page_asks_for_all_modules_at_once_and_for_nothing_that_is_not_there(server: TestClient) -> None:
    anna = visitor(server)
    page = anna.look("/")

    loaded = re.findall(r'rel="modulepreload" href="/static/client/([^"]+)"', page)
    there = {file.name: file.read_text() for file in (files("stammtisch.web") / "static" / "client").iterdir()}
    imported = {name for text in there.values() for name in re.findall(r'from "\./([^"]+)"', text)}
    assert sorted(loaded) == sorted(there)
    assert imported | {"main.js"} == set(loaded)
    for address in re.findall(r'(?:href|src)="(/static/[^"]+)"', page):
        assert anna.client.get(address).status_code == 200, address


def test_static_files_are_kept_by_browsers_but_asked_after_each_time(server: TestClient) -> None:
    client = visitor(server).client
    first = client.get("/static/client/main.js")
    again = client.get("/static/client/main.js", headers={"if-none-match": first.headers["etag"]})

    assert first.headers["content-type"].startswith("text/javascript")
    assert first.headers["cache-control"] == again.headers["cache-control"] == "no-cache"
    assert again.status_code == 304
    assert client.get("/static/nothing.js").headers["cache-control"] == "no-store"


@pytest.mark.parametrize(("heard", "missed"), [("0", ["One", "Two"]), ("1", ["Two"]), ("2", []), ("²", []), ("", [])])
def test_a_socket_first_tells_the_talk_that_its_page_has_missed(
    heard: str, missed: list[str], server: TestClient
) -> None:
    anna = visitor(server, "Anna")
    anna.look("/new/duel")
    anna.send("/tables", game="duel", bots="1")
    table = anna.at
    for words in ("One", "Two"):
        anna.send(f"{table}/say", said=words)

    with anna.client.websocket_connect(f"{table}/live?heard={heard}") as socket:
        assert socket.receive_json()["first"]
        anna.send(f"{table}/say", said="Three")
        said: list[str] = []
        while "Three" not in said:
            message = socket.receive_json()
            said += [message["chat"]["said"]] if "chat" in message else []

    assert said == [*missed, "Three"]


def test_a_socket_of_a_table_that_is_gone_says_so(server: TestClient) -> None:
    with (
        pytest.raises(WebSocketDisconnect) as closed,
        visitor(server).client.websocket_connect("/t/nowhere/live") as socket,
    ):
        socket.receive_text()

    assert closed.value.code == 4404
