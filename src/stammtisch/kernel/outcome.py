"""How a game ended, as the rules write it down."""

from __future__ import annotations

from typing import Annotated

from stammtisch.kernel.record import Record, Row
from stammtisch.kernel.seats import MAX_SEATS


class Outcome(Record):
    """Scores and places of a game that is over."""

    score: Annotated[Row, MAX_SEATS]  # by seat, as the game counts
    place: Annotated[Row, MAX_SEATS]  # by seat, 1 is best, equal places are shared; nobody at 1 if a dummy won
    reason: int  # why it ended, numbered by the game
