"""`stammtisch study`: what it says, what it leaves in its folder, and what goes wrong."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from stammtisch.core.game import game_names
from stammtisch.study.folder import BLOCKS
from tests.terminal.conftest import Stammtisch, install
from tests.waiting import alive_in, eventually

MOST = 120  # seconds


@pytest.fixture(autouse=True)
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Install the small games of which everything is known, and return the folder they are in."""
    install(tmp_path / "installed", "penny", "tests.sample.penny", monkeypatch)
    game_names.cache_clear()
    return tmp_path / "installed"


def test_a_study_says_what_it_found_and_how_fast_it_was(stammtisch: Stammtisch, tmp_path: Path) -> None:
    out = tmp_path / "it"
    command = ("study", "penny", "--vary", "kind=2,0", "--games", "400", "--seed", "9", "--processes", "1")
    run = stammtisch(*command, "--out", out)
    found = json.loads((out / "measures.json").read_text(encoding="utf-8"))

    assert (run.code, run.err) == (0, "")
    assert "Seat 1 wins too seldom, by 2" in run.out
    assert "Luck decides nothing: there is no chance in these games." in run.out
    assert "Kind: 0 – Seat 1 wins: " in run.out
    assert "Games: 800, seed: 9; 800 played now, " in run.out
    assert found["command"] == "stammtisch study penny --vary kind=2,0 --bots easy --seed 9 --games 400"
    assert min(path.name for path in (out / "games").iterdir()) == "0-changes.txt"

    again = stammtisch(*command[:6], "--processes", "1", "--out", out, "--lang", "de")

    assert "Partien: 800, Startwert: 9; 0 jetzt gespielt" in again.out
    assert "Platz 1 gewinnt zu selten, um 2" in again.out


@pytest.mark.parametrize(
    ("asked", "sentences"),
    [
        pytest.param(
            ("--skill",),
            (
                "Each 10 deals of all 8 steps take one processor about ",
                "All of it takes about ",
                "5120 playouts against 2560  50.0% (",
            ),
            marks=pytest.mark.deep,
        ),
        pytest.param(("--openings",), ("No opening is clearly better",), marks=pytest.mark.deep),
        (("--without", "do 0", "--lang", "de"), ("Siege, verloren ohne do 0",)),
    ],
)
def test_what_is_asked_besides_is_told(
    stammtisch: Stammtisch, tmp_path: Path, asked: tuple[str, ...], sentences: tuple[str, ...]
) -> None:
    command = ("study", "penny", "-o", "kind=0", *asked)
    run = stammtisch(*command, "--games", "20", "--seed", "9", "--processes", "1", "--out", tmp_path / "it")

    assert (run.code, run.err) == (0, "")
    assert [sentence for sentence in sentences if sentence not in run.out] == []


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("pennny",), "no game 'pennny'; did you mean 'penny'?"),
        (("penny", "-o", "kinds=1"), "no option 'kinds'"),
        (("penny", "--vary", "kind"), "what is varied is 'kind'; it may be name=a,b"),
        (("penny", "--vary", "kind=1,,2"), "what is varied is 'kind=1,,2'"),
        (("penny", "--vary", "kind=1", "--vary", "kind=2"), "'kind' is varied twice"),
        (("penny", "--bots", "clever"), "no bot 'clever' for penny"),
        (("penny", "--games", "0"), "games is 0; it may be 1 to"),
        (("penny", "--minutes", "0"), "minutes is 0; it may be a number above 0"),
        (("penny", "--until", "nan"), "until is nan"),
        (("penny", "--games", "10", "--minutes", "1"), "not allowed with"),
        (("penny", "--skill", "--openings"), "not allowed with"),
        (("penny", "--skill", "--bots", "easy"), "bots are given together with skill"),
        (("penny", "--without", "fold"), "no action of penny is like 'fold'; there are 'do 0'"),
        (("penny", "--seed", "-1"), "seed is -1"),
        (("penny", "--out", "."), "is not empty and holds no study"),
    ],
)
def test_bad_use_gets_one_sentence_before_anything_is_played(
    stammtisch: Stammtisch, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], sentence: str
) -> None:
    monkeypatch.chdir(tmp_path)
    run = stammtisch("study", *arguments)

    assert run.code == 2
    assert sentence in run.err
    assert run.out == ""
    assert [path.name for path in tmp_path.iterdir()] == ["installed"]


@pytest.mark.deep
def test_ctrl_c_shows_what_was_measured_and_the_same_command_goes_on(
    stammtisch: Stammtisch, installed: Path, tmp_path: Path
) -> None:
    out = tmp_path / "it"
    program = (
        "import signal, sys\nfrom stammtisch.cli import main\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"  # a shell's background jobs begin deaf to Ctrl-C
        f"sys.path[:0] = [{str(installed)!r}, {str(Path(__file__).parents[4])!r}]\n"
        "if __name__ == '__main__': sys.exit(main())\n"
    )
    command = ["study", "penny", "-o", "kind=2", "--seed", "1", "--processes", "1", "--out", str(out)]
    with subprocess.Popen(  # noqa: S603
        [sys.executable, "-c", program, *command, "--minutes", "30"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "LANGUAGE": "en"},
        start_new_session=True,
    ) as study:
        try:
            played = out / BLOCKS
            eventually(
                lambda: (played.exists() and played.stat().st_size > 0) or study.poll() is not None, "play", MOST
            )
            assert study.poll() is None
            os.killpg(study.pid, signal.SIGINT)  # as Ctrl-C does: everybody hears it
            said, err = study.communicate(timeout=MOST)
        except BaseException:
            os.killpg(study.pid, signal.SIGKILL)
            raise
    before = played.read_text(encoding="utf-8")
    blocks = before.count("\n")
    again = stammtisch(*command, "--games", str(20 * blocks + 20))

    assert (study.returncode, err) == (130, "")
    assert "Interrupted: the same command goes on from here." in said
    assert f"; {20 * blocks:,} played now" in said
    assert "; 20 played now" in again.out
    assert played.read_text(encoding="utf-8").startswith(before)
    eventually(lambda: not alive_in(study.pid), "multiprocessing to tidy up", MOST)
