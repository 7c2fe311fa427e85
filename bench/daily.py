"""What the pars of the deals of one day cost, game by game, and how sure they are.

Each game's deal of a day is replayed on one core as a server does it in the background, in chunks. Printed is the
processor time of a replay, what the whole par of a day takes, and half the width of its interval at 95 %, in the worth
that the rules count. With --forever nothing is printed: it computes until it is ended, for `scripts/bench thinking`.
"""

from __future__ import annotations

import argparse
import sys
from datetime import date
from hashlib import sha256

from figures import Figure
from rich.console import Console
from rich.table import Table as Grid

from stammtisch.club.daily.par import CHUNK, PLAYOUTS, REPLAYS, Par, replays
from stammtisch.core.game import find_game, game_names

DAY = date(2026, 11, 18)


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", help="which (all)")
    parser.add_argument(
        "--seconds", type=float, default=CHUNK, help=f"of processor time for each game (default {CHUNK:g})"
    )
    parser.add_argument("--forever", action="store_true", help="compute until it is ended")
    arguments = parser.parse_args()
    games = arguments.games or game_names()
    grid = Grid("game", "who plays the seat", "replays", "s each", "par of a day", "min", "mean", "±", title="par")
    while True:
        for game in games:
            par = compute(game, arguments.seconds)
            each = par.seconds / par.replays
            who = f"search:{PLAYOUTS[game]}" if game in PLAYOUTS else "strong"
            told = (f"{REPLAYS} replays", f"{each * REPLAYS / 60:.1f}", f"{par.mean:.2f}", f"{par.error:.2f}")
            grid.add_row(game, who, f"{par.replays}", f"{each:.4f}", *told)
        if not arguments.forever:
            break
    Console().print(grid)
    return 0


def summary(seconds: float) -> list[Figure]:
    """Return what the par of a day takes of one core."""
    pars = {name: compute(name, seconds / len(game_names())) for name in game_names()}
    return [
        Figure(f"par of {name}", par.seconds / par.replays * REPLAYS / 60, "minutes of a core")
        for name, par in pars.items()
    ]


def compute(game: str, seconds: float) -> Par:
    """Return the par of one deal as far as it comes; what is compiled is compiled before."""
    seed = sha256(find_game(game).NAME.encode()).digest()
    about = (game, DAY.isoformat(), seed)
    replays(*about, 0, 1, 0.0, lambda *_: None)
    return replays(*about, 0, REPLAYS, seconds, lambda *_: None)


if __name__ == "__main__":
    sys.exit(main())
