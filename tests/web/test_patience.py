"""Clocks, people who are away, and bots that keep a seat warm."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from stammtisch.web import live, places, room
from tests.web.program import house_of
from tests.web.visitor import house, two_at_a_duel

SOON = 0.15  # seconds


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    """Serve people who lose patience at once."""
    monkeypatch.setitem(places.PACES, "live", SOON)
    monkeypatch.setattr(live, "_MOMENT", SOON)
    monkeypatch.setattr(live, "_LONG", 2 * SOON)
    with house(tmp_path) as client:
        yield client


def room_of(server: TestClient, table: str) -> room.Room:
    (audience,) = [one for one in house_of(server).audiences() if table.endswith(one.room.id)]
    return audience.room


def steps(server: TestClient, table: str) -> int:
    return len(room_of(server, table).game_table().steps)


def wait(condition: object, seconds: float = 10) -> None:
    assert callable(condition)
    until = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < until, "it does not happen"
        time.sleep(0.02)


def test_a_table_shows_how_long_a_decision_may_take(server: TestClient) -> None:
    host, guest, table = two_at_a_duel(server, pace="slow")
    guest.look(table)

    assert 'data-until="' in host.page
    assert 'data-until="' in guest.page


def test_when_the_clock_runs_out_a_bot_takes_that_decision(server: TestClient) -> None:
    _, _, table = two_at_a_duel(server, pace="live")
    before = steps(server, table)

    wait(lambda: steps(server, table) > before)


def test_after_the_third_time_a_bot_keeps_the_seat_until_its_owner_is_back(server: TestClient) -> None:
    host, _, table = two_at_a_duel(server, pace="live", **{"o-spaces": "6"})
    wait(lambda: 0 in room_of(server, table).kept)
    host.page = server.get(table).text
    assert "a bot fills in" in host.page

    assert "A bot plays for you" not in host.look(table)
    assert room_of(server, table).places[0].missed < 3


def test_whoever_keeps_others_waiting_is_replaced_until_they_return(server: TestClient) -> None:
    host, guest, table = two_at_a_duel(server, **{"o-spaces": "6"})
    before = steps(server, table)
    until = time.monotonic() + 10
    while steps(server, table) == before and time.monotonic() < until:
        guest.look(table)  # Tobi is here, Anna is not
        time.sleep(0.02)

    assert steps(server, table) > before
    assert 0 in room_of(server, table).kept
    host.look(table)
    wait(lambda: 0 not in room_of(server, table).kept, SOON * 2)


def test_nobody_is_replaced_while_nobody_waits(server: TestClient) -> None:
    _, _, table = two_at_a_duel(server)
    before = steps(server, table)
    time.sleep(SOON * 6)

    assert steps(server, table) == before
