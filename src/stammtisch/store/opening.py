"""Which store a house has: a file, or a database at an address."""

from __future__ import annotations

import os
from pathlib import Path

from stammtisch.store.kept import Store
from stammtisch.store.sqlite import SqliteStore


def is_address(data: str | Path) -> bool:
    """Whether something names a database and not a file."""
    return str(data).startswith(("postgresql://", "postgres://"))


def shown_place(data: str | Path) -> str:
    """Return what a place is called where anybody may read it: a database without its password."""
    if not is_address(data):
        return str(data)
    from stammtisch.store.postgresql_pool import shown_address  # noqa: PLC0415  # not everybody needs asyncpg

    return shown_address(str(data))


def usual_place() -> Path:
    """Return the file in which a house is kept if nobody says otherwise."""
    root = os.environ.get("XDG_DATA_HOME") or os.environ.get("LOCALAPPDATA") or Path.home() / ".local" / "share"
    return Path(root) / "stammtisch" / "house.db"


async def open_store(data: str | Path, *, alone: bool = True) -> Store:
    """Open what is kept at a place.

    Args:
        data: A file, or the address of a PostgreSQL database.
        alone: Keep other servers out of a file; a tool that looks in beside a server does not.

    Raises:
        OSError: It cannot be opened.
    """
    if is_address(data):
        from stammtisch.store.postgresql import PostgresStore  # noqa: PLC0415  # not everybody needs asyncpg

        return await PostgresStore.open(str(data))
    return SqliteStore(data, alone=alone)
