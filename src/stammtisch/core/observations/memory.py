"""A decision as somebody remembers it: what was known then, who decided, and what was seen of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

import numpy as np

from stammtisch.core.game import Game
from stammtisch.core.observations.observation import Numbers, features_of, observed
from stammtisch.kernel.seats import HIDDEN, NONE

_UNSEEN: Final = "?"


class Memory:
    """One decision, and all those before it."""

    def __init__(self, before: Memory | None, words: Sequence[int], seat: int, sight: int, count: int) -> None:
        """Remember one more.

        Args:
            before: What was remembered until then.
            words: What the viewer knew when somebody was asked to decide: the words of its view.
            seat: Who decided; NONE at the beginning of a world that somebody imagined.
            sight: The action as the viewer saw it; or the seat that imagined the world.
            count: How many decisions there have been, with this one.
        """
        self.before = before
        self.words = words
        self.seat = seat
        self.sight = sight
        self.count = count
        self._text: str | None = None
        self._row: Numbers | None = None

    def __iter__(self) -> Iterator[Memory]:
        """Yield all that is remembered, the newest first."""
        memory: Memory | None = self
        while memory is not None:
            yield memory
            memory = memory.before

    def text(self, game: Game) -> str:
        """Return what has changed since the decision before, who decided, and what."""
        if self.seat == NONE:
            return f"imagined by seat {self.sight} after {self.count}"
        if self._text is None:
            known = changes(self.before.words if self.before else (), self.words)
            action = _UNSEEN if self.sight == HIDDEN else game.notation.write(self.sight)
            self._text = f"{known} / {self.seat} {action}"
        return self._text

    def row(self, game: Game, options: Any, viewer: int) -> Numbers:
        """Return what was known, who decided, counted from the viewer, and what, as numbers.

        Raises:
            FeatureError: The game has no features.
        """
        if self._row is None:
            size, seats = features_of(game).LAYOUT.size, options.seats
            self._row = np.zeros(row_width(game, options), np.int8)
            self._row[:size] = observed(game, options, game.rules.State.of(self.words), viewer)
            self._row[size + (self.seat + seats - viewer) % seats] = 1
            self._row[size + seats + (game.rules.ACTIONS if self.sight == HIDDEN else self.sight)] = 1
        return self._row


def row_width(game: Game, options: Any) -> int:
    """Return how many numbers tell of one decision.

    Raises:
        FeatureError: The game has no features.
    """
    return features_of(game).LAYOUT.size + int(options.seats) + game.rules.ACTIONS + 1


def changes(before: Sequence[int], words: Sequence[int]) -> str:
    """Return the words that are not as before, as `index=value`; before anything was known all were 0.

    >>> changes((), [0, 5, 0]), changes([0, 5, 0], [0, 5, 2])
    ('1=5', '2=2')
    """
    return " ".join(
        f"{index}={word}" for index, word in enumerate(words) if word != (before[index] if index < len(before) else 0)
    )
