"""Which store a house has: a file, or the address of a database."""

from __future__ import annotations

from pathlib import Path

from stammtisch.store.kept import Store
from stammtisch.store.sqlite import SqliteStore


async def open_store(data: str | Path, *, alone: bool = True) -> Store:
    """Open what is kept at a place.

    Args:
        data: A file.
        alone: Keep other servers out of a file; a tool that looks in beside a server does not.

    Raises:
        OSError: It cannot be opened.
    """
    return SqliteStore(data, alone=alone)
