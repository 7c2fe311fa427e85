"""A house in PostgreSQL, as a whole."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, Final, Self

import asyncpg

from stammtisch.store.archive import Extent, Register, Whole, refuse_fork
from stammtisch.store.kept import Report
from stammtisch.store.migrations import TooNew
from stammtisch.store.postgresql_pool import AWAY, PATIENCE, keepable, shown_address
from stammtisch.store.postgresql_schema import POSTGRESQL, migrate_postgresql

_EXTENTS: Final = """
SELECT id, revision, (SELECT count(*) FROM steps WHERE table_id = id), (SELECT count(*) FROM chat WHERE table_id = id),
  (SELECT count(*) FROM reviews WHERE table_id = id)
FROM tables ORDER BY changed, id
"""
_TABLES: Final = """
SELECT id, game, version, choices, seed, stage, changed, facts, revision FROM tables WHERE id = ANY ($1)
"""
_PARTS: Final = (
    "SELECT table_id, number, seat, action, at FROM steps WHERE table_id = ANY ($1) ORDER BY table_id, number",
    "SELECT table_id, number, person, name, said FROM chat WHERE table_id = ANY ($1) ORDER BY table_id, number",
    "SELECT table_id, part, found FROM reviews WHERE table_id = ANY ($1) ORDER BY table_id, part",
)
_UPSERT: Final = """
INSERT INTO tables (id, game, version, choices, seed, stage, changed, facts, revision)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (id) DO UPDATE SET
  stage = excluded.stage, changed = excluded.changed, facts = excluded.facts, revision = excluded.revision
