"""`stammtisch new-game`: a package that plays and keeps the laws, and nothing lost where there is something already."""

from __future__ import annotations

import importlib
import os
import re
import resource
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Final
from zipfile import ZipFile

import pytest

from stammtisch.core.game import find_game, game_names
from stammtisch.new_game import highcard
from stammtisch.new_game.package import renamed, write_package
from tests.terminal.conftest import WHOLE_GAME, Stammtisch, install, stammtisch
from tests.web.drivers.page import house, opened

__all__ = ["stammtisch"]  # a fixture

NAME: Final = "oldmaid"
ROOT: Final = Path(__file__).parents[2]


def own_tests(folder: Path, *chosen: str, timeout: int) -> str:
    """Run the tests of a package as its author would, and return what they say."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *chosen]
    there = {name: value for name, value in os.environ.items() if not name.startswith("COV")}
    done = subprocess.run(  # noqa: S603  # our own tools
        command, cwd=folder, env=there, capture_output=True, text=True, check=False, timeout=timeout
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Write a game, install it, and return its name; it is forgotten again."""
    write_package(NAME, tmp_path / "mine")
    monkeypatch.syspath_prepend(str(tmp_path / "mine" / "src"))
    install(tmp_path / "installed", NAME, NAME, monkeypatch)
    importlib.invalidate_caches()
    yield NAME
    for cache in (game_names, find_game):
        cache.cache_clear()
    for name in [name for name in sys.modules if name.split(".")[0] == NAME]:
        del sys.modules[name]


def test_what_is_written_keeps_its_own_laws(tmp_path: Path) -> None:
    write_package(NAME, tmp_path / "mine")
    told = own_tests(tmp_path / "mine", "-k", "not compiled", timeout=250)

    assert re.search(r"^3\d passed, 5 deselected", told, re.MULTILINE), told


@pytest.mark.deep
@pytest.mark.timeout(900)  # it compiles a game that nobody has compiled before
def test_what_is_written_plays_compiled_and_as_an_environment(tmp_path: Path) -> None:
    write_package(NAME, tmp_path / "mine")

    assert "5 passed" in own_tests(tmp_path / "mine", "-k", "compiled", timeout=850)


@pytest.mark.deep
def test_a_fault_in_it_is_noticed_by_its_own_laws(tmp_path: Path) -> None:
    write_package(NAME, tmp_path / "mine")
    rules = tmp_path / "mine" / "src" / NAME / "rules.py"
    sound = rules.read_text("utf-8")
    rules.write_text(
        sound.replace("out.laid[other] = s.laid[other] if open_now else UNKNOWN", "out.laid[other] = s.laid[other]")
    )

    assert rules.read_text("utf-8") != sound
    with pytest.raises(AssertionError, match=r"keeps_the_law\[secrecy\]"):
        own_tests(tmp_path / "mine", "-k", "secrecy", timeout=250)


def test_it_is_played_in_the_terminal_against_a_bot(stammtisch: Stammtisch, installed: str) -> None:
    run = stammtisch("play", installed, "--seed", "7", "--level", "easy", "--pause", "0", typed=WHOLE_GAME)

    assert run.code == 0, run.err
    assert "The round goes to" in run.out
    assert re.search("wins with .* point|share the first place", run.out)
    assert "All at once everybody lays a card" in stammtisch("rules", installed).out
    assert installed in stammtisch("games").out


def test_it_is_played_in_the_browser_against_a_bot(tmp_path: Path, installed: str) -> None:
    with house(tmp_path) as server:
        anna, table = opened(server, installed, bots="1")
        anna.play_to_the_end(table)

    assert "data-over" in anna.page


