"""A house in a file: flushed, kept for one server, and readable when it is older than the program."""

from __future__ import annotations

import asyncio
import inspect
import sqlite3
import subprocess
import sys
import traceback
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from stammtisch.store.contract import Store, StoredTable, Unavailable
from stammtisch.store.migrations import SQLITE
from stammtisch.store.sqlite.store import SqliteStore, connect
from tests.store.opened_stores import table, using

OLD = """
CREATE TABLE tables (
  id TEXT PRIMARY KEY, game TEXT NOT NULL, version INTEGER NOT NULL, choices TEXT NOT NULL, seed BLOB NOT NULL,
  stage TEXT NOT NULL, changed REAL NOT NULL, facts TEXT NOT NULL
) STRICT;
CREATE INDEX tables_by_stage ON tables (stage, changed);
CREATE TABLE steps (
  table_id TEXT NOT NULL REFERENCES tables (id), number INTEGER NOT NULL, seat INTEGER NOT NULL,
  action INTEGER NOT NULL, PRIMARY KEY (table_id, number)
) STRICT, WITHOUT ROWID;
CREATE TABLE chat (
  table_id TEXT NOT NULL REFERENCES tables (id), number INTEGER NOT NULL, person TEXT NOT NULL, name TEXT NOT NULL,
  said TEXT NOT NULL, PRIMARY KEY (table_id, number)
) STRICT, WITHOUT ROWID;
CREATE TABLE reviews (
  table_id TEXT NOT NULL REFERENCES tables (id), part TEXT NOT NULL, found TEXT NOT NULL,
  PRIMARY KEY (table_id, part)
) STRICT, WITHOUT ROWID;
CREATE TABLE people (id TEXT PRIMARY KEY, name TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE house (name TEXT PRIMARY KEY, value BLOB NOT NULL) STRICT, WITHOUT ROWID;
INSERT INTO tables VALUES ('a', 'duel', 1, '{"seats": 2}', x'7373', 'running', 5.0, '{"places": []}');
INSERT INTO tables VALUES ('b', 'duel', 1, '{}', x'73', 'over', 6.0, '{"places": [{"person": "p", "left": false}]}');
INSERT INTO tables VALUES ('c', 'duel', 1, '{}', x'73', 'over', 7.0, 'damaged');
INSERT INTO steps VALUES ('a', 0, 61, 3), ('a', 1, 0, 4);
INSERT INTO chat VALUES ('a', 0, 'p', 'Anna', 'hello');
INSERT INTO people VALUES ('p', 'Anna');
"""


def _run_on(path: Path, script: str) -> None:
    db = sqlite3.connect(path)
    db.executescript(script)
    db.close()


def test_a_file_of_an_older_stammtisch_is_renewed_and_nothing_is_lost(tmp_path: Path) -> None:
    _run_on(tmp_path / "house.db", OLD)

    async def go_on(store: Store) -> tuple[object, ...]:
        saved = await store.table("a")
        assert saved
        assert saved == StoredTable("a", "duel", 1, {"seats": 2}, b"ss", "running", 5.0, {"places": []}, 1)
        await store.append("a", 2, [(1, 5)], 1)
        await store.save_chat("a", "p", "Anna", "again")
        await store.save_table(saved)
        await store.block("p", "q")
        return await store.steps("a"), len(await store.chat("a")), await store.person("p"), saved.revision

    assert using(str(tmp_path / "house.db"), go_on) == ([(61, 3), (0, 4), (1, 5)], 2, "Anna", 2)
    assert using(str(tmp_path / "house.db"), lambda store: store.blocked("p")) == {"q"}
    assert using(str(tmp_path / "house.db"), lambda store: store.face("p")) is None
    (found,) = using(str(tmp_path / "house.db"), lambda store: store.tables("over", person="p"))
    assert found.id == "b"


def test_a_migration_that_fails_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    _run_on(tmp_path / "house.db", OLD + "CREATE TABLE bars (something_else TEXT);")
    with pytest.raises(OSError, match=r"cannot open .*already exists"):
        SqliteStore(tmp_path / "house.db")
    _run_on(tmp_path / "house.db", "DROP TABLE bars;")

    assert using(str(tmp_path / "house.db"), lambda store: store.banned()) == frozenset()


