"""`stammtisch arena`: the table, the file, and what goes wrong."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.bots import guests
from tests.terminal.conftest import Stammtisch
from tests.waiting import alive_in, eventually

MOST = 120  # seconds


@pytest.fixture
def visitors(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Install the bots of somebody else, and return the folder they are in."""
    folder = tmp_path / "installed"
    guests.install(folder)
    monkeypatch.syspath_prepend(str(folder))
    return folder


def test_a_match_is_shown_with_its_seed_and_what_each_bot_did(stammtisch: Stammtisch, tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    run = stammtisch(
        *("arena", "gang", "easy", "random", "--games", "21", "--seats", "3", "-o", "rounds=1"),
        *("--seed", "9", "--processes", "1", "--json", file),
    )
    report = json.loads(file.read_text(encoding="utf-8"))

    assert (run.code, run.err) == (0, "")
    assert run.out.startswith("gang seats=3 limit=100 rounds=1 first_round=1\nGames: 21, deals: 7, seed: 9.\n")
    assert [line.split()[0] for line in run.out.splitlines() if line.startswith((" easy", " random"))] == [
        "easy",
        "random",
    ]
    assert "95 of 100" in run.out
    assert (report["games"], report["deals"], report["seed"], report["interrupted"]) == (21, 7, 9, False)
    assert report["lineup"] == ["easy", "random", "random"]


def test_games_are_rounded_up_to_whole_deals(stammtisch: Stammtisch) -> None:
    run = stammtisch("arena", "duel", "random", "easy", "--games", "3", "--seed", "1", "--processes", "1")

    assert "Games: 4, deals: 2, seed: 1." in run.out


def test_the_same_seed_gives_the_same_results_and_a_drawn_one_is_shown(stammtisch: Stammtisch) -> None:
    command = ("arena", "duel", "random", "--games", "4", "--processes", "1")
    first = stammtisch(*command).out
    seed = first.partition("seed: ")[2].partition(".")[0]
    again = stammtisch(*command, "--seed", seed).out

    assert first.splitlines()[:2] == again.splitlines()[:2]


def test_the_table_speaks_the_readers_language(stammtisch: Stammtisch) -> None:
    run = stammtisch("arena", "duel", "random", "--games", "2", "--lang", "de", "--processes", "1")

    for word in ("Austeilungen: 2", "Punkte", "Rang", "Siege", "Vorsprung", "denkt"):
        assert word in run.out


@pytest.mark.usefixtures("visitors")
def test_a_bot_at_fault_is_named_and_the_others_results_are_shown(stammtisch: Stammtisch, tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    run = stammtisch(
        *("arena", "duel", "moody", "random", "--games", "20", "--seed", "2", "--processes", "1", "--json", file)
    )
    report = json.loads(file.read_text(encoding="utf-8"))

    assert run.code == 1
    assert "moody is at fault: ValueError: not today (deal " in run.out
    assert f"Deals that do not count because of faults: {len(report['faults'])}." in run.out
    assert report["deals"] == 10 - len(report["faults"]) > 0


@pytest.mark.usefixtures("visitors")
def test_a_bot_that_always_fails_leaves_nothing_to_show(stammtisch: Stammtisch) -> None:
    run = stammtisch("arena", "duel", "silent", "random", "--games", "4", "--seed", "2", "--processes", "1")

    assert run.code == 1
    assert "Games: 0, deals: 0" in run.out
    assert "silent is at fault: it returned no action (deal 0, seat " in run.out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("gnag", "random"), "no game 'gnag'; did you mean 'gang'?"),
        (("duel", "expert"), "no bot 'expert' for duel; there are random, easy, normal, strong"),
        (("duel", "search:0"), "no bot 'search:0'"),
        (("duel",), "BOT"),
        (("duel", *["random"] * 3), "seats is 3; it may be 2"),
        (("gang", *["random"] * 5, "--seats", "4"), "bots are 5; there may be 1 to 4, one for each seat"),
        (("gang", "random", "--seats", "9"), "seats is 9; it may be 3 to 6"),
        (("gang", "random", "--seats", "3", "-o", "seats=3"), "seats is given by --seats and by -o"),
        (("gang", "random", "-o", "round=1"), "no option 'round'"),
        (("duel", "random", "--games", "0"), "games is 0; it may be 1 to"),
        (("duel", "random", "--games", "many"), "games is many"),
        (("duel", "random", "--processes", "0"), "processes is 0; it may be 1 to 64"),
        (("duel", "random", "--seed", "-1"), "seed is -1"),
        (("duel", "random", "--json", "."), "cannot write .: it is a folder"),
        (("duel", "random", "--json", "no-such-folder/match.json"), "there is no such file or folder"),
    ],
)
def test_bad_use_gets_one_sentence_before_anything_is_played(
    stammtisch: Stammtisch, arguments: tuple[str, ...], sentence: str
) -> None:
    run = stammtisch("arena", *arguments)

    assert run.code == 2
    assert sentence in run.err
    assert run.out == ""


def test_help_explains_bots_and_deals(stammtisch: Stammtisch) -> None:
    run = stammtisch("arena", "--help")

    assert run.code == 0
    for word in ("search:PLAYOUTS", "rotation", "--json", "docs/bots.md"):
        assert word in run.out


def test_interrupting_shows_what_was_measured_and_leaves_nothing_behind(visitors: Path, tmp_path: Path) -> None:
    sign, file = tmp_path / "sign", tmp_path / "match.json"
    program = (
        "import signal, sys\nfrom stammtisch.cli import main\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"  # a shell's background jobs begin deaf to Ctrl-C
        f"sys.path.insert(0, {str(visitors)!r})\n"
        "if __name__ == '__main__': sys.exit(main())\n"
    )
    command = ["arena", "duel", "patient", "random", "--games", "99", "--seed", "1", "--processes", "1"]
    with subprocess.Popen(  # noqa: S603
        [sys.executable, "-c", program, *command, "--json", str(file)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "LANGUAGE": "en", "SIGN": str(sign)},
        start_new_session=True,
    ) as arena:
        try:
            eventually(lambda: sign.exists() or arena.poll() is not None, "a game that is played", MOST)
            assert arena.poll() is None
            os.killpg(arena.pid, signal.SIGINT)  # as Ctrl-C does: everybody hears it
            out, err = arena.communicate(timeout=MOST)
        except BaseException:
            os.killpg(arena.pid, signal.SIGKILL)
            raise
    report = json.loads(file.read_text(encoding="utf-8"))

    assert (arena.returncode, err) == (130, "")
    assert "Games: 6, deals: 3, seed: 1." in out
    assert "Interrupted: this is what was measured so far." in out
    assert (report["deals"], report["interrupted"]) == (3, True)
    eventually(lambda: not alive_in(arena.pid), "multiprocessing to tidy up", MOST)
