"""What a store keeps of the deals of the day: who has tried which, and what par is."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Protocol


@dataclass(frozen=True)
class DailyTry:
    """The one try of a person at a deal of the day, with what came of it."""

    day: date
    game: str
    person: str
    name: str
    since: float  # when the person was first known, in seconds since 1970; 0: nobody counted; infinite: they are gone
    table: str
    begun: float  # in seconds since 1970
    stage: str  # of the table; empty before it is there
    worth: int | None  # of the seat in the end; none where it was not finished in time


class DailyStore(Protocol):
    """The tries at deals of the day, and their pars."""

    async def claim_try(self, day: date, game: str, person: str, table_id: str, now: float) -> str:
        """Keep the table at which a person tries a deal; return the one of their first try, which may be another."""

    async def tries(self, day: date, game: str) -> list[DailyTry]:
        """Return all tries at a deal, those begun first before the others."""

    async def tries_of(self, person: str, since: date) -> list[DailyTry]:
        """Return the tries of a person on a day and later, the newest day first."""

    async def days_played(self, person: str, since: date) -> set[date]:
        """Return the days, from one on, on which a person has finished a try in time."""

    async def count_players(self, day: date) -> int:
        """Return how many people have finished a try on a day in time."""

    async def was_tried(self, game: str, since: date) -> bool:
        """Whether anybody has tried a deal of a game on a day or later."""

    async def save_par(self, day: date, game: str, found: str) -> None:
        """Keep what was found of a deal's par so far."""

    async def par(self, day: date, game: str) -> str | None:
        """Return what was found of a deal's par."""
