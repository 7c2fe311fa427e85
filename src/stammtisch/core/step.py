"""What happened at a table, one action at a time."""

from __future__ import annotations

from dataclasses import dataclass

from stammtisch.errors import NotationError
from stammtisch.kernel.seats import NATURE, SPECTATOR, TABLE

_NAMES = {NATURE: "nature", TABLE: "table", SPECTATOR: "spectator"}


@dataclass(frozen=True, slots=True)
class Step:
    """An action that happened, with its number in the game; to some viewers the action is `HIDDEN`."""

    number: int
    seat: int
    action: int

    def shown_as(self, action: int) -> Step:
        """Return the step as somebody sees it to whom the action looks like this."""
        return Step(self.number, self.seat, action)


def seat_name(seat: int) -> str:
    """Return a seat as transcripts write it: a number, `nature`, `table` or `spectator`."""
    return _NAMES.get(seat, str(seat))


_SEATS = {seat_name(seat): seat for seat in range(SPECTATOR + 1)}


def read_seat(text: str) -> int:
    """Return the seat that `seat_name` writes like this.

    Raises:
        NotationError: It writes none like this.
    """
    if text not in _SEATS:
        raise NotationError(f"not a seat: {text!r} (expected a number, 'nature' or 'table')")
    return _SEATS[text]
