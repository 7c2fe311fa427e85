"""How our bots of gang fare at Hearts among three of OpenSpiel's, at OpenSpiel's own table.

With four seats a round of gang is the game of Hearts. The rivals are OpenSpiel's information-set tree search in C++
with random rollouts, as it ships: it knows nothing of Hearts but its rules, the worlds that it draws ignore which suits
somebody has shown to lack, and it plays for few points of its own, while ours plays for fewer than the others have.
Ours expects 52 points for all tricks, as gang counts them, where OpenSpiel counts 26.

One of our bots sits among three of them; every deal is played from each seat, with the pass directions in turn, and
OpenSpiel counts the points: fewer are better, and whoever takes all 26 gives them to each of the others. What is legal
is compared at every step, and the points in the end. OpenSpiel's search fails while cards are passed (2.0: a
segmentation fault), so there its seats follow our rules of thumb.
"""

from __future__ import annotations

import argparse
import multiprocessing
import random
import time
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from itertools import count
from statistics import fmean
from typing import Any, Final

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table as Grid

from stammtisch.bots.arena.confidence_interval import estimate
from stammtisch.bots.bot import Bot
from stammtisch.bots.levels import find_bot
from stammtisch.bots.processes.cores import all_cores
from stammtisch.core.game import find_game
from stammtisch.core.options import make_options
from stammtisch.errors import StammtischError
from stammtisch.games.gang import rules
from stammtisch.games.gang.cards import BLACK, BLUE, CARDS, GREEN, RED, VALUES
from stammtisch.kernel import NATURE, TABLE
from stammtisch.kernel.bits import lowest_in

pyspiel: Any = import_module("pyspiel")  # has no types

