"""The archive of a PostgreSQL database: all of it, read at one moment, or filled."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import replace
from typing import Any, Final, Self

import asyncpg

from stammtisch.store.contract import Report
from stammtisch.store.migrations import TooNew
from stammtisch.store.postgresql.pool import AWAY, TIMEOUTS, opening, shown_address, without_nul
from stammtisch.store.postgresql.schema import POSTGRESQL, migrate_postgresql
from stammtisch.store.transfer.archive import Archive, ArchivedTable

_NEXT_NUMBER: Final = """
SELECT setval(pg_get_serial_sequence('{name}', 'number'), coalesce(max(number), 1), max(number) IS NOT NULL)
FROM {name}
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


class PostgresArchive(Archive):
    """A database that is read as it was at one moment, or filled."""

    _among = "= ANY ($1)"
    _paced = "facts ->> 'pace' <> 'none'"

    def __init__(self, connection: Any, name: str) -> None:
        """Use a connection that was opened for it; `name` is the database's, in errors."""
        self._db, self._name, self._filled = connection, name, False

    @classmethod
    async def read(cls, url: str) -> Self:
        """Open a database to read it; servers go on writing to it meanwhile.

        Raises:
            OSError: It cannot be reached, it holds no house, or another Stammtisch has written it.
        """
        async with cls._opened(url) as archive:
            await archive._db.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
            await archive._refuse_strange()
        return archive

    @classmethod
    async def fill(cls, url: str) -> Self:
        """Open a database to put something into it, and make or renew its tables.

        Raises:
            OSError: It cannot be reached, or a server or another tool has it open.
        """
        async with cls._opened(url) as archive:
            await migrate_postgresql(archive._db, archive._name)
            await archive._refuse_others()
            archive._filled = True
        return archive

    @classmethod
    @asynccontextmanager
    async def _opened(cls, url: str) -> AsyncIterator[Self]:
        """Connect for what follows; nothing stays open if that fails."""
        with opening(url):
            settings = {"application_name": "stammtisch archive"}
            connection = await asyncpg.connect(url, timeout=TIMEOUTS.connect, server_settings=settings)
        archive = cls(connection, shown_address(url))
        try:
            with archive._reaching():
                yield archive
        except BaseException:
            connection.terminate()
            raise

    async def _refuse_others(self) -> None:
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

    async def faults(self) -> list[str]:
        """Return rows that belong to no table; that others do is the database's own law."""
        return [f"there are reports of a table {row[0]}, which is not there" for row in await self._read(_ORPHANS)]

    async def warnings(self) -> list[str]:
        """Return settings with which a power cut does harm."""
        names = "SELECT name FROM pg_settings WHERE setting = 'off' AND name = ANY ($1) ORDER BY name"
        return [_RISKS[row["name"]] for row in await self._read(names, list(_RISKS))]

    async def close(self) -> None:
        """Let go of the database; what was put into it is counted first, or its questions would be planned blindly."""
        with self._reaching():
            if self._filled:
                await self._db.execute("ANALYZE")
            await self._db.close(timeout=TIMEOUTS.connect)

    async def _read(self, question: str, *values: object) -> list[Any]:
        with self._reaching():
            return list(await self._db.fetch(question, *values))

    async def _write(self, statement: str, *values: object) -> None:
        await self._db.execute(statement, *values)

    async def _write_many(self, statement: str, rows: Sequence[tuple[object, ...]]) -> None:
        await self._db.executemany(statement, rows)

    async def _insert(self, name: str, columns: str, rows: Sequence[tuple[object, ...]]) -> None:
        await self._db.copy_records_to_table(name, records=rows, columns=columns.split(", "))
        if name in ("reports", "audit"):
            await self._db.execute(_NEXT_NUMBER.format(name=name))

    @asynccontextmanager
    async def _transaction(self) -> AsyncIterator[None]:
        with self._reaching():
            async with self._db.transaction():
                yield

    def _ids(self, ids: Sequence[str]) -> list[str]:
        return list(ids)

    def _fitting(self, table: ArchivedTable) -> ArchivedTable:
        try:
            json.loads(table.choices), json.loads(table.facts)
        except ValueError as error:
            raise OSError(f"table {table.id} cannot be copied, `stammtisch doctor` says more: {error}") from error
        chat = tuple(
            (number, person, without_nul(name), without_nul(said)) for number, person, name, said in table.chat
        )
        return replace(table, chat=chat)

    def _report_row(self, report: Report) -> tuple[object, ...]:
        words, said = without_nul(report.words), [without_nul(line) for line in report.said]
        return (report.table, report.by, report.about, words, said, report.at, report.number, report.settled)

    @contextmanager
    def _reaching(self) -> Iterator[None]:
        try:
            yield
        except (*AWAY, asyncpg.PostgresError) as error:
            if type(error) in (OSError, TooNew):  # one of our own, with its words
                raise
            raise OSError(f"cannot use {self._name}: {str(error) or 'no answer'}") from error
