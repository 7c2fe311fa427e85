"""The schema of a house in PostgreSQL, step by step like that of a file (see `migrations`)."""

from __future__ import annotations

from typing import Any, Final

from stammtisch.store.migrations import refuse_newer

POSTGRESQL: Final = (
    (  # 1
        """CREATE TABLE tables (
          id TEXT PRIMARY KEY, game TEXT NOT NULL, version INTEGER NOT NULL, choices JSONB NOT NULL,
          seed BYTEA NOT NULL, stage TEXT NOT NULL, changed DOUBLE PRECISION NOT NULL, facts JSONB NOT NULL,
          revision INTEGER NOT NULL
        )""",
        "CREATE INDEX tables_by_stage ON tables (stage, changed)",
        """CREATE INDEX tables_listed ON tables (stage, changed) WHERE facts @> '{"listed": true}'""",
        # Without what it calls fast updates, which would make it useless until they are tidied up.
        """CREATE INDEX tables_by_person ON tables USING GIN ((facts -> 'places') jsonb_path_ops)
        WITH (fastupdate = off)""",
        """CREATE TABLE steps (
          table_id TEXT NOT NULL REFERENCES tables (id), number INTEGER NOT NULL, seat INTEGER NOT NULL,
          action BIGINT NOT NULL, at DOUBLE PRECISION NOT NULL, PRIMARY KEY (table_id, number)
        )""",
        """CREATE TABLE chat (
          table_id TEXT NOT NULL REFERENCES tables (id), number INTEGER NOT NULL, person TEXT NOT NULL,
          name TEXT NOT NULL, said TEXT NOT NULL, PRIMARY KEY (table_id, number)
        )""",
        """CREATE TABLE reviews (
          table_id TEXT NOT NULL REFERENCES tables (id), part TEXT NOT NULL, found TEXT NOT NULL,
          PRIMARY KEY (table_id, part)
        )""",
        "CREATE TABLE people (id TEXT PRIMARY KEY, name TEXT NOT NULL)",
        "CREATE TABLE house (name TEXT PRIMARY KEY, value BYTEA NOT NULL)",
        "CREATE TABLE blocks (person TEXT NOT NULL, other TEXT NOT NULL, PRIMARY KEY (person, other))",
        "CREATE TABLE bars (person TEXT PRIMARY KEY)",
        """CREATE TABLE reports (
          number BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, table_id TEXT NOT NULL, teller TEXT NOT NULL,
          about TEXT NOT NULL, words TEXT NOT NULL, said TEXT[] NOT NULL, at DOUBLE PRECISION NOT NULL,
          settled BOOLEAN NOT NULL DEFAULT false
        )""",
        # What may be forgotten when the database falls is not logged; it changes often, in place where there is room.
        """CREATE UNLOGGED TABLE seen (
          table_id TEXT NOT NULL, person TEXT NOT NULL, at DOUBLE PRECISION NOT NULL, PRIMARY KEY (table_id, person)
        ) WITH (fillfactor = 50)""",
        """CREATE UNLOGGED TABLE buckets (
          name TEXT PRIMARY KEY, full_at DOUBLE PRECISION NOT NULL
        ) WITH (fillfactor = 50)""",
        # Rows are made and locked in the order of their names, so that nobody waits for each other in a ring.
        """CREATE FUNCTION take(names TEXT[], bursts INTEGER[], paces DOUBLE PRECISION[]) RETURNS DOUBLE PRECISION
        LANGUAGE plpgsql AS $$
        DECLARE
          now DOUBLE PRECISION;
          early DOUBLE PRECISION;
        BEGIN
          INSERT INTO buckets SELECT DISTINCT wish, 0 FROM unnest(names) AS wish ORDER BY wish ON CONFLICT DO NOTHING;
          PERFORM 1 FROM buckets WHERE name = ANY (names) ORDER BY name FOR UPDATE;
          now := extract(epoch FROM clock_timestamp());
          SELECT max(greatest(full_at - now, 0) + taken - room) INTO early FROM buckets JOIN (
            SELECT name, sum(pace) AS taken, min(burst * pace) AS room
            FROM unnest(names, bursts, paces) AS wish (name, burst, pace) GROUP BY name
          ) AS wishes USING (name);
          IF early > 0 THEN
            RETURN early;
          END IF;
          UPDATE buckets SET full_at = greatest(full_at, now) + taken FROM (
            SELECT wish.name, sum(pace) AS taken FROM unnest(names, paces) AS wish (name, pace) GROUP BY wish.name
          ) AS wishes WHERE buckets.name = wishes.name;
          RETURN 0;
        END $$""",
    ),
    (  # 2: how long decisions were waited for; a clock that nobody has written down has run out: it is looked at
        """CREATE TABLE clocks (
          table_id TEXT PRIMARY KEY REFERENCES tables (id), steps INTEGER NOT NULL, waited DOUBLE PRECISION NOT NULL,
          seconds DOUBLE PRECISION NOT NULL, at DOUBLE PRECISION NOT NULL DEFAULT 0
        )""",
        "CREATE INDEX clocks_by_end ON clocks ((at + seconds - waited))",
        """INSERT INTO clocks SELECT id, 0, 0, 0 FROM tables
        WHERE stage = 'running' AND facts ->> 'pace' <> 'none'""",
    ),
    (  # 3: what hosts did stays as it was written; the probe tells whether anything can be written
        """CREATE TABLE audit (
          number BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, at DOUBLE PRECISION NOT NULL, host TEXT NOT NULL,
          way TEXT NOT NULL, what TEXT NOT NULL, table_id TEXT NOT NULL, person TEXT NOT NULL, detail TEXT NOT NULL
        )""",
        """CREATE FUNCTION refuse_change() RETURNS TRIGGER LANGUAGE plpgsql AS $$
        BEGIN
          RAISE EXCEPTION 'the audit log is never changed';
        END $$""",
        """CREATE TRIGGER audit_refuses BEFORE UPDATE OR DELETE OR TRUNCATE ON audit
        FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()""",
        "CREATE TABLE probe (id INTEGER PRIMARY KEY, at DOUBLE PRECISION NOT NULL)",
    ),
    (  # 4: whose tables they are is counted, and a personal link is good once
        "CREATE INDEX tables_by_host ON tables ((facts ->> 'host'), stage)",
        """CREATE TABLE links (
          person TEXT PRIMARY KEY, link TEXT NOT NULL UNIQUE, until DOUBLE PRECISION NOT NULL
        )""",
    ),
    (  # 5: people have a face
        """ALTER TABLE people ADD COLUMN costume INTEGER NOT NULL DEFAULT 0,
        ADD COLUMN colour INTEGER NOT NULL DEFAULT 0""",
    ),
    (  # 6: what came of each game, to whom people show it, and who has asked to be forgotten
        # Whoever writes a result holds a lock, so that numbers have no gap for any reader.
        """CREATE TABLE results (
          number BIGINT PRIMARY KEY, table_id TEXT NOT NULL UNIQUE REFERENCES tables (id), game TEXT NOT NULL,
          version INTEGER NOT NULL, choices TEXT NOT NULL, finished DOUBLE PRECISION NOT NULL, kind TEXT NOT NULL,
          rated INTEGER NOT NULL, steps INTEGER NOT NULL, evening TEXT NOT NULL
        )""",
        "CREATE INDEX results_by_time ON results (finished)",
        "CREATE INDEX results_by_game ON results (game, number)",
        "CREATE INDEX results_by_evening ON results (evening, number)",
        """CREATE TABLE result_seats (
          number BIGINT NOT NULL REFERENCES results (number), seat INTEGER NOT NULL, person TEXT NOT NULL,
          name TEXT NOT NULL, level TEXT NOT NULL, score BIGINT NOT NULL, place INTEGER NOT NULL,
          share DOUBLE PRECISION NOT NULL, gone INTEGER NOT NULL, stood_in INTEGER NOT NULL,
          PRIMARY KEY (number, seat)
        )""",
        "CREATE INDEX result_seats_by_person ON result_seats (person, number)",
        "CREATE INDEX chat_by_person ON chat (person)",
        "ALTER TABLE people ADD COLUMN shown_to TEXT NOT NULL DEFAULT ''",
        "CREATE TABLE forgotten (person_hash TEXT PRIMARY KEY, at DOUBLE PRECISION NOT NULL)",
        """CREATE FUNCTION keep_result(
          told_table TEXT, told_game TEXT, told_version INTEGER, told_choices TEXT, told_finished DOUBLE PRECISION,
          told_kind TEXT, told_rated INTEGER, told_steps INTEGER, told_evening TEXT, seats JSONB
        ) RETURNS BOOLEAN LANGUAGE plpgsql AS $$
        DECLARE
          next BIGINT;
        BEGIN
          PERFORM pg_advisory_xact_lock(hashtextextended('stammtisch results', 0));
          IF EXISTS (SELECT FROM results WHERE table_id = told_table) THEN
            RETURN false;
          END IF;
          SELECT coalesce(max(number), 0) + 1 INTO next FROM results;
          INSERT INTO results VALUES (
            next, told_table, told_game, told_version, told_choices, told_finished, told_kind, told_rated, told_steps,
            told_evening
          );
          INSERT INTO result_seats
          SELECT next, place - 1, seat ->> 0, seat ->> 1, seat ->> 2, (seat ->> 3)::BIGINT, (seat ->> 4)::INTEGER,
            (seat ->> 5)::DOUBLE PRECISION, (seat ->> 6)::INTEGER, (seat ->> 7)::INTEGER
          FROM jsonb_array_elements(seats) WITH ORDINALITY AS told (seat, place);
          RETURN true;
        END $$""",
    ),
    (  # 7: the host names the house and posts a notice
        "CREATE TABLE signs (part TEXT PRIMARY KEY, words TEXT NOT NULL, at DOUBLE PRECISION NOT NULL)",
    ),
    (  # 8: ratings, which are computed from results and can be thrown away
        """CREATE TABLE rating_moves (
          number BIGINT NOT NULL, person TEXT NOT NULL, game TEXT NOT NULL, seats INTEGER NOT NULL,
          games INTEGER NOT NULL, strength DOUBLE PRECISION NOT NULL, doubt DOUBLE PRECISION NOT NULL,
          strength_before DOUBLE PRECISION NOT NULL, doubt_before DOUBLE PRECISION NOT NULL,
          PRIMARY KEY (number, person)
        )""",
        """CREATE TABLE ratings (
          game TEXT NOT NULL, seats INTEGER NOT NULL, person TEXT NOT NULL, number BIGINT NOT NULL,
          PRIMARY KEY (game, seats, person)
        )""",
        "CREATE INDEX ratings_by_person ON ratings (person)",
        "CREATE TABLE rating_progress (model INTEGER NOT NULL, counted BIGINT NOT NULL, forgotten BIGINT NOT NULL)",
        "INSERT INTO rating_progress VALUES (0, 0, 0)",
    ),
    (  # 9: since when people are known, which nobody has counted before; their tries at deals of the day
        "ALTER TABLE people ADD COLUMN since DOUBLE PRECISION NOT NULL DEFAULT 0",
        """CREATE TABLE tries (
          day TEXT NOT NULL, game TEXT NOT NULL, person TEXT NOT NULL, table_id TEXT NOT NULL,
          begun DOUBLE PRECISION NOT NULL, PRIMARY KEY (day, game, person)
        )""",
        "CREATE INDEX tries_by_person ON tries (person, day)",
        "CREATE TABLE pars (day TEXT, game TEXT, found TEXT NOT NULL, PRIMARY KEY (day, game))",
    ),
    (  # 10: who is forgotten and still named at tables, and by what is found who is known and who was forgotten lately
        "CREATE TABLE half_forgotten (person TEXT PRIMARY KEY, gone TEXT NOT NULL)",
        "CREATE INDEX forgotten_by_time ON forgotten (at)",
        "CREATE INDEX reports_by_teller ON reports (teller)",
    ),
)
_LOCK: Final = "SELECT pg_advisory_xact_lock(hashtextextended('stammtisch migrations', 0))"
_COUNT: Final = "CREATE TABLE IF NOT EXISTS migrations (number INTEGER PRIMARY KEY, at TIMESTAMPTZ NOT NULL)"
_TAKEN: Final = "SELECT coalesce(max(number), 0) FROM migrations"


async def migrate_postgresql(connection: Any, store: str) -> None:
    """Take the steps that a database has not taken yet, one process at a time; `store` is its name in an error.

    Raises:
        TooNew: A newer Stammtisch has written it.
    """
    taken = -1
    while taken < len(POSTGRESQL):
        async with connection.transaction():
            await connection.execute(_LOCK)
            await connection.execute(_COUNT)
            taken = await connection.fetchval(_TAKEN)
            refuse_newer(store, taken, len(POSTGRESQL))
            if taken < len(POSTGRESQL):
                for statement in POSTGRESQL[taken]:
                    await connection.execute(statement)
                await connection.execute("INSERT INTO migrations VALUES ($1, now())", taken + 1)
