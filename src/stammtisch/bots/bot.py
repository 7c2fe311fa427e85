"""What a bot is."""

from __future__ import annotations

from typing import Any, Protocol


class Bot(Protocol):
    """Whoever decides without being a person. It is given a view, never a position."""

    def choose(self, view: Any, options: Any, seat: int, seed: int, number: int) -> list[int]:
        """Return the first actions of the decision that `seat` owes: at least one, at most all of them.

        The same view, seed and number of the step give the same actions.
        """
