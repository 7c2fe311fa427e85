"""Kill servers at any moment: no acknowledged step is lost, and every table goes on where it was."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest

from stammtisch.terminal.api_client import ApiClient, Unreachable
from stammtisch.web.live import player_action
from stammtisch.web.tables.apply_action import decide, decisions_of
from stammtisch.web.tables.live_table import LiveTable
from tests.figures import note_figures
from tests.postgres import Postgres
from tests.waiting import eventually
from tests.web.attacks.torture import Torture, hold
from tests.web.drivers.program import running
from tests.web.houses.servers import Servers, is_ready, proxy_before

BETWEEN_KILLS = (50, 150)  # decisions that are acknowledged
MOST = 120.0  # seconds to wait for them
LIFE = 0.5  # seconds from when a server is first seen ready until it is killed, and between kills that are counted
KILLS = int(os.environ.get("STAMMTISCH_TEST_KILLS", "500"))  # of each kind of store
EACH_LIFE = 5  # decisions at least that are acknowledged for each of these kills
NO_BOTS = ("--bots", "0")  # in processes of their own, which would take the half second for themselves
NOTHING: Mapping[str, int] = {}
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
    hold(data, torture, servers.journal())


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
    hold(data, torture, servers.journal())


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


def _kill_so_often(torture: Torture, servers: Servers, kills: int) -> None:
    """Kill a server every half second, none before it was ready for as long, and start it anew, so many times."""
    ready: dict[int, float] = {}  # since when each was first seen so
    last = time.monotonic()

    def ripe() -> list[int]:
        for which, port in enumerate(servers.ports):
            if which not in ready and is_ready(port):
                ready[which] = time.monotonic()
        return [which for which, since in ready.items() if time.monotonic() > max(since, last) + LIFE]

    for number in range(kills):
        if torture.trouble:
            return
        which = eventually(ripe, f"a server that is open, to be killed after {number} kills", MOST)[0]
        last = time.monotonic()
        servers.kill(which)
        servers.start(which)
        del ready[which]


def _kill_and_count(kind: str, data: str, servers: Servers, address: str, kills: int) -> None:
    torture, begun, ended = Torture(address, PATIENCE), time.monotonic(), list[float]()

    def harm() -> None:
        _kill_so_often(torture, servers, kills)
        ended.append(time.monotonic())

    try:
        torture.play_through(6, harm)
    finally:
        servers.close()
    hold(data, torture, servers.journal())
    note_figures(
        f"{kind}: {kills} kills in {ended[0] - begun:.0f} s, "
        f"{torture.acknowledged_during} decisions acknowledged meanwhile, "
        f"{torture.unanswered} taken without an answer, at {torture.tables} tables: 0 lost, 0 twice"
    )
    assert torture.acknowledged_during > EACH_LIFE * kills


@pytest.mark.alone
@pytest.mark.timeout(10800)
def test_a_file_loses_nothing_in_five_hundred_kills(tmp_path: Path) -> None:
    data = str(tmp_path / "house.db")
    servers = Servers(data, tmp_path, more=NO_BOTS)
    _kill_and_count("a file", data, servers, f"http://127.0.0.1:{servers.ports[0]}", KILLS)


@pytest.mark.alone
@pytest.mark.timeout(10800)
def test_a_database_loses_nothing_in_five_hundred_kills(tmp_path: Path, database: Postgres) -> None:
    data = database.fresh()
    servers = Servers(data, tmp_path, 4, more=NO_BOTS)
    with proxy_before(servers.ports) as address:
        _kill_and_count("a database", data, servers, address, KILLS)


@dataclass
class _LosesAnswers(ApiClient):
    """A client to which every other answer is lost, as if a server had been killed before it was sent."""

    acts: int = 0

    def ask(self, path: str, body: Mapping[str, object] | None = None, query: Mapping[str, int] = NOTHING) -> Any:
        answer = super().ask(path, body, query)
        self.acts += path.endswith("/act")
        if path.endswith("/act") and self.acts % 2:
            raise Unreachable("the answer is lost")
        return answer


def _play_one_game(folder: Path, client: type[ApiClient]) -> Torture:
    with running(folder) as address:
        torture = Torture(address, client=client)
        torture.play_through(1, lambda: None)
    hold(str(folder / "house.db"), torture, [])
    return torture


def test_a_decision_whose_answer_was_lost_is_taken_once(tmp_path: Path) -> None:
    assert _play_one_game(tmp_path, _LosesAnswers).unanswered > 0


def test_a_decision_that_is_taken_twice_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def twice(room: LiveTable, seat: int, row: Sequence[int], decided: int, *, in_parts: bool) -> None:
        await decide(room, seat, row, decided, in_parts=in_parts)
        if more := room.game_table().actions(seat)[:1]:
            await decide(room, seat, more, decisions_of(room, seat), in_parts=in_parts)

    monkeypatch.setattr(player_action, "decide", twice)

    with pytest.raises(AssertionError, match="Player"):
        _play_one_game(tmp_path, _LosesAnswers)


def test_a_decision_that_is_acknowledged_and_lost_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    called = count()

    async def often(room: LiveTable, seat: int, row: Sequence[int], decided: int, *, in_parts: bool) -> None:
        if next(called) % 3:
            await decide(room, seat, row, decided, in_parts=in_parts)

    monkeypatch.setattr(player_action, "decide", often)

    with pytest.raises(AssertionError, match="Player"):
        _play_one_game(tmp_path, ApiClient)
