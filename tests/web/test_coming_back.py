"""Nobody loses a seat or a decision by having been away a moment, or while nobody could be there."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from stammtisch.store.kept import Unavailable
from stammtisch.web.live import Audience
from stammtisch.web.places import PACES
from tests.web.program import house_of
from tests.web.test_many_servers import Two, _audience, _duel, _elsewhere, _lobby, _servers, _wait
from tests.web.visitor import Visitor, house, two_at_a_duel, visitor

HOUR = 3600.0
AT_ONCE = 0.5  # seconds, many times as long as a bot waits here


def _hide(anna: Visitor, table: str) -> None:
    """Let Anna decide first, so that all wait for Tobi."""
    anna.look(table)
    anna.send(f"{table}/do", do=anna.offered()[0], decided=anna.decided())


@pytest.mark.parametrize("pace", ["none", "live"])
def test_nobody_has_lost_a_seat_or_a_decision_while_the_house_was_closed(tmp_path: Path, pace: str) -> None:
    with house(tmp_path) as server:
        anna, _, table = two_at_a_duel(server, pace=pace)
        _hide(anna, table)
        steps = _audience(server, table).room.marks.steps
    with closing(sqlite3.connect(tmp_path / "house.db")) as db, db:
        db.execute("UPDATE steps SET at = at - ?", (HOUR,))
    with house(tmp_path) as server:
        again = _audience(server, table)
        with _elsewhere(anna, server).client.websocket_connect(f"{table}/live"):
            _wait(lambda: again.watchers, "Anna does not look on")
            time.sleep(AT_ONCE)

    assert again.room.game_table().waiting == (1,)
    assert again.room.marks.steps == steps


def test_the_clock_of_the_first_decision_begins_with_the_game_at_every_server(postgresql: str) -> None:
    with _servers(postgresql) as two:
        anna, tobi, table = _lobby(two, pace="slow")
        rooms = [_audience(server, table).room for server in two]
        for room in rooms:
            room.since -= 2 * PACES["slow"]  # so long have they waited for each other
        anna.send(f"{table}/begin")
        tobi.look(table)
        time.sleep(AT_ONCE)

        assert [(room.marks.steps, room.places[0].missed) for room in rooms] == [(0, 0), (0, 0)]
        assert min(room.since for room in rooms) > time.time() - HOUR


@contextmanager
def _back_again(two: Two) -> Iterator[Audience]:
    """Yield a table as the server has it that sees to it, while Tobi looks on at the other, where he has come back."""
    anna, tobi, table = _duel(two)
    _hide(anna, table)
    table_id = table.removeprefix("/t/")
    first, second = house_of(two[0]), house_of(two[1])

    def is_left_to_the_first() -> bool:
        assert two[0].portal
        assert two[1].portal
        two[1].portal.call(second.store.release, table_id)
        return two[0].portal.call(first.store.claim, table_id)

    with anna.client.websocket_connect(f"{table}/live"):
        with tobi.client.websocket_connect(f"{table}/live"):
            _wait(is_left_to_the_first, "the second server does not let go of the table")
        _wait(lambda: not second.attendance.sees_to(table_id), "the second server still looks after the table")
        with tobi.client.websocket_connect(f"{table}/live"):
            yield _audience(two[0], table)


@pytest.fixture
def attentive(postgresql: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Two]:
    """Open two servers that tell each other all the time who is there."""
    monkeypatch.setattr("stammtisch.web.attending._NEWS", 0.05)
    monkeypatch.setattr("stammtisch.web.attending._GLANCE", 0.05)
    monkeypatch.setattr("stammtisch.web.house._ROUND", 60.0)  # and do not find out by themselves
    with _servers(postgresql) as servers:
        yield servers


def test_whoever_comes_back_to_one_server_is_seen_by_the_other(attentive: Two) -> None:
    with _back_again(attentive) as here:
        tobi, back = here.room.places[1].person, time.time()
        _wait(lambda: here._seen.get(tobi, 0.0) > back, "nobody says that Tobi is back")


def test_no_bot_plays_for_somebody_who_came_back_and_looks_on(attentive: Two, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("stammtisch.web.live._MOMENT", 1.0)
    monkeypatch.setattr("stammtisch.web.live._LONG", 2.0)
    with _back_again(attentive) as here:
        steps = here.room.marks.steps
        time.sleep(2.5)

    assert here.room.game_table().waiting == (1,)
    assert here.room.marks.steps == steps


def test_a_page_that_is_not_there_is_asked_for_again_while_the_store_is_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def away(_: str) -> None:
        raise Unavailable("away")

    with house(tmp_path) as server:
        anna = visitor(server, "Anna")
        monkeypatch.setattr(house_of(server).store, "person", away)

        assert [anna.client.get(page).status_code for page in ("/me", "/nowhere")] == [503, 503]
