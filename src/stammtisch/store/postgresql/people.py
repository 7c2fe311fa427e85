"""People with their blocks, bans and reports, in PostgreSQL."""

from __future__ import annotations

from typing import Final

from stammtisch.store.keys import hash_of_person
from stammtisch.store.postgresql.listener import Listener
from stammtisch.store.postgresql.pool import Pool
from stammtisch.store.sql.people import FORGET, MARK_TALK, SqlPeople, numbered

_MARKED: Final = """
CASE jsonb_typeof(facts)
WHEN 'object' THEN jsonb_set(facts, '{redacted}', to_jsonb(coalesce((facts ->> 'redacted')::INTEGER, 0) + 1))
ELSE facts END
"""
_FORGET: Final = (
    MARK_TALK.format(marked=_MARKED),
    *(one.replace("{no_lines}", "{}") for one in FORGET),
    "DELETE FROM seen WHERE person = $1",
    "DELETE FROM buckets WHERE position($1 IN name) > 0",
)
_SITS: Final = """
EXISTS (SELECT 1 FROM tables WHERE facts -> 'places' @> jsonb_build_array(jsonb_build_object('person', $1::TEXT)))
"""

_SITTERS: Final = """
SELECT place ->> 'person' FROM tables, jsonb_array_elements(
  CASE jsonb_typeof(facts -> 'places') WHEN 'array' THEN facts -> 'places' ELSE '[]'::JSONB END
) AS place
"""


class PostgresPeople(SqlPeople):
    """The people; each statement of several servers is one transaction."""

    _db: Pool
    _listener: Listener
    _sits = _SITS
    _sitters = _SITTERS

    async def forget(self, person: str, gone: str, name: str, now: float) -> list[str]:
        """Delete what is kept about a person alone, and put another id and name in its place where others need it.

        Return the tables in whose talk they spoke; the other servers are told.

        Raises:
            Unavailable: The database is away; it may be done again.
        """
        values = (person, gone, name, hash_of_person(person), now)
        rows = await self._db.write_together([numbered(statement, values) for statement in _FORGET])
        spoken = [table_id for (table_id,) in rows[0]]
        for table_id in spoken:
            self._listener.tell_others(table_id)
        return spoken
