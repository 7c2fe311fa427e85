"""`/readyz` tells of a disk that cannot be written, and does not write for everybody who asks."""

from __future__ import annotations

import asyncio
import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import asyncpg
from starlette.testclient import TestClient

from stammtisch.web.app import make_app
from tests.turned_clock import TurnedClock
from tests.waiting import eventually
from tests.web.drivers.page import visitor


@contextmanager
def full_disk() -> Iterator[None]:
    """Let no file of this process grow, as on a disk without room."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_a_full_disk_is_told_with_its_reason_and_so_is_its_end(still: TestClient, clock: TurnedClock) -> None:
    assert still.get("/readyz").text == "ok"
    clock.advance(5)
    with full_disk():
        full = still.get("/readyz")
        alive = still.get("/healthz")
        clock.advance(5)
        again = still.get("/readyz")
    clock.advance(5)

    assert (full.status_code, again.status_code) == (503, 503)
    assert full.text.startswith("the store cannot be written: ")
    assert "disk" in full.text
    assert alive.status_code == 200
    assert still.get("/readyz").text == "ok"


def test_a_disk_is_full_for_people_too_and_they_go_on_afterwards(still: TestClient) -> None:
    anna = visitor(still, "Anna")
    anna.look("/me")
    with full_disk():
        refused = anna.send("/me", name="Berta")
    anna.look("/me")
    taken = anna.send("/me", name="Berta")

    assert refused.status_code == 503
    assert taken.status_code == 200


def test_however_often_somebody_asks_a_write_is_tried_every_five_seconds(
    still: TestClient, clock: TurnedClock, tmp_path: Path
) -> None:
    log = tmp_path / "house.db-wal"
    still.get("/readyz")
    before = log.stat().st_size
    for _ in range(50):
        still.get("/readyz")
        clock.advance(0.09)
    unchanged = log.stat().st_size
    clock.advance(1)
    still.get("/readyz")

    assert unchanged == before
    assert log.stat().st_size > before


async def _close_to_writers(url: str) -> None:
    """Let nobody write to a database any more, as when its disk is full or another one has taken over."""
    connection = await asyncpg.connect(url)
    name = await connection.fetchval("SELECT current_database()")
    await connection.execute(f'ALTER DATABASE "{name}" SET default_transaction_read_only = on')
    everybody = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND pid <> pg_backend_pid()"
    await connection.execute(everybody.replace("$1", f"'{name}'"))
    await connection.close()


def test_a_database_that_may_only_be_read_is_told(postgresql: str) -> None:
    clock = TurnedClock()
    with TestClient(make_app(postgresql, clock=clock), base_url="http://testserver") as server:
        assert server.get("/readyz").text == "ok"
        asyncio.run(_close_to_writers(postgresql))

        def answer() -> str:
            clock.advance(5)
            return server.get("/readyz").text

        eventually(lambda: "read-only transaction" in answer(), "the reason why nothing can be written")
        assert server.get("/readyz").status_code == 503
