"""The bot that looks ahead with a net: what its net would do, unless something else turns out better.

The actions that come into question are tried in the same worlds until the net is asked again, and those that are
surely worse are dropped (sequential halving, with standard errors of paired differences instead of halves).
"""

from __future__ import annotations

import copy
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import sqrt
from statistics import fmean
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from stammtisch.bots.nets.net import Net
from stammtisch.bots.nets.net_bot import NetBot
from stammtisch.bots.search_bot import ActionValue
from stammtisch.core.game import Game
from stammtisch.kernel.bits import count, has, nth
from stammtisch.kernel.chance import draw, stream_for
from stammtisch.kernel.compile import compile_entries
from stammtisch.kernel.net import AHEAD, chance_of
from stammtisch.kernel.record import Row

PLAYOUTS: Final = 400  # of a master: worlds times actions
_FIRST: Final = 16  # worlds in which all of them are tried; nothing is decided by fewer
_DROPPED: Final = 2.5  # standard errors by which an action must be worse than the best to be dropped
_PARTS: Final = 16  # of a comparison
_RIVALS: Final = 2  # that look better than what is done
_CHANCES: Final = 64  # playouts at most that say how far the chances of two actions differ


@dataclass(frozen=True)
class NetSearchSettings:
    """Parameters of looking ahead."""

    decisions: int = 1  # of the own seat, this one included, before the net is asked again
    candidates: int = 6  # actions that come into question at most
    chance: float = 0.01  # of what the net thinks best that an action must have to come into question
    standard_errors: float = 2.5  # by how many an action must be better than what the net would do


