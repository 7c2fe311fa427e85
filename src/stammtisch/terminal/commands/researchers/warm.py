"""`stammtisch warm`: compile games beforehand, so that nobody waits for it later."""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace
from dataclasses import dataclass
from time import perf_counter
from types import ModuleType
from typing import Final, cast

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from stammtisch.bots.levels import has_net
from stammtisch.bots.processes.task_workers import Lost, TaskWorkers
from stammtisch.core.game import Game, find_game, game_names
from stammtisch.core.language import voice
from stammtisch.core.observations.observation import has_features
from stammtisch.errors import StammtischError
from stammtisch.kernel.compile import compile_entries, driver
from stammtisch.kernel.compiler.announcement import PURPOSES
from stammtisch.terminal.commands.arguments import MOST_PROCESSES, add_language, between
from stammtisch.terminal.commands.pick_game import pick_game
from stammtisch.terminal.play.screen import Screen, make_console

EXAMPLES: Final = """\
examples:
  stammtisch warm                all games that are installed
  stammtisch warm gang duel

What is compiled lies on disk, where STAMMTISCH_CACHE says or in the usual place for caches, until the rules change.
"""

_SHOW: Final = ("against_bots", "environment", "table_steps", "suggestions")  # for games that can be observed


def add_arguments(parser: ArgumentParser) -> None:
    """Add what the command may be given."""
    add_language(parser)
    parser.add_argument("games", nargs="*", metavar="GAME", help="their names; all that are installed by default")
    parser.add_argument(
        "--processes",
        type=between("processes", 1, MOST_PROCESSES),
        metavar="N",
        help="how many parts are compiled at once (all cores)",
    )


def run(args: Namespace) -> int:
    """Compile, and say how long each part took.

    Raises:
        UnknownGame: No game of a name is installed.
        StammtischError: A process that compiled was ended.
    """
    console = make_console()
    screen, say = Screen(console, redraws=False, pause=0), voice("stammtisch.terminal", args.lang)
    games = [pick_game(name, screen, say) for name in args.games or game_names()]
    parts = [(game.NAME, name) for name in PURPOSES for game in games if is_of_use(name, game)]
    columns = TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn()
    show = Console(stderr=True)
    processes = min(args.processes or os.cpu_count() or 1, len(parts))
    with (
        TaskWorkers(processes) as workers,
        Progress(*columns, console=show, transient=True, disable=not show.is_terminal) as bar,
    ):
        task = bar.add_task("compiling", total=len(parts))
        for done in workers.do(warm, parts):
            if isinstance(done, Lost):
                raise StammtischError(f"the process that compiled {' '.join(done.task)} was ended")
            bar.advance(task)
            console.print(f"{done.seconds:6.1f} s  {done.game}: {PURPOSES[done.name]}", highlight=False)
    return 0


@dataclass(frozen=True)
class WarmPart:
    """A driver of a game that lies on disk now, and how many seconds that took."""

    game: str
    name: str
    seconds: float


def warm(part: tuple[str, str]) -> WarmPart:
    """Compile a driver for a game, or find it on disk."""
    game, name = part
    begin = perf_counter()
    compile_entries(driver(f"stammtisch.kernel.drivers.{name}", cast(ModuleType, find_game(game).rules)))
    return WarmPart(game, name, perf_counter() - begin)


def is_of_use(name: str, game: Game) -> bool:
    """Whether a driver is of any use to a game: some show it to those who learn, and one asks its net."""
    if name == "net_decisions":
        return has_net(game)
    return name not in _SHOW or has_features(game)
