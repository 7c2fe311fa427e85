"""`scripts/bench decision_times` runs as it is typed: it times decisions, and the net by views and in batches."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

BENCH = Path(__file__).parents[1] / "bench" / "decision_times.py"


def test_it_times_a_level_and_the_net_by_views_and_in_batches() -> None:
    command = [sys.executable, str(BENCH), "--levels", "normal", "--decisions", "2"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
    rows = [[cell.strip() for cell in line.split("│")[1:4]] for line in done.stdout.splitlines() if "│" in line]

    assert done.returncode == 0, done.stderr
    assert rows == [*(["normal", seats, "2"] for seats in "3456"), ["the net, one view", "all", "68"]]
    assert re.search(r"one pass in a batch, on average: [\d.e+]+ µs", done.stdout)
