"""A house with as many running tables as a test wants: one that was begun, and copies of it."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing

import asyncpg

from stammtisch.core.game import find_game
from stammtisch.store.contract import Store
from stammtisch.store.open import is_address
from stammtisch.web.tables.live_table import LiveTable
from stammtisch.web.tables.record import RUNNING, Place, TableTerms
from tests.store.opened_stores import using
from tests.turned_clock import TurnedClock

_COPIED = {
    "tables": "game, version, choices, seed, stage, changed, facts, revision",
    "steps": "number, seat, action, at",
    "clocks": "steps, waited, seconds",
}
_DIGITS = 5


def keep_many(data: str, number: int, pace: str = "none", stage: str = RUNNING) -> list[str]:
    """Open a table of gang, begin its game unless it is to stay open, keep so many copies of it, return their ids."""

    async def begin(store: Store) -> str:
        room = LiveTable.new(store, TurnedClock(), find_game("gang"), {}, "anna", TableTerms(pace))
        room.record.places = [Place(f"p{seat}", f"P{seat}", ready=True) for seat in range(room.options.seats)]
        await room.save()
        if stage == RUNNING:
            await room.start()
        return room.id

    first = using(data, begin)
    copied = _COPIED | ({"clocks": "steps, waited, seconds, at"} if is_address(data) else {})
    run(data, *(_copy(table, columns, first, number) for table, columns in copied.items()))
    return [f"{first[:-_DIGITS]}{one:0{_DIGITS}}" for one in range(number)]


def _copy(table: str, columns: str, first: str, number: int) -> str:
    """Return a statement that both stores understand."""
    key = "id" if table == "tables" else "table_id"
    return f"""INSERT INTO {table} ({key}, {columns})
        WITH RECURSIVE many (one) AS (SELECT 0 UNION ALL SELECT one + 1 FROM many WHERE one + 1 < {number})
        SELECT '{first[:-_DIGITS]}' || substr(CAST({10**_DIGITS} + one AS TEXT), 2), {columns}
        FROM {table}, many WHERE {key} = '{first}'"""  # noqa: S608  # our own names


def run(data: str, *statements: str) -> None:
    """Run statements on a store from outside."""
    if is_address(data):
        asyncio.run(_run_on_database(data, statements))
        return
    with closing(sqlite3.connect(data)) as db:
        for statement in statements:
            db.execute(statement)
        db.commit()


async def _run_on_database(url: str, statements: tuple[str, ...]) -> None:
    connection = await asyncpg.connect(url)
    try:
        for statement in statements:
            await connection.execute(statement)
    finally:
        await connection.close()
