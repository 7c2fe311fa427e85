"""Strange requests, by the thousand: no fault, nothing done without right, and no memory that grows."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from itertools import count
from math import inf
from pathlib import Path
from random import Random

import pytest
from starlette.routing import Match, Route

from stammtisch.kernel.seats import SPECTATOR
from stammtisch.web.app import make_app
from stammtisch.web.http import access_log, csrf
from stammtisch.web.http.signer import Signer
from stammtisch.web.live.broadcast import Channel
from stammtisch.web.pages import table
from stammtisch.web.pages.request import PageRequest
from stammtisch.web.pages.socket import acts
from tests.figures import note_figures
from tests.web.attacks.siege import House, Siege, besieged, every_table_replays
from tests.web.drivers.loop_figures import LoopFigures
from tests.web.drivers.program import running
from tests.web.drivers.raw_person import Somebody

MEGABYTE = 2**20
TABLES = 200_000  # bytes of the tables that an attacker opens between two looks, which are kept a while
LOOP = 0.05  # seconds for which the loop may be held, or late where nothing else runs, but for one in a hundred
ANSWERS = {200, 303, 400, 401, 403, 404, 405, 422}  # had by some hundreds of strange requests
SELDOM = {201}  # had by thousands: something new must be asked for as it should be


def _lay(house: House, shots: int, seed: int) -> tuple[Siege, LoopFigures]:
    siege = Siege(house, Random(seed))
    before = house.figures()
    siege.lay(shots)
    return siege, house.figures().since(before)


def _hold_out(siege: Siege, loop: LoopFigures, late: float = inf) -> None:
    """See that memory has not grown nor the loop been held, or been late by more than so many seconds."""
    assert loop.busy_for(0.99) <= LOOP, f"the loop was held: {loop}"
    assert loop.delay(0.99) <= late, f"the loop was late: {loop}"
    third = max(1, len(siege.memory) // 3)
    growth = max(siege.memory[-third:]) - max(siege.memory[:third])
    assert growth < 8 * MEGABYTE + len(siege.memory) * TABLES, f"{growth} bytes more"


def _withstand(data: str, folder: Path, shots: int, seed: int, late: float = inf) -> None:
    with besieged(data, folder) as house:
        siege, loop = _lay(house, shots, seed)
        note_figures(
            f"{shots} strange requests: of the loop's looks 99 % were late by up to {1000 * loop.delay(0.99):g} ms, "
            f"after up to {1000 * loop.busy_for(0.99):g} ms of its own work"
        )
        _hold_out(siege, loop, late)
        assert set(siege.statuses) >= (ANSWERS | SELDOM if shots >= 3000 else ANSWERS)
    assert every_table_replays(data) > len(siege.memory)


def test_strange_requests_by_the_thousand_harm_nobody(tmp_path: Path) -> None:
    _withstand(str(tmp_path / "house.db"), tmp_path, 5000, 1)


@pytest.mark.alone
@pytest.mark.timeout(10800)
def test_a_hundred_thousand_strange_requests_harm_nobody_and_nobody_waits(tmp_path: Path) -> None:
    _withstand(str(tmp_path / "house.db"), tmp_path, 100_000, 3, LOOP)


@pytest.mark.parametrize(("shots", "seed"), [(400, 2), pytest.param(3000, 4, marks=pytest.mark.deep)])
def test_strange_requests_harm_nobody_over_a_database(tmp_path: Path, postgresql: str, shots: int, seed: int) -> None:
    _withstand(postgresql, tmp_path, shots, seed)


def test_every_address_of_the_house_is_among_what_is_changed(tmp_path: Path) -> None:
    with running(tmp_path) as address:
        anna = Somebody.at(int(address.rpartition(":")[2]), "Anna")
        anna.do_everything()
    asked = [{"type": "http", "method": one.method, "path": one.target.partition("?")[0]} for one in anna.recorded]
    routes = [route for route in make_app("nowhere").routes if isinstance(route, Route)]

    left_out = [route.path for route in routes if all(route.matches(scope)[0] != Match.FULL for scope in asked)]
    assert left_out == []


def _any_mark_fits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Signer, "is_csrf_token_of", lambda *_: True)


def _any_mark_fits_over_sockets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(acts, "own_fields", lambda sent, *_: {name: [value] for name, value in sent})


def _any_site_opens_sockets(monkeypatch: pytest.MonkeyPatch) -> None:
    sound = csrf.is_ours
    monkeypatch.setattr(csrf, "is_ours", lambda headers, by: "sec-websocket-key" in headers or sound(headers, by))


def _whoever_watches_may_act(monkeypatch: pytest.MonkeyPatch) -> None:
    sound = table.seat_at_game

    async def the_seat_that_is_asked(visit: PageRequest, channel: Channel) -> int:
        watches = channel.room.seat_of(visit.person.id) == SPECTATOR and visit.connection.url.path.endswith("/do")
        asked = channel.room.game_table().waiting if watches and channel.room.begun else []
        return asked[0] if asked else await sound(visit, channel)

    monkeypatch.setattr(table, "seat_at_game", the_seat_that_is_asked)


def _every_request_is_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = list[bytes]()
    monkeypatch.setattr(access_log, "note_request", lambda *_: kept.append(b"a" * 50_000))


def _some_requests_take_long(monkeypatch: pytest.MonkeyPatch) -> None:
    came = count()  # a third of them: a busy machine is looked at for minutes, every 20 ms

    def work(*_: object) -> None:
        until = time.thread_time() + 1.2 * LOOP * (next(came) % 3 == 0)
        while time.thread_time() < until:
            pass

    monkeypatch.setattr(access_log, "note_request", work)


def _some_requests_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    came = count()
    monkeypatch.setattr(access_log, "note_request", lambda *_: time.sleep(3 * LOOP * (next(came) % 10 == 0)))


@pytest.mark.parametrize(
    ("fault", "noticed"),
    [
        pytest.param(_any_mark_fits, "done without right", marks=pytest.mark.deep),
        (_any_mark_fits_over_sockets, "done without right"),
        pytest.param(_any_site_opens_sockets, "done without right", marks=pytest.mark.deep),
        pytest.param(_whoever_watches_may_act, "done without right", marks=pytest.mark.deep),
        (_every_request_is_remembered, "bytes more"),
        (_some_requests_take_long, "the loop was held"),
        pytest.param(_some_requests_wait, "the loop was late", marks=pytest.mark.deep),
    ],
)
def test_a_house_with_a_fault_does_not_hold_out(
    fault: Callable[[pytest.MonkeyPatch], None], noticed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fault(monkeypatch)
    (tmp_path / "journal").touch()
    with running(tmp_path) as address:
        house = House(int(address.rpartition(":")[2]), os.getpid(), str(tmp_path / "house.db"), tmp_path / "journal")
        with pytest.raises(AssertionError, match=noticed):
            _hold_out(*_lay(house, 300, 5), late=2 * LOOP if noticed.endswith("late") else inf)
