"""The house itself in a database: its secrets and sign, what its hosts did, and whether anything can be written."""

from __future__ import annotations

from typing import Final

from stammtisch.store.contract import Conflict, HostAct, HouseSign
from stammtisch.store.sql.database import Database
from stammtisch.store.sql.rows import ACT_COLUMNS, act_of

_RECORD: Final = "INSERT INTO audit (at, host, way, what, table_id, person, detail) "
_NEVER_BEFORE: Final = """
SELECT $1, $2, $3, $4, $5, $6, $7 WHERE NOT EXISTS (
  SELECT 1 FROM audit WHERE (host, way, what, table_id, person, detail) = ($2, $3, $4, $5, $6, $7)
)
"""
_NAME: Final = "name"  # the parts of a sign
_NOTICE: Final = "notice"
_PUT_UP: Final = "INSERT INTO signs VALUES ($1, $2, $3) ON CONFLICT (part) DO UPDATE SET words = $2, at = $3"
_PROBE: Final = "INSERT INTO probe VALUES (1, $1) ON CONFLICT (id) DO UPDATE SET at = excluded.at"


class SqlHouse:
    """The secrets of a house, its sign, and its audit log."""

    _sql: Database

    async def secret(self, name: str, fresh: bytes) -> bytes:
        """Return a secret of this house, `fresh` if it had none."""
        await self._sql.write("INSERT INTO house VALUES ($1, $2) ON CONFLICT DO NOTHING", name, fresh)
        return bytes((await self._sql.read("SELECT value FROM house WHERE name = $1", name))[0][0])

    async def secrets(self) -> dict[str, bytes]:
        """Return all secrets of this house, by name."""
        return {name: bytes(value) for name, value in await self._sql.read("SELECT name, value FROM house")}

    async def change_secret(self, name: str, old: bytes, new: bytes) -> None:
        """Put a secret in the place of another.

        Raises:
            Conflict: It is not `old` any more.
        """
        statement = "UPDATE house SET value = $3 WHERE name = $1 AND value = $2 RETURNING name"
        if not await self._sql.write(statement, name, old, new):
            raise Conflict(f"the {name} was changed meanwhile")

    async def forget_secret(self, name: str) -> None:
        """Keep a secret no longer."""
        await self._sql.write("DELETE FROM house WHERE name = $1", name)

    async def house_sign(self) -> HouseSign:
        """Return what the host has put up."""
        found = {part: (words, at) for part, words, at in await self._sql.read("SELECT part, words, at FROM signs")}
        name, _ = found.get(_NAME, ("", 0.0))
        return HouseSign(name, *found.get(_NOTICE, ("", 0.0)))

    async def name_house(self, name: str, at: float) -> None:
        """Keep the name of the house; an empty one: it has none of its own any more."""
        await self._put_up(_NAME, name, at)

    async def post_notice(self, notice: str, at: float) -> None:
        """Keep a notice instead of the one before; an empty one: there is none any more."""
        await self._put_up(_NOTICE, notice, at)

    async def _put_up(self, part: str, words: str, at: float) -> None:
        if words:
            await self._sql.write(_PUT_UP, part, self._sql.text(words), at)
        else:
            await self._sql.write("DELETE FROM signs WHERE part = $1", part)

    async def record(self, act: HostAct, *, once: bool = False) -> None:
        """Record what a host did, for good; it gets a number."""
        said = (act.host, act.way, act.what, act.table, act.person, act.detail)
        values = _NEVER_BEFORE if once else "VALUES ($1, $2, $3, $4, $5, $6, $7)"
        await self._sql.write(_RECORD + values, act.at, *map(self._sql.text, said))

    async def acts(self, most: int = -1, before: int = 0) -> list[HostAct]:
        """Return what hosts did, the newest first."""
        question = f"SELECT {ACT_COLUMNS} FROM audit WHERE $2 = 0 OR number < $2 ORDER BY number DESC LIMIT $1"  # noqa: S608  # names
        return [act_of(row) for row in await self._sql.read(question, self._sql.limit(most), before)]

    async def try_write(self, now: float) -> None:
        """Write something small."""
        await self._sql.write(_PROBE, now)
