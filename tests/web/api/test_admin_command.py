"""`stammtisch admin`: the host of the house at the command line, against a real server."""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import requests

from stammtisch.cli import main
from stammtisch.terminal.commands.hosts.admin_screen import plain
from tests.waiting import PATIENCE, eventually
from tests.web.drivers.page import csrf_token_on
from tests.web.drivers.program import call, running


@dataclass
class House:
    """A server, where it is kept, and what the command says about it."""

    address: str
    data: Path
    captured: pytest.CaptureFixture[str]

    def admin(self, *arguments: str) -> tuple[int, str, str]:
        """Return how the command ended, and what it wrote."""
        code = main(["admin", "--lang", "en", *arguments, "--server", self.address, "--data", str(self.data)])
        out, err = self.captured.readouterr()
        return code, out, err

    def asked(self, *arguments: str) -> Any:
        """Return the answer as a program gets it."""
        code, out, err = self.admin(*arguments, "--json")
        assert (code, err) == (0, "")
        return json.loads(out)

    def tell(self, path: str, token: str = "", **body: Any) -> Any:
        """POST, as a person's program."""
        return call(self.address, path, token, **body)

    def send(self, page: str, form: str, **fields: str) -> None:
        """Send a form of a page, as somebody new."""
        with requests.Session() as visitor:
            found = visitor.get(self.address + page, timeout=PATIENCE).text
            data = {"mark": csrf_token_on(found), **fields}
            answer = visitor.post(f"{self.address}{page}/{form}", data=data, timeout=PATIENCE)
            assert answer.ok

    def duel(self) -> tuple[str, str]:
        """Return a duel that has begun, and the token of its host."""
        anna, tobi = (self.tell("/people", name=name)["token"] for name in ("Anna", "Tobi"))
        table = self.tell("/tables", anna, game="duel", options={"first_bluffer": 0})["id"]
        self.tell(f"/tables/{table}/sit", tobi)
        self.tell(f"/tables/{table}/start", anna)
        return table, anna


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path]]:
    folder = tmp_path_factory.mktemp("house")
    with running(folder) as address:
        requests.get(f"{address}/healthz", timeout=PATIENCE)
        yield address, folder / "house.db"


@pytest.fixture
def house(served: tuple[str, Path], capsys: pytest.CaptureFixture[str]) -> House:
    return House(*served, capsys)


def test_the_key_is_shown_beside_a_running_server_and_opens_its_page(house: House) -> None:
    code, out, _ = house.admin("key")
    shown = house.asked("key")

    assert code == 0
    assert shown["key"] in out
    assert f"{house.address}/host" in out
    assert shown["link"] == f"{house.address}/host"
    headers = {"authorization": f"Bearer {shown['key']}"}
    assert requests.get(f"{house.address}/api/host/barred", headers=headers, timeout=PATIENCE).json() == {"people": []}


def test_tables_are_listed_shown_paused_and_ended(house: House) -> None:
    table, anna = house.duel()
    listed = house.admin("list")[1]
    assert table in listed
    assert "running" in listed
    assert "Anna" in house.admin("show", table)[1]
    assert "paused" in house.admin("pause", f"{house.address}/t/{table}")[1]
    assert house.tell(f"/tables/{table}/act", anna, decided=0, actions=["hide 1"])["status"] == 409
    assert house.asked("resume", table)["table"]["paused"] is False
    given = house.asked("replace", table, "1", "strong")["table"]["seats"][1]

    assert (given["who"], given["level"]) == ("bot", "strong")
    assert house.asked("end", table)["table"]["ended"]
    assert "ended" in house.admin("list")[1]
    assert "beendet" in house.admin("list", "--lang", "de")[1]


def test_people_are_barred_and_let_in_again(house: House) -> None:
    table, anna = house.duel()
    person = house.asked("show", table)["people"][0]
    assert (person["name"], person["barred"]) == ("Anna", False)

    assert "Anna" in house.admin("bar", person["person"])[1]
    assert house.tell("/tables", anna, game="duel")["status"] == 403
    assert f"{person['person']} (barred)" in house.admin("show", table)[1]
    assert house.asked("barred")["people"][0]["name"] == "Anna"
    assert "Everybody may come in." in house.admin("unbar", person["person"])[1]


def test_reports_are_listed_and_settled(house: House) -> None:
    assert "Nobody complains." in house.admin("reports")[1]
    assert house.admin("settle", "7")[::2] == (2, "stammtisch: there is no report of this number\n")
    table, _ = house.duel()
    house.send(f"/t/{table}", "report", who="seat-0", words="She whistles")
    told = house.admin("reports")[1]
    (report,) = house.asked("reports")["reports"]

    assert "Anna, reported by somebody without a name" in told
    assert "She whistles" in told
    assert "not settled" in told
    assert "not settled" not in house.admin("settle", str(report["number"]))[1]


