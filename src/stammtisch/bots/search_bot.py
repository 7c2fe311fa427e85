"""The bot that searches: information set Monte Carlo tree search over any game of the protocol, in compiled code."""

from __future__ import annotations

import copy
from dataclasses import astuple, dataclass
from math import sqrt
from types import ModuleType
from typing import Any, Final, cast

import numpy as np

from stammtisch.clock import SYSTEM_CLOCK, Clock
from stammtisch.core.game import Game, hints_of
from stammtisch.kernel.bits import count, nth, words_for
from stammtisch.kernel.chance import draw, stream_for
from stammtisch.kernel.compile import driver
from stammtisch.kernel.search_tree import WHOLE, standard_deviation

_ROWS: Final = 1 << 17  # of the tree; beyond three quarters of them it does not grow
_SHARE: Final = 250  # iterations between two looks at the clock


@dataclass(frozen=True)
class ActionValue:
    """What a search thinks of an action."""

    action: int
    tried: int  # iterations that began with it
    worth: float  # how the seat stands in the end, on average, as the rules count it
    ahead: float  # how often it is ahead then, from 0 to 1; shared if others are level
    share: float = 0.0  # how often perfect play takes it, from 0 to 1, where a game is solved


@dataclass(frozen=True)
class SearchSettings:
    """Parameters of the search; the order of the fields is that of the constants in `kernel/search_tree.py`."""

    rollout_heuristic_percent: int = 100  # of the decisions in a rollout follow the hints, the others are random
    tree_heuristic_percent: int = 0  # of the others' decisions in the tree follow the hints
    random_opponent_percent: int = 0  # of the iterations in which another seat plays at random throughout
    exploration_constant: int = 150  # of UCB1, in hundredths of the standard deviation of results
    progressive_widening: int = 100  # others try a new action while tried² is below so many hundredths of the visits
    max_depth: int = 64  # decisions in the tree
    standard_errors: int = 100  # in hundredths: by how many an action must be better than what the hints suggest


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

    def evaluate(self, view: Any, options: Any, seat: int, seed: int, number: int) -> list[ActionValue]:
        """Return what there is to be thought of every legal action, first what is chosen."""
        legal, small = self._legal(view, options, seat), view.phase in self._small
        actions = [nth(legal, index) for index in range(count(legal))]
        root = np.zeros((2, self._rules.ACTIONS, 3), np.int64)
        memory = np.zeros(4, np.int64)
        if len(actions) > 1:
            self._search(view, options, seat, draw(stream_for(seat, seed, number), (1 << 31) - 1), root, memory)
        plan = int(not small and root[1, :, 0].max() > root[0, :, 0].max())  # whichever promised more
        found = [
            ActionValue(action, tried, worth / max(tried, 1), ahead / max(tried, 1) / WHOLE)
            for action in actions
            for tried, worth, ahead in [map(int, root[plan, action])]
        ]
        suggestion = self._suggested(plan, legal, view, options, seat, seed, number)
        suggested = next(one for one in found if one.action == suggestion)
        best = suggested if small else self._best(found, suggested, standard_deviation(memory))
        return [best, *sorted((one for one in found if one is not best), key=lambda one: (-one.tried, -one.worth))]

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

    def _search(self, view: Any, options: Any, seat: int, seed: int, root: Any, memory: Any) -> None:
        search = driver("stammtisch.kernel.drivers.tree_search", cast(ModuleType, self._rules)).search
        settings = np.array(astuple(self.settings), np.int64)
        words, chosen = np.array(view.words(), np.int64), np.array(options.words(), np.int64)
        self._table[:] = 0
        done, end = 0, self._clock.monotonic() + self._milliseconds / 1000
        while done < self._playouts or (self._milliseconds and self._clock.monotonic() < end):
            upto = done + (_SHARE if self._milliseconds else self._playouts)
            search(words, chosen, seat, seed, done, upto, settings, self._table, memory, root)
            done = upto