SEATS: Final = 4
ALL_POINTS: Final = 26
SUITS: Final = (GREEN, BLUE, BLACK, RED)  # in OpenSpiel's order: clubs, diamonds, hearts, spades
OURS: Final = [SUITS[card % SEATS] * VALUES + card // SEATS for card in range(CARDS)]  # by OpenSpiel's card: ours


@dataclass(frozen=True)
class Deal:
    """What a deal gave, as means over the seats from which it was played."""

    ours: float  # points
    theirs: float  # points of each
    all_taken: int  # how often our bot took all points
    our_time: float  # seconds a decision
    their_time: float


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bot", default="strong", help="the level of our bot (default strong)")
    parser.add_argument("--simulations", type=int, default=10000, help="of a rival for a decision (default 10000)")
    parser.add_argument("--exploration", type=float, default=15.0, help="of a rival, in points (default 15)")
    parser.add_argument("--minutes", type=float, default=10.0, help="how long to play (default 10)")
    arguments = parser.parse_args()
    if arguments.simulations < 1:
        parser.error(f"simulations is {arguments.simulations}; it may be 1 or more")
    try:
        _bot(arguments.bot)
    except StammtischError as error:
        parser.error(str(error))
    rival = (arguments.simulations, arguments.exploration)
    deals: list[Deal] = []
    begin = time.monotonic()
    columns = TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn()
    with Progress(*columns) as progress:
        bar = progress.add_task("Hearts", total=60 * arguments.minutes)
        for deal in _deals(arguments.bot, rival, begin + 60 * arguments.minutes):
            deals.append(deal)
            progress.update(bar, description=f"{len(deals)} deals", completed=time.monotonic() - begin)
    Console().print(_table(arguments.bot, rival, deals))


def _deals(bot: str, rival: tuple[int, float], until: float) -> Iterator[Deal]:
    """Yield deals that are played side by side; no deal begins after `until`."""
    numbers = count()
    cores = all_cores()
    with ProcessPoolExecutor(cores, multiprocessing.get_context("spawn")) as pool:
        playing = {pool.submit(_play_deal, bot, rival, next(numbers)) for _ in range(cores)}
        while playing:
            done, playing = wait(playing, return_when=FIRST_COMPLETED)
            for finished in done:
                if time.monotonic() < until:
                    playing.add(pool.submit(_play_deal, bot, rival, next(numbers)))
                yield finished.result()


def _play_deal(bot: str, rival: tuple[int, float], number: int) -> Deal:
    """Play a deal from each seat."""
    rounds = [_Round(bot, rival, number, seat) for seat in range(SEATS)]
    points = [one.play() for one in rounds]
    ours = [points[seat][seat] for seat in range(SEATS)]
    return Deal(
        fmean(ours),
        fmean((sum(points[seat]) - ours[seat]) / (SEATS - 1) for seat in range(SEATS)),
        sum(sum(points[seat]) > ALL_POINTS and ours[seat] == 0 for seat in range(SEATS)),
        fmean(one.seconds[True] / one.decisions[True] for one in rounds),
        fmean(one.seconds[False] / one.decisions[False] for one in rounds),
    )


class _Round:
    """A round on both engines, our bot in one seat."""

    def __init__(self, bot: str, rival: tuple[int, float], number: int, seat: int) -> None:
        self.seconds, self.decisions = {True: 0.0, False: 0.0}, {True: 0, False: 0}  # by whether they are ours
        self._seat, self._number = seat, number
        self._ours, self._passing = _bot(bot), _bot("easy")
        simulations, exploration = rival
        self._evaluators = [pyspiel.RandomRolloutEvaluator(1, number) for _ in range(SEATS)]
        most_visited = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
        self._theirs = [
            pyspiel.ISMCTSBot(number * SEATS + place, evaluator, exploration, simulations, -1, most_visited)
            for place, evaluator in enumerate(self._evaluators)
        ]
        choices = {"seats": SEATS, "rounds": 1, "first_round": 1 + number % SEATS}
        self._options: Any = make_options(rules, choices)
        self._s: Any = rules.State()

    def play(self) -> list[int]:
        """Play it, and return the points as OpenSpiel counts them.

        Raises:
            ValueError: The engines do not agree on what is legal, or on the points.
        """
        state = pyspiel.load_game("hearts", {"qs_breaks_hearts": False}).new_initial_state()
        rules.start(self._s, self._options)
        state.apply_action(self._options.first_round % SEATS)
        for card in random.Random(self._number).sample(range(CARDS), CARDS):
            state.apply_action(card)
            self._apply(NATURE, OURS[card])
        while not state.is_terminal():
            seat, legal = state.current_player(), [0]
            rules.legal(self._s, self._options, seat, legal)
            if legal[0] != sum(1 << OURS[card] for card in state.legal_actions()):
                raise ValueError(f"the engines do not agree on what is legal in deal {self._number}: {state}")
            card = self._choose(seat, state)
            state.apply_action(card)
            self._apply(seat, OURS[card])
        points = [ALL_POINTS - int(gain) for gain in state.returns()]
        if self._s.phase != rules.Phase.CHOICE and points != [int(self._s.points[seat]) for seat in range(SEATS)]:
            raise ValueError(f"the engines do not agree on the points of deal {self._number}: {points}")
        return points

    def _choose(self, seat: int, state: Any) -> int:
        """Return the card that a seat passes or plays, by OpenSpiel's number."""
        ours, begin = seat == self._seat, time.perf_counter()
        if ours or self._s.phase == rules.Phase.PASS:
            view: Any = rules.State()
            rules.view(self._s, self._options, seat, view)
            bot = self._ours if ours else self._passing
            card = OURS.index(bot.choose(view, self._options, seat, self._number, len(state.history()))[0])
        else:
            card = self._theirs[seat].step(state)
        if self._s.phase == rules.Phase.PLAY:
            self.seconds[ours] += time.perf_counter() - begin
            self.decisions[ours] += 1
        return card

    def _apply(self, seat: int, action: int) -> None:
        """Carry out an action, and then what the table does by itself."""
        rules.apply(self._s, self._options, seat, action)
        while rules.waiting(self._s, self._options) == 1 << TABLE and not rules.settled(self._s, self._options):
            legal = [0]
            rules.legal(self._s, self._options, TABLE, legal)
            rules.apply(self._s, self._options, TABLE, lowest_in(legal[0]))


@cache
def _bot(name: str) -> Bot:
    return find_bot(find_game("gang"), name)


def _table(bot: str, rival: tuple[int, float], deals: list[Deal]) -> Grid:
    grid = Grid("who", title=f"{len(deals) * SEATS} rounds of Hearts: {len(deals)} deals, each from four seats")
    for heading in ("points a round", "time a decision"):
        grid.add_column(heading, justify="right")
    for who, points, seconds in (
        (f"our {bot}", [deal.ours for deal in deals], [deal.our_time for deal in deals]),
        (f"OpenSpiel, {rival[0]:,} simulations", [deal.theirs for deal in deals], [deal.their_time for deal in deals]),
    ):
        grid.add_row(who, _shown(points), f"{1000 * fmean(seconds):.1f} ms")
    united = sum(deal.all_taken for deal in deals) / (SEATS * len(deals))
    grid.caption = (
        f"Each rival takes {_shown([deal.theirs - deal.ours for deal in deals])} more; ours takes all points in "
        f"{100 * united:.1f} of 100 rounds. Intervals of 95 %, over deals."
    )
    return grid


def _shown(samples: list[float]) -> str:
    """Return a mean with its interval, if it has one."""
    found = estimate(samples)
    return f"{found.mean:.2f}" if found.margin is None else f"{found.mean:.2f} ± {found.margin:.2f}"


if __name__ == "__main__":
    main()