"""
_REPORTS: Final = "SELECT table_id, teller, about, words, said, at, number, settled FROM reports ORDER BY number"
_NEXT_REPORT: Final = """
SELECT setval(pg_get_serial_sequence('reports', 'number'), coalesce(max(number), 1), max(number) IS NOT NULL)
FROM reports
"""
_ORPHANS: Final = "SELECT DISTINCT table_id FROM reports WHERE table_id NOT IN (SELECT id FROM tables) LIMIT 5"
_SERVERS: Final = """
SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'stammtisch line'
"""
_ALONE: Final = "SELECT pg_try_advisory_lock(hashtextextended('stammtisch archive', 0))"
_RISKS: Final = {  # settings with which a power cut loses what people were shown
    "fsync": "fsync is off: a power cut may damage the database",
    "full_page_writes": "full_page_writes is off: a power cut may damage the database",
    "synchronous_commit": "synchronous_commit is off: a power cut may lose the last steps that people have seen",
}
_REPORT_COLUMNS: Final = ("table_id", "teller", "about", "words", "said", "at", "number", "settled")


class PostgresArchive:
    """A database that is read as it was at one moment, or filled."""

    def __init__(self, connection: Any, name: str) -> None:
        """Use a connection that was opened for it; `name` is the database's, in errors."""
        self._db, self._name = connection, name

    @classmethod
    async def read(cls, url: str) -> Self:
        """Open a database to read it; servers go on writing to it meanwhile.

        Raises:
            OSError: It cannot be reached, it holds no house, or another Stammtisch has written it.
        """
        archive = await cls._opened(url)
        try:
            with archive._reaching():
                await archive._db.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
                await archive._refuse_strange()
        except BaseException:
            archive._db.terminate()
            raise
        return archive

    @classmethod
    async def fill(cls, url: str) -> Self:
        """Open a database to put something into it, and make or renew its tables.

        Raises:
            OSError: It cannot be reached, or a server or another tool has it open.
        """
        archive = await cls._opened(url)
        try:
            with archive._reaching():
                await migrate_postgresql(archive._db, archive._name)
                await archive._refuse_company()
        except BaseException:
            archive._db.terminate()
            raise
        return archive

    @classmethod
    async def _opened(cls, url: str) -> Self:
        shown = shown_address(url)
        try:
            settings = {"application_name": "stammtisch archive"}
            return cls(await asyncpg.connect(url, timeout=PATIENCE, server_settings=settings), shown)
        except ValueError:  # its words may hold a piece of the password
            raise OSError(f"cannot open {shown}: it is not an address of a database") from None
        except (*AWAY, asyncpg.PostgresError) as error:
            raise OSError(f"cannot open {shown}: {str(error) or 'no answer'}") from error

    async def _refuse_company(self) -> None:
        if await self._db.fetchval(_SERVERS):
            raise OSError(f"cannot write to {self._name}: a server has it open")
        if not await self._db.fetchval(_ALONE):
            raise OSError(f"cannot write to {self._name}: somebody else copies to it")

    async def _refuse_strange(self) -> None:
        if not await self._db.fetchval("SELECT to_regclass('migrations')"):
            raise OSError(f"cannot read {self._name}: it holds no house")
        schema = await self._db.fetchval("SELECT coalesce(max(number), 0) FROM migrations")
        if schema != len(POSTGRESQL):
            other = f"another Stammtisch has written it (schema {schema}; this one has {len(POSTGRESQL)})"
            raise OSError(f"cannot read {self._name}: {other}")

    async def extents(self) -> dict[str, Extent]:
        """Return how much there is of each table, by its id, those changed longest ago first.

        Raises:
            OSError: The database is away.
        """
        return {table_id: Extent(*found) for table_id, *found in await self._rows(_EXTENTS)}

    async def wholes(self, ids: Sequence[str]) -> list[Whole]:
        """Return tables with all that belongs to them.

        Raises:
            OSError: The database is away.
        """
        tables = {row["id"]: row for row in await self._rows(_TABLES, list(ids))}
        parts: list[dict[str, list[Any]]] = [{table_id: [] for table_id in tables} for _ in _PARTS]
        for found, question in zip(parts, _PARTS, strict=True):
            for table_id, *rest in await self._rows(question, list(tables)):
                found[table_id].append(tuple(rest))
        return [Whole(*tables[one], *(tuple(part[one]) for part in parts)) for one in ids if one in tables]

    async def register(self) -> Register:
        """Return what belongs to no table.

        Raises:
            OSError: The database is away.
        """
        reports = [
            Report(table, teller, about, words, tuple(said), *rest)
            for table, teller, about, words, said, *rest in await self._rows(_REPORTS)
        ]
        return Register(
            {name: bytes(value) for name, value in await self._rows("SELECT name, value FROM house")},
            {person: name for person, name in await self._rows("SELECT id, name FROM people")},  # noqa: C416  # records
            frozenset(tuple(row) for row in await self._rows("SELECT person, other FROM blocks")),
            frozenset(row[0] for row in await self._rows("SELECT person FROM bars")),
            tuple(reports),
        )

    async def put(self, wholes: Sequence[Whole]) -> None:
        """Keep tables, all of them or none, or what is new about those that are there.

        Raises:
            Conflict: One went on here in another way; nothing was written.
            OSError: The database is away, or does not take them.
        """
        wholes = [_fitting(whole) for whole in wholes]
        with self._reaching():
            async with self._db.transaction():
                there = {whole.id: whole for whole in await self.wholes([whole.id for whole in wholes])}
                for whole in wholes:
                    refuse_fork(there.get(whole.id), whole)
                await self._db.executemany(_UPSERT, [whole.row for whole in wholes])
                await self._db.execute("DELETE FROM reviews WHERE table_id = ANY ($1)", list(there))
                for part in ("steps", "chat", "reviews"):
                    begun = {one: len(getattr(whole, part)) for one, whole in there.items() if part != "reviews"}
                    rows = [(one.id, *row) for one in wholes for row in getattr(one, part)[begun.get(one.id, 0) :]]
                    await self._db.copy_records_to_table(part, records=rows)

    async def put_register(self, register: Register) -> None:
        """Keep what belongs to no table instead of what is there.

        Raises:
            OSError: The database is away, or does not take it.
        """
        rows: dict[str, list[tuple[object, ...]]] = {
            "house": list(register.secrets.items()),
            "people": list(register.people.items()),
            "blocks": list(register.blocks),
            "bars": [(person,) for person in register.bars],
            "reports": [_row(report) for report in register.reports],
        }
        with self._reaching():
            async with self._db.transaction():
                for name, records in rows.items():
                    await self._db.execute(f"DELETE FROM {name}")  # noqa: S608  # our own names
                    columns = _REPORT_COLUMNS if name == "reports" else None
                    await self._db.copy_records_to_table(name, records=records, columns=columns)
                await self._db.execute(_NEXT_REPORT)

    async def faults(self) -> list[str]:
        """Return rows that belong to no table; that others do is the database's own law.

        Raises:
            OSError: The database is away.
        """
        return [f"there are reports of a table {row[0]}, which is not there" for row in await self._rows(_ORPHANS)]

    async def warnings(self) -> list[str]:
        """Return settings with which a power cut does harm.

        Raises:
            OSError: The database is away.
        """
        names = "SELECT name FROM pg_settings WHERE setting = 'off' AND name = ANY ($1) ORDER BY name"
        return [_RISKS[row["name"]] for row in await self._rows(names, list(_RISKS))]

    async def close(self) -> None:
        """Let go of the database."""
        with self._reaching():
            await self._db.close(timeout=PATIENCE)

    async def _rows(self, question: str, *values: object) -> list[Any]:
        with self._reaching():
            return list(await self._db.fetch(question, *values))

    @contextmanager
    def _reaching(self) -> Iterator[None]:
        try:
            yield
        except (*AWAY, asyncpg.PostgresError) as error:
            if type(error) in (OSError, TooNew):  # one of our own, with its words
                raise
            raise OSError(f"cannot use {self._name}: {str(error) or 'no answer'}") from error


def _fitting(whole: Whole) -> Whole:
    """Return a table as PostgreSQL can keep it.

    Raises:
        OSError: It cannot.
    """
    try:
        json.loads(whole.choices), json.loads(whole.facts)
    except ValueError as error:
        raise OSError(f"table {whole.id} cannot be copied, `stammtisch doctor` says more: {error}") from error
    chat = tuple((number, person, keepable(name), keepable(said)) for number, person, name, said in whole.chat)
    return replace(whole, chat=chat)


def _row(report: Report) -> tuple[object, ...]:
    words, said = keepable(report.words), [keepable(line) for line in report.said]
    return (report.table, report.by, report.about, words, said, report.at, report.number, report.settled)
