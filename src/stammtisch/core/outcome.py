"""How a game ended."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from stammtisch.kernel.outcome import Outcome
from stammtisch.kernel.protocol import Rules


@dataclass(frozen=True)
class GameOutcome:
    """The result of a game that is over, by seat."""

    scores: tuple[int, ...]
    places: tuple[int, ...]  # 1 is best; equal places are shared
    reason: int  # why it ended, numbered by the game

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats in first place; none if a dummy player won."""
        return tuple(seat for seat, place in enumerate(self.places) if place == 1)


def outcome_of(rules: Rules, position: Any, options: Any) -> GameOutcome:
    """Return the outcome of a position in which the game is over."""
    record = Outcome()
    rules.outcome(position, options, record)
    seats = range(options.seats)
    return GameOutcome(
        scores=tuple(int(record.score[seat]) for seat in seats),
        places=tuple(int(record.place[seat]) for seat in seats),
        reason=int(record.reason),
    )
