"""What a bot is."""

from __future__ import annotations

from typing import Any, Final, Protocol

from stammtisch.kernel.chance import CHOICES, STREAM_LENGTH, open_stream

_SEATS: Final = 64  # more than any table has, so that no two seats share a stream


class Bot(Protocol):
    """Whoever decides without being a person. It is given a view, never a position."""

    def choose(self, view: Any, options: Any, seat: int, seed: int, number: int) -> list[int]:
        """Return the first actions of the decision that `seat` owes: at least one, at most all of them.

        The same view, seed and number of the step give the same actions.
        """


def stream_for(seat: int, seed: int, number: int) -> list[int]:
    """Return the stream of chance that a seat has of its own at a step."""
    stream = [0] * STREAM_LENGTH
    open_stream(stream, seed, CHOICES, number * _SEATS + seat)
    return stream
