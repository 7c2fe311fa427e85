"""NumPy's matrices are multiplied by one thread in our own runs, in processes of their own as users start them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from stammtisch.learning.blas_threads import SAID

ROOT = Path(__file__).parents[2]
TINY = "--on numpy --games 32 --stretch 8 --batch 64 --width 8 --layers 1 --decisions 256"
OPENBLAS = "openblas" in str(np.show_config(mode="dicts"))


def threads_after(program: str, *arguments: str, **said: str) -> list[str]:
    """Return how many threads there were before a program in a fresh process, and how many after it."""
    code = f"from stammtisch.learning.blas_threads import blas_threads as b; print(*b()); {program}; print(*b())"
    environment = {name: value for name, value in os.environ.items() if name not in SAID} | said
    done = subprocess.run(  # noqa: S603  # ourselves
        [sys.executable, "-c", code, *arguments], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    lines = done.stdout.split("\n")
    return [lines[0], lines[-2]]


@pytest.mark.skipif(not OPENBLAS, reason="this NumPy has another BLAS")
def test_one_thread_multiplies_unless_somebody_says_otherwise() -> None:
    program = "from stammtisch.learning.blas_threads import use_one_blas_thread as use; use()"
    usual = threads_after("pass")[0]

    assert threads_after(program) == [usual, "1"]
    assert threads_after(program, OPENBLAS_NUM_THREADS="2") == ["2", "2"]


@pytest.mark.skipif(not OPENBLAS, reason="this NumPy has another BLAS")
@pytest.mark.parametrize(
    ("program", "arguments"),
    [
        ("from stammtisch.cli import main; main()", f"train duel -o spaces=1 --out FOLDER {TINY}"),
        ("from examples.train import main; main()", "--on numpy --seats 3 --games 4 --blocks 1 --deals 8 --bouts 8"),
    ],
    ids=["stammtisch train", "examples.train"],
)
def test_training_sees_to_it_by_itself(program: str, arguments: str, tmp_path: Path) -> None:
    words = arguments.replace("FOLDER", str(tmp_path / "it")).split()

    assert threads_after(program, *words)[1] == "1"
