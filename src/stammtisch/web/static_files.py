"""Files that pages ask for, below an address that changes with them, so that browsers keep them and never ask again."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

from starlette.staticfiles import StaticFiles
from starlette.types import Scope

FOLDER: Final = files("stammtisch.web") / "static"
_VERSION: Final = re.compile(r"^[0-9a-f]{16}/")
_A_YEAR: Final = b"public, max-age=31536000, immutable"


@cache
def address() -> str:
    """Return where the files of this version of the pages lie: what it ends with follows from what is in them."""
    return f"/static/{version_of(FOLDER)}/"


def kept(path: str) -> bytes:
    """Return how long browsers keep a file: that of another version not at all, since it may not be what was asked."""
    if path.startswith(address()):
        return _A_YEAR
    return b"no-store" if _VERSION.match(path.removeprefix("/static/")) else b"no-cache"


def version_of(folder: Traversable) -> str:
    """Return sixteen digits that differ where a file is called something else, or holds something else."""
    known = hashlib.sha256()
    for path in files_in(folder):
        known.update(f"{path}\0".encode())
        known.update(hashlib.sha256(folder.joinpath(path).read_bytes()).digest())
    return known.hexdigest()[:16]


def files_in(folder: Traversable, path: str = "") -> list[str]:
    """Return the files below a folder, in order."""
    return sorted(_walk(folder, path))


def _walk(folder: Traversable, path: str) -> Iterator[str]:
    for file in folder.iterdir():
        yield from _walk(file, f"{path}{file.name}/") if file.is_dir() else (path + file.name,)


class VersionedFiles(StaticFiles):
    """The files, at any version's address: another server's page may be newer or older than this one."""

    def __init__(self) -> None:
        super().__init__(packages=[("stammtisch.web", "static")])

    def get_path(self, scope: Scope) -> str:
        """Return the file that a path means."""
        return _VERSION.sub("", super().get_path(scope).replace("\\", "/"))
