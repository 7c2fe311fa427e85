"""Backups: a house in one SQLite file that can be opened by itself, made while servers run, and brought back."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Final

from stammtisch.errors import StammtischError
from stammtisch.store.open import is_address, open_archive, shown_place
from stammtisch.store.private_files import make_folder, make_private, tighten
from stammtisch.store.sqlite.archive import SqliteArchive
from stammtisch.store.sqlite.integrity import open_snapshot
from stammtisch.store.sqlite.store import as_os_error, connect, lock
from stammtisch.store.transfer.archive import Archive
from stammtisch.store.transfer.copy import Tell, copy_house, is_empty

_PAGES: Final = 500  # of a file that are copied between two looks at the progress bar
_BESIDE: Final = ("", "-wal", "-shm")  # the files of which one database consists


async def back_up(data: str, file: Path, tell: Tell, *, force: bool = False) -> None:
    """Write all that is kept at a place to a file, which is there when it is whole and not before.

    Raises:
        StammtischError: There is a file of this name already.
        OSError: One of them cannot be read or written.
    """
    _refuse_taken(data, file, force=force)
    with _new_beside(file) as new:
        if is_address(data):
            await _copy(data, new, tell)
        else:
            _copy_pages(Path(data), new, tell)
        _settle(new)
        new.replace(file)


async def restore(file: Path, data: str, tell: Tell, *, force: bool = False) -> Path | None:
    """Bring a backup back to a place where nothing is kept; return where a house that was there has gone.

    Args:
        file: The backup.
        data: A file, or the address of a database.
        tell: Is told how far it is.
        force: Move a file that holds something aside.

    Raises:
        StammtischError: Something is kept there.
        OSError: One of them cannot be read or written, or a server has it open.
    """
    if is_address(data):
        await _refuse_full(data, await open_archive(data, to_fill=True), "name an empty database")
        await _copy(str(file), data, tell)
        return None
    if _is_same(data, file):
        raise StammtischError(f"cannot restore {file} over itself")
    if not force and _holds_something(Path(data)):
        await _refuse_full(data, _readable(data), "--force moves it aside")
    return _put_in_place(file, Path(data), tell)


def _put_in_place(file: Path, target: Path, tell: Tell) -> Path | None:
    make_folder(target.parent)
    with closing(lock(target)), _new_beside(target) as new:
        _copy_pages(file, new, tell)
        _settle(new)
        aside = _move_aside(target) if _holds_something(target) else None
        new.replace(target)
    return aside


def _readable(data: str) -> Archive:
    try:
        return SqliteArchive.read(data)
    except OSError as error:
        raise StammtischError(f"{data} holds something already ({error}); --force moves it aside") from error


async def _copy(source: str | Path, target: str | Path, tell: Tell) -> None:
    reading = await open_archive(source)
    try:
        filling = await open_archive(target, to_fill=True)
        try:
            await copy_house(reading, filling, tell)
        finally:
            await filling.close()
    finally:
        await reading.close()


async def _refuse_full(data: str, archive: Archive, advice: str) -> None:
    try:
        if not await is_empty(archive):
            raise StammtischError(f"{shown_place(data)} holds a house already; {advice}")
    finally:
        await archive.close()


def _copy_pages(source: Path, new: Path, tell: Tell) -> None:
    """Copy a file as it is at this moment, even if it is damaged or of an older schema."""
    with as_os_error(source), closing(open_snapshot(source)) as old, closing(sqlite3.connect(new)) as copy:
        if not old.execute("SELECT 1 FROM sqlite_schema WHERE name = 'tables'").fetchone():
            raise OSError(f"cannot read {source}: it holds no house")
        try:
            old.backup(copy, pages=_PAGES, progress=lambda _, left, total: tell(total - left, total))
        except sqlite3.Error as error:
            raise OSError(f"cannot copy {source} to {new.parent}: {error}") from error


def _settle(new: Path) -> None:
    """Bring a file up to date, and leave it in one piece on the disk."""
    with closing(connect(new)) as db, as_os_error(new):
        db.execute("PRAGMA journal_mode = DELETE")
    with new.open("rb") as file:
        os.fsync(file.fileno())


@contextmanager
def _new_beside(file: Path) -> Iterator[Path]:
    """Name a file in the same folder that takes its place in the end, or is gone."""
    new = file.with_name(f".{file.name}.{os.getpid()}.new")
    make_private(new)  # there are secrets in it
    try:
        yield new
    finally:
        for name in (*_BESIDE, "-journal", "-open"):
            Path(f"{new}{name}").unlink(missing_ok=True)


def _move_aside(target: Path) -> Path:
    """Give a file another name, and return it."""
    with suppress(OSError), as_os_error(target), closing(sqlite3.connect(target)) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")  # a damaged one goes aside as it is
    aside = Path(f"{target}.{time.strftime('%Y-%m-%d-%H%M%S')}")
    while aside.exists():
        aside = Path(f"{aside}-")
    for name in _BESIDE:
        tighten(Path(f"{target}{name}"))
        with suppress(FileNotFoundError):
            Path(f"{target}{name}").rename(f"{aside}{name}")
    return aside


def _holds_something(file: Path) -> bool:
    return file.exists() and file.stat().st_size > 0


def _refuse_taken(data: str, file: Path, *, force: bool) -> None:
    if file.exists() and (not force or _is_same(data, file)):
        raise StammtischError(f"cannot write {file}: there is something of this name already")


def _is_same(data: str, file: Path) -> bool:
    return not is_address(data) and Path(data).exists() and file.exists() and file.samefile(data)