def test_every_word_of_the_old_name_is_gone(tmp_path: Path) -> None:
    written = write_package("old_maid", tmp_path / "mine")
    texts = {path.relative_to(tmp_path / "mine").as_posix(): path.read_text("utf-8") for path in written}

    assert {"pyproject.toml", "README.md", "src/old_maid/rules.py", "src/old_maid/pages/en.md"} <= set(texts)
    assert not [path for path, text in texts.items() if re.search("(?i)highcard|new_game", text)]
    assert 'say("Old maid")' in texts["src/old_maid/words.py"]
    assert "from old_maid.rules import" in texts["src/old_maid/notation.py"]
    assert renamed("# Highcard", "old_maid") == "# Old maid"


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("OldMaid", "it may be small letters, digits and _"),
        ("old-maid", "it may be small letters, digits and _"),
        ("4wins", "it may be small letters, digits and _"),
        ("", "it may be small letters, digits and _"),
        ("../maid", "it may be small letters, digits and _"),
        ("m" * 31, "at most 30"),
        ("duel", "taken: a game of this name is installed"),
        ("class", "taken: it means something to Python"),
        ("random", "taken: it means something to Python"),
        ("numpy", "or a package is called so"),
        ("rules", "the package itself uses this word"),
        ("hold", "the package itself uses this word"),
    ],
)
def test_a_name_that_will_not_do_is_refused_with_the_reason(
    stammtisch: Stammtisch, tmp_path: Path, name: str, why: str
) -> None:
    run = stammtisch("new-game", name, "--dir", tmp_path / "mine")

    assert run.code == 2
    assert why in run.err
    assert run.err.startswith(f"stammtisch: the name {'is ' if 'may be' in run.err else ''}{name!r}")
    assert list(tmp_path.glob("mine")) == []


def test_a_folder_with_something_in_it_stays_as_it_is(stammtisch: Stammtisch, tmp_path: Path) -> None:
    (tmp_path / NAME).mkdir()
    (tmp_path / NAME / "notes.txt").write_text("mine")
    (tmp_path / "file").write_text("mine, too")
    (tmp_path / "link").symlink_to(tmp_path / "nowhere")
    for place in (NAME, "file", "link"):
        run = stammtisch("new-game", NAME, "--dir", tmp_path / place)

        assert (run.code, run.err) == (2, f"stammtisch: {tmp_path / place} is there already; nothing was written\n")
    assert [path.name for path in (tmp_path / NAME).iterdir()] == ["notes.txt"]
    assert ((tmp_path / NAME / "notes.txt").read_text(), (tmp_path / "file").read_text()) == ("mine", "mine, too")
    assert not (tmp_path / "nowhere").exists()


def test_the_folder_is_called_like_the_game_unless_another_is_named(
    stammtisch: Stammtisch, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "empty").mkdir()

    assert stammtisch("new-game", NAME).code == 0
    assert stammtisch("new-game", NAME, "--dir", "empty").code == 0
    assert stammtisch("new-game", NAME, "--dir", "games/deep").code == 0
    for folder in (NAME, "empty", "games/deep"):
        assert (tmp_path / folder / "src" / NAME / "rules.py").is_file()


def test_half_a_package_is_taken_away_again(tmp_path: Path) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, hard))  # as on a full disk: small files can be written, others not
    try:
        with pytest.raises(OSError, match="too large"):
            write_package(NAME, tmp_path / "mine")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))

    assert not (tmp_path / "mine").exists()


def test_a_wheel_of_it_and_of_the_worked_examples_holds_whole_games(tmp_path: Path) -> None:
    write_package(NAME, tmp_path / "mine")
    found = dict[str, str]()
    for source in (tmp_path / "mine", ROOT / "examples"):
        wheels = tmp_path / f"wheels of {source.name}"
        command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(wheels)]
        subprocess.run(command, cwd=source, check=True, capture_output=True, timeout=120)  # noqa: S603  # our own tools
        (wheel,) = wheels.iterdir()
        found |= {name: ZipFile(wheel).read(name).decode() for name in ZipFile(wheel).namelist()}

    assert {f"{NAME}/pages/en.md", f"{NAME}/rules.py", "kuhn/rules.py", "tictactoe/words.py"} <= set(found)
    named = "\n".join(text for name, text in found.items() if name.endswith("/entry_points.txt"))
    assert sorted(re.findall(r"(\w+) = (\w+)$", named, re.MULTILINE)) == [
        ("kuhn", "kuhn"),
        (NAME, NAME),
        ("tictactoe", "tictactoe"),
    ]


def test_the_package_is_a_game_as_it_stands() -> None:
    assert isinstance(highcard, ModuleType)
    assert highcard.NAME == "highcard"
