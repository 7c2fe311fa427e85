"""Which store a house has: a file, or a database at an address."""

from __future__ import annotations

import os
from pathlib import Path

from stammtisch.clock import SYSTEM_CLOCK, Clock
from stammtisch.errors import extra
from stammtisch.store.contract import Store
from stammtisch.store.sqlite.archive import SqliteArchive
from stammtisch.store.sqlite.store import SqliteStore
from stammtisch.store.transfer.archive import Archive


def usual_place() -> str:
    """Return where things are kept if nobody says where on the command line, where others could read a password."""
    if named := os.environ.get("STAMMTISCH_DATA"):
        return named
    root = os.environ.get("XDG_DATA_HOME") or os.environ.get("LOCALAPPDATA") or Path.home() / ".local" / "share"
    return str(Path(root) / "stammtisch" / "house.db")


def is_address(data: str | Path) -> bool:
    """Whether something names a database and not a file."""
    return str(data).startswith(("postgresql://", "postgres://"))


def shown_place(data: str | Path) -> str:
    """Return how a place is called in sentences: a password is in none."""
    if not is_address(data):
        return str(data)
    with extra("web"):
        from stammtisch.store.postgresql.pool import shown_address  # noqa: PLC0415

    return shown_address(str(data))


async def open_store(data: str | Path, *, alone: bool = True, clock: Clock = SYSTEM_CLOCK) -> Store:
    """Open what is kept at a place.

    Args:
        data: A file, or the address of a PostgreSQL database.
        alone: Keep other servers out of a file; a tool that looks in beside a server does not.
        clock: What presence and rates go by.

    Raises:
        OSError: It cannot be opened.
    """
    if is_address(data):
        with extra("web"):
            from stammtisch.store.postgresql.store import PostgresStore  # noqa: PLC0415

        return await PostgresStore.open(str(data), clock)
    return SqliteStore(data, clock, alone=alone)


async def open_archive(data: str | Path, *, to_fill: bool = False) -> Archive:
    """Open everything that is kept at a place, to read it as it is now.

    Args:
        data: A file, or the address of a PostgreSQL database.
        to_fill: Make it, if it is not there, and keep servers out, to put something into it.

    Raises:
        OSError: It cannot be opened, or a server has it open that is to be filled.
    """
    if is_address(data):
        with extra("web"):
            from stammtisch.store.postgresql.archive import PostgresArchive  # noqa: PLC0415

        return await (PostgresArchive.fill(str(data)) if to_fill else PostgresArchive.read(str(data)))
    return SqliteArchive.fill(data) if to_fill else SqliteArchive.read(data)
