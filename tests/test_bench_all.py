"""`scripts/bench all` knows every measure, and goes on where one fails."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from rich.console import Console

from tests.waiting import eventually

BENCH = Path(__file__).parents[1] / "bench"


@pytest.fixture(scope="module")
def bench() -> Iterator[ModuleType]:
    """Return the module of `scripts/bench all`, which finds the measures beside it."""
    sys.path.insert(0, str(BENCH))
    try:
        spec = importlib.util.spec_from_file_location("bench_all", BENCH / "all.py")
        assert spec
        assert spec.loader
        module = sys.modules["bench_all"] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        yield module
    finally:
        sys.path.remove(str(BENCH))
        del sys.modules["bench_all"]


def _said(part: Any, bench: Any) -> str:
    console = Console(width=200)
    with console.capture() as said:
        console.print(bench.table([part]))
    return said.get()


def test_every_measure_is_a_part_or_is_left_out_for_a_reason(bench: Any) -> None:
    there = {path.stem for path in BENCH.glob("*.py")}

    assert set(bench.SHARES) | set(bench.LEFT_OUT) == there
    assert not set(bench.SHARES) & set(bench.LEFT_OUT)
    assert all(bench.LEFT_OUT.values())
    assert set(bench.LOCKS) <= set(bench.SHARES)


def test_every_part_says_what_it_has_found(bench: Any) -> None:
    for name in bench.SHARES:
        assert "\ndef summary(" in (BENCH / f"{name}.py").read_text(encoding="utf-8"), name


def test_a_part_that_fails_or_stands_still_says_so_in_its_row(bench: Any, tmp_path: Path) -> None:
    broken = bench.finished([sys.executable, "-c", "raise SystemExit('the net is torn')"], 60)
    stuck = bench.finished([sys.executable, "-c", "import signal; signal.pause()"], 1)
    for done, problem in ((broken, "failed: the net is torn"), (stuck, "failed: it took longer than 1 seconds")):
        part = bench.outcome("rules", done, tmp_path / "figures.json")

        assert problem in _said(part, bench)
        assert not part.fine


def test_what_a_part_has_started_ends_with_it(bench: Any, tmp_path: Path) -> None:
    number = tmp_path / "number"
    script = f"sleep 1000 & echo $! > {number}; wait"
    bench.finished(["bash", "-c", script], 1)

    eventually(lambda: not Path(f"/proc/{number.read_text(encoding='utf-8').strip()}/fd").exists(), "it to end")


def test_a_part_that_this_machine_cannot_run_is_no_failure(bench: Any, tmp_path: Path) -> None:
    done = subprocess.CompletedProcess([], bench.NOT_HERE, "there is no GPU\n")
    part = bench.outcome("gpu", done, tmp_path / "figures.json")

    assert "not here: there is no GPU" in _said(part, bench)
    assert part.fine


@pytest.mark.parametrize(
    ("ratio", "promised", "at_most", "fine"),
    [(7.9, 8.0, False, False), (8.0, 8.0, False, True), (1.31, 1.3, True, False), (1.3, 1.3, True, True)],
)
def test_what_is_not_as_promised_is_marked(
    bench: Any, tmp_path: Path, ratio: float, promised: float, *, at_most: bool, fine: bool
) -> None:
    figure = bench.Figure("a round", 2.5e6, "moves/s", "OpenSpiel", ratio, promised, at_most)
    into = tmp_path / "figures.json"
    into.write_text(json.dumps([asdict(figure)]), encoding="utf-8")
    part = bench.outcome("hearts", subprocess.CompletedProcess([], 0, ""), into)

    assert part.figures == [figure]
    assert part.fine is fine
    assert ("MISSED" in _said(part, bench)) is not fine
    assert "2,500,000 moves/s" in _said(part, bench)


def test_a_part_is_measured_in_a_process_of_its_own(bench: Any) -> None:
    part = bench.run("daily", 0.04)

    assert not part.problem
    assert [one.what for one in part.figures] == ["par of combo", "par of duel", "par of gang", "par of party"]
    assert "daily" not in sys.modules


def test_the_study_that_is_timed_is_played_to_its_end_and_held_to_a_minute(bench: Any) -> None:
    seconds, speed = bench.import_module("study_seconds").measure(0.1)

    assert (seconds.what, seconds.promised, seconds.at_most) == ("a study of gang to ± 10%", 60, True)
    assert round(seconds.value * speed.value, 6) == 400, "the fewest games after which a study knows how sure it is"
    assert (speed.what, speed.unit) == ("its games", "games/s")
