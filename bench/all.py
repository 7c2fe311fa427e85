"""One table of everything that `scripts/bench` measures of speed, beside others where there are others.

Each part is a measure of its own, shortened, in a process of its own. A part that fails, or that this machine cannot
run, says so in its row, and the others go on; what is not as promised is marked. It takes about the minutes that it is
given, and some more the first time, when things are compiled and installed. Use a quiet machine: a part has all of it,
but nothing here waits until others are done.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path
from typing import Final

from figures import Figure
from rich.console import Console
from rich.table import Table as Grid

from stammtisch.bots.processes.cores import all_cores

ROOT: Final = Path(__file__).parents[1]
MINUTES: Final = 15.0
LONGER: Final = 4  # times its share that a part may take
SLACK: Final = 600.0  # and seconds beyond that, for what is compiled and installed first
NOT_HERE: Final = 3  # the status of a part that this machine cannot run
SHARES: Final = {  # of the time, in seconds of a quarter of an hour
    "rules": 100,
    "hearts": 50,
    "peers": 240,
    "search": 80,
    "daily": 40,
    "first_use": 60,
    "web": 110,
    "growth": 70,
    "thinking": 90,
    "attacks": 60,
    "gpu": 0,  # takes what it takes
}
WIDTH: Final = 160  # of what is written to a file
LOCKS: Final = {"peers": "peers"}  # parts that have an environment of their own, by the name of its lock file
LEFT_OUT: Final = {
    "all": "it is this one",
    "anchors": "says how strong bots are, and writes a file",
    "beside": "compares another measure with an older commit",
    "calibration": "says how well a net knows its chances",
    "club": "writes 100,000 games before it measures anything",
    "datasets": "says what games take on disk",
    "decision_times": "times single decisions of bots, one after another",
    "figures": "is what measures say, and measures nothing",
    "learner_steps": "is measured by peers",
    "gpu_learners": "is measured by gpu",
    "nets": "says how strong nets are",
    "ratings": "says whether ratings are right",
    "reviews": "says whether reviews tell levels apart",
    "rivals": "says how strong bots are among others",
    "rounds": "says how long games of combo are",
    "strength": "says how strong bots are",
    "studies": "writes the pages on our games",
}


@dataclass(frozen=True)
class Part:
    """What has come of a part: its figures, or why there are none."""

    name: str
    figures: Sequence[Figure] = ()
    problem: str = ""
    excused: bool = False  # whether the problem is this machine

    @property
    def fine(self) -> bool:
        """Whether it did not fail, and is as promised."""
        return (not self.problem or self.excused) and all(one.kept for one in self.figures)

    @property
    def told(self) -> str:
        """How it went, in short."""
        if self.problem:
            return self.problem
        missed = sum(not one.kept for one in self.figures)
        return f"{len(self.figures)} figures" + (f", {missed} not as promised" if missed else "")


def main() -> int:
    """Measure part by part, and print one table; 1 if a part failed or something is not as promised."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=MINUTES, help=f"in all (default {MINUTES:g})")
    parser.add_argument("--parts", nargs="+", choices=[*SHARES], default=[*SHARES], help="which (all)")
    parser.add_argument("--seconds", type=float, default=0.0, help=argparse.SUPPRESS)  # of the one part, in its process
    parser.add_argument("--into", type=Path, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.into:
        return _measure(arguments.parts[0], arguments.seconds, arguments.into)
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # so that parts end with it
    console = Console(highlight=False, width=None if sys.stdout.isatty() else WIDTH)
    begun, found = time.monotonic(), list[Part]()
    scale = 60 * arguments.minutes / max(1, sum(SHARES[name] for name in arguments.parts))
    for number, name in enumerate(arguments.parts, 1):
        seconds = scale * SHARES[name]
        with console.status(f"{number} of {len(arguments.parts)}: {name}, some {seconds:.0f} s …"):
            found.append(run(name, seconds))
        spent = time.monotonic() - begun
        console.print(f"{number} of {len(arguments.parts)}, after {spent:.0f} s: {name}: {found[-1].told}")
    console.print(table(found))
    return 0 if all(part.fine for part in found) else 1


def run(name: str, seconds: float) -> Part:
    """Measure a part in a process of its own, in its own environment."""
    with tempfile.TemporaryDirectory() as folder:
        into = Path(folder) / "figures.json"
        python = sys.executable
        if name in LOCKS:
            venv = f".cache/{LOCKS[name]}"
            made = finished(["bash", "-c", f". scripts/setup.sh && set_up {LOCKS[name]} {venv}"], 3 * SLACK)
            if made.returncode:
                return Part(name, problem=f"failed: no environment for it: {_last_line(made.stdout)}")
            python = str(ROOT / venv / "bin" / "python")
        command = [python, "-W", "ignore", __file__, "--parts", name, "--seconds", f"{seconds}", "--into", str(into)]
        return outcome(name, finished(command, LONGER * seconds + SLACK), into)


def finished(command: list[str], patience: float) -> subprocess.CompletedProcess[str]:
    """Run a command to its end, or until it has taken too long or this is ended; then so is all that it started."""
    process = subprocess.Popen(  # noqa: S603  # our own
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True
    )
    try:
        said, _ = process.communicate(timeout=patience)
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess(command, 1, f"it took longer than {patience:.0f} seconds")
    finally:
        if process.returncode is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
    return subprocess.CompletedProcess(command, process.returncode, said)


def outcome(name: str, done: subprocess.CompletedProcess[str], into: Path) -> Part:
    """Return what a part has written down, or why it has not."""
    if done.returncode == NOT_HERE:
        return Part(name, problem=f"not here: {_last_line(done.stdout)}", excused=True)
    if done.returncode or not into.exists():
        return Part(name, problem=f"failed: {_last_line(done.stdout)}")
    return Part(name, [Figure(**one) for one in json.loads(into.read_text(encoding="utf-8"))])


def _last_line(said: str) -> str:
    return next((line.strip() for line in reversed(said.splitlines()) if line.strip()), "it said nothing")


def table(parts: Iterable[Part]) -> Grid:
    """Return everything as one table, with the commit and the machine."""
    commit = finished(["git", "describe", "--always", "--dirty"], SLACK).stdout.strip()
    load = os.getloadavg()[2]
    title = f"commit {commit}, {datetime.now(UTC):%Y-%m-%d}, {_processor()}, {all_cores()} cores, load {load:.1f}"
    grid = Grid("part", "what", title=title)
    for heading in ("figure", "beside", "ratio", "promised"):
        grid.add_column(heading, justify="left" if heading == "beside" else "right")
    for part in parts:
        for one in part.figures:
            grid.add_row(part.name, *one.cells)
        if part.problem:
            grid.add_row(part.name, part.problem)
        grid.add_section()
    return grid


def _processor() -> str:
    """Return the name of the processor, where the system says it."""
    known = Path("/proc/cpuinfo")
    lines = known.read_text(encoding="utf-8").splitlines() if known.exists() else []
    return next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), platform.machine())


def _measure(name: str, seconds: float, into: Path) -> int:
    """Measure one part in this process, and write its figures down."""
    if name == "gpu" and not shutil.which("nvidia-smi"):
        sys.stdout.write("there is no GPU\n")
        return NOT_HERE
    summary: Callable[[float], list[Figure]] = import_module(name).summary
    into.write_text(json.dumps([asdict(one) for one in summary(seconds)]), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
