"""What a net is worth: strong (the net) and master (it looks ahead) beside the search that was strong before.

Single rounds, every passing direction as often as the others, each deal played from all seats with the same cards.
Points are by how many a seat is below the mean of the others; ± is half an interval of 95 % over deals. The time is
shared out by the figures in the list below; `--parts` names those to play. What is printed last goes on the card.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from statistics import fmean

from rich.console import Console

from stammtisch.bots.arena.confidence_interval import Estimate, estimate, is_above
from stammtisch.bots.arena.match import Deal, Match, get_ready
from stammtisch.bots.arena.standings import leads
from stammtisch.bots.levels import MASTER, STRONG
from stammtisch.bots.processes.match_workers import MatchWorkers
from stammtisch.core.game import find_game

GAME = "gang"
SEARCH = "search:10000"  # what was strong before there were nets
ERROR = 0.01  # of the claim that one beats the other
RANDOM_DEALS = 400  # on which master and the search play among random bots, both the same


@dataclass
class Part:
    """One bot among others, and the deals that were played."""

    name: str
    one: str
    others: str
    seats: int
    weight: float  # of the time
    most: int = 100_000  # deals
    deals: list[Deal] = field(default_factory=list)

    @property
    def matches(self) -> list[Match]:
        """A match for every passing direction."""
        game = find_game(GAME)
        return [
            Match.of(game, [self.one, self.others], {"seats": self.seats, "rounds": 1, "first_round": number}, seed=20)
            for number in range(1, self.seats + 1)
        ]

    def tasks(self, until: float) -> Iterator[tuple[Match, int]]:
        """Yield what is to be played, the directions in turn."""
        matches = self.matches
        for number in range(self.most):
            if time.monotonic() > until:
                return
            yield matches[number % self.seats], number

    @property
    def points(self) -> list[float]:
        """By deal: how far below the mean of the others."""
        return [lead / self.seats for lead in leads(self.one, sorted(self.deals, key=lambda deal: deal.number))]

    @property
    def own_points(self) -> dict[int, float]:
        """By number of the deal: what the one bot took, as a mean of its games."""
        return {
            deal.number: fmean(game.result.scores[game.lineup.index(self.one)] for game in deal.games)
            for deal in self.deals
        }

    @property
    def says(self) -> str:
        """The result in a line."""
        times = [f"{bot} {1000 * _seconds(self.deals, bot):.3g} ms" for bot in (self.one, self.others)]
        beats = ", beats them at 99 %" if is_above(self.points, ERROR) else ""
        lead = _within(estimate(self.points))
        return f"{lead} points before them on {len(self.deals)} deals{beats} ({', '.join(times)} a decision)"


def parts() -> list[Part]:
    """Return what can be played."""
    return [
        *(
            Part(f"strong-{seats}", STRONG, SEARCH, seats, 3.0 if seats == 4 else 1.0)  # noqa: PLR2004  # the usual number
            for seats in (3, 4, 5, 6)
        ),
        Part("search-4", SEARCH, STRONG, 4, 1.0),
        Part("master-4", MASTER, STRONG, 4, 5.0),
        Part("master-random-4", MASTER, "random", 4, 0.7, RANDOM_DEALS),
        Part("search-random-4", SEARCH, "random", 4, 1.5, RANDOM_DEALS),
    ]


def main() -> int:
    """Play, and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=60.0, help="once all is compiled (default 60)")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1, help="default: all cores")
    parser.add_argument("--parts", nargs="+", choices=[part.name for part in parts()], help="default: all")
    arguments = parser.parse_args()
    console = Console(highlight=False, width=160)
    chosen = [part for part in parts() if not arguments.parts or part.name in arguments.parts]
    for part in chosen:
        get_ready(part.matches[0])
    left, weights = arguments.minutes * 60, sum(part.weight for part in chosen)
    with MatchWorkers(arguments.processes) as workers:
        for part in chosen:
            begin = time.monotonic()
            for deal in workers.play(part.tasks(begin + left * part.weight / weights)):
                if deal.fault:
                    console.print(f"{deal.fault.bot} is at fault: {deal.fault}")
                    return 1
                part.deals.append(deal)
            left, weights = left - (time.monotonic() - begin), weights - part.weight
            console.print(f"{part.name}: one {part.one} among {part.seats - 1} {part.others}: {part.says}")
    _say_paired(chosen, console)
    console.print(json.dumps({part.name: part.says for part in chosen}, indent=1))
    return 0


def _say_paired(chosen: Sequence[Part], console: Console) -> None:
    """Say who takes more points among random bots, on the same deals."""
    among = {part.one: part.own_points for part in chosen if part.others == "random"}
    if len(among) == 2 and (both := among[MASTER].keys() & among[SEARCH].keys()):  # noqa: PLR2004  # the two of them
        more = estimate([among[MASTER][number] - among[SEARCH][number] for number in sorted(both)])
        own = ", ".join(f"{bot} {_within(estimate([found[n] for n in sorted(both)]))}" for bot, found in among.items())
        console.print(f"among random bots, {len(both)} deals: {own}; {MASTER} takes more by {_within(more)}")


def _seconds(deals: Sequence[Deal], bot: str) -> float:
    spent = [deal.thinking[bot] for deal in deals]
    return sum(seconds for seconds, _ in spent) / max(1, sum(number for _, number in spent))


def _within(value: Estimate) -> str:
    return f"{value.mean:+.2f}" + ("" if value.margin is None else f" ± {value.margin:.2f}")


if __name__ == "__main__":
    sys.exit(main())
