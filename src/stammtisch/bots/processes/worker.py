"""What goes on in a process in which bots think.

It prepares the bots of one game after the other in the background, those that are asked for first: compiling a search,
or solving a game, takes seconds the first time on a machine. Until a game is ready here, a rule bot answers.
"""

from __future__ import annotations

import atexit
import json
import logging
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from functools import lru_cache
from multiprocessing.connection import wait
from queue import LifoQueue
from typing import Any, Final

from stammtisch.bots.bot import Bot
from stammtisch.bots.evaluator import Evaluator, evaluator_of
from stammtisch.bots.levels import EASY, find_bot, level_names
from stammtisch.bots.nets.net_search_bot import NetSearchBot
from stammtisch.bots.search_bot import ActionValue, SearchBot
from stammtisch.clock import SYSTEM_CLOCK, Clock
from stammtisch.core.game import find_game, game_names
from stammtisch.core.options import as_json, make_options
from stammtisch.core.table import Table
from stammtisch.kernel.compiler.announcement import be_silent

_Need = tuple[str, str]  # a game, and the options where they matter

_MOST_BOTS: Final = 32  # a search bot has five megabytes of memory
_MOST_OPTIONS: Final = 256
_LEAST: Final = 16  # playouts: a budget that was cut below this makes way for rules of thumb
_LEAST_TOLD: Final = 200  # playouts: what fewer say of an action is not worth telling anybody
_PAUSE: Final = 60.0  # seconds before what could not be prepared is tried again


def set_up_process(niceness: int) -> None:
    """Let the process that serves go first and speak, leave interrupts to it, and end when it does, however it does."""
    be_silent()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):  # not on Windows
        os.nice(niceness)
    atexit.register(os._exit, 0)  # a thread that compiles cannot be asked to stop
    parent = multiprocessing.parent_process()
    assert parent is not None

    def watch() -> None:
        wait([parent.sentinel])
        os._exit(0)

    threading.Thread(target=watch, daemon=True).start()


def set_up_and_prepare(niceness: int) -> None:
    """Begin to prepare the bots of all games, too."""
    set_up_process(niceness)
    threading.Thread(target=_prepare, daemon=True).start()


def _prepare() -> None:
    """Prepare the usual game of each kind, and then whatever is asked for."""
    for name in reversed(game_names()):
        _PREPARATIONS.asked.put(_need(name, json.dumps(as_json(find_game(name).rules, _options(name, "{}")))))
    while True:
        _PREPARATIONS.see_to(_PREPARATIONS.asked.get())


class Preparations:
    """What is prepared in a process, what is asked for, and what could not be prepared."""

    def __init__(self, prepare: Callable[[str, str], None], clock: Clock = SYSTEM_CLOCK) -> None:
        self.asked = LifoQueue[_Need]()  # what is asked for last is on top
        self._prepare, self._clock = prepare, clock
        self._ready = set[_Need]()
        self._given_up = dict[_Need, float]()  # and when it is tried again

    def see_to(self, need: _Need) -> None:
        """Prepare what is needed, unless it is ready or could not be prepared a moment ago."""
        if need in self._ready or self._is_given_up(need):
            return
        try:
            self._prepare(*need)
        except Exception:  # the others can still be had
            logging.getLogger(__name__).exception("no bots for %s", need[0])
            self._given_up[need] = self._clock.monotonic() + _PAUSE
        else:
            self._ready.add(need)

    def is_ready(self, need: _Need) -> bool:
        """Whether something is prepared; if not, it is the next."""
        if need not in self._ready and not self._is_given_up(need):
            self.asked.put(need)
        return need in self._ready

    def _is_given_up(self, need: _Need) -> bool:
        return need in self._given_up and self._clock.monotonic() < self._given_up[need]


def _need(name: str, chosen: str) -> _Need:
    """Return what must be prepared for a game with these options: a game is solved for each of them anew."""
    return name, chosen if hasattr(find_game(name), "perfect") else ""


def prepare(name: str, chosen: str) -> None:
    """Let each bot of a game think for a moment, so that everything it needs is compiled, solved or loaded."""
    game = find_game(name)
    table = Table(game, seed=0, **json.loads(chosen or "{}"))
    seat = table.waiting[0]
    for bot in (evaluator_of(game), *(find_bot(game, level) for level in level_names(game))):  # none that thinks now
        brief = bot.with_playouts(1) if isinstance(bot, SearchBot | NetSearchBot) else bot
        brief.choose(table.view(seat), table.options, seat, 0, 0)
    hasty = evaluator_of(game).with_playouts(1)  # what a hint says of each action is worked out by other code
    hasty.evaluate(table.view(seat), table.options, seat, 0, 0)


_PREPARATIONS: Final = Preparations(prepare)


def is_ready(name: str, chosen: str) -> bool:
    """Whether the bots of a game are prepared here; if not, they are the next."""
    return _PREPARATIONS.is_ready(_need(name, chosen))


def choose(
    name: str, level: str, chosen: str, words: list[int], seat: int, seed: int, number: int, halvings: int
) -> list[int]:
    """Return what a bot does, its budget halved so often; without bots that are prepared, or time, a rule bot."""
    bot = cached_bot(name, level if level == EASY or is_ready(name, chosen) else EASY)
    if isinstance(bot, NetSearchBot):
        bot = bot.with_playouts(bot.playouts >> halvings)  # with too few it does what its net says
    if isinstance(bot, SearchBot):
        playouts = bot.playouts >> halvings
        bot = bot.with_playouts(playouts) if playouts >= min(_LEAST, bot.playouts) else cached_bot(name, EASY)
    return bot.choose(_view(name, words), _options(name, chosen), seat, seed, number)


def evaluate(
    name: str, chosen: str, words: list[int], seat: int, seed: int, number: int, halvings: int
) -> tuple[list[ActionValue], int] | None:
    """Return what the strongest bot thinks of each action, and after how many playouts; nothing if it has no time."""
    bot = cached_evaluator(name)
    hurried = bot.with_playouts(bot.playouts >> halvings)
    if not is_ready(name, chosen) or hurried.playouts < min(_LEAST_TOLD, bot.playouts):
        return None
    found = hurried.evaluate(_view(name, words), _options(name, chosen), seat, seed, number)
    return found, hurried.playouts and sum(one.tried for one in found)


def _view(name: str, words: list[int]) -> Any:
    return find_game(name).rules.State.of(words)


@lru_cache(_MOST_BOTS)
def cached_bot(name: str, level: str) -> Bot:
    """Return a bot of this process."""
    return find_bot(find_game(name), level)


@lru_cache(_MOST_BOTS)
def cached_evaluator(name: str) -> Evaluator:
    """Return who thinks about hints in this process."""
    return evaluator_of(find_game(name))


@lru_cache(_MOST_OPTIONS)
def _options(name: str, chosen: str) -> Any:
    return make_options(find_game(name).rules, json.loads(chosen))