def test_a_file_of_a_newer_stammtisch_is_refused(tmp_path: Path) -> None:
    newer = len(SQLITE) + 1
    _run_on(tmp_path / "house.db", f"PRAGMA user_version = {newer};")

    with pytest.raises(
        OSError, match=rf"house.db was written by a newer Stammtisch \(schema {newer}; this one knows \d+"
    ):
        SqliteStore(tmp_path / "house.db")


def test_a_second_server_is_kept_out_of_a_file_and_tools_are_not(tmp_path: Path) -> None:
    async def look(store: Store) -> StoredTable | None:
        await store.save_table(table("a"))
        with pytest.raises(OSError, match=r"cannot open .*house.db: another server has it open"):
            SqliteStore(tmp_path / "house.db")
        beside = SqliteStore(tmp_path / "house.db", alone=False)
        try:
            return await beside.table("a")
        finally:
            await beside.close()

    assert using(str(tmp_path / "house.db"), look)
    assert using(str(tmp_path / "house.db"), lambda store: store.table("a"))


def test_a_server_that_was_killed_no_longer_keeps_others_out(tmp_path: Path) -> None:
    path = tmp_path / "house.db"
    imports = "from stammtisch.store.sqlite.store import SqliteStore"
    program = f"{imports}; store = SqliteStore({str(path)!r}); print(input('open'))"
    command = [sys.executable, "-c", program]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:  # noqa: S603  # our own
        assert other.stdout
        assert other.stdout.read(4) == b"open"
        with pytest.raises(OSError, match="another server has it open"):
            SqliteStore(path)
        other.kill()

    asyncio.run(SqliteStore(path).close())


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    (tmp_path / "house.db").write_text("not a database" * 100, encoding="utf-8")
    for _ in range(2):  # the first has let go of everything
        with pytest.raises(OSError, match=r"cannot open .*not a database"):
            SqliteStore(tmp_path / "house.db")


def test_a_folder_that_is_not_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(OSError, match=r"cannot open .*unable to open") as caught:
        SqliteStore(tmp_path / "nowhere" / "house.db")

    assert "house.db-open" not in traceback.format_exception_only(caught.value)[0]


def test_a_file_that_is_locked_for_a_while_fails_one_job_and_not_the_house(tmp_path: Path) -> None:
    async def write() -> StoredTable | None:
        store = SqliteStore(tmp_path / "house.db", lock_timeout=0.05)
        with closing(sqlite3.connect(tmp_path / "house.db", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(Unavailable, match="locked"):
                await store.save_table(table("a"))
        await store.save_table(table("a"))
        found = await store.table("a")
        await store.close()
        return found

    assert asyncio.run(write())


def test_a_file_that_many_make_at_once_is_opened_by_all_of_them(tmp_path: Path) -> None:
    def mode(path: Path) -> str:
        with closing(connect(path)) as db:
            return str(db.execute("PRAGMA journal_mode").fetchone()[0])

    with ThreadPoolExecutor(8) as pool:
        for number in range(200):
            assert set(pool.map(mode, [tmp_path / f"{number}.db"] * 8)) == {"wal"}


def test_a_store_that_is_closed_in_a_hurry_keeps_what_it_was_given(tmp_path: Path) -> None:
    async def write(store: SqliteStore) -> None:
        save = inspect.unwrap(SqliteStore.save_table)  # without the delays of a run that has some: it is given at once
        asyncio.ensure_future(save(store, table("a")))  # noqa: RUF006  # nobody waits for it
        await asyncio.sleep(0)

    for number in range(30):
        path = tmp_path / f"{number}.db"
        store = SqliteStore(path)
        asyncio.run(write(store))
        asyncio.run(store.close())

        assert using(str(path), lambda store: store.table("a")) is not None


def test_every_step_is_flushed_to_disk_before_it_is_answered(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "house.db")
    try:
        synchronous = store._connection.execute("PRAGMA synchronous").fetchone()[0]
        journal = store._connection.execute("PRAGMA journal_mode").fetchone()[0]
    finally:
        asyncio.run(store.close())

    assert (synchronous, journal) == (2, "wal")
