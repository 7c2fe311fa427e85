"""The seat that deals. Its choices are steps like anyone's; where they come from lies outside the position."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from operator import index
from typing import Any, Protocol, SupportsIndex

from stammtisch.errors import NatureError
from stammtisch.kernel.chance import DEALS, STREAM_LENGTH, draw, open_stream

SEED_LIMIT = 1 << 63  # seeds are below this


def seed_for_bots(seed: int) -> int:
    """Return a seed for bots, fixed by that of the table: whoever knows the table's own knows every deal."""
    return int.from_bytes(sha256(f"bots {seed}".encode()).digest()[:8], "big") >> 1


class Nature(Protocol):
    """Where the choices of NATURE come from."""

    def choose(self, number: int, actions: Sequence[int]) -> int:
        """Return one of the legal `actions` as choice `number`, counted from 0."""


@dataclass(frozen=True)
class SeededNature:
    """Equally likely choices that a seed fixes: choice k uses draw k, so equal seeds give equal deals."""

    seed: int

    def __post_init__(self) -> None:
        seed: Any = self.seed  # whatever somebody has given
        if not isinstance(seed, SupportsIndex) or not 0 <= index(seed) < SEED_LIMIT:
            raise NatureError(f"seed is {self.seed}; it may be 0 to 2^63 - 1")

    def choose(self, number: int, actions: Sequence[int]) -> int:
        """Return one of the actions, the same each time for the same number."""
        stream = [0] * STREAM_LENGTH
        open_stream(stream, self.seed, DEALS, 0)
        stream[2] = number
        return actions[draw(stream, len(actions))]


@dataclass(frozen=True)
class ListedNature:
    """Choices given beforehand, for tests and arranged deals."""

    actions: Sequence[int]

    def choose(self, number: int, actions: Sequence[int]) -> int:
        """Return the listed choice.

        Raises:
            NatureError: The list is too short, or the choice is not legal.
        """
        if number >= len(self.actions):
            raise NatureError(f"NATURE was given {len(self.actions)} choices; this is number {number + 1}")
        action = self.actions[number]
        if action not in actions:
            raise NatureError(f"choice {number + 1} of NATURE is {action}; it may be {', '.join(map(str, actions))}")
        return action
