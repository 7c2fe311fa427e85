"""Each kind of damage is found, and what is well is not called ill."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from stammtisch.store.open import open_archive
from stammtisch.store.transfer.archive import Archive, ArchivedTable
from stammtisch.terminal.commands.hosts.table_check import Found, look_at
from tests.postgres import Postgres
from tests.store.opened_stores import using
from tests.store.sample_stores import damaging, furnish

OVER, RUNNING, OPEN = "table1", "table5", "table9"  # of gang, as `furnish` makes them


def _asked(place: str, question: Callable[[Archive], Awaitable[list[str]]]) -> list[str]:
    async def go() -> list[str]:
        archive = await open_archive(place)
        try:
            return await question(archive)
        finally:
            await archive.close()

    return asyncio.run(go())


def _whole(place: str, table_id: str) -> ArchivedTable:
    async def go() -> ArchivedTable:
        archive = await open_archive(place)
        try:
            return (await archive.read_tables([table_id]))[0]
        finally:
            await archive.close()

    return asyncio.run(go())


@pytest.fixture(scope="module")
def furnished(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Return a file with a whole house in it."""
    path = tmp_path_factory.mktemp("house") / "house.db"
    using(str(path), furnish)
    return path.read_bytes()


@pytest.fixture
def house(furnished: bytes, tmp_path: Path) -> str:
    """Return a house that may be damaged."""
    (tmp_path / "house.db").write_bytes(furnished)
    (tmp_path / "house.db").chmod(0o600)
    return str(tmp_path / "house.db")


@pytest.mark.parametrize("number", range(12))
def test_every_table_of_a_house_that_is_well_is_replayed(number: int, house: str) -> None:
    assert look_at(_whole(house, f"table{number}")) == Found(replayed=True)


@pytest.mark.parametrize(
    ("table", "damage", "fault"),
    [
        (OVER, "DELETE FROM steps WHERE table_id = ? AND number = 7", "step 7 is missing; step 8 follows"),
        (OVER, "DELETE FROM steps WHERE table_id = ? AND number = 0", "step 0 is missing; step 1 follows"),
        (OVER, "DELETE FROM steps WHERE table_id = ? AND number > 60", "it is over, and its game is not"),
        (OVER, "UPDATE steps SET seat = 3 WHERE table_id = ? AND number = 70", "step 70 does not follow the rules"),
        (OVER, "UPDATE steps SET action = 999 WHERE table_id = ? AND number = 70", "step 70 does not follow"),
        (OVER, "UPDATE steps SET action = -1 WHERE table_id = ? AND number = 3", "step 3 does not follow"),
        (OVER, "UPDATE steps SET seat = 99 WHERE table_id = ? AND number = 70", "step 70 does not follow"),
        (OVER, "UPDATE tables SET seed = zeroblob(32) WHERE id = ?", "deals are not those of its seed"),
        (OVER, "UPDATE tables SET seed = x'00' WHERE id = ?", "its seed has 1 bytes; it may have 32"),
        (OVER, "UPDATE tables SET choices = '[' WHERE id = ?", "its choices cannot be read"),
        (OVER, "UPDATE tables SET choices = '{\"seats\": 99}' WHERE id = ?", "its options cannot be read: seats is 99"),
        (
            OVER,
            "UPDATE tables SET facts = json_set(facts, '$.deal', 1) WHERE id = ?",
            "added to its deal cannot be read",
        ),
        (
            OVER,
            'UPDATE tables SET facts = json_set(facts, \'$.deal\', json(\'{"contributions": [{"seat": 0,'
            ' "handle": "h", "hash": "ab", "words": "cd"}]}\')) WHERE id = ?',
            "the words of seat 0 do not fit their hash",
        ),
        (RUNNING, "UPDATE tables SET stage = 'over' WHERE id = ?", "it is over, and its game is not"),
        (RUNNING, "UPDATE tables SET stage = 'open' WHERE id = ?", "steps, and its game has not begun"),
        (RUNNING, "UPDATE tables SET stage = 'odd' WHERE id = ?", "its stage is 'odd'; it may be open, running, over"),
        (RUNNING, "UPDATE chat SET number = 4 WHERE table_id = ?", "line of chat 0 is missing; line of chat 4 follows"),
        (OPEN, "UPDATE tables SET facts = 'no' WHERE id = ?", "its facts cannot be read"),
        (OPEN, "UPDATE tables SET facts = '[]' WHERE id = ?", "its facts are '[]'; they may be an object"),
        (OPEN, "UPDATE tables SET facts = '{\"places\": []}' WHERE id = ?", "its host is None"),
        (OPEN, "UPDATE tables SET facts = json_set(facts, '$.places', 1) WHERE id = ?", "its places cannot be read"),
        (OPEN, "UPDATE tables SET facts = json_remove(facts, '$.places[0].name') WHERE id = ?", "places cannot be"),
        (OPEN, "UPDATE tables SET facts = json_remove(facts, '$.places[0]') WHERE id = ?", "it has 3 places; the game"),
    ],
)
def test_damage_is_found(table: str, damage: str, fault: str, house: str) -> None:
    with damaging(house) as db:
        assert db.execute(damage, (table,)).rowcount
    found = look_at(_whole(house, table))

    assert any(fault in text for text in found.faults), found


