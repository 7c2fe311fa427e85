"""How fast bots search: playouts and net evaluations a second on one core, and beside OpenSpiel on Hearts.

A playout begins with a world drawn for what a seat knows and ends where the game is settled. Views are those of whoever
is asked first, or some steps later. Where a game has a net, a second table says how often it is evaluated: alone, and
in the playouts that look ahead with it, which ask it for every decision in which there is a choice, until the searching
seat is asked again. The last table pits our search of gang against OpenSpiel's own searches of Hearts, in C++, right
after passing: each world, walk down the tree and random playout counts as one. Seconds are those of the processor.

`scripts/bench beside --this-file COMMIT search` measures an older commit beside this one.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable, Iterator
from dataclasses import astuple
from importlib import import_module
from itertools import count, product
from types import ModuleType
from typing import Any, Final, cast

import numpy as np
from figures import Figure
from rich.console import Console
from rich.table import Table as Grid

from stammtisch.bots.nets.net import Net, net_of
from stammtisch.bots.search_bot import SearchBot
from stammtisch.bots.search_settings import SearchSettings
from stammtisch.core.game import Game, find_game, game_names
from stammtisch.core.table import Table
from stammtisch.games.gang.rules import Phase
from stammtisch.kernel.bits import count as ones
from stammtisch.kernel.bits import lowest_in, nth, words_for
from stammtisch.kernel.chance import CHOICES, DEALS, STREAM_LENGTH, WORLDS, draw, open_stream
from stammtisch.kernel.compile import driver
from stammtisch.kernel.net import HEADS, drawn, likeliest
from stammtisch.kernel.seats import NATURE, TABLE

pyspiel: Any = import_module("pyspiel")  # has no types

RANDOM: Final = SearchSettings(rollout_heuristic_percent=0, max_depth=0)
BY_HINTS: Final = SearchSettings(max_depth=0)
SHARE: Final = 2000  # iterations between two looks at the clock
ASKED: Final = 100  # evaluations between two looks at the clock
WORLDS_ASKED: Final = 16  # likewise, in which every action is tried
LATER: Final = 40  # steps
COUNTED: Final = 8  # worlds in which evaluations are counted


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
    nets = Grid("game, seats", "asked", title="net evaluations a second, one core")
    for column in ("alone", "playouts that look ahead", "evaluations in each", "evaluations while looking ahead"):
        nets.add_column(column, justify="right")
    games = [find_game(name) for name in arguments.games or game_names()]
    for game, choices in [(one, choices) for one in games for choices in _player_counts(one)]:
        with console.status(f"{game.NAME} …"):
            for asked, table in views(game, choices):
                about = f"{game.NAME}, {table.seats}", asked
                grid.add_row(*about, *(f"{speed:,.0f}" for speed in playouts(table, arguments.seconds)))
                if found := net_speed(table, arguments.seconds):
                    alone, looking, each = found
                    figures = f"{alone:,.0f}", f"{looking:,.0f}", f"{each:.2f}", f"{looking * each:,.0f}"
                    nets.add_row(*about, *figures)
    console.print(grid)
    if nets.row_count:
        console.print(nets)
    if not arguments.games or "gang" in arguments.games:
        with console.status("OpenSpiel …"):
            console.print(_shown(*beside_openspiel(arguments.seconds)))


def _player_counts(game: Game) -> list[dict[str, object]]:
    """Return options with every number of seats that the game's option sets have."""
    counts = sorted({int(cast(int, choices.get("seats", 2))) for choices in game.rules.OPTION_SETS})
    return [{"seats": seats} for seats in counts]


def summary(seconds: float) -> list[Figure]:
    """Return playouts a second of every game, evaluations of nets, and both beside OpenSpiel."""
    tables = {name: next(iter(views(find_game(name), {})))[1] for name in game_names()}
    each = seconds / (3 * len(tables) + 2 + 3)
    found = [
        Figure(f"{name}, {way}", speed, "playouts/s")
        for name, table in tables.items()
        for way, speed in zip(("at random", "by rules of thumb", "as bots do"), playouts(table, each), strict=True)
    ]
    for name, table in tables.items():
        if speeds := net_speed(table, each):
            alone, looking, in_each = speeds
            found.append(Figure(f"{name}, net alone", alone, "evaluations/s"))
            found.append(Figure(f"{name}, looking ahead", looking * in_each, "evaluations/s"))
    ours, theirs = beside_openspiel(each)
    return found + [
        Figure(f"gang after passing, {way}", speed, "playouts/s", f"{name} in Hearts", speed / other)
        for way, speed in ours.items()
        for name, other in theirs.items()
    ]


