"""The folder for compiled drivers: code is run from it, so nobody else may write there, whatever the umask is.

Whoever owns the files of this program decides anyway what is run here, and so does root. Where there are no users as
POSIX has them, folders are as the system makes them.
"""

from __future__ import annotations

import os
import stat
import tempfile
from functools import cache
from pathlib import Path
from typing import Final

from stammtisch.kernel.compiler.announcement import tell_once

_MODE: Final = 0o700
_OTHERS: Final = 0o077
_OTHERS_WRITE: Final = 0o022
_ROOT: Final = 0


def cache_root() -> Path:
    """Return the folder for compiled drivers: `STAMMTISCH_CACHE`, or the usual place, or one for temporary files."""
    try:
        root = Path(os.environ.get("STAMMTISCH_CACHE") or _usual_cache() / "stammtisch").resolve()
        for missing in reversed([one for one in (root, *root.parents) if not one.exists()]):
            missing.mkdir(_MODE, exist_ok=True)
        _close(root, _OTHERS_WRITE)
        tempfile.TemporaryFile(dir=root).close()  # a folder that is there need not be writable
    except (OSError, RuntimeError):  # RuntimeError: of a user without a home
        return _spare_root()
    return _spare_root() if _is_open(root) else root


def folder_in_cache(root: Path, name: str) -> Path:
    """Return a folder of the cache, made if it is not there."""
    (root / name).mkdir(_MODE, exist_ok=True)
    _close(root / name, _OTHERS)
    if _is_open(root / name):
        root = _spare_root()
        (root / name).mkdir(_MODE, exist_ok=True)
    return root / name


def _usual_cache() -> Path:
    return Path(os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA") or Path.home() / ".cache")


def _spare_root() -> Path:
    """Return a folder of this user alone: code is run from it, so nobody else may have put it there."""
    user = os.getuid() if hasattr(os, "getuid") else 0  # Windows has folders for temporary files by user
    root = Path(tempfile.gettempdir()) / f"stammtisch-{user}"
    root.mkdir(_MODE, exist_ok=True)
    if root.lstat().st_uid != user:
        return _folder_of_this_process()
    _close(root, _OTHERS)
    return root


@cache
def _folder_of_this_process() -> Path:
    return Path(tempfile.mkdtemp(prefix="stammtisch-"))


def _close(folder: Path, rights: int) -> None:
    """Take rights from others, if the folder is ours; one that all users share, such as /tmp, stays what it is."""
    found = folder.stat()
    shared = found.st_mode & stat.S_ISVTX
    if found.st_mode & rights and not shared and hasattr(os, "getuid") and found.st_uid == os.getuid():
        folder.chmod(stat.S_IMODE(found.st_mode) & ~rights)


def _is_open(folder: Path) -> bool:
    """Whether somebody else may write to a folder; then people are told that it is not used."""
    if not hasattr(os, "getuid"):
        return False
    found, program = folder.stat(), Path(__file__).stat()
    is_open = found.st_uid not in (os.getuid(), _ROOT, program.st_uid) or found.st_mode & _OTHERS_WRITE
    if is_open:
        tell_once(
            str(folder),
            f"Code is run from the cache, and others may write to {folder}: a folder for temporary files is used "
            "instead. Close this one to others, or name another by STAMMTISCH_CACHE",
        )
    return bool(is_open)
