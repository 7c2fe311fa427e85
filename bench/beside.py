"""A measure of this checkout beside the same one of an older commit, in turns, with the ratio of every figure.

Each round runs the measure there and here, so that both meet the same machine. Figures are paired by their place in
the output, and the median of the rounds is compared. A measure may have changed since: with `--this-file` that of this
checkout is run in both, on the code of each.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from pathlib import Path
from statistics import median

from rich.console import Console
from rich.table import Table as Grid

ROOT = Path(__file__).parents[1]
FIGURE = re.compile(r"(?<![\w.])\d[\d,]*(?:\.\d+)?")
Line = tuple[str, tuple[float, ...]]  # its words, and its figures


def main() -> int:
    """Measure in turns, and print the ratios."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("commit", help="the older one, such as f505ca9")
    parser.add_argument("name", help="the measure: a file in bench/")
    parser.add_argument("rest", nargs=argparse.REMAINDER, help="its arguments")
    parser.add_argument("--rounds", type=int, default=3, help="how often each is run (3)")
    parser.add_argument("--this-file", action="store_true", help="run this checkout's measure on the older code, too")
    arguments = parser.parse_args()
    there = checked_out(arguments.commit)
    runs: dict[Path, list[list[Line]]] = {there: [], ROOT: []}
    console = Console()
    for number in range(arguments.rounds):
        for place in (there, ROOT) if number % 2 == 0 else (ROOT, there):
            console.print(f"round {number + 1} of {arguments.rounds}: {'there' if place is there else 'here'} …")
            runs[place].append(_measure(place, arguments.name, arguments.rest, same=arguments.this_file))
    console.print(_ratios(arguments.commit, runs[there], runs[ROOT]))
    return 0


def checked_out(commit: str) -> Path:
    """Return a clone of a commit beside the other things that are kept between runs."""
    place = ROOT / ".cache" / f"beside-{commit}"
    if not place.exists():
        subprocess.run(["git", "clone", "--quiet", str(ROOT), str(place)], check=True)  # noqa: S603, S607
        subprocess.run(["git", "-C", str(place), "checkout", "--quiet", commit], check=True)  # noqa: S603, S607
    return place


def _measure(place: Path, name: str, rest: list[str], *, same: bool) -> list[Line]:
    command = [str(place / "scripts" / "bench"), name, *rest]
    if same:
        subprocess.run(["bash", "-c", ". scripts/setup.sh && set_up test"], cwd=place, check=True)  # noqa: S607
        command = [str(place / ".venv" / "bin" / "python"), str(ROOT / "bench" / f"{name}.py"), *rest]
    found = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603  # our own
    if found.returncode:
        sys.stderr.write(found.stdout + found.stderr)
        raise SystemExit(f"{name} failed in {place.name}")
    lines = (line for line in found.stdout.splitlines() if FIGURE.search(line))
    return [
        (FIGURE.sub("", line), tuple(float(one.replace(",", "")) for one in FIGURE.findall(line))) for line in lines
    ]


def _ratios(commit: str, there: list[list[Line]], here: list[list[Line]]) -> Grid:
    grid = Grid("what", commit, "here", "here / there", title="medians")
    for rows in zip(*there, *here, strict=True):
        words = " ".join(re.sub(r"[^\w/ ]", " ", rows[-1][0]).split())[:60]
        for figures in zip(*(figures for _, figures in rows), strict=True):
            old, new = median(figures[: len(there)]), median(figures[len(there) :])
            grid.add_row(words, f"{old:,.2f}", f"{new:,.2f}", f"{new / old:.2f}" if old else "")
    return grid


if __name__ == "__main__":
    sys.exit(main())
