"""Whether ratings find the truth: simulated people of known strength, 2 to 6 seats, with bots and shared places.

For each number of seats and each kind of luck, after so many games: how often the interval of 95 % covers the truth,
how far ratings are from it, and how many pairs of people at least 100 points apart are rated in the right order.
"""

from __future__ import annotations

import argparse
import sys
from math import sqrt
from pathlib import Path
from random import Random
from statistics import fmean

from rich.console import Console

sys.path.append(str(Path(__file__).parents[1]))  # the tests have people of known strength

from tests.ratings.simulation import LUCK, Known, coverage, in_order, simulate

from stammtisch.ratings.model import NEWCOMER, margin

GAMES = (10, 30, 100, 300)
PEOPLE = 24
APART = 100.0


def main() -> int:
    """Simulate, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clubs", type=int, default=20, help=f"of {PEOPLE} people each (default 20)")
    parser.add_argument("--seed", type=int, default=1, help="fixes everything (default 1)")
    arguments, console = parser.parse_args(), Console(highlight=False, soft_wrap=True)
    console.print("| seats | luck | shared places | games | covered | interval | error | in order |")
    console.print("|--:|---|--:|--:|--:|--:|--:|--:|")
    for seats in range(2, 7):
        for luck in LUCK:
            chance = Random(f"{arguments.seed} {seats} {luck}")
            clubs = []
            for _ in range(arguments.clubs):
                truths = [chance.gauss(NEWCOMER.strength, NEWCOMER.doubt) for _ in range(PEOPLE)]
                clubs.append(simulate(truths, seats, GAMES, luck, chance))
            for games in GAMES:
                known = [one for club in clubs for one in club.after[games]]
                cells = [
                    f"{100 * coverage(known, seats):.1f} %",
                    f"± {fmean(margin(one.rating, seats) for one in known):.0f}",
                    f"{_error(known):.0f}",
                    f"{100 * fmean(in_order(club.after[games], APART) for club in clubs):.1f} %",
                ]
                ties = f"{100 * fmean(club.ties for club in clubs):.0f} %"
                console.print(f"| {seats} | {luck} | {ties} | {games} | " + " | ".join(cells) + " |")
    return 0


def _error(known: list[Known]) -> float:
    """Return the root of the mean square of what ratings are off by."""
    return sqrt(fmean((one.rating.strength - one.truth) ** 2 for one in known))


if __name__ == "__main__":
    sys.exit(main())
