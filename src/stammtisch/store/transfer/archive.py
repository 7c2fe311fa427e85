"""An archive: a store as a whole, to be copied into another one, backed up, or looked through.

Nothing is interpreted here. Rows come as they are kept, with whatever is wrong with them; only a doctor judges them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import astuple, dataclass, field
from typing import Any, ClassVar, Final

from stammtisch.store.contract import Conflict, HostAct, Report
from stammtisch.store.rating_contract import RatingMove, RatingProgress
from stammtisch.store.result_contract import GameResult
from stammtisch.store.sql.ratings import MOVE_COLUMNS, in_order
from stammtisch.store.sql.rows import (
    ACT_COLUMNS,
    REPORT_COLUMNS,
    RESULT_COLUMNS,
    SEAT_COLUMNS,
    TABLE_COLUMNS,
    act_of,
    report_of,
    results_in,
)

Step = tuple[int, int, int, float]  # number, seat, action, and when, in seconds since 1970
DailyKept = tuple[str, str, str, str, float]  # day, game, person, table, and when it was begun
ChatLine = tuple[int, str, str, str]  # number, person, name, and what was said

_SIZES: Final = """
SELECT id, revision, (SELECT count(*) FROM steps WHERE table_id = id), (SELECT count(*) FROM chat WHERE table_id = id),
  (SELECT count(*) FROM reviews WHERE table_id = id), (SELECT count(*) FROM results WHERE table_id = id)
FROM tables ORDER BY changed, id
"""
_PARTS: Final = {  # of a table, and their columns, of which the first gives the order
    "steps": "number, seat, action, at",
    "chat": "number, person, name, said",
    "reviews": "part, found",
}
_TRY_COLUMNS: Final = "day, game, person, table_id, begun"
_MAY_CHANGE: Final = ("chat", "reviews")  # parts that are not only added to: somebody may be forgotten
_SEATS: Final = f"SELECT table_id, number, {SEAT_COLUMNS} FROM results JOIN result_seats USING (number) WHERE table_id "  # noqa: S608  # ours
_RESULTS: Final = f"""
SELECT {RESULT_COLUMNS}, {SEAT_COLUMNS} FROM results JOIN result_seats USING (number) ORDER BY number, seat
"""  # noqa: S608  # our own names
_GONE_SEATS: Final = "DELETE FROM result_seats WHERE number IN (SELECT number FROM results WHERE table_id {among})"
_SAID: Final = 3  # in a line of chat: what was said; nothing, if whoever said it was forgotten since
_UPSERT: Final = """
INSERT INTO tables VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (id) DO UPDATE SET
  stage = excluded.stage, changed = excluded.changed, facts = excluded.facts, revision = excluded.revision
