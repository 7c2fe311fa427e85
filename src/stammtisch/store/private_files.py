"""Files and folders for their owner's eyes only, from the moment on in which they are there."""

from __future__ import annotations

import os
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Final, TextIO

FILE_MODE: Final = 0o600
_FOLDER_MODE: Final = 0o700
_OTHERS: Final = 0o077
_BESIDE: Final = ("", "-wal", "-shm", "-journal")  # the files of which one database consists


def make_folder(folder: Path) -> None:
    """Make a folder, with those above it that are not there.

    Raises:
        OSError: It cannot be made.
    """
    missing = [one for one in (folder, *folder.parents) if not one.exists()]
    for one in reversed(missing):
        one.mkdir(_FOLDER_MODE, exist_ok=True)


def open_private(path: Path) -> TextIO:
    """Open a text to add to it; one that is there keeps the rights that somebody gave it.

    Raises:
        OSError: It cannot be opened.
    """
    return open(path, "a", encoding="utf-8", opener=partial(os.open, mode=FILE_MODE))


def make_private(path: Path | str) -> None:
    """Make an empty file, or take a database that is there away from everybody else's eyes, with what lies beside it.

    SQLite gives its log the rights of the file. The file is not opened here if it is there: to close it again would
    end the locks that this process has on it.

    Raises:
        OSError: It cannot be made.
    """
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, FILE_MODE))
    except FileExistsError:
        for name in _BESIDE:
            tighten(Path(f"{path}{name}"))


def tighten(path: Path) -> None:
    """Take a file away from everybody else's eyes, if it is there and ours."""
    with suppress(FileNotFoundError, PermissionError):
        if path.is_file() and open_to_others(path):
            path.chmod(FILE_MODE)


def open_to_others(path: Path) -> int:
    """Return the mode of a file that somebody else may use; 0, if nobody may."""
    mode = path.stat().st_mode & 0o777
    return mode if mode & _OTHERS else 0
