"""Kill servers at any moment: no acknowledged step is lost, and every table goes on where it was."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from tests.postgres import Postgres
from tests.waiting import eventually
from tests.web.attacks.torture import Torture, hold
from tests.web.drivers.servers import Servers, is_ready, proxy_before

BETWEEN_KILLS = (50, 150)  # decisions that are acknowledged
MOST = 120.0  # seconds to wait for them
EVERY = 0.5  # seconds between two kills, where they are counted
KILLS = 500  # of each kind of store
PATIENCE = 3600.0  # seconds for a game whose servers are opening most of the time


@pytest.fixture
def database() -> Iterator[Postgres]:
    postgres = Postgres(hurry=False)
    yield postgres
    postgres.remove()


def _kill_one_now_and_then(torture: Torture, servers: Servers, until: float) -> None:
    """Kill a server whenever some more decisions were acknowledged, until some time."""
    random = Random(7)
    while time.monotonic() < until:
        enough = torture.acknowledged + random.randrange(*BETWEEN_KILLS)
        eventually(lambda: torture.acknowledged >= enough or time.monotonic() > until, f"{enough} decisions", MOST)  # noqa: B023
        which = random.randrange(len(servers.ports))
        servers.kill(which)
        servers.start(which)


def _torture_one_server(folder: Path, tables: int, seconds: float) -> None:
    data = str(folder / "house.db")
    servers = Servers(data, folder)
    torture = Torture(f"http://127.0.0.1:{servers.ports[0]}")
    try:
        torture.play(tables, seconds, lambda until: _kill_one_now_and_then(torture, servers, until))
    finally:
        servers.close()
    hold(data, torture, servers)


def _torture_many_servers(folder: Path, postgres: Postgres, tables: int, seconds: float) -> None:
    data = postgres.fresh()
    servers = Servers(data, folder, 4)

    def harm(until: float) -> None:
        _kill_one_now_and_then(torture, servers, until - seconds / 2)
        postgres.stop()
        eventually(lambda: not any(map(is_ready, servers.ports)), "all servers to miss the database", MOST)
        postgres.start()
        _kill_one_now_and_then(torture, servers, until)

    with proxy_before(servers.ports) as address:
        torture = Torture(address)
        try:
            torture.play(tables, seconds, harm)
        finally:
            servers.close()
    hold(data, torture, servers)


@pytest.mark.timeout(400)  # games that have begun are played to their end
def test_one_server_and_a_file_lose_nothing(tmp_path: Path) -> None:
    _torture_one_server(tmp_path, 6, 8.0)


@pytest.mark.timeout(600)
def test_four_servers_and_a_database_lose_nothing(tmp_path: Path, database: Postgres) -> None:
    _torture_many_servers(tmp_path, database, 6, 16.0)


@pytest.mark.deep
def test_one_server_and_a_file_lose_nothing_for_long(tmp_path: Path) -> None:
    _torture_one_server(tmp_path, 12, 150.0)


@pytest.mark.deep
def test_four_servers_and_a_database_lose_nothing_for_a_minute(tmp_path: Path, database: Postgres) -> None:
    _torture_many_servers(tmp_path, database, 12, 60.0)


@pytest.mark.deep
def test_four_servers_and_a_database_lose_nothing_at_fifty_tables(tmp_path: Path, database: Postgres) -> None:
    _torture_many_servers(tmp_path, database, 50, 90.0)


def _kill_so_often(servers: Servers, kills: int) -> None:
    """Kill a server that is open every half second, or as soon as one is open again, and start it anew."""
    random, last = Random(11), time.monotonic()
    for number in range(kills):

        def is_time(since: float = last) -> list[int]:
            late = time.monotonic() > since + EVERY
            return [which for which, port in enumerate(servers.ports) if is_ready(port)] if late else []

        which = random.choice(eventually(is_time, f"a server that is open, to be killed after {number} kills", MOST))
        last = time.monotonic()
        servers.kill(which)
        servers.start(which)


def _report(kind: str, torture: Torture, kills: int) -> None:
    """Say what was done, once it is known that nothing was lost or done twice."""
    tables = len({player.table for player in torture.players})
    told = f"{kind}: {kills} kills, {torture.acknowledged} acknowledged decisions at {tables} tables"
    sys.stdout.write(f"{told}: 0 lost, 0 twice\n")


@pytest.mark.deep
@pytest.mark.timeout(10800)  # a server needs some seconds to open, and half a second to live
def test_a_file_loses_nothing_in_five_hundred_kills(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = str(tmp_path / "house.db")
    servers = Servers(data, tmp_path)
    torture = Torture(f"http://127.0.0.1:{servers.ports[0]}", PATIENCE)
    try:
        torture.play_through(6, lambda: _kill_so_often(servers, KILLS))
    finally:
        servers.close()
    hold(data, torture, servers)
    with capsys.disabled():
        _report("a file", torture, KILLS)


@pytest.mark.deep
@pytest.mark.timeout(10800)
def test_a_database_loses_nothing_in_five_hundred_kills(
    tmp_path: Path, database: Postgres, capsys: pytest.CaptureFixture[str]
) -> None:
    data = database.fresh()
    servers = Servers(data, tmp_path, 4)
    with proxy_before(servers.ports) as address:
        torture = Torture(address, PATIENCE)
        try:
            torture.play_through(6, lambda: _kill_so_often(servers, KILLS))
        finally:
            servers.close()
    hold(data, torture, servers)
    with capsys.disabled():
        _report("a database", torture, KILLS)
