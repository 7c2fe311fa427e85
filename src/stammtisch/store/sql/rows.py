"""Rows of a database and the records they stand for."""

from __future__ import annotations

import json
from typing import Any, Final

from stammtisch.store.contract import HostAct, Report, StoredTable

TABLE_COLUMNS: Final = "id, game, version, choices, seed, stage, changed, facts, revision"
ACT_COLUMNS: Final = "at, host, way, what, table_id, person, detail, number"
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
