"""How far apart the bots' levels are rated, for each game and number of seats; writes the anchors of all ratings.

Every level sits down with every other, in turns round the table, at the form of the game that "Play now" opens, and
the games are rated by the model that rates people. What comes out is shifted so that `easy` is 1000. The same seed
gives the same games on any machine, so the same command gives the same file. Beside it: how often each level was ahead
of another, and how often the ratings say it is. Whoever keeps a new file raises `VERSION` in `ratings/model.py`.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Sequence
from datetime import date
from itertools import combinations
from math import hypot
from pathlib import Path
from statistics import fmean

from rich.console import Console

from stammtisch.bots.arena.match import Deal, Match, get_ready
from stammtisch.bots.arena.ratings import rate
from stammtisch.bots.levels import EASY, NORMAL, level_names
from stammtisch.bots.processes.match_workers import MatchWorkers
from stammtisch.core.game import find_game
from stammtisch.core.game_forms import shortest_form
from stammtisch.errors import StammtischError
from stammtisch.ratings.model import NEWCOMER, Rating, margin, odds

FILE = Path(__file__).parents[1] / "src" / "stammtisch" / "ratings" / "anchors.json"
SEATS = {"gang": (3, 4, 5, 6), "party": (2, 3, 4, 5, 6), "combo": (2, 3, 4), "duel": (2,)}
QUICK = (EASY, NORMAL)


def main() -> int:
    """Play, and write the file; what was not played stays as it was."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--deals", type=int, default=100, help="of each two quick levels: easy and normal (default 100)"
    )
    parser.add_argument("--slow", type=int, default=30, help="deals of each two others (default 30)")
    parser.add_argument("--seed", type=int, default=1, help="fixes every deal and every choice (default 1)")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1, help="default: all cores")
    parser.add_argument("--games", nargs="+", choices=SEATS, default=list(SEATS), help="default: all four")
    parser.add_argument("--seats", type=int, nargs="+", help="default: every number that the game can have")
    arguments, console = parser.parse_args(), Console(highlight=False, soft_wrap=True)
    found = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {"anchors": {}, "measured": {}}
    with MatchWorkers(arguments.processes) as workers:
        for game in arguments.games:
            for seats in [one for one in SEATS[game] if one in (arguments.seats or SEATS[game])]:
                begin = time.perf_counter()
                deals = _play(game, seats, arguments, workers)
                anchors = {name: [round(one.strength), round(one.doubt, 1)] for name, one in _anchors(deals, seats)}
                found["anchors"].setdefault(game, {})[str(seats)] = anchors
                found["measured"].setdefault(game, {})[str(seats)] = {
                    "games": sum(len(deal.games) for deal in deals),
                    "version": find_game(game).rules.VERSION,
                    "seed": arguments.seed,
                    "deals": arguments.deals,
                    "slow": arguments.slow,
                    "date": date.today().isoformat(),
                }
                FILE.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
                console.print(f"{game}, {seats} seats, {time.perf_counter() - begin:.0f} s: {anchors}")
                _compare(deals, {name: float(strength) for name, (strength, _) in anchors.items()}, console)
    return 0


def _play(game: str, seats: int, arguments: argparse.Namespace, workers: MatchWorkers) -> list[Deal]:
    """Return the deals of all pairs of levels, a deal of each in turn.

    Raises:
        StammtischError: A bot is at fault.
    """
    tasks = []
    for below, above in combinations(level_names(find_game(game)), 2):
        lineup = [(above, below)[seat % 2] for seat in range(seats)]
        choices = {**shortest_form(find_game(game)).choices, "seats": seats}
        match = Match.of(find_game(game), lineup, choices, arguments.seed)
        get_ready(match)
        number = arguments.deals if {below, above} <= set(QUICK) else arguments.slow
        tasks += [(match, deal) for deal in range(number)]
    deals = list(workers.play(sorted(tasks, key=lambda task: (task[1], task[0].lineup))))
    for deal in deals:
        if deal.fault:
            raise StammtischError(f"{deal.fault.bot} is at fault: {deal.fault}")
    return sorted(deals, key=lambda deal: (deal.number, deal.games[0].lineup))


def _anchors(deals: Sequence[Deal], seats: int) -> list[tuple[str, Rating]]:
    """Return the levels as far from `easy` as they are rated, and how sure that is."""
    rated = rate(game for deal in deals for game in deal.games)
    easy = rated[EASY]
    widen = margin(easy, seats) / margin(easy, 2)
    return [
        (
            name,
            Rating(
                NEWCOMER.strength + one.strength - easy.strength,
                0.0 if name == EASY else widen * hypot(one.doubt, easy.doubt),
            ),
        )
        for name, one in sorted(rated.items(), key=lambda one: one[1].strength)
    ]


def _compare(deals: Sequence[Deal], anchors: dict[str, float], console: Console) -> None:
    """Print for every two levels how often the first was ahead, and how often the ratings expect it."""
    for one, other in combinations(anchors, 2):
        ahead = [
            (mine < theirs) + (mine == theirs) / 2
            for deal in deals
            for game in deal.games
            for name, mine in zip(game.lineup, game.result.places, strict=True)
            for against, theirs in zip(game.lineup, game.result.places, strict=True)
            if (name, against) == (other, one)
        ]
        expected = odds(anchors[other] - anchors[one])
        console.print(f"  {other} ahead of {one}: {fmean(ahead):.2f} of {len(ahead)} pairs, expected {expected:.2f}")


if __name__ == "__main__":
    sys.exit(main())
