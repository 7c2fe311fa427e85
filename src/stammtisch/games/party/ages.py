"""Who is younger than whom, as an option: the seats from youngest to oldest, or the word chance."""

from __future__ import annotations

import re
from dataclasses import dataclass

from stammtisch.kernel.seats import NONE


@dataclass(frozen=True)
class Ages:
    """The seats from youngest to oldest; the game's `prepare` refuses those that are not exactly the table's."""

    seats: int

    @staticmethod
    def unknown(seats: int) -> list[int]:
        """Return what the record holds where nobody has told the ages."""
        return [NONE] * seats

    def read(self, value: object) -> list[int] | None:
        """Return the seats, filled up with `NONE`, from a list or from digits parted by commas."""
        if value == "chance":
            return self.unknown(self.seats)
        if isinstance(value, str) and re.fullmatch(r"\d(,\d)*", value, re.ASCII):
            value = [int(digit) for digit in value.split(",")]
        if not isinstance(value, list | tuple) or not 0 < len(value) <= self.seats:
            return None
        if not all(type(seat) is int and 0 <= seat < self.seats for seat in value):
            return None
        return [*value, *self.unknown(self.seats - len(value))]

    def write(self, held: object) -> object:
        """Return the list of seats, or the word."""
        assert isinstance(held, list)
        return [seat for seat in held if seat != NONE] or "chance"

    def accepts(self) -> str:
        """Say both forms."""
        return "chance or all seats from youngest to oldest, such as 2,0,1"
