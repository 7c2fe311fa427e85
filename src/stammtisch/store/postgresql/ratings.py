"""Ratings in PostgreSQL, where several servers may compute them: one of them is first, and no other writes anything."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import astuple
from typing import Final

from stammtisch.store.postgresql.pool import Pool
from stammtisch.store.rating_contract import RatingMove, RatingProgress
from stammtisch.store.sql.ratings import MOVE_COLUMNS, SqlRatings

# Whoever comes second waits for the row, sees that it has changed, and finds nothing to go on from.
_GO_ON: Final = """
WITH mine AS (
  UPDATE rating_progress SET model = $1, counted = $2
  WHERE model = $3 AND counted = $4 AND forgotten = $5 RETURNING model
)"""
_KEEP: Final = f"""{_GO_ON}, told AS (
  SELECT told.* FROM mine, unnest(
    $6::BIGINT[], $7::TEXT[], $8::TEXT[], $9::INTEGER[], $10::INTEGER[], $11::FLOAT8[], $12::FLOAT8[], $13::FLOAT8[],
    $14::FLOAT8[]
  ) AS told ({MOVE_COLUMNS})
), moved AS (
  INSERT INTO rating_moves ({MOVE_COLUMNS}) SELECT {MOVE_COLUMNS} FROM told
), stand AS (
  INSERT INTO ratings (game, seats, person, number) SELECT game, seats, person, max(number) FROM told GROUP BY 1, 2, 3
  ON CONFLICT (game, seats, person) DO UPDATE SET number = excluded.number
) SELECT model FROM mine
"""  # noqa: S608  # our own names
_RESTART: Final = f"""{_GO_ON}, moved AS (
  DELETE FROM rating_moves WHERE EXISTS (SELECT FROM mine)
), stand AS (
  DELETE FROM ratings WHERE EXISTS (SELECT FROM mine)
) SELECT model FROM mine
"""  # noqa: S608  # our own names
_WIDTH: Final = len(MOVE_COLUMNS.split(","))


class PostgresRatings(SqlRatings):
    """The ratings of people."""

    _db: Pool

    async def keep_ratings(self, before: RatingProgress, counted: int, moves: Sequence[RatingMove]) -> bool:
        """Keep what results up to a number did, all of it or nothing; not if somebody else was faster.

        Raises:
            Unavailable: The database is away; only reading tells how far ratings are.
        """
        columns = [list(column) for column in zip(*map(astuple, moves), strict=True)] or [[] for _ in range(_WIDTH)]
        return bool(await self._db.write(_KEEP, before.model, counted, *astuple(before), *columns))

    async def restart_ratings(self, before: RatingProgress, model: int) -> bool:
        """Forget all ratings, to compute them anew by a version of the model; not if somebody else was faster.

        Raises:
            Unavailable: The database is away; only reading tells how far ratings are.
        """
        return bool(await self._db.write(_RESTART, model, 0, *astuple(before)))
