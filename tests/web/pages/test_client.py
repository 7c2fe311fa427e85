"""What the server gives the page's own client: its files, and what it missed while there was no connection."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from stammtisch.web.static_files import address as address_of_files
from stammtisch.web.static_files import version_of
from tests.web.drivers.page import opened, visitor
from tests.web.drivers.sockets import hear, hear_chat_until


def test_a_page_asks_for_all_modules_at_once_and_for_nothing_that_is_not_there(server: TestClient) -> None:
    anna = visitor(server)
    page = anna.look("/")

    loaded = re.findall(r'rel="modulepreload" href="/static/[0-9a-f]{16}/client/([^"]+)"', page)
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


def test_files_of_a_page_are_kept_by_browsers_and_never_asked_after(server: TestClient) -> None:
    anna = visitor(server)
    asked_for = re.findall(r'(?:href|src)="(/static/[^"]+)"', anna.look("/"))

    assert asked_for
    for address in asked_for:
        assert anna.client.get(address).headers["cache-control"] == "public, max-age=31536000, immutable", address
    gone = anna.client.get(f"{address_of_files()}client/nothing.js")
    assert (gone.status_code, gone.headers["cache-control"]) == (404, "no-store")


def test_files_at_an_address_without_a_version_are_asked_after_each_time(server: TestClient) -> None:
    client = visitor(server).client
    first = client.get("/static/client/main.js")
    again = client.get("/static/client/main.js", headers={"if-none-match": first.headers["etag"]})

    assert first.headers["content-type"].startswith("text/javascript")
    assert first.headers["cache-control"] == again.headers["cache-control"] == "no-cache"
    assert again.status_code == 304


def test_files_of_another_version_are_answered_with_ours_and_not_kept(server: TestClient) -> None:
    client = visitor(server).client
    ours, others = (client.get(f"{at}client/main.js") for at in (address_of_files(), f"/static/{16 * '0'}/"))

    assert others.text == ours.text
    assert others.headers["cache-control"] == "no-store"


@pytest.mark.parametrize(
    "path", ["../app.py", "%2e%2e/app.py", f"{16 * '0'}/../../app.py", f"{16 * '0'}/%2e%2e/app.py"]
)
def test_nothing_but_those_files_is_answered(path: str, server: TestClient) -> None:
    assert visitor(server).client.get(f"/static/{path}").status_code == 404


def test_their_address_follows_from_names_and_contents(tmp_path: Path) -> None:
    found = []
    for number, (name, text) in enumerate(
        (("a.css", "p {}"), ("a.css", "p { }"), ("b.css", "p {}"), ("a.css", "p {}"))
    ):
        folder = tmp_path / str(number) / "styles"
        folder.mkdir(parents=True)
        (folder / name).write_text(text)
        found.append(version_of(folder.parent))

    assert found[0] == found[3]
    assert len(set(found)) == 3


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
