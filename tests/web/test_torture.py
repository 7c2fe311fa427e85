"""Kill servers at any moment: no acknowledged step is lost, and every table goes on where it was."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from tests.postgres import Postgres
from tests.web.servers import Servers, proxy_before
from tests.web.torture import Torture, hold


@pytest.fixture
def database() -> Iterator[Postgres]:
    postgres = Postgres(hurry=False)
    yield postgres
    postgres.remove()


def _kill_one_now_and_then(servers: Servers, until: float, between: tuple[float, float]) -> None:
    random = Random(7)
    while time.monotonic() < until:
        time.sleep(random.uniform(*between))
        which = random.randrange(len(servers.ports))
        servers.kill(which)
        servers.start(which)


def _torture_one_server(folder: Path, tables: int, seconds: float) -> None:
    data = str(folder / "house.db")
    servers = Servers(data, folder)
    torture = Torture(f"http://127.0.0.1:{servers.ports[0]}")
    try:
        torture.play(tables, seconds, lambda until: _kill_one_now_and_then(servers, until, (2.0, 5.0)))
    finally:
        servers.close()
    hold(data, torture, servers)


def _torture_many_servers(folder: Path, postgres: Postgres, tables: int, seconds: float) -> None:
    data = postgres.fresh()
    servers = Servers(data, folder, 4)

    def harm(until: float) -> None:
        _kill_one_now_and_then(servers, until - seconds / 2, (2.0, 5.0))
        postgres.stop()
        time.sleep(1.0)
        postgres.start()
        _kill_one_now_and_then(servers, until, (2.0, 5.0))

    with proxy_before(servers.ports) as address:
        torture = Torture(address)
        try:
            torture.play(tables, seconds, harm)
        finally:
            servers.close()
    hold(data, torture, servers)


def test_one_server_and_a_file_lose_nothing(tmp_path: Path) -> None:
    _torture_one_server(tmp_path, 8, 10.0)


def test_four_servers_and_a_database_lose_nothing(tmp_path: Path, database: Postgres) -> None:
    _torture_many_servers(tmp_path, database, 12, 60.0)


@pytest.mark.deep
def test_one_server_and_a_file_lose_nothing_for_long(tmp_path: Path) -> None:
    _torture_one_server(tmp_path, 12, 150.0)


@pytest.mark.deep
def test_four_servers_and_a_database_lose_nothing_at_fifty_tables(tmp_path: Path, database: Postgres) -> None:
    _torture_many_servers(tmp_path, database, 50, 90.0)
