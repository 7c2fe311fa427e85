"""People, whom they keep away from, and what they complain about, in PostgreSQL."""

from __future__ import annotations

from stammtisch.store.kept import Report
from stammtisch.store.postgresql_pool import Pool, keepable


class PostgresPeople:
    """Who comes here, and how they get on."""

    def __init__(self, db: Pool) -> None:
        self._db = db

    async def secret(self, name: str, fresh: bytes) -> bytes:
        """Return a secret of this house, `fresh` if it had none."""
        await self._db.write("INSERT INTO house VALUES ($1, $2) ON CONFLICT DO NOTHING", name, fresh)
        rows = await self._db.read("SELECT value FROM house WHERE name = $1", name)
        return bytes(rows[0]["value"])

    async def save_person(self, person: str, name: str) -> None:
        """Keep a person's name."""
        statement = "INSERT INTO people VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET name = $2"
        await self._db.write(statement, person, keepable(name))

    async def person(self, person: str) -> str | None:
        """Return a person's name."""
        rows = await self._db.read("SELECT name FROM people WHERE id = $1", person)
        return rows[0]["name"] if rows else None

    async def block(self, person: str, other: str, *, until_now: bool = False) -> None:
        """Note that somebody wants nothing to do with somebody else; `until_now`: that this is over."""
        statement = "DELETE FROM blocks WHERE person = $1 AND other = $2"
        if not until_now:
            statement = "INSERT INTO blocks VALUES ($1, $2) ON CONFLICT DO NOTHING"
        await self._db.write(statement, person, other)

    async def blocked(self, person: str) -> frozenset[str]:
        """Return with whom somebody wants nothing to do."""
        rows = await self._db.read("SELECT other FROM blocks WHERE person = $1", person)
        return frozenset(row["other"] for row in rows)

    async def bar(self, person: str, *, until_now: bool = False) -> None:
        """Note that somebody may not come in any more; `until_now`: that they may again."""
        statement = "DELETE FROM bars WHERE person = $1"
        if not until_now:
            statement = "INSERT INTO bars VALUES ($1) ON CONFLICT DO NOTHING"
        await self._db.write(statement, person)

    async def barred(self) -> frozenset[str]:
        """Return who may not come in."""
        return frozenset(row["person"] for row in await self._db.read("SELECT person FROM bars"))

    async def report(self, report: Report) -> None:
        """Keep a complaint; it gets a number."""
        statement = "INSERT INTO reports (table_id, teller, about, words, said, at) VALUES ($1, $2, $3, $4, $5, $6)"
        words, said = keepable(report.words), [keepable(line) for line in report.said]
        await self._db.write(statement, report.table, report.by, report.about, words, said, report.at)

    async def reports(self, most: int = -1) -> list[Report]:
        """Return the complaints, those not settled first, then the newest first."""
        question = "SELECT table_id, teller, about, words, said, at, number, settled FROM reports"
        question += " ORDER BY settled, number DESC LIMIT $1"
        rows = [tuple(row) for row in await self._db.read(question, most if most >= 0 else None)]
        return [
            Report(table, teller, about, words, tuple(said), at, number, settled)
            for table, teller, about, words, said, at, number, settled in rows
        ]

    async def settle(self, number: int) -> None:
        """Note that a complaint was seen to."""
        await self._db.write("UPDATE reports SET settled = true WHERE number = $1", number)