def test_what_somebody_typed_cannot_write_on_the_hosts_terminal(house: House) -> None:
    table, _ = house.duel()
    house.send(f"/t/{table}", "say", said="\x1b[2Jgone [bold]x[/bold]")
    out = house.admin("show", table)[1]

    assert "\x1b" not in out
    assert "[2Jgone [bold]x[/bold]" in out
    assert plain("\x1b[2J").plain == "\N{REPLACEMENT CHARACTER}[2J", "even if the house let it through"


def test_a_bot_that_plays_by_the_interface_stops_where_the_house_ends_its_game(house: House) -> None:
    host = house.tell("/people", name="Host")["token"]
    table = house.tell("/tables", host, game="duel", options={"first_bluffer": 0})["id"]
    key = house.asked("key")["key"]
    with ThreadPoolExecutor(1) as seats:
        bot = seats.submit(main, ["join", f"{house.address}/t/{table}", "--lang", "en"])

        def begun() -> bool:
            house.tell(f"/tables/{table}/start", host)  # until the bot sits there; then its words are waited for
            found = requests.get(f"{house.address}/api/tables/{table}", timeout=PATIENCE).json()
            return bot.done() or found["stage"] == "running"

        eventually(begun, "the game to begin")
        for what in ("pause", "end"):
            house.tell(f"/host/tables/{table}/{what}", key)
        assert bot.result(60) == 0
    assert "There is no result." in house.captured.readouterr().out


def test_the_house_is_named_and_a_notice_posted_and_taken_down(house: House) -> None:
    assert house.admin("sign")[1] == "The house has no name of its own.\nNo notice is posted.\n"
    assert "The Crooked Hat" in house.admin("name", "The  Crooked Hat")[1]
    out = house.admin("notice", "Friday\nat eight")[1]
    assert "The Crooked Hat\nFriday\nat eight\nposted 20" in out
    told = house.asked("sign")
    assert (told["name"], told["notice"]) == ("The Crooked Hat", "Friday\nat eight")
    assert house.admin("notice", "x" * 601)[::2] == (
        2,
        "stammtisch: the notice has 601 letters; it may have up to 600\n",
    )
    assert "No notice is posted." in house.admin("notice", "")[1]
    assert house.asked("name", "")["name"] == ""
    assert [act["what"] for act in house.asked("audit")["acts"]][:4] == ["name", "notice", "notice", "name"]


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["show", "nowhere"], "there is no table of this name"),
        (["show", "no/where?"], "the name is 'no/where?'; it may be one that"),
        (["replace", "TABLE", "9", "easy"], "seat is 9; it may be 0 to "),
        (
            ["replace", "TABLE", "1", "divine"],
            "level is 'divine'; it may be easy or normal or strong or master or perfect",
        ),
    ],
)
def test_what_cannot_be_done_is_said_in_a_sentence(house: House, arguments: list[str], problem: str) -> None:
    table, _ = house.duel()
    code, out, err = house.admin(*(table if one == "TABLE" else one for one in arguments))

    assert (code, out) == (2, "")
    assert problem in err


def test_another_key_or_none_is_said_in_a_sentence(
    house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    there = ["--server", house.address]
    assert main(["admin", "list", *there]) == 2
    assert "give --data where it is, or the key by --key or STAMMTISCH_HOST_KEY" in capsys.readouterr().err
    assert not (tmp_path / "stammtisch").exists()
    for key in ("wrong", "é\n"):
        assert main(["admin", "list", *there, "--key", key]) == 2
        assert "this takes the host key" in capsys.readouterr().err
    monkeypatch.setenv("STAMMTISCH_HOST_KEY", house.asked("key")["key"])
    assert main(["admin", "list", *there]) == 0


@pytest.mark.parametrize("server", ["localhost", "ftp://x", "http://", "http://a b"])
def test_an_address_that_is_none_is_said_so(server: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["admin", "list", "--server", server, "--key", "x"]) == 2
    assert "it may be an address such as http://localhost:8000" in capsys.readouterr().err


def test_a_house_that_does_not_answer_is_said_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["admin", "list", "--server", "http://127.0.0.1:9", "--key", "x"]) == 2
    assert "cannot reach http://127.0.0.1:9" in capsys.readouterr().err


def test_every_action_has_its_help(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in (["admin"], ["admin", "replace"]):
        with pytest.raises(SystemExit):
            main([*arguments, "--help"])
        assert "--help" in capsys.readouterr().out


def test_what_the_host_did_is_listed_and_told_to_programs(house: House) -> None:
    table, _ = house.duel()
    house.admin("pause", table)
    code, out, _ = house.admin("audit")
    newest = house.asked("audit")["acts"][0]

    assert code == 0
    assert table in out
    assert (newest["what"], newest["table"], newest["way"]) == ("pause", table, "program")
    assert newest["number"] not in [
        act["number"] for act in house.asked("audit", "--before", str(newest["number"]))["acts"]
    ]
