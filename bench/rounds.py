"""How many rounds a game of Combination Race takes, for every option set: random play and greedy play.

Random seats choose evenly among their small choices, compiled. Greedy ones lay the best combination they have, or
exchange if only stones are wanting, or draw; they run interpreted and are fewer.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from rich.console import Console
from rich.progress import track
from rich.table import Table as Grid

from stammtisch.batch.cpu import play_random_games
from stammtisch.core.options import as_json, make_options
from stammtisch.games import combo

sys.path.insert(0, str(Path(__file__).parents[1]))
players: Any = import_module("tests.games.combo.greedy")  # the tests play with them, too


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=4096, help="random games of each option set (default 4096)")
    parser.add_argument("--greedy", type=int, default=100, help="greedy games of each option set (default 100)")
    arguments = parser.parse_args()
    console = Console()
    grid = Grid("options", title="rounds of a game of combo")
    for way in ("random", "greedy"):
        grid.add_column(f"{way}:  min  median  95 %   max", justify="right", no_wrap=True)
    for choices in track(combo.rules.OPTION_SETS, "playing", console=console, transient=True):
        ways = _random(choices, arguments.games), _greedy(choices, arguments.greedy)
        grid.add_row(_name(choices), *("{:4} {:7} {:5} {:5}".format(*rounds) for rounds in ways))
    console.print(grid)


def _name(choices: Mapping[str, object]) -> str:
    """Return what makes an option set different."""
    o = make_options(combo.rules, choices)
    own = as_json(combo.rules, o)["board"] != "printed"
    marks = [f"{o.seats} seats", *["quick"] * bool(o.quick), *["expert"] * bool(o.expert), *["own board"] * own]
    return ", ".join(marks)


def _random(choices: Mapping[str, object], games: int) -> list[int]:
    batch = play_random_games(combo, choices, games=games, seed=1)
    return _spread([combo.rules.State.of(words).round_number for words in batch.positions])


def _greedy(choices: Mapping[str, object], games: int) -> list[int]:
    return _spread([players.rollout(choices, Random(number), players.greedy).round_number for number in range(games)])


def _spread(rounds: list[int]) -> list[int]:
    """Return the least, the middle, the one that 95 % do not exceed, and the most."""
    return [int(np.quantile(rounds, part, method="inverted_cdf")) for part in (0, 0.5, 0.95, 1)]


if __name__ == "__main__":
    main()
