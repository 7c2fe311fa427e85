"""A backup is a house by itself, made while people play; what is brought back is what was there."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

import pytest

from stammtisch.errors import StammtischError
from stammtisch.store.contract import Store
from stammtisch.store.keys import SIGNING_KEY
from stammtisch.store.sqlite.store import SqliteStore
from stammtisch.store.transfer.backup import back_up, restore
from tests.store.opened_stores import table, using
from tests.store.sample_stores import damaging, furnish
from tests.store.transfer.test_copy import contents
from tests.waiting import until


def backed_up(data: str, file: Path, *, force: bool = False) -> None:
    asyncio.run(back_up(data, file, max, force=force))


def restored(file: Path, data: str, *, force: bool = False) -> Path | None:
    return asyncio.run(restore(file, data, max, force=force))


def test_a_backup_can_be_opened_by_itself(place: str, tmp_path: Path) -> None:
    using(place, furnish)
    file = tmp_path / "backup.db"
    backed_up(place, file)

    assert contents(str(file)) == contents(place)
    assert using(str(file), lambda store: store.secret(SIGNING_KEY, b"other")) == b"p" * 32
    assert file.stat().st_mode & 0o777 == 0o600, "there are secrets in it"


async def _is_busy(store: Store) -> bool:
    return len(await store.steps("busy")) > 10


def test_a_backup_is_made_while_a_server_writes(place: str, tmp_path: Path) -> None:
    file = tmp_path / "backup.db"

    async def write(store: Store) -> None:
        number = 0
        while True:
            await store.append("busy", number, [(0, 1), (1, 2), (0, 3)], 1)
            await store.save_chat("busy", "p", "Anna", f"{number}")
            number += 3

    async def go(store: Store) -> None:
        await furnish(store, 4)
        await store.save_table(table("busy"))
        writing = asyncio.create_task(write(store))
        await until(lambda: _is_busy(store), "ten steps at the busy table")
        await back_up(place, file, max)
        assert not writing.done()
        writing.cancel()

    using(place, go)
    busy = next(one for one in contents(str(file))[0] if one.id == "busy")

    assert busy.steps
    assert len(busy.steps) % 3 == 0
    assert len(busy.chat) in (len(busy.steps) // 3, len(busy.steps) // 3 - 1)


def test_no_file_is_written_over_unless_it_is_asked_for(place: str, tmp_path: Path) -> None:
    using(place, furnish)
    file = tmp_path / "backup.db"
    file.write_text("precious", encoding="utf-8")

    with pytest.raises(StammtischError, match="something of this name"):
        backed_up(place, file)
    assert file.read_text(encoding="utf-8") == "precious"
    backed_up(place, file, force=True)
    assert contents(str(file)) == contents(place)


def test_a_house_is_never_backed_up_over_itself(tmp_path: Path) -> None:
    house = tmp_path / "house.db"
    using(str(house), furnish)

    with pytest.raises(StammtischError, match="something of this name"):
        backed_up(str(house), house, force=True)
    with pytest.raises(StammtischError, match="over itself"):
        restored(house, str(house), force=True)


def test_a_backup_that_is_interrupted_leaves_nothing_behind(place: str, tmp_path: Path) -> None:
    using(place, furnish)
    before = sorted(path.name for path in tmp_path.iterdir())

    def stop(_: int, __: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        asyncio.run(back_up(place, tmp_path / "backup.db", stop))
    left = sorted(path.name for path in tmp_path.iterdir() if not path.name.startswith("house.db-"))

    assert left == [name for name in before if not name.startswith("house.db-")]


def test_a_backup_of_an_older_schema_is_brought_up_to_date(tmp_path: Path) -> None:
    house, file = tmp_path / "house.db", tmp_path / "backup.db"
    with damaging(house) as db:
        db.execute("CREATE TABLE tables (id TEXT PRIMARY KEY, game TEXT, version INTEGER, choices TEXT, seed BLOB,"
                   "stage TEXT, changed REAL, facts TEXT)")  # fmt: skip
        db.execute("INSERT INTO tables VALUES ('a', 'duel', 1, '{}', x'00', 'over', 1.0, '{}')")
    backed_up(str(house), file)

    assert [whole.id for whole in contents(str(file))[0]] == ["a"]
    with damaging(house) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (0,)


def test_a_backup_is_brought_back_to_an_empty_place(place: str, tmp_path: Path) -> None:
    source, file = str(tmp_path / "source.db"), tmp_path / "backup.db"
    using(source, furnish)
    backed_up(source, file)

    assert restored(file, place) is None
    assert contents(place) == contents(source)


def test_nothing_is_brought_back_over_a_house(place: str, tmp_path: Path) -> None:
    file = tmp_path / "backup.db"
    using(place, furnish)
    backed_up(place, file)
    using(place, lambda store: store.save_table(table("newer")))

    with pytest.raises(StammtischError, match="holds a house already"):
        restored(file, place)
    assert "newer" in {whole.id for whole in contents(place)[0]}


def test_a_file_that_holds_a_house_is_moved_aside_where_it_is_asked_for(tmp_path: Path) -> None:
    house, file = str(tmp_path / "house.db"), tmp_path / "backup.db"
    using(house, furnish)
    backed_up(house, file)
    using(house, lambda store: store.save_table(table("newer")))
    aside = restored(file, house, force=True)

    assert aside is not None
    assert "newer" in {whole.id for whole in contents(str(aside))[0]}
    assert contents(house) == contents(str(file))


def test_a_damaged_house_is_moved_aside_too(tmp_path: Path) -> None:
    source, house, file = str(tmp_path / "source.db"), tmp_path / "house.db", tmp_path / "backup.db"
    using(source, furnish)
    backed_up(source, file)
    house.write_bytes(b"scrambled" * 1000)

    with pytest.raises(StammtischError, match=r"not a database\); --force moves it aside"):
        restored(file, str(house))
    aside = restored(file, str(house), force=True)

    assert aside is not None
    assert aside.read_bytes() == b"scrambled" * 1000
    assert contents(str(house)) == contents(source)


def test_nothing_is_brought_back_under_a_running_server(tmp_path: Path) -> None:
    source, house, file = str(tmp_path / "source.db"), tmp_path / "house.db", tmp_path / "backup.db"
    using(source, furnish)
    backed_up(source, file)
    store = SqliteStore(house)
    try:
        with pytest.raises(OSError, match="another server has it open"):
            restored(file, str(house), force=True)
    finally:
        asyncio.run(store.close())


@pytest.mark.parametrize("content", [b"", b"Dear Anna" * 1000])
def test_a_file_that_is_no_backup_is_refused(content: bytes, tmp_path: Path) -> None:
    file, house = tmp_path / "letter.db", tmp_path / "house.db"
    file.write_bytes(content)

    with pytest.raises(OSError, match=r"holds no house|not a database"):
        restored(file, str(house))
    assert not house.exists()


def test_a_backup_is_one_file_that_a_read_only_disk_can_hold(place: str, tmp_path: Path) -> None:
    using(place, furnish)
    backed_up(place, tmp_path / "backup.db")
    db = sqlite3.connect(f"file:{tmp_path / 'backup.db'}?mode=ro&immutable=1", uri=True)
    try:
        assert db.execute("PRAGMA journal_mode").fetchone() == ("delete",)
    finally:
        db.close()
