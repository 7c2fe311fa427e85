"""`stammtisch arena --save`: what is kept, whoever ends it, and what is refused before anything is played."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from stammtisch.datasets import about
from stammtisch.datasets.journal import JOURNAL
from stammtisch.datasets.loader import load_games
from tests.bots import guests
from tests.terminal.conftest import Stammtisch, install
from tests.waiting import alive_in, eventually

MOST = 120  # seconds
MATCH = ("arena", "duel", "easy", "random", "--games", "6", "--seed", "3", "--processes", "1")
VANDAL = '''
"""A bot that takes a folder away while games are kept in it: in the second deal that it meets."""

import os
import shutil

from stammtisch.bots.random_bot import RandomBot


def vandal(game):
    bot, met = RandomBot(game), set()
    class Bot:
        def choose(self, view, options, seat, seed, number):
            met.add(seed)
            if len(met) > 2:  # two rotations of a deal
                shutil.rmtree(os.environ["KEPT"], ignore_errors=True)
            return bot.choose(view, options, seat, seed, number)
    return Bot()
'''


def test_every_game_is_kept_and_a_transcript_of_it_can_be_watched(stammtisch: Stammtisch, tmp_path: Path) -> None:
    report = tmp_path / "match.json"
    run = stammtisch(*MATCH, "--save", tmp_path / "new" / "kept", "--json", report)
    kept = load_games(tmp_path / "new" / "kept")
    played = json.loads(report.read_text("utf-8"))["played"]

    assert (run.code, run.err) == (0, "")
    assert [(list(game.scores), list(game.places), list(game.worths), game.seed) for game in kept.games()] == [
        (game["scores"], game["places"], game["worths"], game["seed"]) for game in played
    ]
    assert len(played) == 6

    file = tmp_path / "game.txt"
    file.write_text(kept.transcript(3), encoding="utf-8")
    watched = stammtisch("replay", file, "--no-step")
    assert (watched.code, watched.err) == (0, "")
    assert "random" in watched.out


@pytest.mark.parametrize("place", ["full", "file", "file/below"])
def test_a_folder_that_will_not_do_is_refused_and_nothing_is_lost(
    stammtisch: Stammtisch, tmp_path: Path, place: str
) -> None:
    (tmp_path / "full").mkdir()
    mine, report = tmp_path / "full" / "mine.txt", tmp_path / "match.json"
    for file in (mine, tmp_path / "file", report):
        file.write_text("mine", encoding="utf-8")
    run = stammtisch(*MATCH, "--save", tmp_path / place, *(() if place == "file/below" else ("--json", report)))

    assert (run.code, run.out) == (2, "")
    assert run.err.startswith("stammtisch: ")
    assert "not empty; name" in run.err or "no folder; name" in run.err or "Not a directory" in run.err
    assert run.err.count("\n") == 1
    assert all(file.read_text("utf-8") == "mine" for file in (mine, tmp_path / "file", report))


@pytest.mark.usefixtures("with_exact")
def test_a_game_without_observations_cannot_be_kept(stammtisch: Stammtisch, tmp_path: Path) -> None:
    run = stammtisch("arena", "exact", "random", "--save", tmp_path / "kept")

    assert (run.code, run.out) == (2, "")
    assert "exact has no features" in run.err
    assert not (tmp_path / "kept").exists()


def test_what_was_measured_is_shown_although_it_could_not_be_kept(
    stammtisch: Stammtisch, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(about, "GAMES_OF_A_PART", 2)
    monkeypatch.setenv("KEPT", str(tmp_path / "kept"))
    installed = tmp_path / "installed"
    install(installed, "vandals", "nothing", monkeypatch)
    (installed / "vandals-1.dist-info" / "entry_points.txt").write_text("[stammtisch.bots]\nvandal = vandals:vandal\n")
    (installed / "vandals.py").write_text(VANDAL, encoding="utf-8")
    run = stammtisch(
        *("arena", "duel", "easy", "vandal", "--games", "8", "--seed", "3", "--processes", "1"),
        *("--save", tmp_path / "kept"),
    )

    assert run.code == 2
    assert "Games: 2, deals: 1, seed: 3." in run.out
    assert f"stammtisch: cannot write {tmp_path / 'kept'}" in run.err


@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGKILL], ids=["Ctrl-C", "kill"])
def test_whatever_ends_it_the_deals_that_were_over_are_kept(sign: signal.Signals, tmp_path: Path) -> None:
    visitors, began, folder = tmp_path / "installed", tmp_path / "sign", tmp_path / "kept"
    guests.install(visitors)
    program = (
        "import signal, sys\nfrom stammtisch.cli import main\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"  # a shell's background jobs begin deaf to Ctrl-C
        f"sys.path.insert(0, {str(visitors)!r})\n"
        "if __name__ == '__main__': sys.exit(main())\n"
    )
    command = ["arena", "duel", "patient", "random", "--games", "99", "--seed", "1", "--processes", "1"]
    with subprocess.Popen(  # noqa: S603
        [sys.executable, "-c", program, *command, "--save", str(folder)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "LANGUAGE": "en", "SIGN": str(began)},
        start_new_session=True,
    ) as arena:
        try:
            eventually(lambda: began.exists() or arena.poll() is not None, "a game that is played", MOST)
            assert arena.poll() is None
            os.killpg(arena.pid, sign)
            _, err = arena.communicate(timeout=MOST)
        except BaseException:
            os.killpg(arena.pid, signal.SIGKILL)
            raise
    kept = load_games(folder)
    games = list(kept.games())

    assert [game.deal for game in games] == [0, 0, 1, 1, 2, 2]
    assert len(kept.all()) == sum(game.decisions for game in games)
    assert (folder / JOURNAL).exists() == (sign == signal.SIGKILL)
    assert (folder / "rows-00000.parquet").exists() == (sign == signal.SIGINT)
    assert arena.returncode == (130 if sign == signal.SIGINT else -signal.SIGKILL), err
    eventually(lambda: not alive_in(arena.pid), "multiprocessing to tidy up", MOST)
