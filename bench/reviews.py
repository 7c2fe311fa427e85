"""Whether reviews tell levels apart: games of each level are reviewed, and pairs of them compared.

One seat of each game plays at a level, the others follow the rules of thumb; its review says what a decision cost it on
average. Printed are these figures, and in how many of all pairs of games, one of each level, the higher level lost less
by a decision; ± and the limits hold in 95 of 100 cases, drawn again over games. Every result is taken apart into luck
and play, too, and must be their sum.

With --keep FILE what is done is kept there, so that it goes on where it was interrupted. Nothing else is written.

With --times it says instead how long a review takes as a page has it made, on one core: its decisions and its luck.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from math import inf
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.progress import track
from rich.table import Table as Grid

from stammtisch.bots.levels import NORMAL, find_bot
from stammtisch.bots.review.decisions import FinishedGame, review
from stammtisch.bots.review.luck import luck
from stammtisch.bots.review.shares import shares
from stammtisch.core.game import find_game
from stammtisch.core.game_forms import shortest_form
from stammtisch.core.nature import SeededNature
from stammtisch.core.options import as_json
from stammtisch.core.table import Table
from stammtisch.web.view.scene import measure_of

GAMES = {"gang": 200, "party": 200, "duel": 50, "combo": 50}
LEVELS = ("random", "easy", "normal", "strong")
PAIRS = (("random", "normal"), ("random", "strong"), ("easy", "strong"))
OTHERS = "easy"
WANTED = 0.95
DRAWN = 1000  # times that games are drawn again
NOTHING = 1e-9  # a difference by rounding
TIMED = 10  # games of each


@dataclass(frozen=True)
class Reviewed:
    """What a review says of a game."""

    game: str
    level: str
    number: int
    judged: list[tuple[float, float]]  # by decision: what it cost and how far that may be off, in what the game counts
    playouts: int
    adds_up: bool

    @property
    def loss(self) -> float:
        """What a decision cost on average."""
        return sum(lost for lost, error in self.judged if lost > error + NOTHING) / max(1, len(self.judged))


def main() -> int:
    """Measure and print; 1 if a pair of levels two apart is told apart too seldom, or something does not add up."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=list(GAMES), help="which (all)")
    parser.add_argument("--number", type=int, default=0, help="of games a level (gang and party 200, the others 50)")
    parser.add_argument("--shortest", action="store_true", help="the shortest form of each game, which Play now begins")
    parser.add_argument("--playouts", type=int, default=0, help="for a choice (as many as a review has)")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1, help="(as many as cores)")
    parser.add_argument("--keep", type=Path, help="a file to keep what is done in")
    parser.add_argument("--minutes", type=float, default=inf, help="after which it ends, done or not")
    parser.add_argument("--times", action="store_true", help="how long it takes, for normal bots among easy ones")
    arguments = parser.parse_args()
    if arguments.times:
        Console().print(_times(arguments.games, arguments.number or TIMED, shortest=arguments.shortest))
        return 0
    done = list(_kept(arguments.keep))
    known = {(one.game, one.level, one.number) for one in done}
    tasks = [
        (name, level, number, arguments.playouts, arguments.shortest)
        for name in arguments.games
        for number in range(arguments.number or GAMES[name])
        for level in LEVELS
        if (name, level, number) not in known
    ]
    end = time.monotonic() + 60 * arguments.minutes
    with multiprocessing.get_context("spawn").Pool(arguments.processes) as pool:
        for one in track(pool.imap_unordered(_reviewed, tasks), "reviewing", len(tasks), transient=True):
            done.append(one)
            if arguments.keep:
                with arguments.keep.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(asdict(one)) + "\n")
            if time.monotonic() > end:
                break
    console, fine = Console(), True
    for name in arguments.games:
        of_game = [one for one in done if one.game == name]
        console.print(_losses(name, of_game))
        grid, well = _pairs(name, of_game)
        console.print(grid)
        summed = sum(one.adds_up for one in of_game)
        console.print(f"luck and play add up to the result in {summed} of {len(of_game)} games")
        fine = fine and well and summed == len(of_game)
    return 0 if fine else 1


def _times(games: Sequence[str], number: int, *, shortest: bool) -> Grid:
    """Review one seat after another, each of a game of its own, and return how long that takes."""
    grid = Grid("game", "games", "decisions a seat", title="seconds of one core for a review")
    for column in ("decisions", "longest", "luck", "longest", "by the wall, both"):
        grid.add_column(column, justify="right")
    for name in games:
        took, judged = list[tuple[float, float, float]](), 0
        for each in range(-1, number):  # the first waits for the compiler
            table = _played(name, NORMAL, max(each, 0), shortest=shortest)
            game, wall, begin = _finished(table), time.perf_counter(), time.process_time()
            found = review(game, each % table.seats, lambda *_: None)
            middle = time.process_time()
            luck(game, SeededNature(max(each, 0)), lambda *_: None)
            if each >= 0:
                end = time.process_time()
                took.append((middle - begin, end - middle, time.perf_counter() - wall))
                judged += len(found.judged)
        columns = [list(column) for column in zip(*took, strict=True)]
        decisions, lucks, walls = (f"{np.mean(column):.1f}" for column in columns)
        longest = [f"{max(column):.1f}" for column in columns]
        grid.add_row(name, f"{number}", f"{judged / number:.1f}", decisions, longest[0], lucks, longest[1], walls)
    return grid


