"""Deals of the day in a database: who has tried which, and what par is."""

from __future__ import annotations

from datetime import date
from math import inf
from typing import Any, Final

from stammtisch.store.daily_contract import DailyTry
from stammtisch.store.sql.database import Database

_WORTH: Final = "CAST(facts -> 'daily' ->> 'worth' AS INTEGER)"  # SQLite and PostgreSQL understand it alike
_TRIES: Final = f"""
SELECT day, tries.game, person, coalesce(people.name, ''), people.since, table_id, begun, coalesce(stage, ''), {_WORTH}
FROM tries LEFT JOIN people ON people.id = person LEFT JOIN tables ON tables.id = table_id
"""  # noqa: S608  # our own names
_PLAYED: Final = f"""
SELECT DISTINCT day FROM tries JOIN tables ON tables.id = table_id
WHERE person = $1 AND day >= $2 AND {_WORTH} IS NOT NULL
"""  # noqa: S608  # our own names
_PLAYERS: Final = f"""
SELECT count(DISTINCT person) FROM tries JOIN tables ON tables.id = table_id WHERE day = $1 AND {_WORTH} IS NOT NULL
"""  # noqa: S608  # our own names
_CLAIM: Final = "INSERT INTO tries (day, game, person, table_id, begun) VALUES ($1, $2, $3, $4, $5)"
_PAR: Final = "INSERT INTO pars VALUES ($1, $2, $3) ON CONFLICT (day, game) DO UPDATE SET found = $3"


class SqlDaily:
    """The tries at deals of the day, and their pars."""

    _sql: Database

    async def claim_try(self, day: date, game: str, person: str, table_id: str, now: float) -> str:
        """Keep the table at which a person tries a deal; return the one of their first try, which may be another."""
        key = (day.isoformat(), game, person)
        await self._sql.write(f"{_CLAIM} ON CONFLICT DO NOTHING", *key, table_id, now)
        question = "SELECT table_id FROM tries WHERE day = $1 AND game = $2 AND person = $3"
        return str((await self._sql.read(question, *key))[0][0])

    async def tries(self, day: date, game: str) -> list[DailyTry]:
        """Return all tries at a deal, those begun first before the others."""
        question = f"{_TRIES} WHERE day = $1 AND tries.game = $2 ORDER BY begun, person"
        return [_try_of(row) for row in await self._sql.read(question, day.isoformat(), game)]

    async def tries_of(self, person: str, since: date) -> list[DailyTry]:
        """Return the tries of a person on a day and later, the newest day first."""
        question = f"{_TRIES} WHERE person = $1 AND day >= $2 ORDER BY day DESC, begun DESC"
        return [_try_of(row) for row in await self._sql.read(question, person, since.isoformat())]

    async def days_played(self, person: str, since: date) -> set[date]:
        """Return the days, from one on, on which a person has finished a try in time."""
        return {date.fromisoformat(day) for (day,) in await self._sql.read(_PLAYED, person, since.isoformat())}

    async def count_players(self, day: date) -> int:
        """Return how many people have finished a try on a day in time."""
        return int((await self._sql.read(_PLAYERS, day.isoformat()))[0][0])

    async def was_tried(self, game: str, since: date) -> bool:
        """Whether anybody has tried a deal of a game on a day or later."""
        question = "SELECT 1 FROM tries WHERE game = $1 AND day >= $2 LIMIT 1"
        return bool(await self._sql.read(question, game, since.isoformat()))

    async def save_par(self, day: date, game: str, found: str) -> None:
        """Keep what was found of a deal's par so far."""
        await self._sql.write(_PAR, day.isoformat(), game, found)

    async def par(self, day: date, game: str) -> str | None:
        """Return what was found of a deal's par."""
        rows = await self._sql.read("SELECT found FROM pars WHERE day = $1 AND game = $2", day.isoformat(), game)
        return rows[0][0] if rows else None


def _try_of(row: Any) -> DailyTry:
    day, game, person, name, since, *rest = row
    known_since = inf if since is None else since
    return DailyTry(date.fromisoformat(day), game, person, name, known_since, *rest)
