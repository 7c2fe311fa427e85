"""Tables to which nobody comes cost nothing, and are woken by whoever comes, or by their clock."""

from __future__ import annotations

import os
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from stammtisch.store.open import is_address
from stammtisch.web.live.bot_turns import REST_AFTER
from stammtisch.web.tables.record import PACES
from tests.figures import note_figures
from tests.turned_clock import TurnedClock
from tests.waiting import eventually
from tests.web.drivers.host import room_of, steps
from tests.web.drivers.page import house, two_at_a_duel, visitor
from tests.web.drivers.program import program, registry_of
from tests.web.drivers.turning import turn, turn_until
from tests.web.houses.many_tables import keep_many, run
from tests.web.houses.process import serving
from tests.web.houses.two_servers import elsewhere

OPENED_IN = 3.0  # seconds
SLOW, LIVE = PACES["slow"], PACES["live"]


def _has_worker(server: TestClient, table: str) -> bool:
    return registry_of(server).bot_turns.has_worker(table.removeprefix("/t/"))


def _is_put_to_rest(server: TestClient, clock: TurnedClock, table: str) -> None:
    turn(clock, REST_AFTER - 5)
    assert _has_worker(server, table)
    turn_until(clock, lambda: not _has_worker(server, table), "the table to be put to rest", by=30.0)


def test_a_table_that_nobody_comes_to_is_put_to_rest_and_woken_by_a_page(still: TestClient, clock: TurnedClock) -> None:
    host, _, table = two_at_a_duel(still)
    _is_put_to_rest(still, clock, table)
    host.look(table)

    assert _has_worker(still, table)
    host.decide(table)
    assert steps(still, table) == 1


