"""What goes on in a process in which bots think.

It prepares the search of one game after the other in the background, those that are asked for first: compiling takes
seconds the first time on a machine. Until a game is ready here, a rule bot answers.
"""

from __future__ import annotations

import atexit
import json
import logging
import multiprocessing
import os
import signal
import threading
from functools import lru_cache
from multiprocessing.connection import wait
from typing import Any, Final

from stammtisch.bots.bot import Bot
from stammtisch.bots.named import EASY, STRONG, find_bot, level_names, playouts_of
from stammtisch.bots.search import SearchBot, Weighed
from stammtisch.core.game import find_game, game_names
from stammtisch.core.options import make_options
from stammtisch.core.table import Table

_MOST_BOTS: Final = 32  # a search bot has five megabytes of memory
_MOST_OPTIONS: Final = 256
_LEAST: Final = 16  # playouts: with fewer a search is no better than a rule of thumb
_READY: Final = set[str]()  # games whose bots are prepared here
_ASKED: Final = list[str]()  # games that were asked for before they were


def settle_in(niceness: int) -> None:
    """Let the process that serves go first, leave interrupts to it, and end when it does, however it does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(niceness)
    atexit.register(os._exit, 0)  # a thread that compiles cannot be asked to stop
    parent = multiprocessing.parent_process()
    assert parent is not None

    def watch() -> None:
        wait([parent.sentinel])
        os._exit(0)

    threading.Thread(target=watch, daemon=True).start()


def settle_in_and_prepare(niceness: int) -> None:
    """Begin to prepare the bots of all games, too."""
    settle_in(niceness)
    threading.Thread(target=_prepare, daemon=True).start()


def _prepare() -> None:
    left = list(game_names())
    while left:
        name = next((name for name in _ASKED if name in left), left[0])
        left.remove(name)
        try:
            prepare(name)
        except Exception:  # the others can still be had
            logging.getLogger(__name__).exception("no search for %s", name)
        else:
            _READY.add(name)


def prepare(name: str) -> None:
    """Let each bot of a game think for a moment, so that everything it needs is compiled or loaded."""
    game = find_game(name)
    table = Table(game, seed=0)
    seat = table.waiting[0]
    for bot in (_searcher(name), *(_bot(name, level) for level in level_names(game))):
        brief = bot.with_playouts(1) if isinstance(bot, SearchBot) else bot
        brief.choose(table.view(seat), table.options, seat, 0, 0)


def is_ready(name: str) -> bool:
    """Whether the bots of a game are prepared here; if not, they are the next."""
    if name not in _READY:
        _ASKED.append(name)
    return name in _READY


def choose(
    name: str, level: str, chosen: str, words: list[int], seat: int, seed: int, number: int, halvings: int
) -> list[int]:
    """Return what a bot does, its budget halved so often; without bots that are prepared, or time, a rule bot."""
    bot = _bot(name, level if level == EASY or is_ready(name) else EASY)
    if isinstance(bot, SearchBot):
        playouts = bot.playouts >> halvings
        bot = bot.with_playouts(playouts) if playouts >= _LEAST else _bot(name, EASY)
    return bot.choose(_view(name, words), _options(name, chosen), seat, seed, number)


def weigh(
    name: str, chosen: str, words: list[int], seat: int, seed: int, number: int, halvings: int
) -> list[Weighed] | None:
    """Return what the search of the strong level thinks of each action; nothing before it is prepared."""
    if not is_ready(name):
        return None
    bot = _searcher(name)
    hurried = bot.with_playouts(max(_LEAST, bot.playouts >> halvings))
    return hurried.weigh(_view(name, words), _options(name, chosen), seat, seed, number)


def _view(name: str, words: list[int]) -> Any:
    return find_game(name).rules.State.of(words)


@lru_cache(_MOST_BOTS)
def _bot(name: str, level: str) -> Bot:
    return find_bot(find_game(name), level)


@lru_cache(_MOST_BOTS)
def _searcher(name: str) -> SearchBot:
    """Return the search of the strong level, also where that level is played by a bot that has solved the game."""
    game, strong = find_game(name), _bot(name, STRONG)
    return strong if isinstance(strong, SearchBot) else SearchBot(game, playouts_of(game, STRONG))


@lru_cache(_MOST_OPTIONS)
def _options(name: str, chosen: str) -> Any:
    return make_options(find_game(name).rules, json.loads(chosen))
