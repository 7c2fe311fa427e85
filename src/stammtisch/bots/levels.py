"""Bots by their names: levels, budgets, and those of others."""

from __future__ import annotations

import logging
import re
from functools import cache
from importlib.metadata import entry_points
from typing import Final, cast

from stammtisch.bots.bot import Bot
from stammtisch.bots.nets.net import Net, net_of, ships_net
from stammtisch.bots.nets.net_bot import NetBot
from stammtisch.bots.nets.net_search_bot import NetSearchBot
from stammtisch.bots.random_bot import RandomBot
from stammtisch.bots.restricted_bot import WITHOUT, RestrictedBot, barred_by, plain_name
from stammtisch.bots.rule_bot import RuleBot
from stammtisch.bots.search_bot import SearchBot
from stammtisch.core.game import Game, hints_of
from stammtisch.errors import NetError, UnknownBot

GROUP: Final = "stammtisch.bots"  # entry points of others: functions that are given a game and return a bot
EASY: Final = "easy"
NORMAL: Final = "normal"
STRONG: Final = "strong"
MASTER: Final = "master"  # for games with a net: it looks ahead with it
PERFECT: Final = "perfect"  # for games that have been solved
_PLAYOUTS: Final = {NORMAL: 100, STRONG: 2000}  # for games that do not say
_LOOK_AHEAD: Final = re.compile("master:([1-9][0-9]{0,8})")
_BUDGET: Final = re.compile("search:([1-9][0-9]{0,8})(ms)?")


def level_names(game: Game) -> tuple[str, ...]:
    """Return the levels of a game, from the weakest to the strongest."""
    master = (MASTER,) if has_net(game) else ()
    return (EASY, NORMAL, STRONG, *master, *((PERFECT,) if hasattr(game, "perfect") else ()))


def has_net(game: Game) -> bool:
    """Whether a game has a net that fits it as it is now."""
    return usable_net(game) is not None


@cache
def usable_net(game: Game) -> Net | None:
    """Return the net of a game; one that is damaged or does not fit is named in the log, and left alone."""
    try:
        return net_of(game)
    except NetError as error:
        logging.getLogger(__name__).warning("%s; its levels search instead", error)
        return None


def playouts_of(game: Game, level: str) -> int:
    """Return how many playouts the search of a level has for a decision: normal or strong."""
    own: dict[str, int] = getattr(hints_of(game), "PLAYOUTS", {})
    return own.get(level, _PLAYOUTS[level])


def find_bot(game: Game, name: str) -> Bot:
    """Return a bot for a game: `random`, a level, `search:1000`, `search:500ms`, `master:400`, or of an entry point.

    Each may go without some actions: `easy without turn 1`.

    Raises:
        UnknownBot: There is none of this name for this game, or no action that it could go without.
    """
    if WITHOUT in name:
        plain = plain_name(name)
        return RestrictedBot(game, plain, find_bot(game, plain), barred_by(game, name))
    if bot := _simple_bot(game, name) or _net_bot(game, name) or _search_bot(game, name):
        return bot
    for entry in entry_points(group=GROUP, name=name):
        return cast(Bot, entry.load()(game))
    others = [*entry_points(group=GROUP).names]
    budgets = ["search:PLAYOUTS", "search:MILLISECONDSms", *(["master:PLAYOUTS"] if has_net(game) else [])]
    names = ["random", *level_names(game), *budgets, *sorted(others)]
    raise UnknownBot(f"no bot {name!r} for {game.NAME}; there are {', '.join(names)}")


def _simple_bot(game: Game, name: str) -> Bot | None:
    """Return a bot that needs neither net nor search."""
    if name == "random":
        return RandomBot(game)
    if name == EASY:
        return RuleBot(game)
    if name in (STRONG, PERFECT) and hasattr(game, "perfect"):
        return cast(Bot, game.perfect.PerfectBot(game))
    return None


def _net_bot(game: Game, name: str) -> Bot | None:
    """Return a bot that follows the net of a game, if it has one."""
    budget = _LOOK_AHEAD.fullmatch(name)
    if name not in (STRONG, MASTER) and not budget:
        return None
    net = usable_net(game)
    if net is None:
        return None
    if name == STRONG:
        return NetBot(game, net)
    return NetSearchBot(game, net, int(budget[1])) if budget else NetSearchBot(game, net)


def _search_bot(game: Game, name: str) -> Bot | None:
    """Return a bot that searches."""
    if name in (NORMAL, STRONG) or (name == MASTER and ships_net(game)):  # a net that does not fit any more
        return SearchBot(game, playouts_of(game, NORMAL if name == NORMAL else STRONG))
    if budget := _BUDGET.fullmatch(name):
        number = int(budget[1])
        return SearchBot(game, milliseconds=number) if budget[2] else SearchBot(game, number)
    return None
