"""The bot that follows a game's rules of thumb."""

from __future__ import annotations

from typing import Any

from stammtisch.core.game import Game, hints_of
from stammtisch.kernel.bits import words_for
from stammtisch.kernel.chance import stream_for
from stammtisch.kernel.record import Row


class RuleBot:
    """Decides at once, as somebody would who has played a few times; at random in a game without hints."""

    def __init__(self, game: Game) -> None:
        self._rules = game.rules
        self._suggest = hints_of(game).suggest

    def choose(self, view: Any, options: Any, seat: int, seed: int, number: int) -> list[int]:
        """Return an action that the seed fixes: the same for the same view and step number."""
        legal = [0] * words_for(self._rules.ACTIONS)
        self._rules.legal(view, options, seat, legal)
        return [self.choose_among(view, options, seat, seed, number, legal)]

    def choose_among(self, view: Any, options: Any, seat: int, seed: int, number: int, left: Row) -> int:
        """Return what is suggested to somebody with these actions; it may be another one."""
        return self._suggest(view, options, seat, left, stream_for(seat, seed, number))
