"""Two servers over one database: what the host or anybody does about people at one of them holds at the other."""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient

from tests.waiting import eventually
from tests.web.drivers.host import key_of, landlord, room_of
from tests.web.drivers.page import visitor
from tests.web.drivers.sockets import hear, hear_chat, hear_end, hear_first, hear_reload
from tests.web.houses.two_servers import Two, channel_at, duel, elsewhere


def _tell(server: TestClient, table: str, what: str, **body: object) -> None:
    answer = landlord(server).tell(f"/host{table.replace('/t/', '/tables/')}/{what}", **body)
    assert answer.status_code == 200, answer.text


def test_both_servers_have_the_same_key(two: Two) -> None:
    assert key_of(two[0]) == key_of(two[1])


def test_a_game_that_is_paused_at_one_server_rests_at_the_other(two: Two) -> None:
    anna, tobi, table = duel(two)
    anna.look(table)
    with tobi.client.websocket_connect(f"{table}/live") as socket:
        hear_first(socket)
        _tell(two[0], table, "pause")
        assert hear(socket, "the pause", lambda message: "paused" in str(message.get("regions")))
    there = elsewhere(anna, two[1])
    refused = there.send(f"{table}/do", do="hide 1", decided=anna.decided())
    assert refused.status_code == 409
    assert "The house has paused this game." in refused.text

    _tell(two[1], table, "resume")
    assert anna.send(f"{table}/do", do="hide 1", decided="0").status_code == 200
    for server in two:
        assert room_of(server, table).record.rest == channel_at(two[0], table).room.record.rest


def test_the_clock_has_the_same_left_at_both_servers(two: Two) -> None:
    anna, _, table = duel(two, pace="slow")
    for what in ("pause", "resume"):
        _tell(two[0], table, what)
    there = elsewhere(anna, two[1])
    there.look(table)

    assert room_of(two[0], table).asked_at == pytest.approx(room_of(two[1], table).asked_at, abs=0.5)
    assert "data-until" in there.page


def test_a_game_that_is_ended_at_one_server_is_over_at_the_other(two: Two) -> None:
    _, tobi, table = duel(two)
    _tell(two[0], table, "end")

    assert "The house has ended this game." in tobi.look(table)
    eventually(lambda: room_of(two[1], table).stage == "over", "the other server to see it")


def test_a_seat_that_is_given_to_a_bot_at_one_server_is_lost_at_the_other(two: Two) -> None:
    _, tobi, table = duel(two)
    with tobi.client.websocket_connect(f"{table}/live") as socket:
        hear_first(socket)
        _tell(two[0], table, "replace", seat=1, level="easy")
        assert hear_reload(socket)

    assert "Resi" in tobi.look(table)
    assert tobi.send(f"{table}/do", do="turn 1", decided="0").status_code == 403


def test_who_is_blocked_at_one_server_is_not_heard_at_the_other(two: Two) -> None:
    anna, tobi, table = duel(two)
    there = elsewhere(anna, two[1])
    with there.client.websocket_connect(f"{table}/live") as socket:
        hear_first(socket)
        anna.look(f"{table}/people")
        anna.send(f"{table}/block", who="seat-1")
        tobi.send(f"{table}/say", said="Listen")
        anna.send(f"{table}/say", said="No")
        heard = hear_chat(socket)

    assert heard == {"number": 1, "name": "Anna", "said": "No"}


def test_who_is_barred_at_one_server_is_sent_away_from_the_other(two: Two) -> None:
    _, tobi, table = duel(two)
    person = room_of(two[0], table).places[1].person
    with tobi.client.websocket_connect(f"{table}/live") as socket:
        hear_first(socket)
        landlord(two[0]).tell(f"/host/people/{person}/bar")
        assert hear_end(socket) == 4403

    eventually(lambda: tobi.client.get(table).status_code == 403, "the other server to keep them out")
    landlord(two[0]).tell(f"/host/people/{person}/unbar")
    eventually(lambda: tobi.client.get(table).status_code == 200, "the other server to let them in")
    assert visitor(two[1]).look(table)
