"""What a house keeps is for the eyes of its owner, whatever the umask says."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from stammtisch.store.open import open_archive
from stammtisch.store.private_files import make_folder, open_private
from stammtisch.store.sqlite.store import SqliteStore
from stammtisch.store.transfer.backup import back_up, restore
from tests.store.opened_stores import closing, using

OWNERS_ALONE = {0o600}


@pytest.fixture(autouse=True, params=[0o000, 0o022, 0o077], ids=["0", "022", "077"])
def umask(request: pytest.FixtureRequest) -> Iterator[None]:
    """Let new files be open to everybody, to some, and to nobody else, unless somebody sees to it."""
    before = os.umask(request.param)
    yield
    os.umask(before)


@contextmanager
def opened(path: Path) -> Iterator[SqliteStore]:
    """Open a file with all that lies beside it while a server writes."""
    store = SqliteStore(path)
    try:
        asyncio.run(store.save_person("p", "Anna"))
        yield store
    finally:
        asyncio.run(store.close())


def modes(folder: Path) -> dict[str, int]:
    return {file.name: file.stat().st_mode & 0o777 for file in folder.iterdir()}


def test_the_files_of_an_open_house_are_their_owners_alone(tmp_path: Path) -> None:
    with opened(tmp_path / "house.db"):
        found = modes(tmp_path)

    assert found.keys() >= {"house.db", "house.db-wal", "house.db-shm", "house.db-open"}
    assert set(found.values()) == OWNERS_ALONE


def test_files_that_others_could_read_are_tightened_when_they_are_opened(tmp_path: Path) -> None:
    with opened(tmp_path / "house.db"):
        for file in tmp_path.iterdir():
            file.chmod(0o644)
        beside = SqliteStore(tmp_path / "house.db", alone=False)  # as after a kill: with a log, and whatever is there
        found = modes(tmp_path)
        asyncio.run(beside.close())
    for file in tmp_path.iterdir():
        file.chmod(0o666)
    with opened(tmp_path / "house.db"):
        again = modes(tmp_path)

    assert {mode for name, mode in found.items() if "-open" not in name} == OWNERS_ALONE
    assert set(again.values()) == OWNERS_ALONE


def test_backups_and_what_they_are_brought_back_to_are_their_owners_alone(place: str, tmp_path: Path) -> None:
    using(place, lambda store: store.save_person("p", "Anna"))
    folder = tmp_path / "backups"
    folder.mkdir()
    asyncio.run(back_up(place, folder / "backup.db", max))
    target = folder / "new" / "house.db"
    assert asyncio.run(restore(folder / "backup.db", str(target), max)) is None
    target.chmod(0o644)
    aside = asyncio.run(restore(folder / "backup.db", str(target), max, force=True))

    assert aside
    assert modes(folder) == {"backup.db": 0o600, "new": 0o700}
    assert set(modes(folder / "new").values()) == OWNERS_ALONE
    assert aside.name in modes(folder / "new")


def test_a_house_that_is_copied_to_is_its_owners_alone(tmp_path: Path) -> None:
    async def fill() -> dict[str, int]:
        async with closing(open_archive(tmp_path / "house.db", to_fill=True)):
            return modes(tmp_path)

    assert set(asyncio.run(fill()).values()) == OWNERS_ALONE


def test_doctor_says_who_could_read_a_file_that_nobody_has_opened_since(tmp_path: Path) -> None:
    async def warnings() -> list[str]:
        async with closing(open_archive(tmp_path / "house.db")) as archive:
            return await archive.warnings()

    with opened(tmp_path / "house.db"):
        assert asyncio.run(warnings()) == []
    (tmp_path / "house.db").chmod(0o640)

    assert asyncio.run(warnings()) == ["others may read the file (its mode is 640); a server closes it to them"]


def test_folders_that_are_made_are_their_owners_alone_and_others_stay(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    make_folder(tmp_path / "a" / "b" / "c")
    (tmp_path / "a" / "b").chmod(0o750)
    make_folder(tmp_path / "a" / "b" / "c" / "d")

    assert modes(tmp_path) == {"a": 0o700}
    assert modes(tmp_path / "a") == {"b": 0o750}
    assert modes(tmp_path / "a" / "b" / "c") == {"d": 0o700}
    assert tmp_path.stat().st_mode & 0o777 == 0o755


def test_a_file_that_is_made_is_its_owners_alone_and_one_that_is_there_stays(tmp_path: Path) -> None:
    for _ in range(2):
        with open_private(tmp_path / "journal") as file:
            file.write("line\n")
    (tmp_path / "shared").touch()
    (tmp_path / "shared").chmod(0o640)
    with open_private(tmp_path / "shared"):
        pass

    assert modes(tmp_path) == {"journal": 0o600, "shared": 0o640}
    assert (tmp_path / "journal").read_text(encoding="utf-8") == "line\n" * 2
