"""The command itself: what it lists, and that bad use gets a sentence."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

from tests.terminal.conftest import Stammtisch


def test_the_command_alone_shows_its_help(stammtisch: Stammtisch) -> None:
    run = stammtisch()
    assert run.code == 0
    assert run.out == stammtisch("--help").out
    assert "examples:" in run.out


@pytest.mark.parametrize("part", ["play", "arena", "replay", "rules", "solve", "games", "options"])
def test_every_part_has_its_help(stammtisch: Stammtisch, part: str) -> None:
    run = stammtisch(part, "--help")
    assert run.code == 0
    assert "--lang" in run.out


def test_the_version_is_that_of_the_package(stammtisch: Stammtisch) -> None:
    assert stammtisch("--version").out == f"stammtisch {version('stammtisch')}\n"


def test_games_are_listed_with_their_titles_and_options(stammtisch: Stammtisch) -> None:
    assert "Cockroach Duel" in stammtisch("games").out
    german = stammtisch("games", "--lang", "de").out
    assert "Duell der Kakerlaken" in german
    assert "royal=no" in german


def test_options_are_shown_in_the_readers_language(stammtisch: Stammtisch) -> None:
    run = stammtisch("options", "duel", "--lang", "de")
    for word in ("möglich", "first_bluffer", "1 to 6", "chance", "Felder"):
        assert word in run.out


@pytest.mark.usefixtures("with_exact")
def test_with_several_games_one_must_be_named(stammtisch: Stammtisch) -> None:
    run = stammtisch("play")
    assert run.code == 2
    assert run.err.startswith("stammtisch: no game is named; there are combo, duel, exact")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("play", "dule"), "no game 'dule'; did you mean 'duel'?"),
        (("play", "chess"), "no game 'chess'; there are combo, duel"),
        (("rules", "deul"), "did you mean 'duel'?"),
        (("options", "x"), "no game 'x'"),
        (("play", "duel", "--lang", "es"), "--lang"),
        (("play", "duel", "--seed", "-1"), "seed is -1"),
        (("play", "duel", "--seed", "many"), "--seed"),
        (("play", "duel", "--bots", "3"), "bots is 3; it may be 0 to 2"),
        (("play", "duel", "--seat", "2"), "seat is 2; it may be 0 to 1"),
        (("play", "duel", "--bots", "1", "--hot-seat"), "not allowed with"),
        (("play", "duel", "--pause", "-1"), "pause is -1; it may be 0 to 60 seconds"),
        (("play", "duel", "--pause", "nan"), "pause is nan"),
        (("play", "duel", "--names", "A,B,C"), "names are 3; there may be up to 2"),
        (("play", "duel", "--names", "A,,C"), "a name is ''"),
        (("play", "duel", "--names", "A\x1b[2J"), "a name is 'A\\x1b[2J'"),
        (("play", "duel", "-o", "royal"), "an option is 'royal'; it may be name=value"),
        (("play", "duel", "-o", "royal=maybe"), "royal is maybe; it may be yes or no"),
        (("play", "duel", "-o", "loyal=yes"), "no option 'loyal'; there are seats, royal"),
        (("play", "duel", "-o", "seed=3"), "no option 'seed'"),
        (("play", "duel", "-o", "royal=yes", "-o", "royal=no"), "given twice"),
        (("play", "duel", "-o", "royal=[1"), "royal is [1; what begins with [ or { may be JSON"),
        (("play", "duel", "-o", "royal=[1]"), "royal is [1]"),
        (("play", "duel", "--save", "."), "cannot save to .: there is something of this name already"),
        (("play", "--resume", "no-such-file"), "cannot read no-such-file: there is no such file or folder"),
        (("play", "--resume", "."), "cannot read .: it is a folder"),
        (("replay", "."), "cannot read .: it is a folder"),
        (("replay", "no-such-file"), "there is no such file or folder"),
        (("replay", "no-such-file", "--update"), "there is no such file or folder"),
        (("replay",), "FILE"),
        (("solve",), "GAME"),
        (("solve", "dule"), "did you mean 'duel'?"),
        (("solve", "gang"), "gang has not been solved; duel has"),
        (("solve", "duel", "--spaces", "7"), "spaces is 7; it may be 1 to 6"),
        (("solve", "duel", "--spaces", "two"), "--spaces"),
        (("solve", "duel", "--at", "1,2,3"), "the position is '1,2,3'; it may be 4 numbers from -3 to 3"),
        (("solve", "duel", "--at", "a,b,c,d"), "the position is 'a,b,c,d'"),
        (("solve", "duel", "--spaces", "1", "--at=-2,0,0,0"), "it may be 4 numbers from -1 to 1"),
        (("sing",), "sing"),
    ],
)
def test_bad_use_gets_one_sentence(stammtisch: Stammtisch, arguments: tuple[str], sentence: str) -> None:
    run = stammtisch(*arguments)
    assert run.code == 2
    assert sentence in run.err
    assert run.out == ""


@pytest.mark.parametrize(
    ("content", "sentence"),
    [(b"\xff\xfe\x00", "it is not UTF-8 text (byte 1)"), (b"", "a transcript begins with"), (b"Dear Anna", "line 1")],
)
@pytest.mark.parametrize("part", [("replay",), ("replay", "--update"), ("play", "--resume")])
def test_a_file_that_is_no_transcript_gets_one_sentence(
    stammtisch: Stammtisch, tmp_path: Path, part: tuple[str], content: bytes, sentence: str
) -> None:
    file = tmp_path / "letter.txt"
    file.write_bytes(content)
    run = stammtisch(*part, file)
    assert run.code == 2
    assert sentence in run.err
    assert run.err.count("\n") == 1
    assert file.read_bytes() == content


def _outside(*arguments: str, closed: str = "", program: str = "") -> subprocess.CompletedProcess[str]:
    """Run the command in a process of its own, with some standard streams closed."""
    run = program or "import sys; from stammtisch.cli import main; sys.exit(main())"
    line = f'"$0" -c "$1" {" ".join(arguments)} {closed}'
    return subprocess.run(  # noqa: S603  # all of it is written here
        ["/bin/sh", "-c", line, sys.executable, run],
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        env={**os.environ, "LANGUAGE": "en"},
        check=False,
    )


def test_a_closed_keyboard_gets_one_sentence() -> None:
    run = _outside("play", "duel", closed="<&-")
    assert (run.returncode, run.stderr) == (2, "stammtisch: standard input is closed; people need it to answer\n")
    assert _outside("play", "duel", "--bots", "2", closed="<&-").returncode == 0


@pytest.mark.parametrize("closed", [">&-", "2>&-", ">&- 2>&-", "| head -n 1"])
def test_nobody_reading_is_no_reason_to_complain(closed: str) -> None:
    run = _outside("play", "duel", "--bots", "2", "--seed", "3", closed=closed)
    assert run.returncode == 0
    assert run.stderr == ""


def test_the_command_never_waits_for_the_compiler() -> None:
    program = (
        "import sys; from stammtisch.cli import main; assert 'rich' not in sys.modules; main();"
        "assert 'numba' not in sys.modules; sys.exit('rich.console' in sys.modules)"
    )
    assert _outside("play", "duel", "--bots", "2", program=program).returncode == 1
    assert _outside("", program=program).returncode == 0
