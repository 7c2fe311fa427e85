"""People, whom they keep away from, and what they complain about, in a SQLite file."""

from __future__ import annotations

import json
import sqlite3

from stammtisch.store.kept import Report
from stammtisch.store.writer import Writer


class SqlitePeople:
    """Who comes here, and how they get on."""

    def __init__(self, db: Writer) -> None:
        self._db = db
        self._names: dict[str, str] = {}  # of people who were asked for; every request asks

    async def secret(self, name: str, fresh: bytes) -> bytes:
        """Return a secret of this house, `fresh` if it had none."""

        def ask(db: sqlite3.Connection) -> bytes:
            db.execute("INSERT OR IGNORE INTO house VALUES (?, ?)", (name, fresh))
            return bytes(db.execute("SELECT value FROM house WHERE name = ?", (name,)).fetchone()[0])

        return await self._db.do(ask)

    async def save_person(self, person: str, name: str) -> None:
        """Keep a person's name."""
        await self._db.do(lambda db: db.execute("INSERT OR REPLACE INTO people VALUES (?, ?)", (person, name)))
        self._names[person] = name

    async def person(self, person: str) -> str | None:
        """Return a person's name."""
        if person not in self._names:
            question = "SELECT name FROM people WHERE id = ?"
            found = await self._db.do(lambda db: db.execute(question, (person,)).fetchone())
            if not found:
                return None
            self._names[person] = found[0]
        return self._names[person]

    async def block(self, person: str, other: str, *, until_now: bool = False) -> None:
        """Note that somebody wants nothing to do with somebody else; `until_now`: that this is over."""
        statement = "DELETE FROM blocks WHERE person = ? AND other = ?"
        if not until_now:
            statement = "INSERT OR IGNORE INTO blocks VALUES (?, ?)"
        await self._db.do(lambda db: db.execute(statement, (person, other)))

    async def blocked(self, person: str) -> frozenset[str]:
        """Return with whom somebody wants nothing to do."""
        question = "SELECT other FROM blocks WHERE person = ?"
        return frozenset(await self._db.do(lambda db: [row[0] for row in db.execute(question, (person,))]))

    async def bar(self, person: str, *, until_now: bool = False) -> None:
        """Note that somebody may not come in any more; `until_now`: that they may again."""
        statement = "DELETE FROM bars WHERE person = ?" if until_now else "INSERT OR IGNORE INTO bars VALUES (?)"
        await self._db.do(lambda db: db.execute(statement, (person,)))

    async def barred(self) -> frozenset[str]:
        """Return who may not come in."""
        return frozenset(await self._db.do(lambda db: [row[0] for row in db.execute("SELECT person FROM bars")]))

    async def report(self, report: Report) -> None:
        """Keep a complaint; it gets a number."""
        statement = "INSERT INTO reports (table_id, teller, about, words, said, at) VALUES (?, ?, ?, ?, ?, ?)"
        row = (report.table, report.by, report.about, report.words, json.dumps(report.said), report.at)
        await self._db.do(lambda db: db.execute(statement, row))

    async def reports(self, most: int = -1) -> list[Report]:
        """Return the complaints, those not settled first, then the newest first."""
        question = "SELECT table_id, teller, about, words, said, at, number, settled FROM reports"
        question += " ORDER BY settled, number DESC LIMIT ?"
        return await self._db.do(lambda db: [_report(*row) for row in db.execute(question, (most,))])

    async def settle(self, number: int) -> None:
        """Note that a complaint was seen to."""
        await self._db.do(lambda db: db.execute("UPDATE reports SET settled = 1 WHERE number = ?", (number,)))


def _report(table: str, teller: str, about: str, words: str, said: str, at: float, number: int, settled: int) -> Report:
    return Report(table, teller, about, words, tuple(json.loads(said)), at, number, bool(settled))
