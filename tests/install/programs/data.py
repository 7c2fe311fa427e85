"""A match whose games are kept in the folder that is named, and read again."""

from __future__ import annotations

import sys
from pathlib import Path

from stammtisch import cli
from stammtisch.datasets.loader import load_games


def main(out: Path) -> None:
    """Play, keep and read."""
    command = ("arena", "duel", "easy", "random", "--games", "4", "--seed", "1", "--processes", "1", "--save", str(out))
    assert cli.main(command) == 0
    games = load_games(out)
    assert len(list(games.games())) == 4
    assert len(games.all()) == sum(game.decisions for game in games.games())


if __name__ == "__main__":  # games are played in processes, which read this file, too
    main(Path(sys.argv[1]))
