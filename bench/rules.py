"""How fast the rules run: random play of every installed game four ways, and single calls from Python.

A step is any action; a player move is one by a seat, so steps of NATURE and TABLE are steps and no moves.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Mapping
from random import Random
from types import ModuleType
from typing import Any, cast

import numpy as np
from figures import Figure
from rich.console import Console
from rich.table import Table as Grid

from stammtisch.batch.cpu import play_random_games
from stammtisch.bots.processes.cores import all_cores
from stammtisch.core.game import Game, find_game, game_names
from stammtisch.core.options import as_text, make_options
from stammtisch.kernel.bits import words_for
from stammtisch.kernel.chance import CHOICES, DEALS, STREAM_LENGTH, open_stream
from stammtisch.kernel.compile import driver
from stammtisch.kernel.seats import NATURE
from stammtisch.testing.walk import begin, legal_actions, random_walk, seats_waited_for

Speed = tuple[float, float]  # steps and player moves a second


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", help="which games; all by default")
    parser.add_argument("--seconds", type=float, default=2.0, help="how long each way runs (default 2)")
    parser.add_argument("--all-sets", action="store_true", help="every option set, not only the defaults")
    arguments = parser.parse_args()
    console = Console()
    for name in arguments.games or game_names():
        game = find_game(name)
        for choices in game.rules.OPTION_SETS if arguments.all_sets else ({},):
            console.print(_speeds(game, choices, arguments.seconds, console))
        console.print(_calls(game, arguments.seconds / 4))


def summary(seconds: float) -> list[Figure]:
    """Return steps a second of every game: compiled beside interpreted, and on all cores beside one."""
    games, cores, found = [find_game(name) for name in game_names()], all_cores(), list[Figure]()
    each = seconds / len(games) / 3
    for game in games:
        play_random_games(game, {}, games=1, seed=0)
        plain, _ = _interpreted(game, {}, each, on_records=False)
        one, _ = _compiled(game, {}, each, threads=1)
        many, _ = _compiled(game, {}, each, threads=cores)
        found.append(Figure(f"{game.NAME}, one core", one, "steps/s", "the same rules interpreted", one / plain))
        found.append(Figure(f"{game.NAME}, all {cores} cores", many, "steps/s", "one core", many / one))
    return found


def _speeds(game: Game, choices: Mapping[str, object], seconds: float, console: Console) -> Grid:
    """Measure random play the four ways."""
    cores = all_cores()
    ways: dict[str, Callable[[], Speed]] = {
        "interpreted on plain objects": lambda: _interpreted(game, choices, seconds, on_records=False),
        "interpreted on records": lambda: _interpreted(game, choices, seconds, on_records=True),
        "compiled, one core": lambda: _compiled(game, choices, seconds, threads=1),
        f"compiled, all {cores} cores": lambda: _compiled(game, choices, seconds, threads=cores),
    }
    title = f"random play of {game.NAME}: {as_text(game.rules, make_options(game.rules, choices))}"
    grid = Grid("way", title=title)
    grid.add_column("steps a second", justify="right")
    grid.add_column("player moves a second", justify="right")
    with console.status("compiling …"):
        play_random_games(game, choices, games=1, seed=0)
    for way, measure in ways.items():
        with console.status(f"{game.NAME}, {way} …"):
            steps, moves = measure()
        grid.add_row(way, f"{steps:,.0f}", f"{moves:,.0f}")
    return grid


def _compiled(game: Game, choices: Mapping[str, object], seconds: float, *, threads: int) -> Speed:
    steps = moves = first = 0
    games, batch = 4096, None
    begin_time = time.perf_counter()
    while (spent := time.perf_counter() - begin_time) < seconds:
        batch = play_random_games(game, choices, games=games, seed=1, first=first, threads=threads, into=batch)
        steps, moves, first = steps + int(batch.steps.sum()), moves + int(batch.moves.sum()), first + games
    return steps / spent, moves / spent


def _interpreted(game: Game, choices: Mapping[str, object], seconds: float, *, on_records: bool) -> Speed:
    rules, play_on = game.rules, driver("stammtisch.kernel.drivers.playout", cast(ModuleType, game.rules)).play_on
    steps = moves = number = 0
    begin_time = time.perf_counter()
    while (spent := time.perf_counter() - begin_time) < seconds:
        s: Any = rules.State()
        o: Any = make_options(rules, choices)
        if on_records:
            s, o = (type(record).over(np.array(record.words(), np.int64)) for record in (s, o))
        deals, picks = [0] * STREAM_LENGTH, [0] * STREAM_LENGTH
        open_stream(deals, 1, DEALS, number)
        open_stream(picks, 1, CHOICES, number)
        rules.start(s, o)
        done, taken = play_on(s, o, deals, picks, [0] * words_for(rules.ACTIONS), 1 << 40)
        steps, moves, number = steps + done, moves + taken, number + 1
    return steps / spent, moves / spent


def _calls(game: Game, seconds: float) -> Grid:
    """Measure one call of check, apply and view from Python, in the middle of a game where a seat decides."""
    rules, face = game.rules, driver("stammtisch.kernel.drivers.rules_calls", cast(ModuleType, game.rules))
    walk = random_walk(begin(game, {}), Random(1))
    asked = [at for at in walk if min(seats_waited_for(rules, at.s, at.o), default=NATURE) < NATURE]
    at = asked[len(asked) // 2]
    seat = seats_waited_for(rules, at.s, at.o)[0]
    action = legal_actions(rules, at.s, at.o, seat)[0]
    s, o = np.array(at.s.words(), np.int64), np.array(at.o.words(), np.int64)
    out, scratch = np.zeros_like(s), at.s.copy()
    blank = rules.State()
    ways: dict[str, tuple[Callable[[], object], Callable[[], object]]] = {
        "check": (lambda: rules.check(at.s, at.o, seat, action), lambda: face.check(s, o, seat, action)),
        "copy and apply": (
            lambda: rules.apply(at.s.copy(), at.o, seat, action),
            lambda: face.apply(np.copy(s), o, seat, action),
        ),
        "view": (lambda: rules.view(at.s, at.o, seat, blank), lambda: face.view(s, o, seat, out)),
    }
    grid = Grid("one call from Python", title=f"{game.NAME}, microseconds a call")
    grid.add_column("interpreted", justify="right")
    grid.add_column("compiled", justify="right")
    for name, pair in ways.items():
        grid.add_row(name, *(f"{_microseconds(call, seconds):.2f}" for call in pair))
    assert scratch == at.s, "measuring changed the position"
    return grid


def _microseconds(call: Callable[[], object], seconds: float) -> float:
    """Return the time of one call, the best of several rounds."""
    best, calls = float("inf"), 1000
    deadline = time.perf_counter() + seconds
    while time.perf_counter() < deadline:
        begin_time = time.perf_counter()
        for _ in range(calls):
            call()
        best = min(best, (time.perf_counter() - begin_time) / calls)
    return best * 1e6


if __name__ == "__main__":
    main()
