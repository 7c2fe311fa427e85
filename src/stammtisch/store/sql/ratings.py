"""Ratings in a database."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from stammtisch.store.rating_contract import RatingMove, RatingProgress
from stammtisch.store.sql.database import Database

MOVE_COLUMNS: Final = "number, person, game, seats, games, strength, doubt, strength_before, doubt_before"
_MOVES: Final = f"SELECT {MOVE_COLUMNS} FROM rating_moves"  # noqa: S608  # our own names
_STANDING: Final = f"SELECT {MOVE_COLUMNS} FROM ratings JOIN rating_moves USING (number, person, game, seats)"  # noqa: S608  # ours


def in_order(moves: Iterable[RatingMove]) -> list[RatingMove]:
    """Return moves by number and person, in an order that no database has an opinion on."""
    return sorted(moves, key=lambda move: (move.number, move.person))


class SqlRatings:
    """The ratings of people; the two kinds of database write them in their own way."""

    _sql: Database

    async def rating_progress(self) -> RatingProgress:
        """Return how far ratings are computed."""
        return RatingProgress(*(await self._sql.read("SELECT model, counted, forgotten FROM rating_progress"))[0])

    async def rating_moves(self) -> list[RatingMove]:
        """Return what each result did, by number and person."""
        return in_order(await self._moves(_MOVES))

    async def moves_of_result(self, number: int) -> list[RatingMove]:
        """Return what one result did."""
        return in_order(await self._moves(f"{_MOVES} WHERE number = $1", number))

    async def ratings_of(self, person: str) -> list[RatingMove]:
        """Return where a person stands: the last move with each game and number of seats."""
        return await self._moves(f"{_STANDING} WHERE ratings.person = $1 ORDER BY game, seats", person)

    async def ratings_in(self, game: str, seats: int) -> list[RatingMove]:
        """Return where everybody stands in a game with so many seats, the strongest first."""
        question = f"{_STANDING} WHERE ratings.game = $1 AND ratings.seats = $2"
        return sorted(await self._moves(question, game, seats), key=lambda move: (-move.strength, move.person))

    async def _moves(self, question: str, *values: object) -> list[RatingMove]:
        return [RatingMove(*row) for row in await self._sql.read(question, *values)]
