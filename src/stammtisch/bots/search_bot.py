"""The bot that searches: information set Monte Carlo tree search over any game of the protocol, in compiled code."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from dataclasses import astuple, dataclass
from math import sqrt
from types import ModuleType
from typing import Any, Final, cast

import numpy as np

from stammtisch.bots.search_settings import SearchSettings
from stammtisch.clock import SYSTEM_CLOCK, Clock
from stammtisch.core.game import Game, hints_of
from stammtisch.kernel.bits import count, has, nth, words_for
from stammtisch.kernel.chance import draw, stream_for
from stammtisch.kernel.compile import compile_entries, driver
from stammtisch.kernel.record import Row
from stammtisch.kernel.search_tree import WHOLE, standard_deviation

_ROWS: Final = 1 << 17  # of the tree; beyond three quarters of them it does not grow
_SHARE: Final = 250  # iterations between two looks at the clock
_RIVALS: Final = 2  # that look better than what is done
_PARTS: Final = 16  # of a comparison
_FREE: Final = np.zeros(0, np.int64)  # the search chooses what to try


@dataclass(frozen=True)
class ActionValue:
    """What a search thinks of an action."""

    action: int
    tried: int  # iterations that began with it
    worth: float  # how the seat stands in the end, on average, as the rules count it
    ahead: float  # how often it is ahead then, from 0 to 1; shared if others are level
    share: float = 0.0  # how often perfect play takes it, from 0 to 1, where a game is solved


class SearchBot:
    """Searches for so many playouts, or for so long."""

    def __init__(
        self,
        game: Game,
        playouts: int = 0,
        milliseconds: int = 0,
        settings: SearchSettings | None = None,
        *,
        clock: Clock = SYSTEM_CLOCK,
    ) -> None:
        self._rules = game.rules
        self._playouts = playouts
        self._milliseconds = milliseconds
        self._clock = clock
        hints = hints_of(game)
        self.settings = settings or SearchSettings(**getattr(hints, "SETTINGS", {}))
        self._plans = hints.suggest, getattr(hints, "dare", hints.suggest)
        self._small: frozenset[int] = getattr(hints, "SMALL", frozenset())
        self._table = np.zeros((_ROWS, 4), np.int64)

    @property
    def playouts(self) -> int:
        """How many it plays for a decision; 0 if it has a time instead."""
        return self._playouts

    def compile(self) -> None:
        """Have compiled what it thinks with, or find it on disk."""
        compile_entries(self._driver, "search")

    def with_playouts(self, playouts: int) -> SearchBot:
        """Return this bot with another budget; both use the same memory, so that only one may think at a time."""
        other = copy.copy(self)
        other._playouts, other._milliseconds = playouts, 0
        return other

    def choose(self, view: Any, options: Any, seat: int, seed: int, number: int) -> list[int]:
        """Return the action that promises most; what is suggested where the hints say that a search is not worth it."""
        if view.phase in self._small:
            return [self._suggested(0, self._legal(view, options, seat), view, options, seat, seed, number)]
        return [self.evaluate(view, options, seat, seed, number)[0].action]

    def choose_among(self, view: Any, options: Any, seat: int, seed: int, number: int, left: Row) -> int:
        """Return what promises most of some actions."""
        return next(one.action for one in self.evaluate(view, options, seat, seed, number) if has(left, one.action))

    def evaluate(self, view: Any, options: Any, seat: int, seed: int, number: int) -> list[ActionValue]:
        """Return what there is to be thought of every legal action, first what is chosen."""
        legal, small = self._legal(view, options, seat), view.phase in self._small
        actions = [nth(legal, index) for index in range(count(legal))]
        root = np.zeros((2, self._rules.ACTIONS, 3), np.int64)
        memory = np.zeros(4, np.int64)
        if len(actions) > 1:
            self._search(view, options, seat, draw(stream_for(seat, seed, number), (1 << 31) - 1), root, memory)
        plan = int(not small and root[1, :, 0].max() > root[0, :, 0].max())  # whichever promised more
        found = [_value(action, root[plan, action]) for action in actions]
        suggestion = self._suggested(plan, legal, view, options, seat, seed, number)
        suggested = next(one for one in found if one.action == suggestion)
        best = suggested if small else self._best(found, suggested, standard_deviation(memory))
        return [best, *sorted((one for one in found if one is not best), key=lambda one: (-one.tried, -one.worth))]

    def in_question(self, view: Any, options: Any, seat: int, seed: int, number: int) -> list[int]:
        """Return what it does, and before that what looks better without being so for sure, as far as it searches."""
        if view.phase in self._small:
            return self.choose(view, options, seat, seed, number)
        first, *others = self.evaluate(view, options, seat, seed, number)
        better = sorted((one for one in others if one.tried and one.worth > first.worth), key=lambda one: -one.worth)
        return [*(one.action for one in better[:_RIVALS]), first.action]

    def _legal(self, view: Any, options: Any, seat: int) -> list[int]:
        legal = [0] * words_for(self._rules.ACTIONS)
        self._rules.legal(view, options, seat, legal)
        return legal

    def _suggested(
        self, plan: int, legal: list[int], view: Any, options: Any, seat: int, seed: int, number: int
    ) -> int:
        """Return what the hints say, or the daring among them."""
        return int(self._plans[plan](view, options, seat, legal, stream_for(seat, seed, number)))

    def _best(self, found: list[ActionValue], suggested: ActionValue, apart: float) -> ActionValue:
        """Return what promises most, or what is suggested if the difference may well be luck."""
        if not suggested.tried:
            return max(found, key=lambda one: one.tried)
        better = [
            one
            for one in found
            if one.tried
            and one.worth - suggested.worth
            > self.settings.standard_errors / 100 * apart * sqrt(1 / one.tried + 1 / suggested.tried)
        ]
        return max(better, key=lambda one: one.worth, default=suggested)

    def compare(
        self, view: Any, options: Any, seat: int, seed: int, number: int, actions: Sequence[int]
    ) -> list[list[ActionValue]]:
        """Return what there is to be thought of some actions in the same worlds, all tried equally often: by part.

        Each part has worlds of its own, so that how far they differ says how sure their mean is. Where there are two
        plans, some playouts find out first which is the better one for each action.
        """
        ways = [(plan, action) for plan in range(1 + (self._plans[0] is not self._plans[1])) for action in actions]
        stream = stream_for(seat, seed, number)
        _, first, *seeds = [draw(stream, (1 << 31) - 1) for _ in range(_PARTS + 2)]  # `evaluate` takes the first
        each = max(1, self._playouts // _PARTS // len(actions))
        self._table[:] = 0
        memory = np.zeros(4, np.int64)
        if len(ways) > len(actions):
            root = self._taking_turns(view, options, seat, first, ways, 2 * each, memory)
            ways = [max((way for way in ways if way[1] == action), key=lambda way: root[way][1]) for action in actions]
        found = []
        for part in seeds:
            root = self._taking_turns(view, options, seat, part, ways, each, memory)
            found.append([_value(action, root[plan, action]) for plan, action in ways])
        return found

    def _taking_turns(
        self, view: Any, options: Any, seat: int, seed: int, ways: Sequence[tuple[int, int]], each: int, memory: Any
    ) -> Any:
        root = np.zeros((2, self._rules.ACTIONS, 3), np.int64)
        only = np.array([plan * self._rules.ACTIONS + action for plan, action in ways], np.int64)
        self._driver.search(
            *_words(view, options), seat, seed, 0, each * len(ways), only, self._how(), self._table, memory, root
        )
        return root

    def _search(self, view: Any, options: Any, seat: int, seed: int, root: Any, memory: Any) -> None:
        search, how, known = self._driver.search, self._how(), _words(view, options)
        self._table[:] = 0
        done, end = 0, self._clock.monotonic() + self._milliseconds / 1000
        while done < self._playouts or (self._milliseconds and self._clock.monotonic() < end):
            upto = done + (_SHARE if self._milliseconds else self._playouts)
            search(*known, seat, seed, done, upto, _FREE, how, self._table, memory, root)
            done = upto

    @property
    def _driver(self) -> Any:
        return driver("stammtisch.kernel.drivers.tree_search", cast(ModuleType, self._rules))

    def _how(self) -> Any:
        return np.array(astuple(self.settings), np.int64)


def _words(view: Any, options: Any) -> tuple[Any, Any]:
    return np.array(view.words(), np.int64), np.array(options.words(), np.int64)


def _value(action: int, sums: Any) -> ActionValue:
    """Return what is thought of an action, from its visits, the sum of its worth, and how often it was ahead."""
    tried, worth, ahead = map(int, sums)
    return ActionValue(action, tried, worth / max(tried, 1), ahead / max(tried, 1) / WHOLE)
