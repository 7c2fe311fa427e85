"""Strange requests, by the thousand: no fault, nothing done without right, and no memory that grows."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest
from starlette.routing import Match, Route

from stammtisch.kernel.seats import SPECTATOR
from stammtisch.web import actions, journal
from stammtisch.web.app import make_app
from stammtisch.web.live import Audience
from stammtisch.web.people import Passport
from stammtisch.web.visit import Visit
from tests.postgres import Postgres
from tests.web.program import running
from tests.web.siege import House, Siege, besieged, every_table_replays
from tests.web.somebody import Somebody

MEGABYTE = 2**20
ANSWERS = {200, 201, 303, 400, 401, 403, 404, 405, 422}  # had by some hundreds of strange requests


@pytest.fixture(scope="module")
def database() -> Iterator[Postgres]:
    postgres = Postgres()
    yield postgres
    postgres.remove()


def _hold_out(house: House, shots: int, seed: int) -> Siege:
    siege = Siege(house, Random(seed))
    siege.lay(shots)
    third = max(1, len(siege.memory) // 3)
    growth = max(siege.memory[-third:]) - max(siege.memory[:third])
    assert growth < 8 * MEGABYTE + shots * 2000, f"{growth} bytes more"  # tables that attackers open are kept a while
    return siege


def _withstand(data: str, folder: Path, shots: int, seed: int) -> None:
    with besieged(data, folder) as house:
        siege = _hold_out(house, shots, seed)
        assert set(siege.statuses) >= ANSWERS
    assert every_table_replays(data) > shots // 50


def test_a_thousand_strange_requests_harm_nobody(tmp_path: Path) -> None:
    _withstand(str(tmp_path / "house.db"), tmp_path, 1000, 1)


def test_strange_requests_harm_nobody_over_a_database(tmp_path: Path, database: Postgres) -> None:
    _withstand(database.fresh(), tmp_path, 400, 2)


@pytest.mark.deep
def test_ten_thousand_strange_requests_harm_nobody(tmp_path: Path) -> None:
    _withstand(str(tmp_path / "house.db"), tmp_path, 10_000, 3)


@pytest.mark.deep
def test_three_thousand_strange_requests_harm_nobody_over_a_database(tmp_path: Path, database: Postgres) -> None:
    _withstand(database.fresh(), tmp_path, 3000, 4)


def test_every_address_of_the_house_is_among_what_is_changed(tmp_path: Path) -> None:
    with running(tmp_path) as address:
        anna = Somebody.at(int(address.rpartition(":")[2]), "Anna")
        anna.do_everything()
    asked = [{"type": "http", "method": one.method, "path": one.target.partition("?")[0]} for one in anna.recorded]
    routes = [route for route in make_app("nowhere").routes if isinstance(route, Route)]

    left_out = [route.path for route in routes if all(route.matches(scope)[0] != Match.FULL for scope in asked)]
    assert left_out == []


def _any_mark_fits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Passport, "fits", lambda *_: True)


def _whoever_watches_may_act(monkeypatch: pytest.MonkeyPatch) -> None:
    async def the_seat_that_is_asked(visit: Visit, audience: Audience) -> int:
        seat = audience.room.seat_of(visit.person.id)
        return seat if seat != SPECTATOR else audience.room.game_table().waiting[0]

    monkeypatch.setattr(actions, "seat_at_game", the_seat_that_is_asked)


def _every_request_is_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = list[bytes]()
    monkeypatch.setattr(journal, "_note_request", lambda *_: kept.append(b"a" * 50_000))


@pytest.mark.parametrize(
    ("fault", "noticed"),
    [
        (_any_mark_fits, "done without right"),
        (_whoever_watches_may_act, "done without right"),
        (_every_request_is_remembered, "bytes more"),
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
            _hold_out(house, 300, 5)
