"""What needs no extra works without any, and what needs one asks for it in one sentence."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.figures import note_figures

ROOT = Path(__file__).parents[2]
PROGRAMS = Path(__file__).parent / "programs"
IMPORTS = """
import sys, time
before, begin = set(sys.modules), time.perf_counter()
import stammtisch
seconds = time.perf_counter() - begin
print(seconds, *sorted(set(sys.modules) - before))
"""
HEAVY = {"asyncio", "concurrent", "http", "multiprocessing", "sqlite3", "ssl", "unittest", "xml"}  # of Python's own
BRINGS = '{} is not installed; pip install "stammtisch[{}]" brings it'


def run(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """Run Python in a process of its own, which must say nothing of errors."""
    done = subprocess.run([sys.executable, *arguments], cwd=ROOT, capture_output=True, text=True, check=False)  # noqa: S603
    assert done.returncode == 0, done.stderr
    return done


def test_games_bots_batches_and_the_terminal_work_with_the_core_alone() -> None:
    done = run("-m", "tests.install.core_alone", PROGRAMS / "core.py")

    assert not done.stderr
    assert "easy" in done.stdout


@pytest.fixture(scope="module")
def heard() -> dict[str, str]:
    """Return what is said to whoever asks for what is not installed."""
    said: dict[str, str] = json.loads(run("-m", "tests.install.core_alone", PROGRAMS / "asking.py").stdout)
    return said


@pytest.mark.parametrize(
    ("command", "package", "extra"),
    [
        ("serve --port 0", "segno", "web"),
        ("study duel", "jinja2", "study"),
        ("doctor --data postgresql://nowhere/house", "asyncpg", "web"),
        ("mcp", "mcp", "environments"),
        ("arena duel easy --save nowhere", "pyarrow", "data"),
    ],
)
def test_a_command_says_which_extra_it_needs(heard: dict[str, str], command: str, package: str, extra: str) -> None:
    assert heard[command] == f"2 stammtisch: {BRINGS.format(package, extra)}\n"


@pytest.mark.parametrize(
    ("module", "package", "extra"),
    [
        ("adapters.gymnasium", "gymnasium", "environments"),
        ("adapters.vector", "gymnasium", "environments"),
        ("adapters.pettingzoo", "gymnasium", "environments"),
        ("adapters.openspiel", "pyspiel", "environments"),
        ("testing", "hypothesis", "testing"),
        ("datasets.loader", "pyarrow", "data"),
    ],
)
def test_a_module_says_which_extra_it_needs(heard: dict[str, str], module: str, package: str, extra: str) -> None:
    assert heard[f"stammtisch.{module}"] == f"MissingExtra: {BRINGS.format(package, extra)}"


def test_to_import_the_package_imports_nothing_but_numpy_tables_and_rules() -> None:
    """What takes under 0.3 s by the clock of a quiet machine is told; what it consists of is held to."""
    seconds, *imported = run("-c", IMPORTS).stdout.split()
    note_figures(f"import stammtisch: {float(seconds):.2f} s")
    packages = {name.partition(".")[0] for name in imported}
    ours = {name.split(".")[1] for name in imported if name.startswith("stammtisch.")}

    assert packages - sys.stdlib_module_names == {"numpy", "stammtisch"}
    assert packages & HEAVY == set()
    assert ours == {"core", "errors", "kernel"}
