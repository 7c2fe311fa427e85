"""How fast bots search: playouts a second on one core, of every installed game, and beside OpenSpiel on Hearts.

A playout begins with a world drawn for what a seat knows and ends where the game is settled. Views are those of whoever
is asked first, or after a number of steps. The last table pits our search of gang against OpenSpiel's own searches of
Hearts, in C++, right after passing: each world, walk down the tree and random playout counts as one.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable
from dataclasses import astuple
from importlib import import_module
from types import ModuleType
from typing import Any, Final, cast

import numpy as np
from rich.console import Console
from rich.table import Table as Grid

from stammtisch.bots.search_bot import SearchBot, SearchSettings
from stammtisch.core.game import Game, find_game, game_names
from stammtisch.core.table import Table
from stammtisch.games.gang.rules import Phase
from stammtisch.kernel.compile import driver

pyspiel: Any = import_module("pyspiel")  # has no types

RANDOM: Final = SearchSettings(rollout_heuristic_percent=0, max_depth=0)
BY_HINTS: Final = SearchSettings(max_depth=0)
SHARE: Final = 2000  # iterations between two looks at the clock


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", help="which games; all by default")
    parser.add_argument("--seconds", type=float, default=2.0, help="how long each way runs (default 2)")
    arguments = parser.parse_args()
    console = Console()
    grid = Grid("game, seats", "asked", title="playouts a second, one core")
    for column in ("at random", "by rules of thumb", "search, as bots do"):
        grid.add_column(column, justify="right")
    for name in arguments.games or game_names():
        game = find_game(name)
        for choices in _player_counts(game):
            with console.status(f"{name} …"):
                _add_rows(grid, game, choices, arguments.seconds)
    console.print(grid)
    if not arguments.games or "gang" in arguments.games:
        with console.status("OpenSpiel …"):
            console.print(_beside_openspiel(arguments.seconds))


def _player_counts(game: Game) -> list[dict[str, object]]:
    """Return options with every number of seats that the game's option sets have."""
    counts = sorted({int(cast(int, choices.get("seats", 2))) for choices in game.rules.OPTION_SETS})
    return [{"seats": seats} for seats in counts]


def _add_rows(grid: Grid, game: Game, choices: dict[str, object], seconds: float) -> None:
    table = Table.undealt(game, 5, dict(choices))
    table.carry_on()
    settings = SearchBot(game, 1).settings
    for asked, steps in (("first", 0), ("later", 40)):
        while len(table.steps) < steps or not _has_choice(table):
            table.play(table.waiting[0], table.actions(table.waiting[0])[0])
        speeds = [_iterations(table, way, seconds) for way in (RANDOM, BY_HINTS, settings)]
        grid.add_row(f"{game.NAME}, {table.seats}", asked, *(f"{speed:,.0f}" for speed in speeds))


def _has_choice(table: Table) -> bool:
    return len(table.actions(table.waiting[0])) > 1


def _iterations(table: Table, settings: SearchSettings, seconds: float) -> float:
    """Return iterations a second from the view of whoever is asked first."""
    search = driver("stammtisch.kernel.drivers.tree_search", cast(ModuleType, table.rules)).search
    seat = table.waiting[0]
    view, options = (np.array(record.words(), np.int64) for record in (table.view(seat), table.options))
    tree, memory = np.zeros((1 << 17, 4), np.int64), np.zeros(4, np.int64)
    root = np.zeros((2, table.rules.ACTIONS, 3), np.int64)
    how = np.array(astuple(settings), np.int64)
    free = np.zeros(0, np.int64)
    done, began = 0, time.perf_counter()
    while time.perf_counter() - began < seconds:
        search(view, options, seat, 7, done, done + SHARE, free, how, tree, memory, root)
        done += SHARE
    return done / (time.perf_counter() - began)


def _beside_openspiel(seconds: float) -> Grid:
    table = Table("gang", seed=5, rounds=1, seats=4)
    while table.position.phase == Phase.PASS or not _has_choice(table):
        table.play(table.waiting[0], table.actions(table.waiting[0])[0])
    ours = {
        "our playouts at random": _iterations(table, RANDOM, seconds),
        "our search, playouts at random": _iterations(table, SearchSettings(rollout_heuristic_percent=0), seconds),
    }
    theirs = _openspiel(seconds)
    grid = Grid("one core, Hearts right after passing", title="beside OpenSpiel")
    grid.add_column("a second", justify="right")
    for name in theirs:
        grid.add_column(f"times {name}", justify="right")
    for name, speed in (ours | theirs).items():
        grid.add_row(name, f"{speed:,.0f}", *(f"{speed / other:,.1f}" for other in theirs.values()))
    return grid


def _openspiel(seconds: float) -> dict[str, float]:
    """Return simulations a second of OpenSpiel's searches with random rollouts."""
    game = pyspiel.load_game("hearts")
    state = game.new_initial_state()
    draw = random.Random(5)
    while state.is_chance_node() or len(state.history()) < 52 + 1 + 12 or len(state.legal_actions()) < 2:  # noqa: PLR2004
        state.apply_action(draw.choice(state.legal_actions()))
    evaluator = pyspiel.RandomRolloutEvaluator(1, 3)
    searches: dict[str, Callable[[int], Any]] = {
        "OpenSpiel's MCTS": lambda number: pyspiel.MCTSBot(game, evaluator, 1.4, number, 1000, False, 3, False),  # noqa: FBT003
    }
    return {name: _simulations(make, state, seconds) for name, make in searches.items()}


def _simulations(make: Callable[[int], Any], state: Any, seconds: float) -> float:
    done, share, began = 0, 200, time.perf_counter()
    while time.perf_counter() - began < seconds:
        make(share).step(state)
        done += share
    return done / (time.perf_counter() - began)


if __name__ == "__main__":
    main()