def test_a_game_that_has_just_ended_is_no_fault(house: str) -> None:
    with damaging(house) as db:
        db.execute("UPDATE tables SET stage = 'running' WHERE id = ?", (OVER,))
    found = look_at(_whole(house, OVER))

    assert not found.faults
    assert "its game is over, and the table is not yet" in found.warnings[0]


@pytest.mark.parametrize("table", [RUNNING, OPEN])
def test_a_game_that_the_host_of_the_house_has_ended_is_no_fault(house: str, table: str) -> None:
    with damaging(house) as db:
        ended = "UPDATE tables SET stage = 'over', facts = json_set(facts, '$.ended', stage) WHERE id = ?"
        db.execute(ended, (table,))

    assert look_at(_whole(house, table)).faults == []


def test_a_result_that_is_missing_is_told_and_can_be_made(house: str) -> None:
    with damaging(house) as db:
        db.execute("DELETE FROM result_seats")
        db.execute("DELETE FROM results")
    found = look_at(_whole(house, OVER))

    assert found.missing
    assert "its result is missing" in found.warnings[0]
    assert found.faults == []
    missing = found.missing
    assert using(house, lambda store: store.keep_result(missing))
    assert look_at(_whole(house, OVER)) == Found(replayed=True)


def test_a_result_that_is_not_that_of_its_steps_is_a_fault(house: str) -> None:
    with damaging(house) as db:
        db.execute("UPDATE result_seats SET place = place + 1 WHERE seat = 0")

    assert look_at(_whole(house, OVER)).faults == ["its result is not the one that its steps lead to"]


def test_a_game_that_was_begun_and_not_dealt_is_no_fault(house: str) -> None:
    with damaging(house) as db:
        db.execute("DELETE FROM steps WHERE table_id = ?", (RUNNING,))

    assert look_at(_whole(house, RUNNING)).faults == []


@pytest.mark.parametrize(
    ("change", "reason"),
    [("version = 0, stage = 'over'", "it was begun with other rules"), ("game = 'chess'", "its game is not installed")],
)
def test_tables_of_other_rules_are_counted_apart(change: str, reason: str, house: str) -> None:
    with damaging(house) as db:
        db.execute(f"UPDATE tables SET {change} WHERE id = ?", (RUNNING,))  # noqa: S608  # ours
    found = look_at(_whole(house, RUNNING))

    assert (found.faults, found.replayed, found.apart) == ([], False, reason)


@pytest.mark.parametrize("part", ["steps", "chat", "reviews", "reports"])
def test_rows_that_belong_to_no_table_are_found(part: str, house: str) -> None:
    with damaging(house) as db:
        table_id = db.execute(f"SELECT table_id FROM {part}").fetchone()[0]  # noqa: S608  # ours
        db.execute("DELETE FROM tables WHERE id = ?", (table_id,))

    assert f"there are {part} of a table {table_id}, which is not there" in _asked(house, lambda one: one.faults())


def test_reports_of_no_table_are_found_in_a_database(postgresql: str, postgres: Postgres) -> None:
    using(postgresql, furnish)
    assert _asked(postgresql, lambda one: one.faults()) == []
    postgres.run("UPDATE reports SET table_id = 'gone'", postgresql)

    assert _asked(postgresql, lambda one: one.faults()) == ["there are reports of a table gone, which is not there"]


def test_settings_that_lose_what_people_have_seen_are_told(postgresql: str, postgres: Postgres, house: str) -> None:
    using(postgresql, furnish)
    assert "synchronous_commit" not in " ".join(_asked(postgresql, lambda one: one.warnings()))
    postgres.run(f"ALTER DATABASE {postgresql.rpartition('/')[2]} SET synchronous_commit = off")
    warnings = _asked(postgresql, lambda one: one.warnings())

    assert {"fsync", "synchronous_commit"} <= {text.split()[0] for text in warnings}  # tests are in a hurry
    assert _asked(house, lambda one: one.warnings()) == []


def test_a_damaged_file_is_found(house: str) -> None:
    with damaging(house) as db:
        page = db.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'steps'").fetchone()[0]
        size = db.execute("PRAGMA page_size").fetchone()[0]
    content = bytearray(Path(house).read_bytes())
    content[(page - 1) * size : (page - 1) * size + 20] = b"\xee" * 20
    Path(house).write_bytes(content)

    with pytest.raises(OSError, match="malformed"):
        _asked(house, lambda one: one.faults())
