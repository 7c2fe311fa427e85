"""Ratings in a SQLite file."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from dataclasses import astuple
from typing import Final

from stammtisch.store.rating_contract import RatingMove, RatingProgress
from stammtisch.store.sql.ratings import MOVE_COLUMNS, SqlRatings
from stammtisch.store.sqlite.writer import Writer

_GO_ON: Final = "UPDATE rating_progress SET model = ?, counted = ? WHERE model = ? AND counted = ? AND forgotten = ?"
_MOVE: Final = f"INSERT INTO rating_moves ({MOVE_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"  # noqa: S608  # our own names
_STAND: Final = """
INSERT INTO ratings (game, seats, person, number) VALUES (?, ?, ?, ?)
ON CONFLICT (game, seats, person) DO UPDATE SET number = excluded.number
"""


class SqliteRatings(SqlRatings):
    """The ratings of people."""

    _db: Writer

    async def keep_ratings(self, before: RatingProgress, counted: int, moves: Sequence[RatingMove]) -> bool:
        """Keep what results up to a number did, all of it or nothing; not if somebody else was faster."""

        def write(db: sqlite3.Connection) -> bool:
            if not _go_on(db, before, before.model, counted):
                return False
            db.executemany(_MOVE, [astuple(move) for move in moves])
            db.executemany(_STAND, [(move.game, move.seats, move.person, move.number) for move in moves])
            return True

        return await self._db.run(write)

    async def restart_ratings(self, before: RatingProgress, model: int) -> bool:
        """Forget all ratings, to compute them anew by a version of the model; not if somebody else was faster."""

        def write(db: sqlite3.Connection) -> bool:
            if not _go_on(db, before, model, 0):
                return False
            db.execute("DELETE FROM rating_moves")
            db.execute("DELETE FROM ratings")
            return True

        return await self._db.run(write)


def _go_on(db: sqlite3.Connection, before: RatingProgress, model: int, counted: int) -> bool:
    """Write down how far ratings are, unless somebody else has; whether it was written."""
    return db.execute(_GO_ON, (model, counted, *astuple(before))).rowcount > 0
