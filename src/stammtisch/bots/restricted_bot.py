"""The bot that goes without some actions: what another one does, and where that is barred, the best of what is left."""

from __future__ import annotations

from fnmatch import fnmatchcase
from itertools import takewhile
from typing import Any, Final, Protocol, runtime_checkable

from stammtisch.bots.bot import Bot, Compiled
from stammtisch.core.game import Game
from stammtisch.errors import UnknownBot
from stammtisch.kernel.bits import add, count, has, nth, words_for
from stammtisch.kernel.chance import TRIES, draw, stream_for
from stammtisch.kernel.record import Row

WITHOUT: Final = " without "  # between the name of a bot and what it goes without
OR: Final = " or "  # between patterns
_SHOWN: Final = 6


@runtime_checkable
class Choosy(Protocol):
    """A bot that can be told to choose among some of the legal actions."""

    def choose(self, view: Any, options: Any, seat: int, seed: int, number: int) -> list[int]:
        """Return what it does."""

    def choose_among(self, view: Any, options: Any, seat: int, seed: int, number: int, left: Row) -> int:
        """Return the best of some legal actions; rules of thumb may name another one."""


class RestrictedBot:
    """Never does what is barred, unless nothing else is legal; it does not foresee that later it will not.

    `play_by_hints` of the driver `recorded_games` does the same in compiled code for `easy` and `random`.
    """

    def __init__(self, game: Game, name: str, bot: Bot, barred: list[int]) -> None:
        """Take a bot and what is barred, as bits.

        Raises:
            UnknownBot: The bot cannot be told to choose among some actions.
        """
        if not isinstance(bot, Choosy):
            raise UnknownBot(f"the bot {name!r} cannot go without an action: it does not say what is second best")
        self._rules, self._bot, self._barred = game.rules, bot, barred

    def compile(self) -> None:
        """Have compiled what the other one thinks with."""
        if isinstance(self._bot, Compiled):
            self._bot.compile()

    def choose(self, view: Any, options: Any, seat: int, seed: int, number: int) -> list[int]:
        """Return an action that the seed fixes, or the first ones as far as they are not barred."""
        row = self._bot.choose(view, options, seat, seed, number)
        if free := list(takewhile(lambda action: not has(self._barred, action), row)):
            return free
        legal = [0] * words_for(self._rules.ACTIONS)
        self._rules.legal(view, options, seat, legal)
        left = [word & ~barred for word, barred in zip(legal, self._barred, strict=True)]
        if not count(left):
            return row[:1]
        for attempt in range(1, TRIES):
            action = self._bot.choose_among(view, options, seat, seed ^ attempt, number, left)
            if has(left, action):
                return [action]
        return [nth(left, draw(stream_for(seat, seed ^ TRIES, number), count(left)))]


def plain_name(name: str) -> str:
    """Return the name of the bot that a bot is when it may do everything.

    >>> plain_name("easy without hide 1"), plain_name("easy")
    ('easy', 'easy')
    """
    return name.partition(WITHOUT)[0]


def barred_by(game: Game, name: str) -> list[int]:
    """Return what a bot of this name goes without, as bits.

    Patterns are those of file names, parted by "or": `turn ?`, `k11 or k12`.

    Raises:
        UnknownBot: No action of the game is like a pattern.
    """
    barred = [0] * words_for(game.rules.ACTIONS)
    patterns = name.partition(WITHOUT)[2]
    names = [game.notation.write(action) for action in range(game.rules.ACTIONS)]
    for pattern in patterns.split(OR) if patterns else ():
        alike = [action for action, written in enumerate(names) if fnmatchcase(written, " ".join(pattern.split()))]
        if not alike:
            some = ", ".join(map(repr, names[:_SHOWN]))
            raise UnknownBot(f"no action of {game.NAME} is like {pattern!r}; there are {some} and others")
        for action in alike:
            add(barred, action)
    return barred