def _finished(table: Table) -> FinishedGame:
    steps = tuple((step.seat, step.action) for step in table.steps)
    return FinishedGame(
        table.game.NAME, as_json(table.rules, table.options), steps, measure_of(table.game).alike(table.options)
    )


def _kept(file: Path | None) -> Iterator[Reviewed]:
    if file is not None and file.exists():
        yield from (Reviewed(**json.loads(line)) for line in file.read_text(encoding="utf-8").splitlines())


def _reviewed(task: tuple[str, str, int, int, bool]) -> Reviewed:
    """Play a game and review it."""
    name, level, number, playouts, shortest = task
    table = _played(name, level, number, shortest=shortest)
    measure, o = measure_of(table.game), table.options
    seat = number % table.seats
    game = _finished(table)
    found = review(game, seat, lambda *_: None, playouts)
    judged = [(measure.of(one.lost, o), measure.of(one.error, o)) for one in found.judged]
    dealt = luck(game, SeededNature(number), lambda *_: None, 1, 1)
    here = [measure.of(worths[seat], o) for worths in dealt.here]
    usually = [measure.of(worths[seat], o) for worths in dealt.elsewhere]
    result = measure.of(table.rules.worth(table.position, o, seat), o)
    lost = sum(cost for cost, _ in judged)
    made = shares(result, here or [0.0], usually, lost, 0.0, 0.1)
    parts = (made.usual, made.luck, made.decisions, made.others)
    adds_up = sum(part.units for part in parts) == made.result.units == round(result / 0.1)
    return Reviewed(name, level, number, judged, found.playouts, adds_up)


def _played(name: str, level: str, number: int, *, shortest: bool) -> Table:
    game = find_game(name)
    choices: dict[str, Any] = dict(shortest_form(game).choices) if shortest else {}
    table = Table(game, seed=number, **choices)
    bots = [find_bot(table.game, level if seat == number % table.seats else OTHERS) for seat in range(table.seats)]
    while not table.over:
        seat = table.waiting[0]
        table.play(seat, *bots[seat].choose(table.view(seat), table.options, seat, number, len(table.steps)))
    return table


def _losses(name: str, done: Sequence[Reviewed]) -> Grid:
    by_level = _by_level(done)
    grid = Grid("level", "games", "decisions a game", "lost by a decision", "surely lost in", title=name)
    for level, losses in by_level.items():
        games = [one for one in done if one.level == level]
        judged = [pair for one in games for pair in one.judged]
        surely = sum(lost > error for lost, error in judged) / max(1, len(judged))
        margin = 1.96 * np.std(losses, ddof=1) / np.sqrt(len(losses)) if len(losses) > 1 else 0.0
        figures = f"{len(games)}", f"{len(judged) / len(games):.1f}", f"{np.mean(losses):.4f} ± {margin:.4f}"
        grid.add_row(level, *figures, f"{100 * surely:.0f} of 100")
    return grid


def _pairs(name: str, done: Sequence[Reviewed]) -> tuple[Grid, bool]:
    """Return in how many pairs the higher level lost less, and whether that is often enough."""
    by_level, fine = _by_level(done), True
    grid = Grid("pair", "loses less", "limits", "equal", title=name)
    for lower, higher in PAIRS:
        low, high = by_level.get(lower), by_level.get(higher)
        if low is None or high is None:
            continue
        less, equal = _order(low, high)
        random = np.random.default_rng(1)
        again = [_order(random.choice(low, len(low)), random.choice(high, len(high)))[0] for _ in range(DRAWN)]
        limits = "{:.1f} to {:.1f}".format(*(100 * np.quantile(again, (0.025, 0.975))))
        grid.add_row(f"{lower}–{higher}", f"{100 * less:.1f} of 100", limits, f"{100 * equal:.1f}")
        fine = fine and less >= WANTED
    return grid, fine


def _by_level(done: Sequence[Reviewed]) -> dict[str, Any]:
    found: dict[str, list[float]] = defaultdict(list)
    for one in sorted(done, key=lambda one: LEVELS.index(one.level)):
        found[one.level].append(one.loss)
    return {level: np.array(losses) for level, losses in found.items()}


def _order(low: Any, high: Any) -> tuple[float, float]:
    """Return in which part of all pairs the higher level has lost less, and in which as much."""
    gap = low[:, None] - high[None, :]
    return float((gap > NOTHING).mean()), float((abs(gap) <= NOTHING).mean())


if __name__ == "__main__":
    raise SystemExit(main())
