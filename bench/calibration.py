"""Whether chances come true: those of the net, of hints and of reviews, on deals of gang that no training had.

  net      At every decision the net says how likely its seat is to be ahead; it plays all seats.
  hints    One seat does what a hint advises, the others are strong; the chance is that of what it advises.
  reviews  All seats are strong, and one of them is reviewed; the chance is the one after what was done. What decisions
           cost is judged by few playouts here: the chances are the net's, so that they do not depend on it.

Numbers of seats and passing directions in turn, single rounds, or with --matches whole ones up to 100 points. All of
these chances are of being ahead when the round is over; in a match that is another thing than winning it, and both are
compared. Prints the Brier score (the mean squared error of the chances) beside that of always saying the mean, and how
often what was said came true; ± and the limits hold in 95 of 100 cases, drawn again over games. `--out` draws it.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich.progress import track

from stammtisch.bots.bot import Bot
from stammtisch.bots.evaluator import evaluator_of
from stammtisch.bots.levels import STRONG, find_bot
from stammtisch.bots.nets.net import net_of
from stammtisch.bots.nets.net_bot import NetBot
from stammtisch.bots.review.decisions import FinishedGame, review
from stammtisch.core.game import find_game
from stammtisch.core.options import as_json
from stammtisch.core.table import Table
from stammtisch.kernel.net import AHEAD, HEADS, chance_of

GAME = "gang"
WHOSE = ("net", "hints", "reviews")
SEATS = (3, 4, 5, 6)
LIMIT = 100
BINS = 10
SIDE, MARGIN = 320, 44
DEALS = 50_000_000  # the seeds of these deals: above those of any training
DRAWN = 2000  # times that games are drawn again
SURE = (0.025, 0.975)
PLAYOUTS = 16  # of reviews, for a choice
FEWEST = 20  # games in which a tenth of the chances was said, for it to be called off


class Witness(NetBot):
    """A net that remembers what it said: the round, the seat and its chance."""

    said: list[tuple[int, int, float]]

    def choose(self, view: Any, options: Any, seat: int, seed: int, number: int) -> list[int]:
        """Return what the net does."""
        chance = chance_of(float(self.ask(view, options, seat)[AHEAD - HEADS]))
        self.said.append((view.round_number, seat, chance))
        return super().choose(view, options, seat, seed, number)


class Advised:
    """Does what a hint advises, and remembers what it said."""

    def __init__(self) -> None:
        self._bot = evaluator_of(find_game(GAME))
        self.said: list[tuple[int, int, float]] = []

    def choose(self, view: Any, options: Any, seat: int, seed: int, number: int) -> list[int]:
        """Return what is thought best; where there is one way to go nobody is given a hint."""
        best, *others = self._bot.evaluate(view, options, seat, seed, number)
        if others:
            self.said.append((view.round_number, seat, best.ahead))
        return [best.action]


@dataclass
class Found:
    """What was said in games and what came true, decision by decision."""

    game: list[int] = field(default_factory=list)  # its number
    said: list[float] = field(default_factory=list)
    round: list[float] = field(default_factory=list)  # 1: ahead after the round; shared if others were level
    end: list[float] = field(default_factory=list)  # the same at the end of the match


def main() -> int:
    """Play and print; draw where that is wanted."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("whose", nargs="?", choices=WHOSE, default="net", help="chances (default net)")
    parser.add_argument("--games", type=int, default=400, help="shared by the numbers of seats (default 400)")
    parser.add_argument("--matches", action="store_true", help=f"up to {LIMIT} points instead of single rounds")
    parser.add_argument("--out", type=Path, help="a picture, such as docs/calibration.svg")
    arguments = parser.parse_args()
    found = Found()
    for number in track(range(arguments.games), disable=not sys.stderr.isatty()):
        _play(arguments.whose, number, found, matches=arguments.matches)
    kind = "matches" if arguments.matches else "rounds"
    sys.stdout.write(f"{len(found.said):,} decisions of {arguments.games:,} {kind}\n")
    rows = _compared(found, found.round, "ahead after the round")
    if arguments.matches:
        _compared(found, found.end, "the match won")
    if arguments.out:
        arguments.out.write_text(_picture(rows), encoding="utf-8")
    return 0


def _play(whose: str, number: int, found: Found, *, matches: bool) -> None:
    """Play a game, and add what was said in it."""
    seats = SEATS[number % len(SEATS)]
    first = 1 + number // len(SEATS) % seats
    length: dict[str, Any] = {"limit": LIMIT} if matches else {"rounds": 1, "first_round": first}
    table = Table(GAME, seed=DEALS + number, seats=seats, **length)
    watched = number // len(SEATS) % seats  # of hints and reviews
    net = net_of(table.game)
    assert net is not None, "the game has a net"
    witness, advised, strong = Witness(table.game, net), Advised(), find_bot(table.game, STRONG)
    witness.said = []
    bots: list[Bot] = [witness if whose == "net" else strong] * seats
    if whose == "hints":
        bots[watched] = advised
    begun: dict[int, tuple[int, tuple[int, ...]]] = {}  # by round: the steps before it, and the totals
    while not table.over:
        seat, steps = table.waiting[0], len(table.steps)
        view = table.view(seat)
        begun.setdefault(view.round_number, (steps, tuple(view.total[:seats])))
        table.play(seat, *bots[seat].choose(view, table.options, seat, number, steps))
    last = tuple(int(total) for total in table.position.total[:seats])
    said = witness.said if whose == "net" else advised.said
    if whose == "reviews":
        said = _reviewed(table, watched, {number: steps for number, (steps, _) in begun.items()})
    for played, seat, chance in said:
        found.game.append(number)
        found.said.append(chance)
        found.round.append(_share(begun[played + 1][1] if played + 1 in begun else last, seat))
        found.end.append(_share(last, seat))


