"""`stammtisch join`: the example of a program that takes a seat, against a real server."""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
import requests

from stammtisch.cli import main
from tests.web.program import running

MOST = 60  # seconds


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with running(tmp_path_factory.mktemp("house")) as address:
        yield address


class Host:
    """Somebody who opens a table and then plays by the same client."""

    def __init__(self, server: str, **table: Any) -> None:
        self.server = server
        self.headers: dict[str, str] = {}
        self.headers["authorization"] = f"Bearer {self.tell('/people', name='Host')['token']}"
        self.id: str = self.tell("/tables", **table)["id"]
        self.link = f"{server}/t/{self.id}"

    def tell(self, path: str, **body: Any) -> Any:
        """POST."""
        return requests.post(f"{self.server}/api{path}", json=body, headers=self.headers, timeout=MOST).json()

    def view(self, **query: int) -> Any:
        """Look at the table."""
        address = f"{self.server}/api/tables/{self.id}/view"
        return requests.get(address, params=query, headers=self.headers, timeout=MOST).json()

    def wait_for_guests(self) -> None:
        """Begin as soon as everybody sits."""
        while self.tell(f"/tables/{self.id}/start").get("stage") != "running":
            self.view(after=-1, wait=1)


@pytest.mark.parametrize(
    ("game", "options"), [("duel", {"royal": True}), ("gang", {"seats": 3, "rounds": 1})], ids=["duel", "gang"]
)
def test_bots_play_a_whole_game_against_each_other(
    server: str, game: str, options: dict[str, object], capsys: pytest.CaptureFixture[str]
) -> None:
    host = Host(server, game=game, options=options)
    seats = int(str(options.get("seats", 2)))
    host.tell(f"/tables/{host.id}/stand")
    with ThreadPoolExecutor(seats) as bots:
        ends = [bots.submit(main, ["join", host.link, "--name", f"Bot {seat}"]) for seat in range(seats)]
        host.wait_for_guests()
        codes = [end.result(MOST) for end in ends]
    view = host.view()

    assert codes == [0] * seats
    assert view["stage"] == "over"
    assert view["outcome"]["ending"] in capsys.readouterr().out


def test_a_bot_speaks_the_language_it_is_asked_to(server: str, capsys: pytest.CaptureFixture[str]) -> None:
    host = Host(server, game="duel", options={"spaces": 1, "first_bluffer": 1}, bots=0)
    with ThreadPoolExecutor(2) as bots:
        end = bots.submit(main, ["join", host.link, "--name", "Robi", "--seat", "1", "--lang", "de"])
        host.wait_for_guests()
        host.tell(f"/tables/{host.id}/stand")
        assert end.result(MOST) == 0

    assert capsys.readouterr().out.startswith("Robi sitzt auf Platz 1: Duell der Kakerlaken.\n")


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["ftp://example.org/t/x"], "the link is 'ftp://example.org/t/x'; it may be that of a table"),
        (["{server}/t/none"], "there is no table of this name"),
        (["{link}", "--seat", "0"], "seat 0 is taken or not there"),
        (["{link}", "--seat", "9"], "seat is 9; it may be 0 to 7"),
        (["{link}", "--name", "x" * 30], "name has 30 letters; it may have 1 to 24"),
        (["http://127.0.0.1:1/t/x"], "cannot reach http://127.0.0.1:1: [Errno 111] Connection refused"),
        (["{server}/static/t/x"], "is no Stammtisch: it answers 404 Not Found"),
    ],
)
def test_what_goes_wrong_is_said_in_a_line(
    server: str, arguments: list[str], problem: str, capsys: pytest.CaptureFixture[str]
) -> None:
    link = Host(server, game="duel").link
    code = main(["join", *(part.format(server=server, link=link) for part in arguments)])

    assert (code, problem in capsys.readouterr().err) == (2, True)


def test_the_client_needs_nothing_but_the_documented_answers(server: str) -> None:
    described = json.loads(requests.get(f"{server}/api/openapi.json", timeout=MOST).text)

    assert {"/api/people", "/api/tables/{table}/sit", "/api/tables/{table}/view", "/api/tables/{table}/act"} <= set(
        described["paths"]
    )
