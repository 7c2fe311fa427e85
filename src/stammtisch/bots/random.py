"""The bot that takes any legal action, all equally likely."""

from __future__ import annotations

from typing import Any, Final

from stammtisch.core.game import Game
from stammtisch.kernel.bits import count, nth, words_for
from stammtisch.kernel.chance import CHOICES, STREAM_LENGTH, draw, open_stream

_SEATS: Final = 64  # more than any table has, so that no two seats share a stream


def choose(game: Game, view: Any, options: Any, seat: int, seed: int, number: int) -> int:
    """Return an action of `seat` that the seed fixes: the same for the same view and step number."""
    legal = [0] * words_for(game.rules.ACTIONS)
    game.rules.legal(view, options, seat, legal)
    stream = [0] * STREAM_LENGTH
    open_stream(stream, seed, CHOICES, number * _SEATS + seat)
    return nth(legal, draw(stream, count(legal)))
