"""The socket of a viewer, and the helper by which tests listen to it."""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient

from tests.web.drivers.page import two_at_a_duel, visitor
from tests.web.drivers.sockets import closed_at_once, hear, hear_chat, hear_first


def test_whoever_was_shown_a_scene_hears_what_is_said_from_then_on(still: TestClient) -> None:
    host, guest, table = two_at_a_duel(still)
    with guest.client.websocket_connect(f"{table}/live") as socket:
        hear_first(socket)
        host.send(f"{table}/say", said="Servus!")

        assert hear_chat(socket) == {"number": 0, "name": "Anna", "said": "Servus!"}


def test_a_table_that_is_not_there_has_no_socket(still: TestClient) -> None:
    assert closed_at_once(visitor(still).client, "/t/nowhere/live") == 4404


def test_a_message_that_never_comes_is_named(still: TestClient) -> None:
    _, guest, table = two_at_a_duel(still)
    with guest.client.websocket_connect(f"{table}/live") as socket:
        hear_first(socket)
        with pytest.raises(TimeoutError, match=r"waited 0\.05 seconds for a miracle; heard before: \[\]"):
            hear(socket, "a miracle", seconds=0.05)
