"""`stammtisch solve`: perfect play of a game that has been solved, with the proof of it."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any, Final

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from stammtisch.core.game import Game, find_game, game_names
from stammtisch.core.language import voice
from stammtisch.core.options import make_options
from stammtisch.core.rules_page import voice_of
from stammtisch.errors import StammtischError
from stammtisch.terminal.commands.arguments import add_language
from stammtisch.terminal.commands.pick_game import pick_game
from stammtisch.terminal.play.screen import Screen, make_console

EXAMPLES: Final = """\
examples:
  stammtisch solve duel
  stammtisch solve duel --royal --spaces 2
  stammtisch solve duel --at=-1,0,2,3 --lang de
  stammtisch solve duel --json

A solution is kept on disk; the proof is found anew each time. Six spaces take minutes.
"""


def add_arguments(parser: ArgumentParser) -> None:
    """Add what the command may be given."""
    add_language(parser)
    parser.add_argument("game", metavar="GAME", help="its name; duel has been solved")
    parser.add_argument("--royal", action="store_true", help="with a queen in each round")
    parser.add_argument("--spaces", type=int, metavar="K", help="spaces on either side of the middle, 1 to 6 (3)")
    parser.add_argument(
        "--at",
        "--position",
        default="",
        metavar="A,B,C,D",
        help="where the cockroaches are, by lane: spaces from the middle, above 0 towards the bluffer (0,0,0,0)",
    )
    parser.add_argument("--json", action="store_true", help="write JSON, for programs")


def run(args: Namespace) -> int:
    """Solve, prove and tell; the exit code is 1 if the proof fails.

    Raises:
        StammtischError: The game is not solved, an option does not fit, or the position is none of its board.
    """
    console, say = make_console(), voice("stammtisch.terminal", args.lang)
    game = pick_game(args.game, Screen(console, redraws=False, pause=0), say)
    solved = _solved(game)
    chosen: dict[str, object] = {"royal": True} if args.royal else {}
    if args.spaces is not None:
        chosen["spaces"] = args.spaces
    options = make_options(game.rules, chosen)
    with _bars(say("solving"), say("proving")) as (solving, proving):
        account = solved.make_account(options, args.at, solving, proving)
    if args.json:
        sys.stdout.write(json.dumps({"game": game.NAME} | account.as_json(), indent=2) + "\n")
    else:
        for part in account.tell(voice_of(game, args.lang)):
            console.print(part)
    return 0 if account.proved else 1


def _solved(game: Game) -> Any:
    """Return the module of a game that gives account of perfect play."""
    if not hasattr(game, "account"):
        names = [name for name in game_names() if hasattr(find_game(name), "account")]
        raise StammtischError(f"{game.NAME} has not been solved; {', '.join(names)} has")
    return game.account


@contextmanager
def _bars(*names: str) -> Iterator[list[Callable[[float], None]]]:
    """Show on a terminal how far each of these has got, beside the output and only for as long as it takes."""
    console = Console(stderr=True)
    columns = TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn()
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        tasks = [progress.add_task(name, total=1.0, start=False) for name in names]

        def show(task: Any, part: float) -> None:
            progress.start_task(task)
            progress.update(task, completed=part)

        yield [partial(show, task) for task in tasks]
