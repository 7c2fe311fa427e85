"""A port that a test has asked for is there when its server starts, and when it starts again."""

from __future__ import annotations

import socket

import pytest

from tests.ports import free_port


def test_a_port_is_kept_for_a_server_that_ends_and_starts_again() -> None:
    port = free_port()
    for _ in range(2):
        server = socket.create_server(("127.0.0.1", port))
        with server, socket.create_connection(server.getsockname()) as line:
            taken, address = server.accept()
            taken.close()
            assert address == line.getsockname()
    with socket.socket() as other, pytest.raises(OSError, match="in use"):  # what the system would give others, too
        other.bind(("127.0.0.1", port))
