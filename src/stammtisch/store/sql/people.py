"""People with their blocks, bans and reports, in a database."""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import inf
from typing import Final

from stammtisch.clock import Clock
from stammtisch.store.contract import Face, Report
from stammtisch.store.keys import FORGOTTEN
from stammtisch.store.sql.database import Database
from stammtisch.store.sql.rows import REPORT_COLUMNS, report_of

# Run first of all: tables in whose talk the person speaks count as changed, so that whoever has read them does so anew.
MARK_TALK: Final = (
    "UPDATE tables SET revision = revision + 1, facts = {marked} "
    "WHERE id IN (SELECT table_id FROM chat WHERE person = $1) RETURNING id"
)
# Each is run with the person, what stands in its place, a neutral name, the hash of the person, and the time, one
# after another in one transaction. It may be done again, so what stands there already makes room or stays.
FORGET: Final = (
    "INSERT INTO half_forgotten VALUES ($1, $2) ON CONFLICT (person) DO NOTHING",
    "DELETE FROM people WHERE id = $1",
    "DELETE FROM links WHERE person = $1",
    "DELETE FROM blocks WHERE person = $1 OR other = $1",
    "UPDATE chat SET person = $2, name = $3, said = '' WHERE person = $1",
    "DELETE FROM tries WHERE person = $1 AND (day, game) IN (SELECT day, game FROM tries WHERE person = $2)",
    "UPDATE tries SET person = $2 WHERE person = $1",
    "UPDATE result_seats SET person = $2, name = $3 WHERE person = $1",
    "UPDATE reports SET teller = CASE teller WHEN $1 THEN $2 ELSE teller END, "
    "about = CASE about WHEN $1 THEN $2 ELSE about END, words = CASE teller WHEN $1 THEN '' ELSE words END, "
    "said = CASE about WHEN $1 THEN '{no_lines}' ELSE said END WHERE teller = $1 OR about = $1",
    "UPDATE rating_progress SET forgotten = forgotten + 1",
    "INSERT INTO forgotten VALUES ($4, $5) ON CONFLICT (person_hash) DO NOTHING",
    # After the progress: nobody who knew the person before can keep a rating of theirs any more.
    "DELETE FROM rating_moves WHERE person = $1 AND number IN (SELECT number FROM rating_moves WHERE person = $2)",
    "UPDATE rating_moves SET person = $2 WHERE person = $1",
    "DELETE FROM ratings WHERE person = $2 AND (game, seats) IN (SELECT game, seats FROM ratings WHERE person = $1)",
    "UPDATE ratings SET person = $2 WHERE person = $1",
)
# Everywhere where something is kept of somebody who may ask for it, each found by an index.
_TRACES: Final = (
    *("people WHERE id", "chat WHERE person", "tries WHERE person", "result_seats WHERE person", "links WHERE person"),
    *("blocks WHERE person", "reports WHERE teller"),
)


def numbered(statement: str, values: Sequence[object]) -> tuple[str, list[object]]:
    """Return a statement with those of some values that it uses, numbered from 1 on."""
    used = sorted(set(re.findall(r"\$(\d)", statement)))
    fitting = re.sub(r"\$(\d)", lambda found: f"${used.index(found[1]) + 1}", statement)
    return fitting, [values[int(number) - 1] for number in used]