class NetSearchBot:
    """Looks ahead in so many playouts: worlds times actions."""

    def __init__(
        self, game: Game, net: Net, playouts: int = PLAYOUTS, settings: NetSearchSettings | None = None
    ) -> None:
        self._rules, self._net, self._bot = game.rules, net, NetBot(game, net)
        self.playouts = playouts
        self.settings = settings or NetSearchSettings()

    def with_playouts(self, playouts: int) -> NetSearchBot:
        """Return this bot with another budget."""
        other = copy.copy(self)
        other.playouts = playouts
        return other

    def choose(self, view: Any, options: Any, seat: int, seed: int, number: int) -> list[int]:
        """Return the action that promises most; where nobody else will see it, what the net draws."""
        if self._bot.is_hidden(view, options, seat):
            return self._bot.choose(view, options, seat, seed, number)
        actions = self._in_question(view, options, seat)
        return [self._search(view, options, seat, seed, number, actions)[0].action]

    def compile(self) -> None:
        """Have compiled what it thinks with, or find it on disk."""
        compile_entries(self._bot.driver, "look_ahead", "ask_net")

    def choose_among(self, view: Any, options: Any, seat: int, seed: int, number: int, left: Row) -> int:
        """Return what promises most of some actions; where nobody else will see it, what the net draws."""
        if self._bot.is_hidden(view, options, seat):
            return self._bot.choose_among(view, options, seat, seed, number, left)
        actions = [action for action in self._by_chance(view, options, seat) if has(left, action)]
        return self._search(view, options, seat, seed, number, actions[: self.settings.candidates])[0].action

    def evaluate(self, view: Any, options: Any, seat: int, seed: int, number: int) -> list[ActionValue]:
        """Return what there is to be thought of every legal action, first what looks best.

        All of them are tried, so it may differ from what is chosen among those that come into question. The chance of
        the first is what the net says of the view: what looks best is likely to look better than it is. That of another
        differs from it by as much as the two differ in the same worlds.
        """
        return self._search(view, options, seat, seed, number, self._by_chance(view, options, seat))

    def in_question(self, view: Any, options: Any, seat: int, seed: int, number: int) -> list[int]:
        """Return what it does, and before that what looks better without being so for sure."""
        first, *others = self.evaluate(view, options, seat, seed, number)
        better = sorted((one for one in others if one.worth > first.worth), key=lambda one: -one.worth)
        return [*(one.action for one in better[:_RIVALS]), first.action]

    def compare(
        self, view: Any, options: Any, seat: int, seed: int, number: int, actions: Sequence[int]
    ) -> list[list[ActionValue]]:
        """Return what there is to be thought of some actions in the same worlds, all tried equally often: by part."""
        each = max(1, self.playouts // _PARTS // len(actions))
        results = self._look_ahead(view, options, seat, _seed(seat, seed, number, 1), 0, _PARTS * each, actions)
        parts = results.reshape(_PARTS, each, len(actions), 2).mean(1)
        return [
            [ActionValue(action, each, float(w), float(a)) for action, (w, a) in zip(actions, part, strict=True)]
            for part in parts
        ]

    def chances(self, view: Any, options: Any, seat: int, seed: int, number: int, action: int) -> tuple[float, float]:
        """Return how likely the seat is to be ahead as the net goes on, and after an action.

        The first is what the net says of the view: it learned that from what happened. The second differs from it by as
        much as the action differs from what the net would do, in the same worlds; how likely the seat is to be ahead in
        these is not said, since they take all that others may hold as equally likely.
        """
        own, chance = self._by_chance(view, options, seat)[0], self._chance(view, options, seat)
        if action == own:
            return chance, chance
        brief = self.with_playouts(min(self.playouts, _CHANCES))
        parts = brief.compare(view, options, seat, seed, number, [own, action])
        return chance, min(1.0, max(0.0, chance + fmean(after.ahead - before.ahead for before, after in parts)))

    def _chance(self, view: Any, options: Any, seat: int) -> float:
        return float(chance_of(self._bot.ask(view, options, seat).tolist()[self._rules.ACTIONS + AHEAD]))

    def _in_question(self, view: Any, options: Any, seat: int) -> list[int]:
        """Return what the net might do, the likeliest first."""
        actions = self._by_chance(view, options, seat)
        logits = self._bot.ask(view, options, seat)
        least = logits[actions[0]] + np.log(self.settings.chance)
        return [action for action in actions[: self.settings.candidates] if logits[action] >= least]

    def _by_chance(self, view: Any, options: Any, seat: int) -> list[int]:
        legal, logits = self._bot.legal(view, options, seat), self._bot.ask(view, options, seat)
        return sorted(
            (nth(legal, index) for index in range(count(legal))), key=lambda action: (-logits[action], action)
        )

    def _search(
        self, view: Any, options: Any, seat: int, seed: int, number: int, actions: Sequence[int]
    ) -> list[ActionValue]:
        """Return what there is to be thought of some actions, first what is chosen; first given is what the net does.

        Those that are dropped keep what was thought of them then.
        """
        if len(actions) == 1:
            return [ActionValue(actions[0], 0, 0.0, 0.0)]
        left, done, begun = list(range(len(actions))), 0, 0
        found = [ActionValue(action, 0, 0.0, 0.0) for action in actions]
        rows: NDArray[np.float32] = np.zeros((0, len(actions), 2), np.float32)
        own = _seed(seat, seed, number, 0)
        while True:
            worlds = max(1, min(max(_FIRST, begun), (self.playouts - done) // len(left)))
            more = np.full((worlds, len(actions), 2), np.nan, np.float32)
            more[:, left] = self._look_ahead(
                view, options, seat, own, begun, begun + worlds, [actions[i] for i in left]
            )
            rows, begun, done = np.concatenate([rows, more]), begun + worlds, done + worlds * len(left)
            means = rows[:, left].mean(0)
            for index, worth in zip(left, means[:, 0], strict=True):
                found[index] = ActionValue(actions[index], begun, float(worth), 0.0)
            best = left[int(means[:, 0].argmax())]
            left = [i for i in left if i == best or not self._is_worse(rows[:, i, 0] - rows[:, best, 0], _DROPPED)]
            if done + len(left) > self.playouts or len(left) == 1:
                break
        preferred = 0 if 0 in left else best
        apart = rows[:, preferred, 0] - rows[:, best, 0]
        chosen = best if self._is_worse(apart, self.settings.standard_errors) else preferred
        changes = np.nanmean(rows[:, :, 1] - rows[:, chosen : chosen + 1, 1], 0)
        chances = np.clip(self._chance(view, options, seat) + changes, 0, 1).tolist()
        found = [replace(one, ahead=ahead) for one, ahead in zip(found, chances, strict=True)]
        rest = sorted(
            (one for index, one in enumerate(found) if index != chosen), key=lambda one: (-one.tried, -one.worth)
        )
        return [found[chosen], *rest]

    @staticmethod
    def _is_worse(differences: NDArray[np.float32], errors: float) -> bool:
        """Whether differences are below 0 by so many standard errors; a few worlds say nothing."""
        if len(differences) < _FIRST:
            return False
        return float(differences.mean()) < -errors * float(differences.std(ddof=1)) / sqrt(len(differences))

    def _look_ahead(
        self, view: Any, options: Any, seat: int, seed: int, first: int, after: int, actions: Sequence[int]
    ) -> NDArray[np.float32]:
        results = np.zeros((after - first, len(actions), 2), np.float32)
        net, words = self._net, (np.array(view.words(), np.int64), np.array(options.words(), np.int64))
        self._bot.driver.look_ahead(
            *words,
            *(seat, seed, first, after, self.settings.decisions, np.array(actions, np.int64)),
            *(net.shape, net.weights, net.numbers, net.scale, results),
        )
        return results


def _seed(seat: int, seed: int, number: int, purpose: int) -> int:
    """Return the seed of all worlds of a decision; comparing has others than searching."""
    stream = stream_for(seat, seed, number)
    for _ in range(purpose):
        draw(stream, 2)
    return draw(stream, (1 << 31) - 1)
