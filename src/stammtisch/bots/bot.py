"""What a bot is."""

from __future__ import annotations

from typing import Any, Protocol, runtime_checkable


class Bot(Protocol):
    """Whoever decides without being a person. It is given a view, never a position."""

    def choose(self, view: Any, options: Any, seat: int, seed: int, number: int) -> list[int]:
        """Return the first actions of the decision that `seat` owes: at least one, at most all of them.

        The same view, seed and number of the step give the same actions.
        """


@runtime_checkable
class Compiled(Protocol):
    """A bot that thinks in compiled code, and can have it compiled before anybody waits for an answer."""

    def compile(self) -> None:
        """Have that code compiled, or find it on disk."""
