"""What a net is worth: strong (the net) and master (it looks ahead) beside the search that was strong before.

Single rounds, every passing direction as often as the others, each deal played from all seats with the same cards; in
match-4 whole matches up to the limit, among normal bots, since among searching ones a deal of them takes a minute. In
drawing-4 the net draws whatever it does, and in certain-4 it draws nothing, not even what it passes.

Points are by how many a seat is below the mean of the others; ± is half an interval of 95 % over deals. "At 99 %" is a
one-sided test. Set the length beforehand, by `--minutes`, which are shared out by the figures in the list below, or by
`--deals`: who goes on until a test is passed has tested nothing. `--parts` names what is played. What is printed last
goes on the card.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from statistics import fmean
from typing import Any

from rich.console import Console

from stammtisch.bots.arena.compiled_game import CompiledGame, Player, Result
from stammtisch.bots.arena.confidence_interval import Estimate, estimate, is_above
from stammtisch.bots.arena.lineups import Lineup
from stammtisch.bots.arena.match import Deal, Match, cached_options, cached_player, get_ready, play_rotations
from stammtisch.bots.arena.standings import leads
from stammtisch.bots.levels import MASTER, NORMAL, STRONG
from stammtisch.bots.nets.net import net_of
from stammtisch.bots.nets.net_bot import NetBot
from stammtisch.bots.processes.task_workers import Lost, TaskWorkers
from stammtisch.core.game import find_game

GAME = "gang"
SEARCH = "search:10000"  # what was strong before there were nets
DRAWING = "drawing"
CERTAIN = "certain"
SEED = 20  # of all deals
ERROR = 0.01  # of the claim that one beats the other
RANDOM_DEALS = 400  # on which master and the search play among random bots, both the same


class Drawing(NetBot):
    """Draws whatever it does by the chances that its net gives it, as if all were hidden."""

    def is_hidden(self, view: Any, options: Any, seat: int) -> bool:  # noqa: ARG002
        """Return that it is."""
        return True


class Certain(NetBot):
    """Takes what its net thinks best, even where others do not see it."""

    def is_hidden(self, view: Any, options: Any, seat: int) -> bool:  # noqa: ARG002
        """Return that it is not."""
        return False


VARIANTS: dict[str, type[NetBot]] = {DRAWING: Drawing, CERTAIN: Certain}


@dataclass
class Part:
    """One bot among others, and the deals that were played."""

    name: str
    one: str
    others: str
    seats: int
    weight: float  # of the time
    most: int = 100_000  # deals
    limit: int = 0  # of points, of a match; or else it is a single round
    first: int = 0  # deal
    deals: list[Deal] = field(default_factory=list)

    @property
    def matches(self) -> list[Match]:
        """A match for every passing direction; one that goes on to a limit has them all."""
        whole: list[dict[str, object]] = [{"limit": self.limit}]
        rounds: list[dict[str, object]] = [{"rounds": 1, "first_round": one} for one in range(1, self.seats + 1)]
        return [
            Match.of(find_game(GAME), [self.one, self.others], {"seats": self.seats, **choices}, SEED, [*VARIANTS])
            for choices in (whole if self.limit else rounds)
        ]

    def get_ready(self) -> None:
        """Have compiled what the bots think with; a variant of the net thinks with what the net does."""
        bots = [STRONG if bot in VARIANTS else bot for bot in (self.one, self.others)]
        get_ready(Match.of(find_game(GAME), bots, {"seats": self.seats, "rounds": 1}, SEED))

    def tasks(self, until: float) -> Iterator[tuple[Match, int]]:
        """Yield what is to be played, the directions in turn."""
        matches = self.matches
        for number in range(self.first, self.first + self.most):
            if time.monotonic() > until:
                return
            yield matches[number % len(matches)], number

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
        won = f", wins {100 * self.wins:.0f} of 100 matches" if self.limit else ""
        return f"{lead} points before them on {len(self.deals)} deals{beats}{won} ({', '.join(times)} a decision)"

    @property
    def wins(self) -> float:
        """The part of the games that the one bot won; a shared win counts in part."""
        places = [(game.result.places, game.lineup.index(self.one)) for deal in self.deals for game in deal.games]
        return fmean((by_seat[seat] == 1) / by_seat.count(1) for by_seat, seat in places)


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
        Part("match-4", STRONG, NORMAL, 4, 1.0, limit=100),
        Part("drawing-4", DRAWING, STRONG, 4, 1.0),
        Part("certain-4", CERTAIN, STRONG, 4, 1.0),
    ]


def main() -> int:
    """Play, and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=60.0, help="once all is compiled (default 60)")
    parser.add_argument(
        "--deals", type=int, default=100_000, help="of a part at most (default: as many as time allows)"
    )
    parser.add_argument("--first", type=int, default=0, help="deal (default 0): those before it were another run")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1, help="default: all cores")
    parser.add_argument("--parts", nargs="+", choices=[part.name for part in parts()], help="default: all")
    arguments = parser.parse_args()
    console = Console(highlight=False, width=160)
    chosen = [part for part in parts() if not arguments.parts or part.name in arguments.parts]
    for part in chosen:
        part.first, part.most = arguments.first, min(part.most, arguments.deals)
        part.get_ready()
    left, weights = arguments.minutes * 60, sum(part.weight for part in chosen)
    with TaskWorkers(arguments.processes) as workers:
        for part in chosen:
            begin = time.monotonic()
            for deal in workers.do(_play, part.tasks(begin + left * part.weight / weights)):
                if isinstance(deal, Lost):
                    console.print(f"{part.name}: a process ended in deal {deal.task[1]}")
                    return 1
                if deal.fault:
                    console.print(f"{deal.fault.bot} is at fault: {deal.fault}")
                    return 1
                part.deals.append(deal)
            left, weights = left - (time.monotonic() - begin), weights - part.weight
            console.print(f"{part.name}: one {part.one} among {part.seats - 1} {part.others}: {part.says}")
    _say_paired(chosen, console)
    console.print(json.dumps({part.name: part.says for part in chosen}, indent=1))
    return 0


def _play(task: tuple[Match, int]) -> Deal:
    """Play a deal with every rotation of the lineup, in a process of its own."""
    match, number = task
    game, options = find_game(match.game), cached_options(match.game, match.chosen)
    players = {name: _player(name) for name in match.bots}

    def play(lineup: Lineup, deals: int, chance: int) -> Result:
        return CompiledGame(game, options, [players[name] for name in lineup], deals, chance).play()

    return play_rotations(match, number, players, play)


@cache
def _player(name: str) -> Player:
    """Return a player of this process: a level, or a variant of the net."""
    game = find_game(GAME)
    if name not in VARIANTS:
        return cached_player(GAME, name)
    net = net_of(game)
    assert net is not None, "the game has a net"
    return Player(name, VARIANTS[name](game, net), game)


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
