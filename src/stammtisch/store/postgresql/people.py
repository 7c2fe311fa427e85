"""People with their blocks, bans and reports, in PostgreSQL."""

from __future__ import annotations

from typing import Final

from stammtisch.store.keys import hash_of_person
from stammtisch.store.postgresql.pool import Pool
from stammtisch.store.sql.people import FORGET, SqlPeople

_PARTS: Final = (
    *FORGET,
    "DELETE FROM seen WHERE person = $1",
    "DELETE FROM buckets WHERE position($1 IN name) > 0",
)
_FORGET: Final = (
    "WITH "
    + ", ".join(f"part{number} AS ({one.replace('{no_lines}', '{}')})" for number, one in enumerate(_PARTS))
    + " SELECT 1"
)


class PostgresPeople(SqlPeople):
    """The people; each statement of several servers is one transaction."""

    _db: Pool

    async def forget(self, person: str, gone: str, name: str, now: float) -> None:
        """Delete what is kept about a person alone, and put another id and name in its place where others need it.

        Raises:
            Unavailable: The database is away; it may be done again.
        """
        await self._db.write(_FORGET, person, gone, name, hash_of_person(person), now)
