"""A damaged file is refused before anything is written to it, and a crash is no damage."""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import pairwise
from pathlib import Path

import pytest

from stammtisch.store.contract import Store
from stammtisch.store.sqlite.integrity import refuse_damaged
from stammtisch.store.sqlite.store import SqliteStore
from tests.store.opened_stores import table, using

PAGE = 4096
FRAME = 24 + PAGE
HEADER = 32  # of a log
COMMITTED = slice(4, 8)  # of the header of a frame: not zero where something was committed
REFUSED = r"it is damaged \(.+\); nothing was written to it. `stammtisch doctor` .+ `stammtisch restore` "


async def _fill(store: Store) -> None:
    for number in range(60):
        await store.save_table(table(f"table{number}", words="x" * 500))
        await store.append(f"table{number}", 0, [(seat % 2, seat) for seat in range(200)], 1)


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """Return a file with some hundred thousand bytes, closed as it should be."""
    using(str(tmp_path / "house.db"), _fill)
    return tmp_path / "house.db"


@pytest.fixture
def crashed(tmp_path: Path) -> Path:
    """Return a file as a server leaves it that was killed, with its log."""
    source = SqliteStore(tmp_path / "source.db")
    asyncio.run(_fill(source))
    for end in ("", "-wal"):
        shutil.copy(tmp_path / f"source.db{end}", tmp_path / f"house.db{end}")
    asyncio.run(source.close())
    return tmp_path / "house.db"


def _overwrite(path: Path, at: int, with_bytes: bytes) -> None:
    with path.open("r+b") as file:
        file.seek(at)
        file.write(with_bytes)


def _page_of(path: Path, name: str) -> int:
    """Return where in a file the first page of a table begins."""
    with closing(sqlite3.connect(path)) as db:
        root = db.execute("SELECT rootpage FROM sqlite_schema WHERE name = ?", (name,)).fetchone()[0]
    return int(root - 1) * PAGE


def _truncate(path: Path) -> None:
    os.truncate(path, path.stat().st_size * 2 // 3 // PAGE * PAGE)


def _cut_in_a_page(path: Path) -> None:
    os.truncate(path, path.stat().st_size - 100)


def _zero_a_page(path: Path) -> None:
    _overwrite(path, path.stat().st_size // 2 // PAGE * PAGE, bytes(PAGE))


def _overwrite_the_header(path: Path) -> None:
    _overwrite(path, 0, b"\xa5" * 100)


def _garbage_in_a_page(path: Path) -> None:
    _overwrite(path, _page_of(path, "steps"), b"\xa5" * 200)


def _drop_a_table(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.execute("DROP TABLE reports")


def _drop_a_column(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.execute("ALTER TABLE steps DROP COLUMN at")


def _files(path: Path) -> dict[str, bytes]:
    return {end: Path(f"{path}{end}").read_bytes() for end in ("", "-wal") if Path(f"{path}{end}").exists()}


def _refused(path: Path) -> str:
    before = _files(path)
    with pytest.raises(OSError, match=REFUSED) as caught:
        SqliteStore(path)
    after = _files(path)
    assert after.pop("-wal", b"") == before.pop("-wal", b"")  # an empty one is nothing
    assert after == before
    return str(caught.value)


@pytest.mark.parametrize(
    "damage",
    [
        _truncate,
        _cut_in_a_page,
        _zero_a_page,
        _overwrite_the_header,
        _garbage_in_a_page,
        _drop_a_table,
        _drop_a_column,
    ],
)
def test_a_damaged_file_is_refused_and_not_written_to(house: Path, damage: Callable[[Path], None]) -> None:
    damage(house)
    _refused(house)


def _frames(wal: bytes) -> Iterator[int]:
    """Yield where the frames of a log begin that end a transaction."""
    for at in range(HEADER, len(wal), FRAME):
        if wal[at:][COMMITTED] != bytes(4):
            yield at


def test_a_log_with_garbage_before_what_was_acknowledged_is_refused(crashed: Path) -> None:
    wal = Path(f"{crashed}-wal")
    ends = list(_frames(wal.read_bytes()))
    assert len(ends) > 10
    _overwrite(wal, ends[len(ends) // 2] + 1000, b"\xa5" * 200)

    assert "its log" in _refused(crashed)


def test_a_log_without_its_beginning_is_refused(crashed: Path) -> None:
    _overwrite(Path(f"{crashed}-wal"), 0, bytes(HEADER))

    assert "its log" in _refused(crashed)


def test_an_empty_file_beside_a_log_is_refused(crashed: Path) -> None:
    os.truncate(crashed, 0)

    assert "its log" in _refused(crashed)


def test_a_log_that_a_crash_has_cut_short_is_no_damage(crashed: Path, tmp_path: Path) -> None:
    wal = Path(f"{crashed}-wal").read_bytes()
    ends = list(_frames(wal))
    for cut in (len(wal), len(wal) - 700, ends[-1], ends[-2] + FRAME, *(end + 50 for end in ends[-4:])):
        there = tmp_path / f"{cut}.db"
        shutil.copy(crashed, there)
        Path(f"{there}-wal").write_bytes(wal[:cut])

        asyncio.run(SqliteStore(there).close())


def test_a_log_whose_last_transaction_reached_the_disk_in_pieces_is_no_damage(crashed: Path) -> None:
    wal = Path(f"{crashed}-wal")
    before, last = list(_frames(wal.read_bytes()))[-2:]
    assert last - before > FRAME, "the last transaction has several frames"
    _overwrite(wal, before + FRAME + 500, b"\xa5" * 200)

    asyncio.run(SqliteStore(crashed).close())


def test_a_log_that_began_anew_is_no_damage(crashed: Path) -> None:
    """What an older round of the log left behind it is not taken for something lost."""
    with closing(sqlite3.connect(crashed, isolation_level=None)) as db:
        db.execute("PRAGMA wal_autocheckpoint = 0")
        db.execute("PRAGMA wal_checkpoint(RESTART)")
        db.execute("INSERT INTO people (id, name) VALUES ('p', 'Anna')")
        saved = {end: Path(f"{crashed}{end}").read_bytes() for end in ("", "-wal")}
    for end, text in saved.items():
        Path(f"{crashed}{end}").write_bytes(text)
    assert len(list(_frames(saved["-wal"]))) > 10

    assert using(str(crashed), lambda store: store.person("p")) == "Anna"


def test_of_a_large_file_only_the_small_parts_are_looked_through(house: Path) -> None:
    """So that a large house opens soon; `doctor` reads all of it."""
    largest = house.stat().st_size
    refuse_damaged(house, largest)
    _overwrite(house, _page_of(house, "steps"), b"\xa5" * 200)

    refuse_damaged(house, largest - 1)
    with pytest.raises(OSError, match=REFUSED):
        refuse_damaged(house, largest)
    _overwrite(house, _page_of(house, "tables"), b"\xa5" * 200)
    with pytest.raises(OSError, match=REFUSED):
        refuse_damaged(house, largest - 1)


def test_the_frames_of_a_log_are_where_the_tests_think_they_are(crashed: Path) -> None:
    wal = Path(f"{crashed}-wal").read_bytes()
    assert (len(wal) - HEADER) % FRAME == 0
    salts = {wal[at + 8 : at + 16] for at in range(HEADER, len(wal), FRAME)}
    assert salts == {wal[16:24]}
    assert all(one < other for one, other in pairwise(_frames(wal)))
