"""What the server gives the page's own client: its files, and what it missed while there was no connection."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from tests.web.drivers.page import opened, visitor
from tests.web.drivers.sockets import hear, hear_chat_until


def test_a_page_asks_for_all_modules_at_once_and_for_nothing_that_is_not_there(server: TestClient) -> None:
    anna = visitor(server)
    page = anna.look("/")

    loaded = re.findall(r'rel="modulepreload" href="/static/client/([^"]+)"', page)
    client = Path(str(files("stammtisch.web"))) / "static" / "client"
    there = {file.relative_to(client).as_posix(): file.read_text() for file in client.rglob("*.js")}
    imported = {
        (Path(module).parent / name).as_posix()
        for module, text in there.items()
        for name in re.findall(r'from "\./([^"]+)"', text)
    }
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
    anna, table = opened(server, "duel", bots="1")
    for words in ("One", "Two"):
        anna.send(f"{table}/say", said=words)

    with anna.client.websocket_connect(f"{table}/live?heard={heard}") as socket:
        assert hear(socket, "the first message")["first"]
        anna.send(f"{table}/say", said="Three")
        said = hear_chat_until(socket, "Three")

    assert said == [*missed, "Three"]
