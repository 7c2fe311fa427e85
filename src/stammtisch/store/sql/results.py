"""Results of finished games in a database."""

from __future__ import annotations

from typing import Final

from stammtisch.store.result_contract import Companion, GameResult, Placing, ReviewSummary, TableOver
from stammtisch.store.sql.database import Database
from stammtisch.store.sql.rows import RESULT_COLUMNS, SEAT_COLUMNS, results_in

_ALL: Final = f"SELECT {RESULT_COLUMNS}, {SEAT_COLUMNS} FROM results JOIN result_seats USING (number)"  # noqa: S608  # names
# What follows `_ALL`: which results, and in which order.
_AFTER: Final = """
WHERE number IN (SELECT number FROM results WHERE number > $1 ORDER BY number LIMIT $2) ORDER BY number, seat
"""
_OF_PERSON: Final = """
WHERE number IN (
  SELECT result_seats.number FROM result_seats JOIN results ON results.number = result_seats.number
  WHERE person = $1 AND person <> '' AND ($2 = '' OR game = $2) AND result_seats.number < $3
  ORDER BY result_seats.number DESC LIMIT $4
) ORDER BY number DESC, seat
"""
_PLACINGS: Final = """
SELECT game, seats, place, count(*), sum(share), sum(rated) FROM (
  SELECT number, place, share,
    (SELECT count(*) FROM result_seats AS every WHERE every.number = own.number) AS seats
  FROM result_seats AS own WHERE person = $1 AND person <> ''
) AS placed JOIN results ON results.number = placed.number GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
"""
_COMPANIONS: Final = """
SELECT met.person, (SELECT name FROM result_seats AS last WHERE last.number = met.newest AND last.person = met.person),
  games, theirs, own
FROM (
  SELECT other.person, max(other.number) AS newest, count(*) AS games,
    sum(other.share) AS theirs, sum(mine.share) AS own
  FROM result_seats AS mine JOIN result_seats AS other ON other.number = mine.number
  WHERE mine.person = $1 AND other.person <> '' AND other.person <> $1 GROUP BY 1
) AS met ORDER BY games DESC, newest DESC LIMIT $2
"""
_SUMMARIES: Final = """
SELECT game, results.table_id, seat, finished, found FROM result_seats
JOIN results ON results.number = result_seats.number
JOIN reviews ON reviews.table_id = results.table_id AND part = 'summary ' || seat
WHERE person = $1 ORDER BY results.number DESC LIMIT $2
"""
_OVER: Final = """
SELECT changed, id, EXISTS (SELECT 1 FROM results WHERE table_id = id) FROM tables
WHERE stage = 'over' AND (changed, id) > ($1, $2) ORDER BY changed, id LIMIT $3
"""
_NO_NUMBER: Final = 2**62  # higher than any


class SqlResults:
    """The results of finished games; the two kinds of database write them in their own way."""

    _sql: Database

    async def result(self, table_id: str) -> GameResult | None:
        """Return the result of a table."""
        found = await self._found("WHERE table_id = $1 ORDER BY seat", table_id)
        return found[0] if found else None

    async def last_result(self) -> int:
        """Return the number of the newest result; 0 if there is none."""
        return int((await self._sql.read("SELECT coalesce(max(number), 0) FROM results"))[0][0])

    async def results_after(self, number: int, most: int = -1) -> list[GameResult]:
        """Return the results with higher numbers in their order, so many at most (all, if negative)."""
        return await self._found(_AFTER, number, self._sql.limit(most))

    async def results_of(self, person: str, game: str = "", before: int = 0, most: int = -1) -> list[GameResult]:
        """Return the results of a person, the newest first.

        Args:
            person: Who sat there.
            game: Only those of this game, if it is named.
            before: Only those with a lower number, if one is given.
            most: How many at most; all, if it is negative.
        """
        return await self._found(_OF_PERSON, person, game, before or _NO_NUMBER, self._sql.limit(most))

    async def placings(self, person: str) -> list[Placing]:
        """Return how often a person came to which place."""
        return [Placing(*row) for row in await self._sql.read(_PLACINGS, person)]

    async def companions(self, person: str, most: int = -1) -> list[Companion]:
        """Return with whom a person has played most, bots not counted."""
        return [Companion(*row) for row in await self._sql.read(_COMPANIONS, person, self._sql.limit(most))]

    async def review_summaries(self, person: str, most: int = -1) -> list[ReviewSummary]:
        """Return what reviews have found about games of a person in short, the newest game first."""
        return [ReviewSummary(*row) for row in await self._sql.read(_SUMMARIES, person, self._sql.limit(most))]

    async def tables_over(self, after: tuple[float, str], most: int) -> list[TableOver]:
        """Return tables that are over from the next one on, so many at most, those changed longest ago first."""
        rows = await self._sql.read(_OVER, *after, self._sql.limit(most))
        return [TableOver(changed, table_id, bool(has)) for changed, table_id, has in rows]

    async def _found(self, which: str, *values: object) -> list[GameResult]:
        return results_in(await self._sql.read(f"{_ALL} {which}", *values))
