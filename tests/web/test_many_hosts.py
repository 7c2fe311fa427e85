"""Two servers over one database: what the host or anybody does about people at one of them holds at the other."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from tests.web.landlord import key_of, landlord, room_of
from tests.web.test_many_servers import Two, _audience, _duel, _elsewhere, _hear, _servers, _wait
from tests.web.visitor import visitor


@pytest.fixture
def both(postgresql: str) -> Iterator[Two]:
    with _servers(postgresql) as servers:
        yield servers


def _tell(server: TestClient, table: str, what: str, **body: object) -> None:
    answer = landlord(server).tell(f"/host{table.replace('/t/', '/tables/')}/{what}", **body)
    assert answer.status_code == 200, answer.text


def test_both_servers_have_the_same_key(both: Two) -> None:
    assert key_of(both[0]) == key_of(both[1])


def test_a_game_that_is_paused_at_one_server_rests_at_the_other(both: Two) -> None:
    anna, tobi, table = _duel(both)
    anna.look(table)
    with tobi.client.websocket_connect(f"{table}/live") as socket:
        _hear(socket, lambda message: message.get("first"))
        _tell(both[0], table, "pause")
        assert _hear(socket, lambda message: "paused" in str(message.get("regions")))
    there = _elsewhere(anna, both[1])
    refused = there.send(f"{table}/do", do="hide 1", decided=anna.decided())
    assert refused.status_code == 409
    assert "The house has paused this game." in refused.text

    _tell(both[1], table, "resume")
    assert anna.send(f"{table}/do", do="hide 1", decided="0").status_code == 200
    for server in both:
        assert room_of(server, table).rest == _audience(both[0], table).room.rest


def test_the_clock_has_the_same_left_at_both_servers(both: Two) -> None:
    anna, _, table = _duel(both, pace="slow")
    for what in ("pause", "resume"):
        _tell(both[0], table, what)
    there = _elsewhere(anna, both[1])
    there.look(table)

    assert room_of(both[0], table).asked_at == pytest.approx(room_of(both[1], table).asked_at, abs=0.5)
    assert "data-until" in there.page


def test_a_game_that_is_ended_at_one_server_is_over_at_the_other(both: Two) -> None:
    _, tobi, table = _duel(both)
    _tell(both[0], table, "end")

    assert "The house has ended this game." in tobi.look(table)
    _wait(lambda: room_of(both[1], table).stage == "over", "the other server does not see it")


def test_a_seat_that_is_given_to_a_bot_at_one_server_is_lost_at_the_other(both: Two) -> None:
    _, tobi, table = _duel(both)
    with tobi.client.websocket_connect(f"{table}/live") as socket:
        _hear(socket, lambda message: message.get("first"))
        _tell(both[0], table, "replace", seat=1, level="easy")
        assert _hear(socket, lambda message: "reload" in message)

    assert "Resi" in tobi.look(table)
    assert tobi.send(f"{table}/do", do="turn 1", decided="0").status_code == 403


def test_who_is_blocked_at_one_server_is_not_heard_at_the_other(both: Two) -> None:
    anna, tobi, table = _duel(both)
    there = _elsewhere(anna, both[1])
    with there.client.websocket_connect(f"{table}/live") as socket:
        _hear(socket, lambda message: message.get("first"))
        anna.look(f"{table}/people")
        anna.send(f"{table}/block", who="seat-1")
        tobi.send(f"{table}/say", said="Listen")
        anna.send(f"{table}/say", said="No")
        heard = _hear(socket, lambda message: "chat" in message)["chat"]

    assert heard == {"number": 1, "name": "Anna", "said": "No"}


def test_who_is_barred_at_one_server_is_sent_away_from_the_other(both: Two) -> None:
    _, tobi, table = _duel(both)
    person = room_of(both[0], table).places[1].person
    with tobi.client.websocket_connect(f"{table}/live") as socket:
        _hear(socket, lambda message: message.get("first"))
        landlord(both[0]).tell(f"/host/people/{person}/bar")
        with pytest.raises(WebSocketDisconnect) as closed:
            _hear(socket, lambda _: False)

    assert closed.value.code == 4403
    _wait(lambda: tobi.client.get(table).status_code == 403, "the other server lets them in")
    landlord(both[0]).tell(f"/host/people/{person}/unbar")
    _wait(lambda: tobi.client.get(table).status_code == 200, "the other server keeps them out")
    assert visitor(both[1]).look(table)
