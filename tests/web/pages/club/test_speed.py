"""In a house in which 100,000 games were played, pages about them answer at once: measured alone on the machine."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.figures import note_figures

BENCH = Path(__file__).parents[4] / "bench" / "club.py"


@pytest.mark.alone
@pytest.mark.timeout(1800)
def test_pages_about_a_hundred_thousand_games_answer_in_a_tenth_of_a_second() -> None:
    run = subprocess.run([sys.executable, str(BENCH)], capture_output=True, text=True, check=False)  # noqa: S603
    note_figures(run.stdout)

    assert run.returncode == 0, run.stdout + run.stderr
    assert "/board" in run.stdout
