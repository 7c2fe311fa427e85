"""Rows of a database and the records they stand for."""

from __future__ import annotations

import json
from collections.abc import Iterable
from itertools import groupby
from typing import Any, Final

from stammtisch.store.contract import HostAct, Report, StoredTable
from stammtisch.store.result_contract import GameResult, SeatResult

TABLE_COLUMNS: Final = "id, game, version, choices, seed, stage, changed, facts, revision"
ACT_COLUMNS: Final = "at, host, way, what, table_id, person, detail, number"
RESULT_COLUMNS: Final = "number, table_id, game, version, choices, finished, kind, rated, steps, evening"
SEAT_COLUMNS: Final = "seat, person, name, level, score, place, share, gone, stood_in"
_OWN: Final = len(RESULT_COLUMNS.split(","))
REPORT_COLUMNS: Final = "table_id, teller, about, words, said, at, number, settled"


def table_of(row: Any) -> StoredTable:
    """Return the table of a row of `TABLE_COLUMNS`."""
    table_id, game, version, choices, seed, stage, changed, facts, revision = row
    return StoredTable(
        table_id, game, version, json.loads(choices), bytes(seed), stage, changed, json.loads(facts), revision
    )


def report_of(row: Any) -> Report:
    """Return the report of a row of `REPORT_COLUMNS`; what was said is an array, or JSON where there are none.

    Raises:
        ValueError: It is no JSON.
        TypeError: It is no list.
    """
    table, teller, about, words, said, at, number, settled = row
    lines = json.loads(said) if isinstance(said, str) else said
    return Report(table, teller, about, words, tuple(lines), at, number, bool(settled))


def act_of(row: Any) -> HostAct:
    """Return what a host did, from a row of `ACT_COLUMNS`."""
    return HostAct(*row)


def results_in(rows: Iterable[Any]) -> list[GameResult]:
    """Return the results of rows of `RESULT_COLUMNS` and `SEAT_COLUMNS`, those of one result behind each other."""
    found = []
    for _, seats in groupby(rows, key=lambda row: row[0]):
        told = [tuple(row) for row in seats]
        number, table, game, version, choices, finished, kind, rated, steps, evening = told[0][:_OWN]
        placed = tuple(_seat_of(row[_OWN:]) for row in told)
        found.append(
            GameResult(
                table, game, version, json.loads(choices), finished, bool(rated), steps, placed, evening, kind, number
            )
        )
    return found


def _seat_of(row: Any) -> SeatResult:
    _, person, name, level, score, place, share, gone, stood_in = row
    return SeatResult(person, name, level, score, place, share, bool(gone), stood_in)


def result_values(result: GameResult) -> tuple[object, ...]:
    """Return what is kept of a result beside its number and its seats, in the order of `RESULT_COLUMNS`."""
    plays = (result.table, result.game, result.version, json.dumps(result.choices), result.finished)
    return (*plays, result.kind, int(result.rated), result.steps, result.evening)


def seat_values(seat: SeatResult) -> tuple[object, ...]:
    """Return what is kept of a seat beside its number, in the order of `SEAT_COLUMNS`."""
    came_off = (seat.score, seat.place, seat.share, int(seat.left), seat.stood_in)
    return (seat.person, seat.name, seat.level, *came_off)
