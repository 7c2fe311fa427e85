"""What each test took is written down, and the slowest are named."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.timing import summary

ROOT = Path(__file__).parents[1]
BUSY = """
import time

def test_is_busy():
    until = time.process_time() + 0.5
    while time.process_time() < until:
        pass

def test_is_not():
    pass
"""

# What `scripts/test` finds in the folder it runs in: tests that write what they took, and then fail or do not.
SET_UP = 'cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1\nset_up() { :; }\n'
PYTHON = f"""#!/bin/sh
case "$2" in
pytest) printf '{{written}}' >.cache/logs/times && exit {{code}} ;;
*) cd '{ROOT}' && exec '{sys.executable}' "$@" ;;
esac
"""


def _run(folder: Path, written: str, code: int) -> tuple[int, list[str]]:
    """Return how a run of `scripts/test --quick` ends, and what it says."""
    programs = {"scripts/setup.sh": SET_UP, "scripts/check": "#!/bin/sh\n"}
    programs[".venv/bin/python"] = PYTHON.format(written=written, code=code)
    for name, text in programs.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
        (folder / name).chmod(0o755)
    shutil.copy(ROOT / "scripts" / "test", folder / "scripts")
    run = subprocess.run([folder / "scripts" / "test", "--quick"], capture_output=True, text=True, check=False)  # noqa: S603
    return run.returncode, run.stdout.splitlines()


@pytest.mark.parametrize("code", [0, 1])
def test_a_run_names_the_slowest_tests_whether_one_failed_or_not(code: int, tmp_path: Path) -> None:
    ended, told = _run(tmp_path, r"2.5\t0.5\ttests/core/test_it.py::test_it\n", code)

    assert "   2.5 s  tests/core/test_it.py::test_it" in told
    assert (ended, told[-1].startswith("failed: core, rules")) == (code, bool(code))


@pytest.mark.parametrize("written", ["", r"2.5\t0."])
def test_a_failure_is_told_even_if_no_times_were_written_to_their_end(written: str, tmp_path: Path) -> None:
    ended, told = _run(tmp_path, written, 1)

    assert (ended, told[-1]) == (1, "failed: core, rules, a table in the server")


def test_the_slowest_come_first_and_folders_by_what_they_cost() -> None:
    times = [f"{number}.0\t{number / 2}\ttests/core/test_{number}.py::test_it\n" for number in range(11)]
    told = list(summary([*times, "3.5\t90.0\ttests/web/games/test_page.py::test_it[a::b]\n"]))

    assert told[0] == "the 10 slowest of 12 tests"
    assert told[1] == "  10.0 s  tests/core/test_10.py::test_it"
    assert told[8:11] == [
        "   3.5 s  tests/web/games/test_page.py::test_it[a::b]",
        "   3.0 s  tests/core/test_3.py::test_it",
        "   2.0 s  tests/core/test_2.py::test_it",
    ]
    assert told[12:] == ["  90.0 s    3.5 s      1  tests/web/games", "  27.5 s   55.0 s     11  tests/core"]


def test_workers_tell_what_their_tests_took(tmp_path: Path) -> None:
    (tmp_path / "test_two.py").write_text(BUSY, encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-q", "-n", "1", "-p", "no:cacheprovider", "-p", "tests.timing"]
    command += ["--times", str(tmp_path / "times"), "--rootdir", str(tmp_path), str(tmp_path)]
    subprocess.run(command, cwd=ROOT, capture_output=True, check=True)  # noqa: S603  # our own tests
    lines = [line.split("\t") for line in (tmp_path / "times").read_text("utf-8").splitlines()]

    assert [test.rpartition("::")[2] for _, _, test in lines] == ["test_is_busy", "test_is_not"]
    assert float(lines[0][0]) >= 0.4, "half a second, less what clocks round off"
    assert float(lines[0][1]) >= 0.4
    assert float(lines[1][1]) < 0.4
