"""Compiled rules read and write only what is there: Numba checks every index, in a process of its own for each game."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.subjects import SUBJECTS

ROOT = Path(__file__).parents[2]
QUICKLY = ("duel", "exact")  # compiled
SLOWLY = sorted({*SUBJECTS} - {*QUICKLY})  # interpreted games of these raise at the same index, in every fast run


@pytest.mark.timeout(400)  # compiles the rules of a game once more, with checks
@pytest.mark.parametrize("name", [*QUICKLY, *(pytest.param(name, marks=pytest.mark.deep) for name in SLOWLY)])
def test_no_rule_reads_or_writes_out_of_range(name: str) -> None:
    done = subprocess.run(  # noqa: S603  # our own module
        [sys.executable, "-m", "tests.properties.bounds", name],
        cwd=ROOT,
        env={**os.environ, "NUMBA_BOUNDSCHECK": "1", "NUMBA_OPT": "1"},  # less to compile, and the same checks
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 100, "positions in which every rule was asked everything"