"""
# As after a migration: a clock that nobody has written down has run out, so that a server looks at the table.
_CLOCKS: Final = """
INSERT INTO clocks (table_id, steps, waited, seconds) SELECT id, 0, 0, 0 FROM tables
WHERE stage = 'running' AND id {among} AND {paced} ON CONFLICT (table_id) DO NOTHING
"""


@dataclass(frozen=True)
class ArchivedTable:
    """A table and all that belongs to it."""

    id: str
    game: str
    version: int
    choices: str  # JSON
    seed: bytes
    stage: str
    changed: float
    facts: str  # JSON
    revision: int
    steps: tuple[Step, ...]
    chat: tuple[ChatLine, ...]
    reviews: tuple[tuple[str, str], ...]  # part, and what was found
    result: tuple[Any, ...] = ()  # in the order of its columns; empty if there is none
    seats: tuple[tuple[Any, ...], ...] = ()  # of the result, each behind its number

    @property
    def row(self) -> tuple[object, ...]:
        """The table by itself, in the order of its columns."""
        plays = (self.id, self.game, self.version, self.choices, self.seed)
        return (*plays, self.stage, self.changed, self.facts, self.revision)


@dataclass(frozen=True)
class TableSize:
    """How much there is of a table: whoever has as much of it has all."""

    revision: int
    steps: int
    lines: int
    reviews: int
    results: int

    def goes_beyond(self, other: TableSize) -> bool:
        """Whether there is something that the other lacks."""
        return any(here > there for here, there in zip(astuple(self), astuple(other), strict=True))


@dataclass(frozen=True)
class HouseRecords:
    """What belongs to no table: secrets, people, blocks, bans, reports, what hosts did and have put up."""

    secrets: Mapping[str, bytes]
    people: Mapping[str, str]
    blocks: frozenset[tuple[str, str]]
    bans: frozenset[str]
    reports: tuple[Report, ...]  # by number
    acts: tuple[HostAct, ...] = ()  # by number
    faces: Mapping[str, tuple[int, int]] = field(default_factory=dict)  # of those who have chosen: costume and colour
    shown_to: Mapping[str, str] = field(default_factory=dict)  # to whom people show their games, who have said so
    forgotten: Mapping[str, float] = field(default_factory=dict)  # hashes of people, and since when
    since: Mapping[str, float] = field(default_factory=dict)  # when people were first known, where that was counted
    tries: frozenset[DailyKept] = frozenset()  # at deals of the day
    pars: Mapping[tuple[str, str], str] = field(default_factory=dict)  # by day and game: what was found
    signs: frozenset[tuple[str, str, float]] = frozenset()  # part of the house's sign, its words, and since when
    half_forgotten: Mapping[str, str] = field(default_factory=dict)  # by person: what stands in their place


class Archive(ABC):
    """A store that is read as it was at one moment, whatever happens to it meanwhile, or one that is filled.

    Every method raises `OSError` if the store cannot be read or written.
    """

    _among: ClassVar[str]  # the condition that a column is among the ids in `$1`
    _paced: ClassVar[str]  # the condition that a table has a clock

    async def table_sizes(self) -> dict[str, TableSize]:
        """Return how much there is of each table, by its id, those changed longest ago first."""
        return {table_id: TableSize(*found) for table_id, *found in await self._read(_SIZES)}

    async def read_tables(self, ids: Sequence[str]) -> list[ArchivedTable]:
        """Return tables with all that belongs to them."""
        among = self._ids(ids)
        question = f"SELECT {TABLE_COLUMNS} FROM tables WHERE id {self._among}"  # noqa: S608  # our own names
        tables = {row[0]: row for row in await self._read(question, among)}
        parts: list[dict[str, list[Any]]] = []
        for part, columns in _PARTS.items():
            parts.append({table_id: [] for table_id in tables})
            order = f"ORDER BY table_id, {columns.partition(',')[0]}"
            question = f"SELECT table_id, {columns} FROM {part} WHERE table_id {self._among} {order}"  # noqa: S608  # ours
            for table_id, *rest in await self._read(question, self._ids(list(tables))):
                parts[-1][table_id].append(tuple(rest))
        results = await self._read_results(list(tables))
        found = []
        for one in (one for one in ids if one in tables):
            whole: list[Any] = [*tables[one], *(tuple(part[one]) for part in parts), *results.get(one, ())]
            found.append(ArchivedTable(*whole))
        return found

    async def _read_results(self, ids: Sequence[str]) -> dict[str, tuple[Any, Any]]:
        """Return results and their seats, by table."""
        question = f"SELECT {RESULT_COLUMNS} FROM results WHERE table_id {self._among}"  # noqa: S608  # our own names
        rows = [tuple(row) for row in await self._read(question, self._ids(ids))]
        seats: dict[str, list[tuple[Any, ...]]] = {table_id: [] for _, table_id, *_ in rows}
        for table_id, *rest in await self._read(f"{_SEATS} {self._among} ORDER BY seat", self._ids(ids)):
            seats[table_id].append(tuple(rest))
        return {row[1]: (row, tuple(seats[row[1]])) for row in rows}

    async def house_records(self) -> HouseRecords:
        """Return what belongs to no table."""
        question = f"SELECT {REPORT_COLUMNS} FROM reports ORDER BY number"  # noqa: S608  # our own names
        faces = await self._read("SELECT id, costume, colour FROM people WHERE costume > 0")
        shown = await self._read("SELECT id, shown_to FROM people WHERE shown_to <> ''")
        forgotten = await self._read("SELECT person_hash, at FROM forgotten")
        tries = await self._read(f"SELECT {_TRY_COLUMNS} FROM tries")  # noqa: S608  # our own names
        pars = await self._read("SELECT day, game, found FROM pars")
        half_forgotten = await self._read("SELECT person, gone FROM half_forgotten")
        return HouseRecords(
            {name: bytes(value) for name, value in await self._read("SELECT name, value FROM house")},
            {person: name for person, name in await self._read("SELECT id, name FROM people")},  # noqa: C416  # rows
            frozenset((person, other) for person, other in await self._read("SELECT person, other FROM blocks")),
            frozenset(row[0] for row in await self._read("SELECT person FROM bars")),
            tuple(_readable_report(row) for row in await self._read(question)),
            tuple(act_of(row) for row in await self._read(f"SELECT {ACT_COLUMNS} FROM audit ORDER BY number")),  # noqa: S608  # ours
            {person: (costume, colour) for person, costume, colour in faces},
            {person: whom for person, whom in shown},  # noqa: C416  # rows are no pairs to `dict`
            {person_hash: at for person_hash, at in forgotten},  # noqa: C416  # as above
            {person: at for person, at in await self._read("SELECT id, since FROM people WHERE since > 0")},  # noqa: C416  # rows
            frozenset((day, game, person, table, at) for day, game, person, table, at in tries),
            {(day, game): found for day, game, found in pars},
            frozenset((part, words, at) for part, words, at in await self._read("SELECT part, words, at FROM signs")),
            {person: gone for person, gone in half_forgotten},  # noqa: C416  # as above
        )

    async def results(self) -> list[GameResult]:
        """Return all results, in their order."""
        return results_in(await self._read(_RESULTS))

    async def ratings(self) -> tuple[RatingProgress, list[RatingMove]]:
        """Return how far ratings are computed, and what each result did, by number and person."""
        (progress,) = await self._read("SELECT model, counted, forgotten FROM rating_progress")
        rows = await self._read(f"SELECT {MOVE_COLUMNS} FROM rating_moves")  # noqa: S608  # our own names
        return RatingProgress(*progress), in_order(RatingMove(*row) for row in rows)

    async def forget_ratings(self) -> None:
        """Forget all ratings: a server computes them anew from the results that are there then."""
        async with self._transaction():
            await self._write("UPDATE rating_progress SET model = 0, counted = 0")
            await self._write("DELETE FROM rating_moves")
            await self._write("DELETE FROM ratings")

    async def write_tables(self, tables: Sequence[ArchivedTable]) -> None:
        """Keep tables, all of them or none, or what is new about those that are there.

        Raises:
            Conflict: One went on here in another way; nothing was written.
        """
        tables = [self._fitting(table) for table in tables]
        async with self._transaction():
            there = {table.id: table for table in await self.read_tables([table.id for table in tables])}
            for table in tables:
                _refuse_fork(there.get(table.id), table)
            await self._write_many(_UPSERT, [table.row for table in tables])
            for part in _MAY_CHANGE:
                await self._write(f"DELETE FROM {part} WHERE table_id {self._among}", self._ids(list(there)))  # noqa: S608
            among = self._ids([table.id for table in tables])
            here = self._ids(list(there))
            await self._write(_GONE_SEATS.format(among=self._among), here)
            await self._write(f"DELETE FROM results WHERE table_id {self._among}", here)  # noqa: S608  # our own names
            await self._insert("results", RESULT_COLUMNS, [table.result for table in tables if table.result])
            seats = [seat for table in tables for seat in table.seats]
            await self._insert("result_seats", f"number, {SEAT_COLUMNS}", seats)
            await self._write(_CLOCKS.format(among=self._among, paced=self._paced), among)
            for part, columns in _PARTS.items():
                known = {one: len(getattr(table, part)) for one, table in there.items() if part not in _MAY_CHANGE}
                rows = [(one.id, *row) for one in tables for row in getattr(one, part)[known.get(one.id, 0) :]]
                await self._insert(part, f"table_id, {columns}", rows)

    async def write_house_records(self, records: HouseRecords) -> None:
        """Keep what belongs to no table instead of what is there; what hosts did there stays."""
        rows: dict[tuple[str, str], Iterable[tuple[object, ...]]] = {
            ("house", "name, value"): records.secrets.items(),
            ("people", "id, name, costume, colour, shown_to, since"): [
                (
                    person,
                    name,
                    *records.faces.get(person, (0, 0)),
                    records.shown_to.get(person, ""),
                    records.since.get(person, 0.0),
                )
                for person, name in records.people.items()
            ],
            ("forgotten", "person_hash, at"): records.forgotten.items(),
            ("half_forgotten", "person, gone"): records.half_forgotten.items(),
            ("tries", _TRY_COLUMNS): records.tries,
            ("pars", "day, game, found"): [(*key, found) for key, found in records.pars.items()],
            ("blocks", "person, other"): records.blocks,
            ("bars", "person"): [(person,) for person in records.bans],
            ("reports", REPORT_COLUMNS): [self._report_row(report) for report in records.reports],
            ("signs", "part, words, at"): records.signs,
        }
        async with self._transaction():
            for (name, columns), found in rows.items():
                await self._write(f"DELETE FROM {name}")  # noqa: S608  # our own names
                await self._insert(name, columns, list(found))
            last = (await self._read("SELECT coalesce(max(number), 0) FROM audit"))[0][0]
            await self._insert("audit", ACT_COLUMNS, [astuple(act) for act in records.acts if act.number > last])

    @abstractmethod
    async def faults(self) -> list[str]:
        """Return what is wrong beneath the tables: a damaged file, rows that belong to nothing."""

    @abstractmethod
    async def warnings(self) -> list[str]:
        """Return what is not wrong, and not as it should be."""

    @abstractmethod
    async def close(self) -> None:
        """Let go."""

    @abstractmethod
    async def _read(self, question: str, *values: object) -> list[Any]:
        """Return the rows of an answer."""

    @abstractmethod
    async def _write(self, statement: str, *values: object) -> None:
        """Run a statement."""

    @abstractmethod
    async def _write_many(self, statement: str, rows: Sequence[tuple[object, ...]]) -> None:
        """Run a statement for each of some rows."""

    @abstractmethod
    async def _insert(self, name: str, columns: str, rows: Sequence[tuple[object, ...]]) -> None:
        """Add rows."""

    @abstractmethod
    def _transaction(self) -> AbstractAsyncContextManager[object]:
        """Do what follows as a whole or not at all."""

    @abstractmethod
    def _ids(self, ids: Sequence[str]) -> object:
        """Return several ids as one value."""

    def _fitting(self, table: ArchivedTable) -> ArchivedTable:
        """Return a table as it can be kept here."""
        return table

    @abstractmethod
    def _report_row(self, report: Report) -> tuple[object, ...]:
        """Return a report as it is kept here."""


def _readable_report(row: Any) -> Report:
    try:
        return report_of(row)
    except (ValueError, TypeError) as error:
        raise OSError(f"report {row[6]} cannot be read: {error}") from error


def _refuse_fork(there: ArchivedTable | None, table: ArchivedTable) -> None:
    """Make sure that a table goes on where the one that is there ends.

    Raises:
        Conflict: It does not.
    """
    if there is None:
        return
    same = (there.game, there.version, there.seed) == (table.game, table.version, table.seed)
    steps, lines = table.steps[: len(there.steps)], table.chat[: len(there.chat)]
    talk_went_on = len(lines) != len(there.chat) or any(
        one != other for one, other in zip(lines, there.chat, strict=True) if one[_SAID]
    )
    if not same or steps != there.steps or talk_went_on:
        raise Conflict(f"table {table.id} went on in two ways, here and there")
