"""How long a decision of gang takes, each timed by itself: by level and number of seats; and one pass of the net.

Rounds in which all seats play at one level. Decisions that leave a choice are timed by the clock of the process, so
that what else runs on the machine counts only as far as it slows a core down; by the wall is beside it, which on a busy
machine has the waiting in it.

A pass is timed twice: for a view, from Python, with the observation that is written for it; and in batches, by the
games of a `VectorEnvironment` that play a round.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table as Grid

from stammtisch.batch.vector import VectorEnvironment
from stammtisch.bots.bot import Bot
from stammtisch.bots.levels import find_bot, level_names
from stammtisch.bots.nets.net import Net, net_of
from stammtisch.bots.nets.net_bot import NetBot
from stammtisch.core.game import find_game
from stammtisch.core.table import Table

GAME = "gang"
SEATS = (3, 4, 5, 6)
BOUNDS = {"strong": 5.0, "master": 1000.0, "the net, one view": 0.5}  # ms in which 95 of 100 shall be done
DEALS = 60_000_000  # the seeds of these deals: above those of any training
WARM = 20  # decisions before those that count
BATCHES = 64  # about the decisions of a round


@dataclass
class Times:
    """What was timed one by one, in seconds."""

    own: list[float] = field(default_factory=list)  # of the process
    wall: list[float] = field(default_factory=list)

    def add(self, begin: tuple[float, float]) -> None:
        """Add what has passed since `begin`."""
        own, wall = now()
        self.own.append(own - begin[0])
        self.wall.append(wall - begin[1])

    def row(self, name: str, seats: str) -> list[str]:
        """Return a line of the table: what it is, and in ms the middle, the 95th of 100, the longest, and the bound."""
        own, wall = 1000 * np.array(self.own[WARM:]), 1000 * np.array(self.wall[WARM:])
        figures = [np.quantile(own, 0.5), np.quantile(own, 0.95), own.max(), np.quantile(wall, 0.95)]
        return [name, seats, f"{len(own):,}", *(f"{one:.3g}" for one in figures), f"{BOUNDS.get(name, '')}"]


def now() -> tuple[float, float]:
    """Return the clocks of the process and of the wall."""
    return time.process_time(), time.perf_counter()


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    levels = [*level_names(find_game(GAME)), "search:10000"]
    parser.add_argument("--levels", nargs="+", default=levels, help="default: all, and search:10000")
    parser.add_argument("--decisions", type=int, default=1000, help="of each level and number of seats (default 1000)")
    arguments = parser.parse_args()
    grid = Grid("what", "seats", "how many", title="ms on one core")
    for column in ("p50", "p95", "longest", "p95 by the wall", "p95 promised"):
        grid.add_column(column, justify="right")
    for level in arguments.levels:
        for seats in SEATS:
            times = Times()
            for _ in islice(_asked(find_bot(find_game(GAME), level), seats, times), WARM + arguments.decisions):
                pass
            grid.add_row(*times.row(level, str(seats)))
    net = net_of(find_game(GAME))
    assert net is not None, "the game has a net"
    grid.add_row(*_passes(net, arguments.decisions).row("the net, one view", "all"))
    console = Console(width=120, highlight=False)
    console.print(grid)
    console.print(f"one pass in a batch, on average: {1e6 * _in_batches(net, arguments.decisions):.3g} µs")
    return 0


def _asked(bot: Bot, seats: int, times: Times) -> Iterator[tuple[Any, Any, int]]:
    """Play rounds without end; time each decision that leaves a choice, and yield what it was asked with."""
    number = 0
    while True:
        table = Table(GAME, seed=DEALS + number, seats=seats, rounds=1, first_round=1 + number % seats)
        while not table.over:
            seat = table.waiting[0]
            view, free = table.view(seat), len(table.actions(seat)) > 1
            begin = now()
            row = bot.choose(view, table.options, seat, number, len(table.steps))
            if free:
                times.add(begin)
                yield view, table.options, seat
            table.play(seat, *row)
        number += 1


def _passes(net: Net, views: int) -> Times:
    """Return how long the net takes for a view, with so many of each number of seats."""
    bot, times = NetBot(find_game(GAME), net), Times()
    for seats in SEATS:
        for view, options, seat in islice(_asked(bot, seats, Times()), WARM + views):
            begin = now()
            bot.ask(view, options, seat)
            times.add(begin)
    return times


def _in_batches(net: Net, games: int) -> float:
    """Return how long the net takes on average for one of so many games of each number of seats, in seconds."""
    choices = [{"seats": seats, "rounds": 1} for seats in SEATS]
    environment = VectorEnvironment(GAME, choices, games=games * len(SEATS), seed=DEALS, skip_forced=True, threads=1)
    environment.net_actions(net, draws=False)  # compiles it
    spent = 0.0
    for _ in range(BATCHES):
        begun = time.process_time()
        actions = environment.net_actions(net, draws=False)
        spent += time.process_time() - begun
        environment.step(actions)
    return spent / BATCHES / environment.games


if __name__ == "__main__":
    sys.exit(main())
