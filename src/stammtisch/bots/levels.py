"""Bots by their names: levels, budgets, and those of others."""

from __future__ import annotations

import re
from importlib.metadata import entry_points
from typing import Final, cast

from stammtisch.bots.bot import Bot
from stammtisch.bots.random_bot import RandomBot
from stammtisch.bots.rule_bot import RuleBot
from stammtisch.bots.search_bot import SearchBot
from stammtisch.core.game import Game, hints_of
from stammtisch.errors import UnknownBot

GROUP: Final = "stammtisch.bots"  # entry points of others: functions that are given a game and return a bot
EASY: Final = "easy"
NORMAL: Final = "normal"
STRONG: Final = "strong"
PERFECT: Final = "perfect"  # for games that have been solved
_PLAYOUTS: Final = {NORMAL: 100, STRONG: 2000}  # for games that do not say
_BUDGET: Final = re.compile("search:([1-9][0-9]{0,8})(ms)?")


def level_names(game: Game) -> tuple[str, ...]:
    """Return the levels of a game, from the weakest to the strongest."""
    return (EASY, NORMAL, STRONG, *((PERFECT,) if hasattr(game, "perfect") else ()))


def playouts_of(game: Game, level: str) -> int:
    """Return how many playouts the search of a level has for a decision: normal or strong."""
    own: dict[str, int] = getattr(hints_of(game), "PLAYOUTS", {})
    return own.get(level, _PLAYOUTS[level])


def find_bot(game: Game, name: str) -> Bot:
    """Return a bot for a game: `random`, a level, `search:1000`, `search:500ms`, or one of an entry point.

    Raises:
        UnknownBot: There is none of this name for this game.
    """
    if name == "random":
        return RandomBot(game)
    if name == EASY:
        return RuleBot(game)
    if name in (STRONG, PERFECT) and hasattr(game, "perfect"):
        return cast(Bot, game.perfect.PerfectBot(game))
    if name in (NORMAL, STRONG):
        return SearchBot(game, playouts_of(game, name))
    if budget := _BUDGET.fullmatch(name):
        number = int(budget[1])
        return SearchBot(game, milliseconds=number) if budget[2] else SearchBot(game, number)
    for entry in entry_points(group=GROUP, name=name):
        return cast(Bot, entry.load()(game))
    others = [*entry_points(group=GROUP).names]
    names = ["random", *level_names(game), "search:PLAYOUTS", "search:MILLISECONDSms", *sorted(others)]
    raise UnknownBot(f"no bot {name!r} for {game.NAME}; there are {', '.join(names)}")
