"""The kinds of choices that options offer, each with its limits: used in the class body of a game's `Options`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, Protocol

from stammtisch.kernel.seats import NONE

CHANCE: Final = NONE  # for a seat that NATURE draws


class Choice(Protocol):
    """What one option may be. A game with a kind of its own writes a class like those below."""

    def read(self, value: object) -> object:
        """Return what the record holds for a value from JSON, Python or text; `None` if it may not be."""

    def write(self, held: object) -> object:
        """Return the JSON value for what the record holds: the inverse of `read`."""

    def accepts(self) -> str:
        """Say what it may be, to end the sentence 'it may be …'."""


@dataclass(frozen=True)
class Between:
    """A whole number, both ends included."""

    low: int
    high: int

    def read(self, value: object) -> int | None:
        """Return the number, also from its digits, if it lies between the ends."""
        number = _whole(value)
        return number if number is not None and self.low <= number <= self.high else None

    def write(self, held: object) -> object:
        """Return the number."""
        return held

    def accepts(self) -> str:
        """Say the ends."""
        return f"{self.low} to {self.high}" if self.low < self.high else f"{self.low} only"


@dataclass(frozen=True)
class YesNo:
    """A variant that is played or not."""

    def read(self, value: object) -> int | None:
        """Return 1 or 0 for a truth value, a number or a word."""
        if isinstance(value, str):
            value = {"yes": True, "true": True, "1": True, "no": False, "false": False, "0": False}.get(value.lower())
        return int(value) if isinstance(value, int) and value in (0, 1) else None

    def write(self, held: object) -> object:
        """Return a truth value."""
        return bool(held)

    def accepts(self) -> str:
        """Say the two words."""
        return "yes or no"


@dataclass(frozen=True)
class SeatOrChance:
    """A seat, or the word chance; the game's `prepare` refuses seats the table does not have."""

    seats: int

    def read(self, value: object) -> int | None:
        """Return the seat, or `CHANCE`."""
        if value == "chance":
            return CHANCE
        number = _whole(value)
        return number if number is not None and 0 <= number < self.seats else None

    def write(self, held: object) -> object:
        """Return the seat's number, or the word."""
        return "chance" if held == CHANCE else held

    def accepts(self) -> str:
        """Say the seats and the word."""
        return f"chance or a seat from 0 to {self.seats - 1}"


def _whole(value: object) -> int | None:
    """Return a whole number given as such or in digits; so many that `int` refuses them are none."""
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    return int(value) if isinstance(value, str) and re.fullmatch("-?[0-9]{1,18}", value) else None
