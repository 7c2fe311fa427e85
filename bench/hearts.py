"""Random play of one four-player round of gang against OpenSpiel's hearts: one run, one core, deals included.

The two are the same game of 52 deals and 52 plays, with three cards passed by everybody in three of four rounds.
Each runs several times in turn, and the best of its rates is taken.
Rates are player moves a second of processor time; the deals of NATURE cost time and count for nothing on either side.
"""

from __future__ import annotations

import argparse
import os
import random
import time
from collections.abc import Callable
from importlib import import_module
from typing import Any

from figures import Figure
from rich.console import Console
from rich.table import Table as Grid

from stammtisch.batch.cpu import NO_LIMIT, play_random_games
from stammtisch.games import gang
from stammtisch.games.gang.cards import CARDS

pyspiel: Any = import_module("pyspiel")  # has no types

TURNS = 8  # each way runs as often, in turn, and its best counts: other programs slow down this one or that
OURS = "Stammtisch, compiled"
AT_LEAST = {"OpenSpiel, C++ loop": 20, "OpenSpiel, Python loop": 40}


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=8.0, help="how long each one runs in all (default 8)")
    arguments = parser.parse_args()
    console = Console()
    rates = _measured(arguments.seconds, console)
    grid = Grid("way", title="one round of gang, four seats, one core", width=console.width)
    for heading in ("player moves a second", "steps a second", "ours is faster", "wanted"):
        grid.add_column(heading, justify="right")
    ours = rates[OURS][0]
    for way, (moves, steps) in rates.items():
        wanted = AT_LEAST.get(way)
        ratio, least = ("", "") if wanted is None else (f"{ours / moves:.1f} times", f"{wanted} times")
        grid.add_row(way, f"{moves:,.0f}", f"{steps:,.0f}", ratio, least)
    console.print(grid)
    console.print(_what_bounds_ours(arguments.seconds / 2))


def summary(seconds: float) -> list[Figure]:
    """Return player moves of a round of gang beside OpenSpiel's loops."""
    rates = {way: moves for way, (moves, _) in _measured(seconds / 3, Console(stderr=True)).items()}
    ours = rates.pop(OURS)
    return [
        Figure("a round of gang", ours, "player moves/s", way, ours / rate, AT_LEAST[way])
        for way, rate in rates.items()
    ]


def _measured(seconds: float, console: Console) -> dict[str, tuple[float, float]]:
    """Return player moves and steps a second of each way, the best of several turns on one core."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    ways: dict[str, Callable[[float], tuple[float, float]]] = {
        OURS: _ours,
        "OpenSpiel, C++ loop": _evaluate_bots,
        "OpenSpiel, Python loop": _python_loop,
    }
    rates = dict.fromkeys(ways, (0.0, 0.0))
    for turn in range(TURNS):
        for way, measure in ways.items():
            with console.status(f"{way}, turn {turn + 1} of {TURNS} …"):
                rates[way] = max(rates[way], measure(seconds / TURNS))
    return rates


def _what_bounds_ours(seconds: float) -> str:
    """Say how the time of a round is spent: stopped after the deal, after passing, and played to the end."""
    ends = {"the 52 deals of NATURE": CARDS, "12 passes": CARDS + 12, "the rest": NO_LIMIT}
    parts, before = [], 0.0
    for part, most in ends.items():
        games, batch, begin = 0, None, time.process_time()
        while (spent := time.process_time() - begin) < seconds:
            choices = {"rounds": 1}
            batch = play_random_games(gang, choices, games=2048, seed=1, first=games, most=most, threads=1, into=batch)
            games += 2048
        until = spent / games * 1e9
        parts.append(f"{part} {until - before:,.0f} ns")
        before = until
    return (
        f"A round takes {before:,.0f} ns: {', '.join(parts)}. A deal waits for its draw, and for the cards that the "
        "deal before it left; a play waits for branches that random choices make impossible to predict."
    )


def _ours(seconds: float) -> tuple[float, float]:
    """Play rounds with each of the four pass directions in turn."""
    rounds = [{"rounds": 1, "first_round": number} for number in range(1, 5)]
    for choices in rounds:
        play_random_games(gang, choices, games=8, seed=0, threads=1)  # compiles, and warms up
    moves = steps = first = 0
    batch = None
    begin = time.process_time()
    while (spent := time.process_time() - begin) < seconds:
        for choices in rounds:
            batch = play_random_games(gang, choices, games=2048, seed=1, first=first, threads=1, into=batch)
            moves, steps = moves + int(batch.moves.sum()), steps + int(batch.steps.sum())
        first += 2048
    return moves / spent, steps / spent


def _evaluate_bots(seconds: float) -> tuple[float, float]:
    """Let OpenSpiel's own C++ loop play its uniformly random bots."""
    game = pyspiel.load_game("hearts")
    bots = [pyspiel.make_uniform_random_bot(player, player + 1) for player in range(4)]
    spent = 0.0
    moves = steps = number = 0
    while spent < seconds:
        state = game.new_initial_state()
        begin = time.process_time()
        pyspiel.evaluate_bots(state, bots, number)
        spent += time.process_time() - begin
        steps += len(state.history())
        moves += sum(1 for step in state.full_history() if step.player >= 0)
        number += 1
    return moves / spent, steps / spent


def _python_loop(seconds: float) -> tuple[float, float]:
    """Drive OpenSpiel's C++ game from Python, as its examples do."""
    game = pyspiel.load_game("hearts")
    generator = random.Random(1)
    moves = steps = 0
    begin = time.process_time()
    while (spent := time.process_time() - begin) < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            steps += 1
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(generator.choices(outcomes, chances)[0])
            else:
                moves += 1
                state.apply_action(generator.choice(state.legal_actions()))
    return moves / spent, steps / spent


if __name__ == "__main__":
    main()