def _reviewed(table: Table, seat: int, begun: dict[int, int]) -> list[tuple[int, int, float]]:
    """Return for each decision of a seat its round, the seat, and its chance after what was done."""
    steps = tuple((step.seat, step.action) for step in table.steps)
    played = FinishedGame(GAME, as_json(table.rules, table.options), steps)
    judged = review(played, seat, lambda *_: None, PLAYOUTS).judged
    return [(max(one for one, first in begun.items() if first <= each.step), seat, each.left) for each in judged]


def _share(totals: Sequence[int], seat: int) -> float:
    """Return whether a seat is ahead: 1, 0, or a part if others are level."""
    return (totals[seat] == min(totals)) / totals.count(min(totals))


def _compared(found: Found, came: Sequence[float], name: str) -> list[tuple[float, float, int]]:
    """Print how chances and what came true compare; return for each tenth of the chances: both, and how many."""
    said, true = np.array(found.said), np.array(came)
    tenth = np.minimum((said * BINS).astype(int), BINS - 1)
    games, at = np.unique(found.game, return_inverse=True)
    sums = np.zeros((len(games), BINS, 5))  # by game and tenth of the chances
    np.add.at(sums, (at, tenth), np.column_stack([np.ones_like(said), said, true, true**2, (said - true) ** 2]))
    times = np.random.default_rng(1).multinomial(len(games), np.full(len(games), 1 / len(games)), DRAWN)
    again = (times @ sums.reshape(len(games), -1)).reshape(DRAWN, BINS, -1)
    (brier, plain, more), drawn = _scores(sums.sum(0)[None])[0], _scores(again)
    sys.stdout.write(
        f"\n{name}: Brier score {brier:.4f} ({_limits(drawn[:, 0], 4)}); always saying the mean {plain:.4f}, "
        f"which is more by {plain - brier:.4f} ({_limits(drawn[:, 1] - drawn[:, 0], 4)})\n"
        f"what was said is too high by {100 * more:.2f} of 100 ({_limits(100 * drawn[:, 2], 2)}) on average\n"
        "said %  came true %  limits           decisions\n"
    )
    rows = []
    for index, (number, here, came_true, *_) in enumerate(sums.sum(0)):
        if not number:
            continue
        rows.append((here / number, came_true / number, int(number)))
        some = again[again[:, index, 0] > 0, index]
        low, high = np.quantile((some[:, 1] - some[:, 2]) / some[:, 0], SURE)
        limits = _limits(100 * some[:, 2] / some[:, 0], 1)
        surely = not low <= 0 <= high and np.count_nonzero(sums[:, index, 0]) >= FEWEST
        off = "  surely off" if surely else ""
        sys.stdout.write(
            f"{100 * here / number:6.1f}  {100 * came_true / number:11.1f}  {limits:15}  {number:9,.0f}{off}\n"
        )
    return rows


def _scores(sums: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return for each drawing the Brier score, that of always saying the mean, and by how much chances are too high."""
    number, said, true, squares, errors = np.moveaxis(sums.sum(1), -1, 0)
    return np.column_stack([errors / number, squares / number - (true / number) ** 2, (said - true) / number])


def _limits(values: NDArray[np.float64], digits: int) -> str:
    low, high = np.quantile(values, SURE)
    return f"{low:.{digits}f} to {high:.{digits}f}"


def _picture(rows: list[tuple[float, float, int]]) -> str:
    """Return a reliability diagram: what was said to the right, what came true upwards, larger dots for more."""
    most = max(number for _, _, number in rows)
    dots = "".join(
        f'<circle cx="{MARGIN + SIDE * said:.1f}" cy="{SIDE * (1 - true) + 8:.1f}" '
        f'r="{3 + 7 * (number / most) ** 0.5:.1f}" fill="#1f6f8b" fill-opacity=".8"/>'
        for said, true, number in rows
    )
    ticks = "".join(
        f'<text x="{MARGIN + SIDE * part / 4}" y="{SIDE + 26}" text-anchor="middle">{25 * part} %</text>'
        f'<text x="{MARGIN - 6}" y="{SIDE * (1 - part / 4) + 12}" text-anchor="end">{25 * part} %</text>'
        for part in range(5)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIDE + MARGIN + 24} {SIDE + 52}" width="420" '
        'font-family="sans-serif" font-size="12" fill="#333"><rect width="100%" height="100%" fill="#fff"/>'
        f'<rect x="{MARGIN}" y="8" width="{SIDE}" height="{SIDE}" fill="none" stroke="#ccc"/>'
        f'<line x1="{MARGIN}" y1="{SIDE + 8}" x2="{MARGIN + SIDE}" y2="8" stroke="#b5532a" stroke-dasharray="4 4"/>'
        f'{ticks}{dots}<text x="{MARGIN + SIDE / 2}" y="{SIDE + 44}" text-anchor="middle">chance that was said</text>'
        "</svg>\n"
    )


if __name__ == "__main__":
    sys.exit(main())
