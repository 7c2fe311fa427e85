"""The bot that takes any legal action, all equally likely."""

from __future__ import annotations

from typing import Any

from stammtisch.core.game import Game
from stammtisch.kernel.bits import count, nth, words_for
from stammtisch.kernel.chance import draw, stream_for
from stammtisch.kernel.record import Row


class RandomBot:
    """Plays any game, and none well."""

    def __init__(self, game: Game) -> None:
        self._rules = game.rules

    def choose(self, view: Any, options: Any, seat: int, seed: int, number: int) -> list[int]:
        """Return an action that the seed fixes: the same for the same view and step number."""
        legal = [0] * words_for(self._rules.ACTIONS)
        self._rules.legal(view, options, seat, legal)
        return [self.choose_among(view, options, seat, seed, number, legal)]

    def choose_among(self, view: Any, options: Any, seat: int, seed: int, number: int, left: Row) -> int:  # noqa: ARG002
        """Return any of some actions."""
        return nth(left, draw(stream_for(seat, seed, number), count(left)))