def test_whoever_comes_in_the_moment_in_which_a_table_is_put_to_rest_wakes_it(
    still: TestClient, clock: TurnedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, _, table = two_at_a_duel(still)
    registry, came = registry_of(still), list[str]()
    release = registry.store.release

    async def slowly(name: str) -> None:
        came.append(name)
        await registry.find(name)
        await release(name)

    monkeypatch.setattr(registry.store, "release", slowly)
    turn_until(clock, lambda: came, "the table to be put to rest", by=30.0)

    assert eventually(lambda: _has_worker(still, table), "a worker")
    turn(clock, 5.0)
    assert _has_worker(still, table)


def test_a_table_at_rest_is_woken_by_a_socket_and_by_a_program(still: TestClient, clock: TurnedClock) -> None:
    host, _, table = two_at_a_duel(still)
    _is_put_to_rest(still, clock, table)
    with host.client.websocket_connect(f"{table}/live"):
        eventually(lambda: _has_worker(still, table), "a worker")
        turn(clock, 2 * REST_AFTER)
        assert _has_worker(still, table), "somebody looks on"
    turn_until(clock, lambda: not _has_worker(still, table), "the table to be put to rest", by=30.0)
    program(still, "Tobi").ask(f"/tables/{table.removeprefix('/t/')}/view")
    assert _has_worker(still, table)


def test_bots_play_on_until_people_are_asked_before_a_table_is_put_to_rest(
    still: TestClient, clock: TurnedClock
) -> None:
    host, _, table = two_at_a_duel(still)
    host.send(f"{table}/leave")
    turn_until(clock, lambda: not _has_worker(still, table), "the table to be put to rest", by=30.0)

    assert room_of(still, table).game_table().waiting == (1,)
    assert steps(still, table) > 0


def test_a_clock_that_runs_out_at_a_table_at_rest_is_seen_to(still: TestClient, clock: TurnedClock) -> None:
    _, _, table = two_at_a_duel(still, pace="slow")
    _is_put_to_rest(still, clock, table)
    turn(clock, SLOW - clock.monotonic() - 60)
    assert not _has_worker(still, table)
    turn_until(clock, lambda: room_of(still, table).places[0].missed == 1, "the decision of a bot", by=1.0)

    assert clock.monotonic() < SLOW + 60


def test_a_short_clock_runs_out_though_nobody_comes_again_after_a_restart(tmp_path: Path, clock: TurnedClock) -> None:
    with house(tmp_path, clock=clock) as server:
        two_at_a_duel(server, pace="live")
    with house(tmp_path, clock=clock) as server:
        registry = registry_of(server)
        assert not registry.channels(), "nothing is read before it must be"
        turn_until(clock, lambda: [c for c in registry.channels() if c.room.places[0].missed], "a bot", by=1.0)


@pytest.mark.parametrize("pace", ["live", "slow"])
def test_a_restart_goes_on_with_what_was_left(tmp_path: Path, clock: TurnedClock, pace: str) -> None:
    with house(tmp_path, clock=clock) as server:
        host, _, table = two_at_a_duel(server, pace=pace)
        turn(clock, 0.7 * PACES[pace])
    clock.jump(10 * SLOW)
    clock.advance(10 * SLOW)  # the house is closed: nobody can be here
    with house(tmp_path, clock=clock) as server:
        elsewhere(host, server).look(table)

        assert room_of(server, table).time_left == pytest.approx(0.3 * PACES[pace], abs=1)


@pytest.mark.parametrize(("pace", "given"), [("live", LIVE / 6), ("slow", 600.0)])
def test_a_server_that_is_killed_gives_little_and_takes_nothing(
    tmp_path: Path, clock: TurnedClock, pace: str, given: float
) -> None:
    with house(tmp_path, clock=clock) as server:
        host, _, table = two_at_a_duel(server, pace=pace)
        with host.client.websocket_connect(f"{table}/live"):
            turn(clock, 5 * given, times=40)
        with closing(sqlite3.connect(tmp_path / "house.db")) as db:
            ((waited,),) = db.execute("SELECT waited FROM clocks").fetchall()

    assert 3.5 * given < waited <= 5 * given


@pytest.mark.parametrize("pace", ["none", "live", "slow"])
def test_a_house_with_many_tables_opens_without_reading_them(tmp_path: Path, clock: TurnedClock, pace: str) -> None:
    ids = keep_many(str(tmp_path / "house.db"), 300, pace)
    with house(tmp_path, clock=clock) as server:
        turn(clock, 5.0)
        assert server.get("/healthz").status_code == 200
        assert not registry_of(server).channels()
        assert visitor(server).client.get(f"/t/{ids[7]}").status_code == 200

        assert [channel.room.id for channel in registry_of(server).channels()] == [ids[7]]


def test_what_is_due_at_once_is_seen_to_some_at_a_time(tmp_path: Path, clock: TurnedClock) -> None:
    keep_many(str(tmp_path / "house.db"), 60, "live")
    run(str(tmp_path / "house.db"), "UPDATE clocks SET waited = seconds")
    with house(tmp_path, clock=clock) as server:
        registry = registry_of(server)
        eventually(lambda: registry.channels() and clock.waiting, "the first of them")
        assert len(registry.channels()) <= 20
        turn_until(clock, lambda: len(registry.channels()) == 61, "all of them", by=0.5)


def _spent(process: int) -> float:
    """Return how many seconds of a processor a process has had: what it takes where nobody else wants one."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _restart(data: str, pace: str) -> tuple[float, float]:
    """Keep 5,000 tables and start a server; how many seconds until a table was answered, and how many of a processor.

    The first by the clock, from before there is a process.
    """
    ids = keep_many(data, 5000, pace)
    begun = time.monotonic()
    with serving(data) as server:
        answers = [server.ask("GET", path)[0].status for path in ("/healthz", f"/t/{ids[7]}")]
        waited, spent = time.monotonic() - begun, _spent(server.process.pid)
        figures = server.ask("GET", "/metrics")[1]
    assert answers == [200, 200]
    assert 'stammtisch_tables{stage="running"} 5001.0' in figures
    assert "stammtisch_tables_in_memory 1.0" in figures
    return waited, spent


@pytest.mark.deep
@pytest.mark.parametrize("pace", ["none", "slow"])
def test_a_restarted_server_with_5000_kept_tables_works_for_3_seconds_at_most(place: str, pace: str) -> None:
    assert _restart(place, pace)[1] < OPENED_IN


@pytest.mark.alone
@pytest.mark.parametrize("pace", ["none", "slow"])
def test_a_restarted_server_with_5000_kept_tables_answers_within_3_seconds(place: str, pace: str) -> None:
    waited, spent = _restart(place, pace)
    kind = "a database" if is_address(place) else "a file"
    note_figures(
        f"{kind}, 5,000 tables, pace {pace}: /healthz and a table after {waited:.2f} s, {spent:.2f} of a processor"
    )

    assert waited < OPENED_IN
