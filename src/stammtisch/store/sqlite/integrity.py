"""Whether a file is well, seen before anything is written to it.

SQLite opens a file with a broken page and writes on, and it leaves out what follows a broken place in its log, however
much of that was acknowledged. So a file is read first, by a connection that cannot write.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from struct import unpack
from typing import Final
from urllib.parse import quote

from stammtisch.store.migrations import SQLITE, refuse_newer

LARGEST: Final = 200_000_000  # bytes of a file that is looked through as a whole, in less than a second
_LARGE_PARTS: Final = (
    "steps",
    "chat",
    "reviews",
    "results",
    "result_seats",
)  # which `doctor` reads in a file that is larger
_PRIMARY_CODE: Final = 0xFF  # of an error; what is above says more
_BROKEN: Final = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
_LOG_HEADER: Final = 32  # bytes; www.sqlite.org/walformat.html says what they are
_FRAME_HEADER: Final = 24
_LITTLE_ENDIAN: Final = 0x377F0682  # what a log begins with; one more, if its sums are of big-endian numbers
_COLUMNS: Final = "SELECT one.name, column.name FROM sqlite_schema AS one, pragma_table_info(one.name) AS column"


def refuse_damaged(path: Path | str, largest: int = LARGEST) -> None:
    """Make sure that a file may be written to; one that is not there yet may. Nobody else may have it open.

    Args:
        path: The file.
        largest: Up to how many bytes all of it is looked through; of a larger one only what is small.

    Raises:
        OSError: It is damaged, a newer Stammtisch has written it, or it cannot be read.
    """
    log = Path(f"{path}-wal")
    if not _size(Path(path)):
        if _size(log):
            raise _damaged(path, "it is empty, and its log is not")
        return
    try:
        with closing(open_snapshot(path)) as db:
            schema = int(db.execute("PRAGMA user_version").fetchone()[0])
            refuse_newer(Path(path).name, schema, len(SQLITE))
            fault = _broken_page(db, whole=_size(Path(path)) <= largest) or _missing(db, schema) or _lost(path, log)
    except sqlite3.Error as error:
        code = error.sqlite_errorcode & _PRIMARY_CODE
        if code == sqlite3.SQLITE_READONLY:  # somebody was interrupted who turned a backup into a house
            return
        if code not in _BROKEN:
            raise OSError(f"cannot open {path}: {error}") from error
        raise _damaged(path, str(error)) from error
    if fault:
        raise _damaged(path, fault)


def open_snapshot(path: Path | str) -> sqlite3.Connection:
    """Open a file that is there, to read it as it is now, whatever servers write to it from now on.

    Raises:
        OSError: It is not there.
        sqlite3.Error: It cannot be read.
    """
    if not Path(path).is_file():
        raise OSError(f"cannot read {path}: there is no such file")
    connection = sqlite3.connect(f"file:{quote(str(Path(path).absolute()))}?mode=ro", uri=True, isolation_level=None)
    try:
        connection.execute("BEGIN")
        connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()  # now it begins
    except BaseException:
        connection.close()
        raise
    return connection


def _size(file: Path) -> int:
    return file.stat().st_size if file.exists() else 0


def _damaged(path: Path | str, fault: str) -> OSError:
    way_back = "`stammtisch doctor` says what can be read, `stammtisch restore` brings a backup back"
    return OSError(f"cannot open {path}: it is damaged ({fault}); nothing was written to it. {way_back}")


def _broken_page(db: sqlite3.Connection, *, whole: bool) -> str:
    """Return the first thing that is wrong with how the file is built."""
    if whole:
        checks = ["PRAGMA quick_check(1)"]
    else:
        names = [name for (name,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        checks = [f"PRAGMA quick_check('{name}')" for name in names if name not in _LARGE_PARTS]
    found = (str(db.execute(check).fetchone()[0]) for check in checks)
    return next((" ".join(fault.split()) for fault in found if fault != "ok"), "")


def _missing(db: sqlite3.Connection, schema: int) -> str:
    """Return what a file of this schema has and this one lacks."""
    with closing(sqlite3.connect(":memory:")) as model:
        for statement in (statement for step in SQLITE[:schema] for statement in step):
            model.execute(statement)
        lacking = set(model.execute(_COLUMNS)) - set(db.execute(_COLUMNS))
    return ", ".join(f"{table} has no {column}" for table, column in sorted(lacking)[:3])


def _lost(path: Path | str, log: Path) -> str:
    """Return what is wrong with the log of a file that is open.

    Its beginning is on the disk before anything follows, and each transaction before the next one is written. So what
    a crash leaves unfinished is one transaction at most: where two are complete behind a broken place, the disk has
    lost something that it had.
    """
    if _size(log) <= _LOG_HEADER:
        return ""
    with log.open("rb") as file:
        header = file.read(_LOG_HEADER)
        if not _is_log_header(header):
            return "its log has lost its beginning"
        frame_size, complete = _FRAME_HEADER + unpack(">I", header[8:12])[0], 0
        for at in range(_LOG_HEADER + _followed(path) * frame_size, _size(log), frame_size):
            file.seek(at)
            frame = file.read(_FRAME_HEADER)
            complete += frame[8:16] == header[16:24] and frame[4:8] != bytes(4)  # of this round of the log, and a last
    return "its log is broken in the middle" if complete > 1 else ""


def _is_log_header(header: bytes) -> bool:
    """Whether a header is what its own sum says."""
    if int.from_bytes(header[:4], "big") & ~1 != _LITTLE_ENDIAN:
        return False
    order = ">" if header[3] & 1 else "<"
    words = unpack(f"{order}6I", header[:24])
    first = second = 0
    for one, other in zip(words[::2], words[1::2], strict=True):
        first = (first + one + second) & 0xFFFFFFFF
        second = (second + other + first) & 0xFFFFFFFF
    return (first, second) == unpack(">2I", header[24:32])


def _followed(path: Path | str) -> int:
    """Return how many frames of the log SQLite itself takes for whole, as it tells all processes."""
    with Path(f"{path}-shm").open("rb") as shared:
        frames: int = unpack("=I", shared.read(20)[16:])[0]
    return frames
