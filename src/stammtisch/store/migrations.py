"""How a store of an older Stammtisch becomes one of today: numbered steps, each taken once and as a whole.

A step that was published is never edited; whoever needs another column writes the next step, for both kinds of store.
"""

from __future__ import annotations

import sqlite3
from typing import Final

# Notes who sits at a table, whatever is wrong with its facts. No "OR IGNORE": what fires a trigger would overrule it.
_SEAT: Final = """INSERT INTO seated SELECT DISTINCT person, at FROM (
  SELECT CASE type WHEN 'object' THEN value ->> 'person' END AS person, {0} AS at
  FROM json_each(CASE WHEN json_valid({1}) THEN {1} ELSE '{{}}' END, '$.places')
) AS found WHERE person <> '' AND NOT EXISTS (
  SELECT 1 FROM seated WHERE seated.person = found.person AND seated.table_id = found.at
)"""

SQLITE: Final = (
    (  # 1: IF NOT EXISTS, since files were written before steps were counted
        """CREATE TABLE IF NOT EXISTS tables (
          id TEXT PRIMARY KEY, game TEXT NOT NULL, version INTEGER NOT NULL, choices TEXT NOT NULL, seed BLOB NOT NULL,
          stage TEXT NOT NULL, changed REAL NOT NULL, facts TEXT NOT NULL
        ) STRICT""",
        "CREATE INDEX IF NOT EXISTS tables_by_stage ON tables (stage, changed)",
        """CREATE TABLE IF NOT EXISTS steps (
          table_id TEXT NOT NULL REFERENCES tables (id), number INTEGER NOT NULL, seat INTEGER NOT NULL,
          action INTEGER NOT NULL, PRIMARY KEY (table_id, number)
        ) STRICT, WITHOUT ROWID""",
        """CREATE TABLE IF NOT EXISTS chat (
          table_id TEXT NOT NULL REFERENCES tables (id), number INTEGER NOT NULL, person TEXT NOT NULL,
          name TEXT NOT NULL, said TEXT NOT NULL, PRIMARY KEY (table_id, number)
        ) STRICT, WITHOUT ROWID""",
        """CREATE TABLE IF NOT EXISTS reviews (
          table_id TEXT NOT NULL REFERENCES tables (id), part TEXT NOT NULL, found TEXT NOT NULL,
          PRIMARY KEY (table_id, part)
        ) STRICT, WITHOUT ROWID""",
        "CREATE TABLE IF NOT EXISTS people (id TEXT PRIMARY KEY, name TEXT NOT NULL) STRICT, WITHOUT ROWID",
        "CREATE TABLE IF NOT EXISTS house (name TEXT PRIMARY KEY, value BLOB NOT NULL) STRICT, WITHOUT ROWID",
    ),
    (  # 2: several may write, and people may keep out of each other's way
        "ALTER TABLE tables ADD COLUMN revision INTEGER NOT NULL DEFAULT 1",
        "ALTER TABLE steps ADD COLUMN at REAL NOT NULL DEFAULT 0",
        """CREATE TABLE blocks (
          person TEXT NOT NULL, other TEXT NOT NULL, PRIMARY KEY (person, other)
        ) STRICT, WITHOUT ROWID""",
        "CREATE TABLE bars (person TEXT PRIMARY KEY) STRICT, WITHOUT ROWID",
        """CREATE TABLE reports (
          number INTEGER PRIMARY KEY, table_id TEXT NOT NULL, teller TEXT NOT NULL, about TEXT NOT NULL,
          words TEXT NOT NULL, said TEXT NOT NULL, at REAL NOT NULL, settled INTEGER NOT NULL DEFAULT 0
        ) STRICT""",
    ),
    (  # 3: how long decisions were waited for; a clock that nobody has written down has run out: it is looked at
        """CREATE TABLE clocks (
          table_id TEXT PRIMARY KEY REFERENCES tables (id), steps INTEGER NOT NULL, waited REAL NOT NULL,
          seconds REAL NOT NULL
        ) STRICT, WITHOUT ROWID""",
        """INSERT INTO clocks SELECT id, 0, 0.0, 0.0 FROM tables
        WHERE stage = 'running' AND json_valid(facts) AND json_extract(facts, '$.pace') <> 'none'""",
    ),
    (  # 4: what hosts did stays as it was written; the probe tells whether anything can be written
        """CREATE TABLE audit (
          number INTEGER PRIMARY KEY, at REAL NOT NULL, host TEXT NOT NULL, way TEXT NOT NULL, what TEXT NOT NULL,
          table_id TEXT NOT NULL, person TEXT NOT NULL, detail TEXT NOT NULL
        ) STRICT""",
        *(
            f"""CREATE TRIGGER audit_refuses_{change} BEFORE {change} ON audit
            BEGIN SELECT RAISE(ABORT, 'the audit log is never changed'); END"""
            for change in ("UPDATE", "DELETE")
        ),
        "CREATE TABLE probe (id INTEGER PRIMARY KEY, at REAL NOT NULL) STRICT",
    ),
    (  # 5: a personal link is good once
        """CREATE TABLE links (
          person TEXT PRIMARY KEY, link TEXT NOT NULL UNIQUE, until REAL NOT NULL
        ) STRICT, WITHOUT ROWID""",
    ),
    (  # 6: people have a face, and their tables are found without looking at all others; facts may be damaged
        "ALTER TABLE people ADD COLUMN costume INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE people ADD COLUMN colour INTEGER NOT NULL DEFAULT 0",
        """CREATE TABLE seated (
          person TEXT NOT NULL, table_id TEXT NOT NULL, PRIMARY KEY (person, table_id)
        ) STRICT, WITHOUT ROWID""",
        f"CREATE TRIGGER tables_seat_new AFTER INSERT ON tables BEGIN {_SEAT.format('new.id', 'new.facts')}; END",
        f"CREATE TRIGGER tables_seat_again AFTER UPDATE ON tables BEGIN {_SEAT.format('new.id', 'new.facts')}; END",
        _SEAT.format("tables.id", "tables.facts").replace("FROM json_each", "FROM tables, json_each"),
    ),
    (  # 7: what came of each game, to whom people show it, and who has asked to be forgotten
        """CREATE TABLE results (
          number INTEGER PRIMARY KEY, table_id TEXT NOT NULL UNIQUE REFERENCES tables (id), game TEXT NOT NULL,
          version INTEGER NOT NULL, choices TEXT NOT NULL, finished REAL NOT NULL, kind TEXT NOT NULL,
          rated INTEGER NOT NULL, steps INTEGER NOT NULL, evening TEXT NOT NULL
        ) STRICT""",
        "CREATE INDEX results_by_time ON results (finished)",
        "CREATE INDEX results_by_game ON results (game, number)",
        "CREATE INDEX results_by_evening ON results (evening, number)",
        """CREATE TABLE result_seats (
          number INTEGER NOT NULL REFERENCES results (number), seat INTEGER NOT NULL, person TEXT NOT NULL,
          name TEXT NOT NULL, level TEXT NOT NULL, score INTEGER NOT NULL, place INTEGER NOT NULL,
          share REAL NOT NULL, gone INTEGER NOT NULL, stood_in INTEGER NOT NULL, PRIMARY KEY (number, seat)
        ) STRICT, WITHOUT ROWID""",
        "CREATE INDEX result_seats_by_person ON result_seats (person, number)",
        "CREATE INDEX chat_by_person ON chat (person)",
        "ALTER TABLE people ADD COLUMN shown_to TEXT NOT NULL DEFAULT ''",
        "CREATE TABLE forgotten (person_hash TEXT PRIMARY KEY, at REAL NOT NULL) STRICT, WITHOUT ROWID",
    ),
    (  # 8: the host names the house and posts a notice
        """CREATE TABLE signs (
          part TEXT PRIMARY KEY, words TEXT NOT NULL, at REAL NOT NULL
        ) STRICT, WITHOUT ROWID""",
    ),
    (  # 9: ratings, which are computed from results and can be thrown away
        """CREATE TABLE rating_moves (
          number INTEGER NOT NULL, person TEXT NOT NULL, game TEXT NOT NULL, seats INTEGER NOT NULL,
          games INTEGER NOT NULL, strength REAL NOT NULL, doubt REAL NOT NULL, strength_before REAL NOT NULL,
          doubt_before REAL NOT NULL, PRIMARY KEY (number, person)
        ) STRICT, WITHOUT ROWID""",
        """CREATE TABLE ratings (
          game TEXT NOT NULL, seats INTEGER NOT NULL, person TEXT NOT NULL, number INTEGER NOT NULL,
          PRIMARY KEY (game, seats, person)
        ) STRICT, WITHOUT ROWID""",
        "CREATE INDEX ratings_by_person ON ratings (person)",
        """CREATE TABLE rating_progress (
          model INTEGER NOT NULL, counted INTEGER NOT NULL, forgotten INTEGER NOT NULL
        ) STRICT""",
        "INSERT INTO rating_progress VALUES (0, 0, 0)",
    ),
    (  # 10: since when people are known, which nobody has counted before; their tries at deals of the day
        "ALTER TABLE people ADD COLUMN since REAL NOT NULL DEFAULT 0",
        """CREATE TABLE tries (
          day TEXT NOT NULL, game TEXT NOT NULL, person TEXT NOT NULL, table_id TEXT NOT NULL, begun REAL NOT NULL,
          PRIMARY KEY (day, game, person)
        ) STRICT, WITHOUT ROWID""",
        "CREATE INDEX tries_by_person ON tries (person, day)",
        "CREATE TABLE pars (day TEXT, game TEXT, found TEXT NOT NULL, PRIMARY KEY (day, game)) STRICT, WITHOUT ROWID",
    ),
    (  # 11: who is forgotten and still named at tables, and by what is found who is known and who was forgotten lately
        "CREATE TABLE half_forgotten (person TEXT PRIMARY KEY, gone TEXT NOT NULL) STRICT, WITHOUT ROWID",
        "CREATE INDEX forgotten_by_time ON forgotten (at)",
        "CREATE INDEX reports_by_teller ON reports (teller)",
    ),
)


class TooNew(OSError):
    """A newer Stammtisch has written a store."""


def refuse_newer(store: str, schema: int, known: int) -> None:
    """Make sure that this Stammtisch knows everything that a store may hold.

    Raises:
        TooNew: A newer one has written it.
    """
    if schema > known:
        raise TooNew(f"{store} was written by a newer Stammtisch (schema {schema}; this one knows {known})")


def migrate_sqlite(db: sqlite3.Connection, store: str) -> None:
    """Take the steps that a file has not taken yet; `store` is what it is called in an error.

    Raises:
        TooNew: A newer Stammtisch has written it.
    """
    while (taken := _taken(db)) < len(SQLITE):
        db.execute("BEGIN IMMEDIATE")
        if _taken(db) == taken:  # nobody else was faster
            for statement in SQLITE[taken]:
                db.execute(statement)
            db.execute(f"PRAGMA user_version = {taken + 1}")
        db.execute("COMMIT")
    refuse_newer(store, taken, len(SQLITE))


def _taken(db: sqlite3.Connection) -> int:
    return int(db.execute("PRAGMA user_version").fetchone()[0])
