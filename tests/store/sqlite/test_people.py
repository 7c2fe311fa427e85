"""Names of people: in memory there is room for some, in the file for all."""

from __future__ import annotations

import asyncio
from pathlib import Path

from stammtisch.clock import SYSTEM_CLOCK
from stammtisch.store.sqlite.people import SqlitePeople
from stammtisch.store.sqlite.store import connect
from stammtisch.store.sqlite.writer import Writer

MOST = 3


def test_memory_of_names_has_an_end_and_nobody_is_forgotten(tmp_path: Path) -> None:
    async def run() -> list[str | None]:
        db = Writer(connect(tmp_path / "house.db", 5.0))
        people = SqlitePeople(db, SYSTEM_CLOCK, MOST)
        for number in range(10):
            await people.save_person(f"person{number}", f"Guest {number}")
            assert len(people._names) <= MOST
        found = [await people.person(f"person{number}") for number in range(11)]
        assert list(people._names) == ["person7", "person8", "person9"]
        await people.person("person7")
        await people.person("person0")
        assert list(people._names) == ["person9", "person7", "person0"]  # those not asked for longest go first
        db.close()
        return found

    assert asyncio.run(run()) == [*(f"Guest {number}" for number in range(10)), None]
