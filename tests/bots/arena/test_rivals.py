"""Our bots sit down at OpenSpiel's table for Hearts, and both engines agree on every step."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

BENCH = Path(__file__).parents[3] / "bench" / "rivals.py"


def _run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, BENCH, *arguments], capture_output=True, text=True, check=False)  # noqa: S603


def test_rounds_are_played_to_the_end_and_all_points_are_counted() -> None:
    run = _run("--bot", "easy", "--simulations", "5", "--minutes", "0.02")
    found = re.findall(r"│ (our easy|OpenSpiel, 5 simulations)\s+│\s+([\d.]+) ± ", run.stdout)

    assert run.returncode == 0, run.stderr
    (_, ours), (_, theirs) = found
    assert float(ours) + 3 * float(theirs) >= 26 - 0.03  # more where somebody took them all; the means are rounded
    played = re.search(r"(\d+) rounds of Hearts: (\d+) deals", run.stdout)
    assert played
    assert int(played[1]) == 4 * int(played[2]) > 0


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["--bot", "nobody"], "no bot 'nobody' for gang"),
        (["--simulations", "0"], "simulations is 0; it may be 1 or more"),
    ],
)
def test_what_cannot_be_played_is_refused(arguments: list[str], problem: str) -> None:
    run = _run(*arguments)

    assert run.returncode == 2
    assert problem in run.stderr
