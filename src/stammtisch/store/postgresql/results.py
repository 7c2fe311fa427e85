"""Results of finished games in PostgreSQL: a function of the database gives them their numbers, one after another."""

from __future__ import annotations

import json
from dataclasses import replace

from stammtisch.store.postgresql.pool import Pool, without_nul
from stammtisch.store.result_contract import GameResult
from stammtisch.store.sql.results import SqlResults
from stammtisch.store.sql.rows import result_values, seat_values


class PostgresResults(SqlResults):
    """The results of finished games."""

    _db: Pool

    async def keep_result(self, result: GameResult) -> bool:
        """Keep the result of a table that is over already; whether it had none, for a second one changes nothing.

        Raises:
            Unavailable: The database is away; only reading tells whether it is there.
        """
        return bool((await self._db.write(f"SELECT {keep_result_call(1)}", *kept_values(result)))[0][0])


def keep_result_call(first: int) -> str:
    """Return the call that keeps a result whose values are the parameters from a number on."""
    return f"keep_result({', '.join(f'${number}' for number in range(first, first + 10))})"


def kept_values(result: GameResult) -> tuple[object, ...]:
    """Return the values of the call."""
    seats = [replace(seat, name=without_nul(seat.name)) for seat in result.seats]
    return (*result_values(result), json.dumps([seat_values(seat) for seat in seats]))
