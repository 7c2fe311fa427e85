"""A test that waits for ever is ended, with the stacks of all threads and tasks, and the run goes on."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
RUN = """
import pytest, sys
import tests.limits
tests.limits.GRACE = 1.0
sys.exit(pytest.main([*sys.argv[1:], "-q", "-p", "no:cacheprovider", "-p", "tests.limits", "-o", "timeout=1"]))
"""
WAITS = """
import asyncio, threading

async def nobody_answers():
    await asyncio.Event().wait()

async def somebody_asks():
    await nobody_answers()

async def play():
    asked = asyncio.create_task(somebody_asks(), name="asked")
    await asked

def test_waits():
    threading.Thread(target=threading.Event().wait, name="beside", daemon=True).start()
    asyncio.run(play())

def test_goes_on():
    pass
"""
WAITS_AGAIN = """
import pytest, threading

@pytest.fixture
def locked():
    yield
    threading.Event().wait()

def test_waits(locked):
    threading.Event().wait()
"""


def run(folder: Path, source: str) -> tuple[int, str]:
    """Run tests as ours are run, with a limit of a second; return how they ended, and what was printed."""
    (folder / "test_that_waits.py").write_text(source, encoding="utf-8")
    command = [sys.executable, "-c", RUN, str(folder), "--rootdir", str(folder)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=50, check=False)  # noqa: S603  # our own
    return done.returncode, done.stdout + done.stderr


def test_a_test_that_waits_for_ever_fails_with_the_stacks_of_threads_and_tasks(tmp_path: Path) -> None:
    code, said = run(tmp_path, WAITS)

    assert code == 1
    assert "1 failed, 1 passed" in said
    assert "test_waits takes longer than 1 s" in said
    assert "thread beside:" in said
    assert "name='asked'" in said
    assert said.index("in somebody_asks") < said.index("in nobody_answers")


def test_one_whose_end_waits_for_ever_too_is_ended_with_its_process(tmp_path: Path) -> None:
    code, said = run(tmp_path, WAITS_AGAIN)

    assert code == 1
    assert "Timeout (0:00:01)!" in said
    assert "in locked" in said
