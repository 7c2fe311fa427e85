"""Sockets have a size and an end: whoever sends too many frames, or reads none, is cut off."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace

import pytest

from stammtisch.web.server.connection_limits import SERVER_LIMITS
from tests.waiting import PATIENCE
from tests.web.drivers.raw_bytes import UPGRADE, Asked, frame, read_answer
from tests.web.houses.small_server import SmallServer, small_server

FEW = replace(SERVER_LIMITS, frames=20, frame_seconds=60.0, drain_seconds=0.3, look_seconds=0.02)
TOO_FAST = b"\x88\x02" + (1008).to_bytes(2)
TEXT, PING, PONG, CONTINUED = 0x81, 0x89, 0x8A, 0x00


@pytest.fixture(scope="module")
def server() -> Iterator[SmallServer]:
    with small_server(FEW) as server:
        yield server


def opened(server: SmallServer, path: str = "/", *, slow: bool = False) -> socket.socket:
    line = server.connect(slow=slow)
    line.sendall(Asked("GET", path, (("Host", "x"), *UPGRADE)).raw())
    if not slow:
        assert read_answer(line).status == 101
    return line


def _rest(line: socket.socket) -> bytes:
    """Return all that comes until the end, which is not that of a socket that was asked whether it is there."""
    got = b""
    line.settimeout(PATIENCE)
    with suppress(ConnectionResetError):
        while some := line.recv(65536):
            got += some
    return got


@pytest.mark.parametrize(
    "frames",
    [
        frame(PING, b"") * 40_000,
        frame(PING, b"p" * 125) * 2000,
        frame(PONG, b"") * 40_000,
        frame(TEXT, b"") * 40_000,
        frame(0x01, b"") + frame(CONTINUED, b"") * 40_000,
    ],
    ids=["pings", "long pings", "pongs", "messages", "parts of a message"],
)
def test_frames_of_every_kind_are_counted(server: SmallServer, frames: bytes) -> None:
    with opened(server) as line:
        with suppress(OSError):  # it may be closed before all is sent
            line.sendall(frames)
        rest = _rest(line)

    assert len(rest) <= FEW.frames * 127 + len(TOO_FAST)
    server.wait_until_alone()


def test_whoever_sends_too_many_is_told(server: SmallServer) -> None:
    with opened(server) as line:
        line.sendall(frame(PING, b"") * (FEW.frames + 1))

        assert _rest(line) == b"\x8a\x00" * (FEW.frames - 1) + TOO_FAST  # the opening was the first


def test_some_pings_are_answered(server: SmallServer) -> None:
    with opened(server) as line:
        line.sendall(frame(PING, b"here") * 5)
        got = b""
        while len(got) < 30:
            got += line.recv(65536)

    assert got == b"\x8a\x04here" * 5


def test_a_socket_that_does_not_read_is_dropped(server: SmallServer) -> None:
    with opened(server, "/many", slow=True) as line:
        assert line.recv(1), "it has begun"
        server.wait_until_alone()
