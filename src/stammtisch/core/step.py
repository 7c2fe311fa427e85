"""What happened at a table, one action at a time."""

from __future__ import annotations

from dataclasses import dataclass, replace

from stammtisch.errors import NotationError
from stammtisch.kernel.seats import NATURE, SPECTATOR, TABLE

_NAMES = {NATURE: "nature", TABLE: "table", SPECTATOR: "spectator"}
_SEATS = {name: seat for seat, name in _NAMES.items()}


@dataclass(frozen=True, slots=True)
class Step:
    """An action that happened, with its number in the game; to some viewers the action is `HIDDEN`."""

    number: int
    seat: int
    action: int

    def shown_as(self, action: int) -> Step:
        """Return the step as somebody sees it to whom the action looks like this."""
        return replace(self, action=action)


def seat_name(seat: int) -> str:
    """Return a seat as transcripts write it: a number, `nature`, `table` or `spectator`."""
    return _NAMES.get(seat, str(seat))


def read_seat(text: str) -> int:
    """Return the seat that `seat_name` writes like this.

    Raises:
        NotationError: It writes none like this.
    """
    if text in _SEATS:
        return _SEATS[text]
    if text.isdecimal() and text.isascii():
        return int(text)
    raise NotationError(f"not a seat: {text!r} (expected a number, 'nature' or 'table')")
