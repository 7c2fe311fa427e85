"""Par: what our strong bots make of a seat, over many replays of a deal with other chance of their own."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import lru_cache
from math import ceil, inf, sqrt
from typing import Any, Final

from stammtisch.bots.bot import Bot
from stammtisch.bots.levels import STRONG, find_bot
from stammtisch.club.daily.deal import BOTS, DailyDeal, deal_with, number_for
from stammtisch.core.fair_deal import bots_seed
from stammtisch.core.game import find_game
from stammtisch.core.rows import RowWalk
from stammtisch.core.table import Table

REPLAYS: Final = 2000  # of each deal
CHUNK: Final = 10.0  # seconds after which what was found so far is kept
# For each decision: in combo the strong level would take a night for so many replays, and that of gang is a net, which
# draws next to nothing, so that its replays would be one and the same game.
PLAYOUTS: Final = {"combo": 300, "gang": 1000}
_NINETY_FIVE: Final = 1.96  # standard errors on either side
_LONGEST: Final = 20_000  # steps: a game that is longer is not counted


@dataclass(frozen=True)
class Par:
    """What the seat was worth at the end, how often, and what it cost to find out."""

    worths: Mapping[int, int] = field(default_factory=dict)  # how often each
    replays: int = 0  # that were begun: games that did not end are not among the worths
    seconds: float = 0.0  # of one core

    @property
    def counted(self) -> int:
        """How many games came to an end."""
        return sum(self.worths.values())

    @property
    def mean(self) -> float:
        """What the seat was worth on average."""
        return sum(worth * times for worth, times in self.worths.items()) / max(1, self.counted)

    @property
    def deviation(self) -> float:
        """The standard deviation of a single game."""
        mean, counted = self.mean, self.counted
        squares = sum(times * (worth - mean) ** 2 for worth, times in self.worths.items())
        return sqrt(squares / max(1, counted - 1))

    @property
    def error(self) -> float:
        """How far the average may be off, at 95 %."""
        return _NINETY_FIVE * self.deviation / sqrt(max(1, self.counted))

    def and_then(self, more: Par) -> Par:
        """Return both together."""
        worths = Counter(self.worths) + Counter(more.worths)
        return Par(dict(sorted(worths.items())), self.replays + more.replays, self.seconds + more.seconds)


def chunks_of(par: Par, left: int, processes: int) -> list[tuple[int, int, float]]:
    """Return what is played next, side by side: from which replay on, how many times, and for how long at most.

    Only the first chunk of a par ends by the clock. It says how long a replay takes; after that each has a number of
    them, so that together they are the same replays, whoever is faster.
    """
    if not par.replays:
        return [(0, left, CHUNK)]
    each = max(1, min(int(CHUNK * par.replays / max(par.seconds, 1e-9)), ceil(left / processes)))
    upto = min(left, processes * each)
    return [(par.replays + done, min(each, upto - done), inf) for done in range(0, upto, each)]


def replay(deal: DailyDeal, strong: Bot, around: Bot, number: int, longest: int = _LONGEST) -> Table:
    """Play a deal once more: a strong bot with chance of its own in the person's seat, the bots of the day around."""
    table = Table.undealt(deal.game, None, dict(deal.choices), deal.nature)
    table.carry_on()
    chance = bots_seed(deal.seed, f"{deal.table} replay {number}")
    while not table.over and len(table.steps) < longest:
        seat = table.waiting[0]
        bot, seed = (strong, chance) if seat == deal.seat else (around, deal.bots_seed)
        table.play(seat, *row_of(bot, table, seat, seed))
    return table


def row_of(bot: Bot, table: Table, seat: int, seed: int) -> list[int]:
    """Return a whole decision of a bot, as at a table of the day."""
    walk = RowWalk(table.rules, table.position.copy(), table.options, seat)
    number = number_for(int(table.position.decided[seat]))
    while not walk.complete:
        for action in bot.choose(walk.view(), table.options, seat, seed, number + len(walk.taken)):
            walk.follow(action)
    return walk.taken


def replays(
    game: str, day: str, seed: bytes, first: int, most: int, chunk: float, tell: Callable[[int, int], object]
) -> Par:
    """Play a deal again from replay `first` on, `most` times at most, and for no more than `chunk` seconds."""
    deal = deal_with(seed, find_game(game), date.fromisoformat(day))
    strong, around = strong_bot(game), _bot(game, BOTS)
    found: Counter[int] = Counter()
    begin, done = time.process_time(), 0
    while done < most and (done == 0 or time.process_time() < begin + chunk):
        table = replay(deal, strong, around, first + done)
        if table.over:
            found[_worth(table, deal.seat)] += 1
        done += 1
        tell(done, most)
    return Par(dict(found), done, time.process_time() - begin)


def _worth(table: Table, seat: int) -> int:
    s: Any = table.position
    return int(table.rules.worth(s, table.options, seat))


def strong_bot(game: str) -> Bot:
    """Return who plays the person's seat: the strong level, or a search with so many playouts."""
    return _bot(game, f"search:{PLAYOUTS[game]}" if game in PLAYOUTS else STRONG)


@lru_cache
def _bot(game: str, level: str) -> Bot:
    return find_bot(find_game(game), level)
