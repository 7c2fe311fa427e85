"""What keeping games costs: bytes of a game on disk, and the time it takes beside playing and reading it.

Bots are `easy` and `random`, on one core; it prints the table of docs/offline-data.md.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time
from typing import Final

from stammtisch.bots.arena.match import Match, get_ready, play_deal
from stammtisch.core.game import find_game
from stammtisch.datasets.loader import load_games
from stammtisch.datasets.writer import DatasetWriter

GAMES: Final[tuple[tuple[str, Mapping[str, object]], ...]] = (
    ("duel", {}),
    ("gang", {"rounds": 1}),
    ("gang", {}),
    ("party", {"seats": 4}),
    ("combo", {}),
)


def main(games: int) -> None:
    """Measure every game, and print a row of the table in docs/offline-data.md for each."""
    for name, choices in GAMES:
        match = Match.of(find_game(name), ["easy", "random"], choices, 7)
        with TemporaryDirectory() as folder:
            print(_row(match, choices, -(-games // len(match.rotations)), Path(folder)), flush=True)  # noqa: T201


def _row(match: Match, choices: Mapping[str, object], deals: int, folder: Path) -> str:
    get_ready(match)
    play_deal(match, deals)  # the first answer of a bot may wait for the compiler
    with DatasetWriter(folder, match, deals) as kept:
        begin = process_time()
        played = [play_deal(match, number, keeps=True) for number in range(deals)]
        playing, begin = process_time() - begin, process_time()
        for deal in played:
            kept.add(deal)
    keeping, begin = process_time() - begin, process_time()
    rows = [(len(piece), piece.observation.nbytes + piece.action_mask.nbytes) for piece in load_games(folder)]
    reading, games = process_time() - begin, deals * len(match.rotations)
    decisions, raw = (sum(column) for column in zip(*rows, strict=True))
    size = {kind: sum(path.stat().st_size for path in folder.glob(f"{kind}-*")) / games for kind in ("rows", "games")}
    chosen = "".join(f", {option}={value}" for option, value in choices.items())
    return (
        f"| `{match.game}`{chosen} | {decisions / games:.0f} | {raw / games:,.0f} | {size['rows']:,.0f} | "
        f"{size['games']:,.0f} | {1e3 * playing / games:.2f} ms | {1e3 * keeping / games:.2f} ms | "
        f"{decisions / reading:,.0f} |"
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=1000, metavar="N", help="of each kind (1000)")
    main(parser.parse_args().games)
