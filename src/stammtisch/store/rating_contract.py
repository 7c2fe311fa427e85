"""What a store keeps of ratings, and what may be asked of it: a part of the contract of stores.

Ratings are computed from results alone. All of this can be thrown away, and made anew to the last digit.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True)
class RatingProgress:
    """How far ratings are computed: by which version of the model, and the number of the last result that counted."""

    model: int = 0
    counted: int = 0
    forgotten: int = 0  # how often people were forgotten: whoever knew them before starts over


@dataclass(frozen=True)
class RatingMove:
    """What one game did to the rating of one person."""

    number: int  # of the result
    person: str
    game: str
    seats: int
    games: int  # rated ones of the person with this game and so many seats, this one among them
    strength: float  # afterwards
    doubt: float
    strength_before: float
    doubt_before: float


class RatingStore(Protocol):
    """The ratings of people."""

    async def rating_progress(self) -> RatingProgress:
        """Return how far ratings are computed."""

    async def keep_ratings(self, before: RatingProgress, counted: int, moves: Sequence[RatingMove]) -> bool:
        """Keep what results up to a number did, all of it or nothing; not if somebody else was faster.

        Args:
            before: How far ratings were computed when this was.
            counted: The number of the last result that counts now.
            moves: What they did, by number of the result.

        Returns:
            Whether it was kept.
        """

    async def restart_ratings(self, before: RatingProgress, model: int) -> bool:
        """Forget all ratings, to compute them anew by a version of the model; not if somebody else was faster."""

    async def rating_moves(self) -> list[RatingMove]:
        """Return what each result did, by number and person."""

    async def moves_of_result(self, number: int) -> list[RatingMove]:
        """Return what one result did."""

    async def ratings_of(self, person: str) -> list[RatingMove]:
        """Return where a person stands: the last move with each game and number of seats."""

    async def ratings_in(self, game: str, seats: int) -> list[RatingMove]:
        """Return where everybody stands in a game with so many seats, the strongest first."""
