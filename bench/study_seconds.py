"""How long a study takes until it knows the win shares of `gang` to ± 1 %: four seats, one round, rules of thumb.

It is the command that people type, in processes of its own on two cores; what it needs is compiled before. Promised is
a minute.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from figures import Figure
from rich.console import Console

WANTED: Final = 0.01  # how far the interval of a win share may reach to either side
MOST: Final = 60.0  # seconds
COMMAND: Final = "study gang -o seats=4 -o rounds=1 --bots easy --seed 1 --processes 2"


def main() -> int:
    """Measure and print; 1 if it takes longer than promised."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--until", type=float, default=WANTED, help=f"± in win share (default {WANTED:g})")
    figures = measure(parser.parse_args().until)
    for figure in figures:
        Console(highlight=False).print(*filter(None, figure.cells), sep=", ")
    return 0 if all(figure.kept for figure in figures) else 1


def summary(_seconds: float) -> list[Figure]:
    """Return the seconds of the study, and its games a second."""
    return measure(WANTED)


def measure(until: float) -> list[Figure]:
    """Play until every win share is known so well, once what is needed is compiled."""
    with TemporaryDirectory() as folder:
        _study(Path(folder) / "compiled", "--games", "20")
        begin = time.monotonic()
        games = _study(Path(folder) / "timed", "--until", f"{until}")
        seconds = time.monotonic() - begin
    return [
        Figure(f"a study of gang to ± {until:.0%}", seconds, "seconds", promised=MOST, at_most=True),
        Figure("its games", games / seconds, "games/s"),
    ]


def _study(out: Path, *stop: str) -> int:
    """Play a study; return how many games it has."""
    stammtisch = Path(sys.executable).with_name("stammtisch")
    command = [str(stammtisch), *COMMAND.split(), *stop, "--out", str(out)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)  # noqa: S603  # our own
    (cell,) = json.loads((out / "measures.json").read_text(encoding="utf-8"))["cells"]
    return int(cell["games"])


if __name__ == "__main__":
    sys.exit(main())
