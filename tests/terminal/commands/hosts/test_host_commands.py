"""The commands of those who look after a house, as they are typed."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.store.opened_stores import using
from tests.store.sample_stores import damaging, furnish
from tests.terminal.conftest import Stammtisch
from tests.waiting import PATIENCE
from tests.web.houses.process import next_line, serving


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """Return a house with people in it."""
    using(str(tmp_path / "house.db"), furnish)
    return tmp_path / "house.db"


@pytest.mark.parametrize("part", ["serve", "copy", "backup", "restore", "doctor", "ratings"])
def test_every_command_of_a_host_has_its_help_and_examples(stammtisch: Stammtisch, part: str) -> None:
    run = stammtisch(part, "--help")
    assert run.code == 0
    assert f"  stammtisch {part}" in run.out


def test_a_house_moves_to_a_database_and_back(
    stammtisch: Stammtisch, house: Path, tmp_path: Path, postgresql: str
) -> None:
    there = stammtisch("copy", house, postgresql)
    assert (there.code, there.err) == (0, "")
    assert "12 tables, " in there.out
    assert "12 tables were new there, and 0 had gone on" in there.out
    assert "0 tables were new there" in stammtisch("copy", house, postgresql).out
    assert stammtisch("copy", postgresql, tmp_path / "back.db").code == 0
    found = [json.loads(stammtisch("doctor", "--json", "--data", place).out) for place in (house, tmp_path / "back.db")]
    assert found[0]["tables"] == 12
    assert {**found[0], "store": ""} == {**found[1], "store": ""}


def test_a_copy_over_another_house_gets_one_sentence(stammtisch: Stammtisch, house: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.db"
    using(str(other), lambda store: store.save_person("p", "Mia"))
    run = stammtisch("copy", house, other)
    assert (run.code, run.out) == (2, "")
    assert run.err == "stammtisch: the target holds another house; nothing was changed. Name an empty one\n"
    assert "the same" in stammtisch("copy", house, house).err


def test_a_copy_goes_on_after_ctrl_c(house: Path, tmp_path: Path) -> None:
    program = (
        "import os, signal, sys; from functools import partial; from stammtisch.cli import main\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"  # a shell's background jobs begin deaf to Ctrl-C
        "from stammtisch.store.sqlite.archive import SqliteArchive\n"
        "from stammtisch.terminal.commands.hosts import copy\n"
        "copy.copy_house = partial(copy.copy_house, batch=1)\n"
        "write, count = SqliteArchive.write_tables, []\n"
        "async def counted(self, tables):\n"
        "    count.append(1); await write(self, tables)\n"
        "    if len(count) == 5: os.kill(os.getpid(), signal.SIGINT)\n"
        "SqliteArchive.write_tables = counted if sys.argv.pop(1) == 'stop' else write; sys.exit(main())"
    )
    target = tmp_path / "target.db"
    stopped, whole = (
        subprocess.run(  # noqa: S603  # all of it is written here
            [sys.executable, "-c", program, how, "copy", house, target],
            capture_output=True,
            text=True,
            check=False,
            timeout=PATIENCE,
        )
        for how in ("stop", "go on")
    )
    assert stopped.returncode == 128 + signal.SIGINT
    assert stopped.stderr == "Interrupted. The same command goes on where it was.\n"
    assert "7 tables were new there, and 0 had gone on" in whole.stdout


def test_a_backup_is_made_and_brought_back(stammtisch: Stammtisch, house: Path, tmp_path: Path) -> None:
    file, place = tmp_path / "backup.db", tmp_path / "new" / "house.db"
    run = stammtisch("backup", file, "--data", house)
    assert run.code == 0
    assert f"is backed up in {file} (0." in run.out
    assert "something of this name already" in stammtisch("backup", file, "--data", house).err
    assert stammtisch("backup", file, "--data", house, "--force").code == 0
    assert stammtisch("restore", file, "--data", place).out == f"{file} was brought back to {place}.\n"
    assert "holds a house already; --force moves it aside" in stammtisch("restore", file, "--data", place).err
    assert f"What was there is in {place}." in stammtisch("restore", file, "--data", place, "--force").out
    assert stammtisch("doctor", "--data", place).code == 0


def test_the_place_may_come_from_the_environment(
    stammtisch: Stammtisch, house: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STAMMTISCH_DATA", str(house))
    assert stammtisch("doctor").code == 0
    assert str(house) in stammtisch("backup", tmp_path / "backup.db").out


def test_a_house_that_is_well_is_called_so_and_not_changed(stammtisch: Stammtisch, house: Path) -> None:
    before = house.read_bytes()
    run = stammtisch("doctor", "--data", house)
    assert run.code == 0
    for words in ("tables (4 open, 5 over, 3 running)", "replayed to the last step", "All is well."):
        assert words in run.out
    assert house.read_bytes() == before


def test_results_that_are_missing_are_mended_where_that_is_wanted(stammtisch: Stammtisch, house: Path) -> None:
    with damaging(house) as db:
        db.execute("DELETE FROM result_seats")
        db.execute("DELETE FROM results")
    told = [json.loads(stammtisch("doctor", "--json", "--data", house, *more).out) for more in ((), ("--mend",), ())]

    assert [(one["results"], one["results missing"], one["results mended"]) for one in told] == [
        (0, 5, 0),
        (0, 5, 5),
        (5, 0, 0),
    ]


def test_who_is_half_forgotten_is_told_of_as_a_warning(stammtisch: Stammtisch, house: Path) -> None:
    using(str(house), lambda store: store.forget("person5", "gone-x", "Guest", 7.0))
    run = stammtisch("doctor", "--data", house)

    assert run.code == 0
    assert "forgotten people who may still be named at tables: 1;" in run.out


def test_faults_are_listed_and_change_the_exit_code(stammtisch: Stammtisch, house: Path) -> None:
    with damaging(house) as db:
        db.execute("DELETE FROM steps WHERE table_id = 'table0' AND number = 3")
        db.execute("UPDATE tables SET version = 0 WHERE id = 'table4'")
    run = stammtisch("doctor", "--data", house)
    assert run.code == 1
    assert "fault: table table0: step 3 is missing; step 4 follows" in run.out
    assert "not replayed: it was begun with other rules" in run.out
    found = json.loads(stammtisch("doctor", "--data", house, "--json").out)
    assert found["faults"][0] == {"table": "table0", "fault": "step 3 is missing; step 4 follows"}
    assert found["not replayed"] == {"it was begun with other rules": 1}
    assert not found["healthy"]


def test_a_damaged_file_is_looked_through_as_far_as_it_can_be(stammtisch: Stammtisch, house: Path) -> None:
    with damaging(house) as db:
        page = db.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'steps'").fetchone()[0]
        size = db.execute("PRAGMA page_size").fetchone()[0]
    content = bytearray(house.read_bytes())
    content[(page - 1) * size : (page - 1) * size + 20] = b"\xee" * 20
    house.write_bytes(content)
    run = stammtisch("doctor", "--data", house)
    assert run.code == 1
    assert "malformed" in run.out


@pytest.mark.parametrize("content", [None, b"", b"Dear Anna" * 1000])
def test_what_cannot_be_opened_gets_one_sentence(stammtisch: Stammtisch, tmp_path: Path, content: bytes | None) -> None:
    place = tmp_path / "letter.db"
    if content is not None:
        place.write_bytes(content)
    nowhere = ("restore", "--data", tmp_path / "house.db")
    for words in (("doctor", "--data"), ("backup", tmp_path / "backup.db", "--data"), nowhere):
        run = stammtisch(*words, place)
        assert run.code == 2
        assert run.err.count("\n") == 1
        assert str(place) in run.err


@pytest.mark.parametrize(
    "words", [("doctor", "--data"), ("copy", "house.db"), ("restore", "x", "--data"), ("serve", "--data")]
)
def test_a_password_is_never_shown(stammtisch: Stammtisch, house: Path, words: tuple[str, ...]) -> None:
    named = [str(house) if word in ("house.db", "x") else word for word in words]
    run = stammtisch(*named, "postgresql://anna:geheim@127.0.0.1:1/house")
    assert run.code == 2
    assert "cannot open postgresql://127.0.0.1:1/house: " in run.err
    assert "geheim" not in run.out + run.err


def test_a_server_says_where_games_are_kept_and_not_the_password(postgresql: str) -> None:
    data = postgresql.replace("stammtisch@", "stammtisch:geheim@")
    with serving(data) as server:
        said = server.address + next_line(server.process, "where games are kept")
    assert f"Games are kept in {postgresql.replace('stammtisch@', '')}." in said
    assert "geheim" not in said


@pytest.mark.parametrize("proxies", ["nginx", "10.0.0.0/99", "", "*", "0.0.0.0/0", "10.0.0.1,::/0", "10", "-1"])
def test_a_proxy_has_an_address_or_a_number_and_not_everybody_is_one(stammtisch: Stammtisch, proxies: str) -> None:
    run = stammtisch("serve", f"--behind-proxy={proxies}")
    assert run.code == 2
    assert f"behind-proxy is {proxies}; it may be addresses or networks, but not all there are" in run.err
    assert "or how many proxies there are in a row, up to 9" in run.err


@pytest.mark.parametrize("addresses", ["*", "me", "::/0", ""])
def test_not_everybody_is_exempt(stammtisch: Stammtisch, addresses: str) -> None:
    run = stammtisch("serve", "--exempt-addresses", addresses)
    assert run.code == 2
    assert f"exempt-addresses is {addresses}; it may be addresses or networks, but not all there are" in run.err


@pytest.mark.parametrize("hosts", ["*", "tisch.example:443", "https://tisch.example", "a,,b", "*.example"])
def test_a_house_has_names_and_not_any(stammtisch: Stammtisch, hosts: str) -> None:
    run = stammtisch("serve", "--allowed-hosts", hosts)
    assert run.code == 2
    assert f"allowed-hosts is {hosts}; it may be names, such as tisch.example" in run.err


def test_the_names_of_a_house_may_come_from_the_environment(
    stammtisch: Stammtisch, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STAMMTISCH_ALLOWED_HOSTS", "not a name")
    run = stammtisch("serve")
    assert run.code == 2
    assert "allowed-hosts is not a name; it may be names" in run.err
