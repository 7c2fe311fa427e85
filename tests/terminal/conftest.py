"""The real command, with lines typed by nobody and a screen that is kept."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from stammtisch.cli import main
from stammtisch.core.game import game_names

WHOLE_GAME = "1\n2\n3\n4\n" * 50  # numbers that are not in the list get another try


@dataclass(frozen=True)
class Run:
    """What one run of the command came to."""

    code: int
    out: str
    err: str


Stammtisch = Callable[..., Run]


@pytest.fixture
def stammtisch(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Stammtisch:
    """Return a function that runs the command in this process."""
    for name, value in {"COLUMNS": "80", "LINES": "24", "LANGUAGE": "en"}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))  # nobody's own house is touched
    for name in ("FORCE_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE", "STAMMTISCH_DATA"):
        monkeypatch.delenv(name, raising=False)

    def run(*arguments: str | Path, typed: str | io.StringIO = "") -> Run:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed) if isinstance(typed, str) else typed)
        try:
            code = main([str(argument) for argument in arguments])
        except SystemExit as leaving:  # how argparse ends
            code = int(str(leaving.code or 0))
        out, err = capsys.readouterr()
        return Run(code, out, err)

    return run


@pytest.fixture(autouse=True)
def _games_are_looked_for_again() -> Iterator[None]:
    """Forget which games are installed: a test may have installed one."""
    yield
    game_names.cache_clear()


@pytest.fixture
def with_exact(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Install the sample game beside ours."""
    install(tmp_path / "installed", "exact", "tests.sample.exact", monkeypatch)


def install(folder: Path, name: str, package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Install a game as anybody's would be: by an entry point."""
    info = folder / f"{name}-1.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1\n")
    (info / "entry_points.txt").write_text(f"[stammtisch.games]\n{name} = {package}\n")
    monkeypatch.syspath_prepend(str(folder))
    game_names.cache_clear()
