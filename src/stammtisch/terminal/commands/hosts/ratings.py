"""`stammtisch ratings`: compute all ratings anew, and see whether those that are kept are the same."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any, Final

from rich.box import SIMPLE_HEAD
from rich.table import Table as Grid

from stammtisch.club.ratings.comparison import RatingCheck, compare
from stammtisch.club.ratings.counting import restart
from stammtisch.club.ratings.moves import is_shown, reach
from stammtisch.ratings.anchors import anchors
from stammtisch.store.open import open_archive, open_store, shown_place, usual_place
from stammtisch.terminal.commands.arguments import add_data
from stammtisch.terminal.commands.hosts.progress import run_house
from stammtisch.terminal.play.screen import make_console

EXAMPLES: Final = """\
examples:
  stammtisch ratings
  stammtisch ratings --json
  stammtisch ratings --rebuild --data postgresql://stammtisch@db.example/house

Ratings follow from the results of finished games alone. They are computed anew from the first one on, and compared with
those that are kept, to the last digit; servers go on meanwhile, and nothing is changed. With --rebuild what is kept is
thrown away and computed anew. The exit code is 0 if both are the same, 1 if they are not, 2 if it cannot be opened.
"""


def add_arguments(parser: ArgumentParser) -> None:
    """Add what the command may be given."""
    parser.add_argument("--rebuild", action="store_true", help="throw away what is kept, and keep what was computed")
    parser.add_argument("--json", action="store_true", help="write JSON, for programs")
    add_data(parser)


def run(args: Namespace) -> int:
    """Compute and compare; return 0 if what is kept is right, 1 if it is not.

    Raises:
        StammtischError: It cannot be opened.
    """
    data = args.data or usual_place()
    if args.rebuild:
        run_house(_rebuild(data))
    check, names = run_house(_check(data))
    if args.json:
        sys.stdout.write(f"{json.dumps(_as_json(data, check), indent=1, ensure_ascii=False)}\n")
    else:
        _show(data, check, names)
    return int(bool(check.fault))


async def _rebuild(data: str) -> None:
    store = await open_store(data, alone=False)  # a server may be there, and go on with what is kept
    try:
        await restart(store)
    finally:
        await store.close()


async def _check(data: str) -> tuple[RatingCheck, dict[str, str]]:
    archive = await open_archive(data)
    try:
        progress, moves = await archive.ratings()
        check = compare(progress, await archive.results(), moves)
        return check, dict((await archive.house_records()).people)
    finally:
        await archive.close()


def _as_json(data: str, check: RatingCheck) -> dict[str, Any]:
    return {
        "store": shown_place(data),
        "same": not check.fault,
        "fault": check.fault,
        "results counted": check.counted,
        "results waiting": check.waiting,
        "ratings": [
            {**asdict(move), "reach": reach(move), "shown": is_shown(move)}
            for moves in check.standing.values()
            for move in moves
        ],
    }


def _show(data: str, check: RatingCheck, names: dict[str, str]) -> None:
    console = make_console()
    console.print(shown_place(data), soft_wrap=True)
    grid = Grid(box=SIMPLE_HEAD)
    for heading in ("game", "seats", "name", "rating", "games"):
        grid.add_column(heading, justify="right" if heading in ("seats", "rating", "games") else "left")
    for row in _rows(check, names):
        grid.add_row(*row)
    if check.standing:
        console.print(grid)
    console.print(f"Results counted: {check.counted}, waiting to be counted: {check.waiting}.")
    console.print(f"fault: {check.fault}" if check.fault else "What is kept is the same, to the last digit.")


def _rows(check: RatingCheck, names: dict[str, str]) -> Iterator[tuple[str, ...]]:
    """Yield people and the levels of bots, the strongest first; what is hidden on pages is in brackets."""
    for (game, seats), moves in check.standing.items():
        lines = [
            (move.strength, names.get(move.person) or "?", reach(move), str(move.games), is_shown(move))
            for move in moves
        ]
        lines += [(one.strength, f"bots: {level}", 0.0, "", True) for level, one in anchors(game, seats).items()]
        for strength, name, reaches, games, shown in sorted(lines, key=lambda line: -line[0]):
            number = f"{strength:.0f}" + (f" ± {reaches:.0f}" if reaches else "")
            yield game, str(seats), name, number if shown else f"({number})", games
