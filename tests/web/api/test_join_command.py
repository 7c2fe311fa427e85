"""`stammtisch join`: the example of a program that takes a seat, against a real server."""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
import requests

from stammtisch.cli import main
from stammtisch.core.game import find_game, game_names
from stammtisch.errors import StammtischError
from stammtisch.terminal.api_client import ApiClient
from stammtisch.terminal.commands.researchers.join import RemoteBot
from stammtisch.terminal.seat_client import SeatClient, game_of
from tests.bots import guests
from tests.waiting import PATIENCE
from tests.web.drivers.live_host import Host
from tests.web.drivers.program import call, running

LONG = 300  # for a whole game, and the compiler before it


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with running(tmp_path_factory.mktemp("house")) as address:
        yield address


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
        codes = [end.result(PATIENCE) for end in ends]
    view = host.view()
    added = requests.get(f"{server}/api/tables/{host.id}", timeout=PATIENCE).json()["deal"]["words"]

    assert codes == [0] * seats
    assert [bool(one["words"]) for one in added] == [True] * seats
    assert view["stage"] == "over"
    assert view["outcome"]["ending"] in capsys.readouterr().out


def test_a_bot_says_so_if_the_deal_is_not_the_one_that_was_promised(
    server: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    ask = ApiClient.ask

    def cheating(self: ApiClient, path: str, *asked: Any, **query: Any) -> Any:
        answer = ask(self, path, *asked, **query)
        return {**answer, "seed": "00" * 32} if answer.get("seed") else answer  # as if the house had chosen another

    monkeypatch.setattr(ApiClient, "ask", cheating)
    host = Host(server, game="duel", bots=0, options={"spaces": 1})
    with ThreadPoolExecutor(2) as bots:
        end = bots.submit(main, ["join", host.link, "--lang", "en"])
        host.wait_for_guests()
        host.tell(f"/tables/{host.id}/stand")
        assert end.result(PATIENCE) == 1
    assert "The deal is not the one that was promised: the hash of the seed is" in capsys.readouterr().out


@pytest.fixture
def visitors(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Install the bots of somebody else."""
    guests.install(tmp_path / "installed")
    monkeypatch.syspath_prepend(str(tmp_path / "installed"))


@pytest.mark.usefixtures("visitors")
@pytest.mark.parametrize(
    ("game", "options", "bots"),
    [
        ("gang", {"rounds": 1}, ["easy", "careful", "random", "search:20"]),
        ("party", {"seats": 3, "face_down": True}, ["easy", "random", "search:20"]),
        ("duel", {"royal": True}, ["normal", "strong"]),
    ],
)
def test_bots_of_every_kind_play_by_what_the_server_tells_them(
    server: str, game: str, options: dict[str, object], bots: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    host = Host(server, game=game, options=options)
    host.tell(f"/tables/{host.id}/stand")
    with ThreadPoolExecutor(len(bots)) as seats:
        ends = [
            seats.submit(main, ["join", host.link, "--bot", bot, "--seat", str(seat), "--lang", "en"])
            for seat, bot in enumerate(bots)
        ]
        host.wait_for_guests()
        codes = [end.result(LONG) for end in ends]
    view = host.view()
    said = capsys.readouterr().out

    assert codes == [0] * len(bots)
    assert view["stage"] == "over"
    assert all(f"{bot.capitalize()} sits at seat {seat}: " in said for seat, bot in enumerate(bots))


@pytest.mark.usefixtures("visitors")
@pytest.mark.parametrize("name", game_names())
def test_a_bot_gets_the_record_that_the_server_has_written_in_fields(server: str, name: str) -> None:
    host = Host(server, game=name, options={"first_bluffer": 0} if name == "duel" else {"seats": 3})
    for guest in range(host.seats - 1):
        call(server, f"/tables/{host.id}/sit", call(server, "/people", name=f"Guest {guest}")["token"])
    host.wait_for_guests()
    answer = host.view()
    row = RemoteBot.for_table(SeatClient.find(host.link, "en"), "witness").choose(answer)
    words, seat, _, number = import_module("guests_at_the_table").SEEN[-1]
    seen = find_game(name).rules.State.of(words)

    assert {field: getattr(seen, field) for field in answer["view"]} == answer["view"]
    assert (seat, number) == (0, answer["number"])
    assert row[0] in [choice["action"] for choice in answer["legal"]]


@pytest.mark.usefixtures("visitors")
@pytest.mark.parametrize(
    ("bot", "problem"),
    [
        ("expert", "no bot 'expert' for duel; there are random, easy"),
        ("silent", "silent at seat 0, step 0: it returned no action"),
        ("mortal", "mortal at seat 1, step "),
    ],
)
def test_a_bot_that_cannot_play_is_named(
    server: str, bot: str, problem: str, capsys: pytest.CaptureFixture[str]
) -> None:
    host = Host(server, game="duel", options={"first_bluffer": 0}, bots=0)
    with ThreadPoolExecutor(1) as seat:
        end = seat.submit(main, ["join", host.link, "--bot", bot])
        if bot == "mortal":
            host.wait_for_guests()
            host.tell(f"/tables/{host.id}/stand")
        code = end.result(PATIENCE)

    assert code == 2
    assert problem in capsys.readouterr().err


def test_another_version_of_the_rules_is_refused() -> None:
    with pytest.raises(StammtischError, match="the table has version 99 of the rules of duel; here is version 1"):
        game_of({"game": "duel", "version": 99})


def test_a_bot_speaks_the_language_it_is_asked_to(server: str, capsys: pytest.CaptureFixture[str]) -> None:
    host = Host(server, game="duel", options={"spaces": 1, "first_bluffer": 1}, bots=0)
    with ThreadPoolExecutor(2) as bots:
        end = bots.submit(main, ["join", host.link, "--name", "Robi", "--seat", "1", "--lang", "de"])
        host.wait_for_guests()
        host.tell(f"/tables/{host.id}/stand")
        assert end.result(PATIENCE) == 0

    assert capsys.readouterr().out.startswith("Robi sitzt auf Platz 1: Duell der Kakerlaken.\n")


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["ftp://example.org/t/x"], "the link is 'ftp://example.org/t/x'; it may be that of a table"),
        (["{server}/t/none"], "there is no table of this name"),
        (["{link}", "--seat", "0"], "seat 0 cannot be had"),
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
    described = json.loads(requests.get(f"{server}/api/openapi.json", timeout=PATIENCE).text)

    assert {"/api/people", "/api/tables/{table}/sit", "/api/tables/{table}/view", "/api/tables/{table}/act"} <= set(
        described["paths"]
    )