def views(game: Game, choices: dict[str, object]) -> Iterator[tuple[str, Table]]:
    """Play a game on to where somebody is asked first, and later."""
    table = Table.undealt(game, 5, dict(choices))
    table.carry_on()
    for asked, steps in (("first", 0), ("later", LATER)):
        upto = len(table.steps) + steps
        while len(table.steps) < upto or not _has_choice(table):
            table.play(table.waiting[0], table.actions(table.waiting[0])[0])
        yield asked, table


def playouts(table: Table, seconds: float) -> list[float]:
    """Return playouts a second of whoever is asked: at random, by rules of thumb, and as bots search."""
    return [_iterations(table, way, seconds) for way in (RANDOM, BY_HINTS, SearchBot(table.game, 1).settings)]


def net_speed(table: Table, seconds: float) -> tuple[float, float, float] | None:
    """Return evaluations of a net a second, playouts a second that look ahead with it, and evaluations in a playout.

    Nothing, if the game has no net.
    """
    net = net_of(table.game)
    if net is None:
        return None
    code = driver("stammtisch.kernel.drivers.net_decisions", cast(ModuleType, table.rules))
    seat = table.waiting[0]
    known = tuple(np.array(record.words(), np.int64) for record in (table.view(seat), table.options))
    parts = net.shape, net.weights, net.numbers
    actions, out = np.array(table.actions(seat), np.int64), np.zeros(table.rules.ACTIONS + HEADS, np.float32)
    results = np.zeros((WORLDS_ASKED, len(actions), 2), np.float32)

    def ask() -> int:
        for _ in range(ASKED):
            code.ask_net(*known, seat, *parts, out)
        return ASKED

    def look_ahead(first: int) -> int:
        code.look_ahead(*known, seat, 7, first, first + WORLDS_ASKED, 1, actions, *parts, net.scale, results)
        return len(actions) * WORLDS_ASKED

    numbers = count(0, WORLDS_ASKED)
    return _rate(ask, seconds), _rate(lambda: look_ahead(next(numbers)), seconds), _evaluations(table, code, net)


def _evaluations(table: Table, code: Any, net: Net) -> float:
    """Return how often a playout of the first worlds asks the net on average, counted beside compiled code."""
    rules, seat, view, o = table.rules, table.waiting[0], table.view(table.waiting[0]), table.options
    out, legal = np.zeros(rules.ACTIONS + HEADS, np.float32), [0] * words_for(rules.ACTIONS)
    asked, actions = 0, table.actions(seat)
    streams: dict[int, list[int]] = {purpose: [0] * STREAM_LENGTH for purpose in (WORLDS, DEALS, CHOICES)}
    for world, first in product(range(COUNTED), actions):
        for purpose, stream in streams.items():
            open_stream(stream, 7, purpose, world)
        s, action, asks = view.copy(), first, seat
        rules.redeal(view, o, seat, streams[WORLDS], [0] * rules.SCRATCH, s)
        while True:
            rules.apply(s, o, asks, action)
            if rules.settled(s, o):
                break
            asks = lowest_in(rules.waiting(s, o))
            rules.legal(s, o, asks, legal)
            ways = ones(legal)
            action = nth(legal, draw(streams[DEALS], ways) if asks == NATURE else 0)
            if asks in (NATURE, TABLE) or ways == 1:
                continue
            asked += 1
            if asks == seat and s.decided[seat] > view.decided[seat]:
                break
            words = np.array(s.words(), np.int64), np.array(o.words(), np.int64)
            code.ask_net(*words, asks, net.shape, net.weights, net.numbers, out)
            action = likeliest(out, legal) if asks == seat else drawn(out, legal, streams[CHOICES])
    return asked / (COUNTED * len(actions))


def _rate(work: Callable[[], int], seconds: float) -> float:
    """Return how much is done in a second of the processor; the first time, which may compile, does not count."""
    work()
    done, began = 0, time.process_time()
    while time.process_time() - began < seconds:
        done += work()
    return done / (time.process_time() - began)


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
    firsts = count(0, SHARE)

    def some() -> int:
        first = next(firsts)
        search(view, options, seat, 7, first, first + SHARE, free, how, tree, memory, root)
        return SHARE

    return _rate(some, seconds)


def beside_openspiel(seconds: float) -> tuple[dict[str, float], dict[str, float]]:
    """Return playouts a second of our searches and of others', right after passing."""
    table = Table("gang", seed=5, rounds=1, seats=4)
    while table.position.phase == Phase.PASS or not _has_choice(table):
        table.play(table.waiting[0], table.actions(table.waiting[0])[0])
    ours = {
        "our playouts at random": _iterations(table, RANDOM, seconds),
        "our search, playouts at random": _iterations(table, SearchSettings(rollout_heuristic_percent=0), seconds),
    }
    return ours, _openspiel(seconds)


def _shown(ours: dict[str, float], theirs: dict[str, float]) -> Grid:
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
    def some() -> int:
        make(200).step(state)
        return 200

    return _rate(some, seconds)


if __name__ == "__main__":
    main()
