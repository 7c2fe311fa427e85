"""How much of a result was the deal: bots play a deal again on all seats, and other deals to compare with."""

from __future__ import annotations

import time
from dataclasses import dataclass
from itertools import cycle
from typing import Any, Final

from stammtisch.bots.evaluator import Evaluator, reviewer_of
from stammtisch.bots.review.decisions import FinishedGame, Tell, playouts_for
from stammtisch.core.game import find_game
from stammtisch.core.nature import Nature, SeededNature
from stammtisch.core.table import Table

GAMES: Final = 24  # of each kind
_FEWEST: Final = 4  # games of each kind, however long they take
_LONGEST: Final = 45.0  # seconds after which there are no more
THINKING: Final = 60  # decisions of the strong level: it takes as long as it does for so many
_LEAST: Final = 24  # playouts for a decision
_LONGER: Final = 10  # times as many steps as the game that was played: such a game is not finished


@dataclass(frozen=True)
class Luck:
    """What the seats were worth at the end, game by game."""

    here: tuple[tuple[int, ...], ...]  # on this deal
    elsewhere: tuple[tuple[int, ...], ...]  # on others; none where it is known to be nothing on average
    playouts: int  # for each decision; 0 where a game is solved


def luck(played: FinishedGame, nature: Nature, tell: Tell, each: int = GAMES, thinking: int = THINKING) -> Luck:
    """Let bots play the deal again that NATURE dealt, and others, so many times each.

    Where the seats are alike, and what one gains another loses, the average of others is known to be nothing.
    """
    game = find_game(played.game)
    worths = _worths(_played_again(played))
    known = played.alike and sum(worths) == 0
    games = each if known else 2 * each
    decisions = sum(seat < len(worths) for seat, _ in played.steps)
    strong = reviewer_of(game)
    bot = strong.with_playouts(playouts_for(strong, games * decisions, _LEAST, thinking))
    found: dict[bool, list[tuple[int, ...]]] = {True: [], False: []}
    end = time.monotonic() + _LONGEST
    kinds = cycle((True,) if known else (True, False))
    for number in range(games):
        here = next(kinds)
        if time.monotonic() > end and number >= _FEWEST * games // each:
            break
        table = Table.undealt(game, None, dict(played.choices), nature if here else SeededNature(number))
        if _play(table, bot, number, len(played.steps) * _LONGER):
            found[here].append(_worths(table))
        tell(number + 1, games)
    return Luck(tuple(found[True]), tuple(found[False]), bot.playouts)


def _played_again(played: FinishedGame) -> Table:
    table = Table.undealt(find_game(played.game), 0, dict(played.choices))
    for seat, action in played.steps:
        table.follow(seat, action)
    return table


def _play(table: Table, bot: Evaluator, seed: int, longest: int) -> bool:
    """Let one bot play all seats, each with its own view; whether the game came to an end."""
    table.carry_on()
    while not table.over and len(table.steps) < longest:
        seat = table.waiting[0]
        row: list[int] = bot.choose(table.view(seat), table.options, seat, seed, len(table.steps))
        table.play(seat, *row)
    return table.over


def _worths(table: Table) -> tuple[int, ...]:
    s: Any = table.position
    return tuple(int(table.rules.worth(s, table.options, seat)) for seat in range(table.seats))
