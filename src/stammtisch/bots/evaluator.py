"""The bots that say what they think of each action: a search, alone or with a net, or perfect play."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Protocol

from stammtisch.bots.levels import STRONG, has_net, playouts_of, usable_net
from stammtisch.bots.nets.net_search_bot import NetSearchBot
from stammtisch.bots.search_bot import ActionValue, SearchBot
from stammtisch.core.game import Game

_DIGITS: Final = 9  # what differs further on differs by rounding


class Evaluator(Protocol):
    """A bot that can be asked for reasons."""

    @property
    def playouts(self) -> int:
        """How many it plays for a decision; none if it knows."""

    def with_playouts(self, playouts: int) -> Evaluator:
        """Return this bot with another budget."""

    def choose(self, view: Any, options: Any, seat: int, seed: int, number: int) -> list[int]:
        """Return what it does."""

    def evaluate(self, view: Any, options: Any, seat: int, seed: int, number: int) -> list[ActionValue]:
        """Return what it thinks of every legal action, the best first."""

    def in_question(self, view: Any, options: Any, seat: int, seed: int, number: int) -> list[int]:
        """Return the actions that may be the best."""

    def compare(
        self, view: Any, options: Any, seat: int, seed: int, number: int, actions: Sequence[int]
    ) -> list[list[ActionValue]]:
        """Return what it thinks of some actions in the same worlds, all weighed alike: several times over."""


class Solved:
    """Perfect play as a bot that says what it thinks; it needs no playouts."""

    playouts = 0

    def __init__(self, game: Game) -> None:
        self._bot: Any = game.perfect.PerfectBot(game)  # type: ignore[attr-defined]  # games that are solved have it

    def with_playouts(self, playouts: int) -> Solved:  # noqa: ARG002
        """Return this bot: it is always as sure."""
        return self

    def choose(self, view: Any, options: Any, seat: int, seed: int, number: int) -> list[int]:
        """Return what perfect play does, which may be a matter of chance."""
        row: list[int] = self._bot.choose(view, options, seat, seed, number)
        return row

    def evaluate(self, view: Any, options: Any, seat: int, seed: int, number: int) -> list[ActionValue]:  # noqa: ARG002
        """Return what each action is worth if all else is perfect, first what perfect play takes most often."""
        shares = self._bot.shares(view, options)
        prospects = self._bot.prospects(view, options).items()
        found = [ActionValue(action, 1, worth, ahead, shares.get(action, 0.0)) for action, (worth, ahead) in prospects]
        return sorted(found, key=lambda one: (-round(one.share, _DIGITS), -round(one.worth, _DIGITS), one.action))

    def in_question(self, view: Any, options: Any, seat: int, seed: int, number: int) -> list[int]:
        """Return what is as good as anything."""
        found = self.evaluate(view, options, seat, seed, number)
        return [max(found, key=lambda one: one.worth).action]

    def compare(
        self, view: Any, options: Any, seat: int, seed: int, number: int, actions: Sequence[int]
    ) -> list[list[ActionValue]]:
        """Return what the actions are worth, twice the same: it is known."""
        by_action = {one.action: one for one in self.evaluate(view, options, seat, seed, number)}
        return [[by_action[action] for action in actions]] * 2


def evaluator_of(game: Game) -> Evaluator:
    """Return the bot of a game that advises: perfect play, a net that looks ahead, or the search."""
    return second_reviewer_of(game) or reviewer_of(game)


def reviewer_of(game: Game) -> Evaluator:
    """Return the bot of a game that judges what was done: perfect play, or the search.

    A net that looks ahead is stronger, but tells bots apart less well: what others may hold it takes as equally likely,
    and so it finds fault with the net itself (decision 25). It is asked for a second opinion.
    """
    return Solved(game) if hasattr(game, "perfect") else SearchBot(game, playouts_of(game, STRONG))


def second_reviewer_of(game: Game) -> NetSearchBot | None:
    """Return the bot that says the chances, and without which nothing cost anything: a net that looks ahead, if any."""
    net = usable_net(game) if is_advised_by_net(game) else None
    return NetSearchBot(game, net) if net else None


def is_advised_by_net(game: Game) -> bool:
    """Whether the chances that are told of a game are what its net says, and not counted or known."""
    return not hasattr(game, "perfect") and has_net(game)
