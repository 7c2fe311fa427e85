"""People with their blocks, bans and reports, in a SQLite file."""

from __future__ import annotations

import sqlite3
from collections import OrderedDict
from typing import Final

from stammtisch.clock import Clock
from stammtisch.store.keys import hash_of_person
from stammtisch.store.sql.people import FORGET, MARK_TALK, SqlPeople, numbered
from stammtisch.store.sqlite.writer import Writer, with_marks

_MOST_NAMES: Final = 20_000  # in memory; those not asked for longest are forgotten

_MARKED: Final = """
CASE WHEN json_valid(facts) THEN json_set(facts, '$.redacted', coalesce(facts ->> '$.redacted', 0) + 1) ELSE facts END
"""
_MARK_TALK: Final = MARK_TALK.format(marked=_MARKED)
_FORGET: Final = (*(one.replace("{no_lines}", "[]") for one in FORGET), "DELETE FROM seated WHERE person = $1")

_SITTERS: Final = """
SELECT CASE type WHEN 'object' THEN value ->> 'person' END
FROM tables, json_each(CASE WHEN json_valid(facts) THEN facts ELSE '{}' END, '$.places')
"""


class SqlitePeople(SqlPeople):
    """The people; names are kept in memory, for every request asks for one and nobody else writes to the file."""

    _sits = "EXISTS (SELECT 1 FROM seated WHERE person = $1)"
    _sitters = _SITTERS

    def __init__(self, db: Writer, clock: Clock, most_names: int = _MOST_NAMES) -> None:
        self._sql = self._db = db
        self._clock, self._most_names = clock, most_names
        self._names = OrderedDict[str, str]()

    async def save_person(self, person: str, name: str) -> None:
        """Keep a person's name, and since when they are known if they were not."""
        await super().save_person(person, name)
        self._remember(person, name)

    async def person(self, person: str) -> str | None:
        """Return a person's name."""
        name = self._names.get(person) or await super().person(person)
        if name is not None:
            self._remember(person, name)
        return name

    async def forget(self, person: str, gone: str, name: str, now: float) -> list[str]:
        """Delete what is kept about a person alone, and put another id and name in its place where others need it.

        Return the tables in whose talk they spoke.
        """
        values = (person, gone, name, hash_of_person(person), now)

        def write(db: sqlite3.Connection) -> list[str]:
            spoken = db.execute(with_marks(_MARK_TALK), (person,)).fetchall()
            for statement in _FORGET:
                fitting, given = numbered(statement, values)
                db.execute(with_marks(fitting), given)
            return [table_id for (table_id,) in spoken]

        spoken = await self._db.run(write)
        self._names.pop(person, None)
        return spoken

    def _remember(self, person: str, name: str) -> None:
        self._names[person] = name
        self._names.move_to_end(person)
        while len(self._names) > self._most_names:
            self._names.popitem(last=False)