class SqlPeople:
    """The people, with their blocks, bans and reports."""

    _sql: Database
    _clock: Clock  # by which it is known since when people are
    _sits: str  # the condition that somebody sits at a table, or has
    _sitters: str  # the question who sits at tables

    async def save_person(self, person: str, name: str) -> None:
        """Keep a person's name, and since when they are known if they were not."""
        statement = "INSERT INTO people (id, name, since) VALUES ($1, $2, $3) ON CONFLICT (id) DO UPDATE SET name = $2"
        await self._sql.write(statement, person, self._sql.text(name), self._clock.now())

    async def person(self, person: str) -> str | None:
        """Return a person's name."""
        rows = await self._sql.read("SELECT name FROM people WHERE id = $1", person)
        return rows[0][0] if rows else None

    async def save_face(self, person: str, face: Face) -> None:
        """Keep how a person with a name wants to look."""
        statement = "UPDATE people SET costume = $2, colour = $3 WHERE id = $1"
        await self._sql.write(statement, person, face.costume, face.colour)

    async def face(self, person: str) -> Face | None:
        """Return how a person wants to look, if they have said so."""
        rows = await self._sql.read("SELECT costume, colour FROM people WHERE id = $1 AND costume > 0", person)
        return Face(*rows[0]) if rows else None

    async def known_since(self, person: str) -> float:
        """Return when a person was first known, in seconds since 1970; 0 if nobody has counted."""
        rows = await self._sql.read("SELECT since FROM people WHERE id = $1", person)
        return float(rows[0][0]) if rows else 0.0

    async def save_shown_to(self, person: str, whom: str) -> None:
        """Keep to whom a person with a name shows what they have played: nobody (empty), `met` or `all`."""
        await self._sql.write("UPDATE people SET shown_to = $2 WHERE id = $1", person, whom)

    async def shown_to(self, person: str) -> str:
        """Return to whom a person shows what they have played; nobody, if they have not said so."""
        rows = await self._sql.read("SELECT shown_to FROM people WHERE id = $1", person)
        return str(rows[0][0]) if rows else ""

    async def tables_naming(self, person: str) -> list[str]:
        """Return the tables in whose facts the id of a person stands."""
        statement = "SELECT id FROM tables WHERE CAST(facts AS TEXT) LIKE '%\"' || $1 || '\"%' ORDER BY changed"
        return [row[0] for row in await self._sql.read(statement, person)]

    async def is_known(self, person: str) -> bool:
        """Whether anything is kept of a person, so that there is something to forget."""
        traces = " OR ".join(f"EXISTS (SELECT 1 FROM {one} = $1)" for one in _TRACES)  # noqa: S608  # our own names
        return bool((await self._sql.read(f"SELECT {traces} OR {self._sits}", person))[0][0])

    async def forgotten(self, since: float = -inf) -> dict[str, float]:
        """Return the hashes of those who were forgotten at a time or later, and when that was."""
        rows = await self._sql.read("SELECT person_hash, at FROM forgotten WHERE at >= $1", since)
        return {person_hash: at for person_hash, at in rows}  # noqa: C416  # rows are no pairs to `dict`

    async def half_forgotten(self) -> dict[str, str]:
        """Return who is being forgotten and may still be named at tables, and what stands in their place."""
        rows = await self._sql.read("SELECT person, gone FROM half_forgotten")
        return {person: gone for person, gone in rows}  # noqa: C416  # as above

    async def end_forgetting(self, person: str) -> None:
        """Note that a person is named nowhere any more."""
        await self._sql.write("DELETE FROM half_forgotten WHERE person = $1", person)

    async def count_people(self) -> int:
        """Return of how many people anything is kept: a name, a seat, words, tries, results; the forgotten are none."""
        traces = (one.split(" WHERE ") for one in _TRACES)
        kept = " UNION ".join(f"SELECT {who} FROM {where}" for where, who in traces)  # noqa: S608  # our own names
        known = f"{kept} UNION {self._sitters}"  # the first of them is the id of people, and names the column
        statement = f"SELECT count(*) FROM ({known}) AS known WHERE id <> '' AND id NOT LIKE $1"  # noqa: S608  # ours
        return int((await self._sql.read(statement, f"{FORGOTTEN}%"))[0][0])

    async def save_link(self, person: str, link: str, until: float, now: float) -> None:
        """Save a person's link, good until some time; it replaces an older one, and those that are over are deleted."""
        await self._sql.write("DELETE FROM links WHERE until <= $1", now)
        statement = "INSERT INTO links VALUES ($1, $2, $3) ON CONFLICT (person) DO UPDATE SET link = $2, until = $3"
        await self._sql.write(statement, person, link, until)

    async def link_owner(self, link: str, now: float) -> str | None:
        """Return whose link it is, if it is still good."""
        rows = await self._sql.read("SELECT person FROM links WHERE link = $1 AND until > $2", link, now)
        return rows[0][0] if rows else None

    async def forget_links(self) -> None:
        """Delete every personal link."""
        await self._sql.write("DELETE FROM links")

    async def use_link(self, link: str, now: float) -> str | None:
        """Return whose link it is, if it is still good; nobody can use it again."""
        statement = "DELETE FROM links WHERE link = $1 AND until > $2 RETURNING person"
        rows = await self._sql.write(statement, link, now)
        return rows[0][0] if rows else None

    async def block(self, person: str, other: str) -> None:
        """Save a block: somebody wants nothing to do with somebody else."""
        await self._sql.write("INSERT INTO blocks VALUES ($1, $2) ON CONFLICT DO NOTHING", person, other)

    async def unblock(self, person: str, other: str) -> None:
        """End a block."""
        await self._sql.write("DELETE FROM blocks WHERE person = $1 AND other = $2", person, other)

    async def blocked(self, person: str) -> frozenset[str]:
        """Return whom somebody has blocked."""
        rows = await self._sql.read("SELECT other FROM blocks WHERE person = $1", person)
        return frozenset(row[0] for row in rows)

    async def ban(self, person: str) -> None:
        """Save a ban: somebody may not come in any more."""
        await self._sql.write("INSERT INTO bars VALUES ($1) ON CONFLICT DO NOTHING", person)

    async def unban(self, person: str) -> None:
        """End a ban."""
        await self._sql.write("DELETE FROM bars WHERE person = $1", person)

    async def banned(self) -> frozenset[str]:
        """Return who is banned."""
        return frozenset(row[0] for row in await self._sql.read("SELECT person FROM bars"))

    async def report(self, report: Report) -> None:
        """Save a report; it gets a number."""
        statement = "INSERT INTO reports (table_id, teller, about, words, said, at) VALUES ($1, $2, $3, $4, $5, $6)"
        words, said = self._sql.text(report.words), self._sql.lines(report.said)
        await self._sql.write(statement, report.table, report.by, report.about, words, said, report.at)

    async def reports(self, most: int = -1) -> list[Report]:
        """Return the reports, those not settled first, then the newest first."""
        question = f"SELECT {REPORT_COLUMNS} FROM reports ORDER BY settled, number DESC LIMIT $1"  # noqa: S608  # names
        return [report_of(row) for row in await self._sql.read(question, self._sql.limit(most))]

    async def reports_by(self, person: str) -> list[Report]:
        """Return what a person has reported, the oldest first."""
        question = f"SELECT {REPORT_COLUMNS} FROM reports WHERE teller = $1 ORDER BY number"  # noqa: S608  # our names
        return [report_of(row) for row in await self._sql.read(question, person)]

    async def settle(self, number: int) -> None:
        """Note that a report was seen to."""
        await self._sql.write("UPDATE reports SET settled = true WHERE number = $1", number)
