"""There are so many connections and sockets from one address, and in all; others find room however many try."""

from __future__ import annotations

import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path

from stammtisch.web.server.connection_limits import SERVER_LIMITS
from tests.waiting import eventually
from tests.web.drivers.raw_bytes import UPGRADE, Asked, read_answer
from tests.web.houses.process import serving
from tests.web.houses.small_server import SmallServer, small_server

STRANGER, OTHER = "127.0.0.2", "127.0.0.3"
FEW = replace(SERVER_LIMITS, connections=30, connections_per_address=4, sockets_per_address=2, look_seconds=0.02)
PLAIN = Asked("GET", "/", (("Host", "x"),)).raw()
SOCKET = Asked("GET", "/", (("Host", "x"), *UPGRADE)).raw()
FAR, FARTHER = "203.0.113.9", "198.51.100.7"  # for whom a proxy asks


@contextmanager
def _held(server: SmallServer, address: str, many: int, raw: bytes = b"") -> Iterator[list[socket.socket]]:
    """Keep so many connections open that say one thing, or nothing."""
    with ExitStack() as kept:
        lines = [kept.enter_context(server.connect(address)) for _ in range(many)]
        for line in lines if raw else []:
            line.sendall(raw)
        yield lines


def _status(server: SmallServer, address: str, raw: bytes = PLAIN) -> int:
    with server.connect(address) as line:
        line.sendall(raw)
        return read_answer(line).status


def test_one_address_has_so_many_connections_and_others_have_theirs() -> None:
    with small_server(FEW) as server, _held(server, STRANGER, 4):
        eventually(lambda: server.connections() == 4, "the connections")

        assert (_status(server, STRANGER), _status(server, OTHER)) == (0, 200)


def test_connections_that_end_make_room() -> None:
    with small_server(FEW) as server:
        for _ in range(3):
            with _held(server, STRANGER, 6):
                eventually(lambda: server.connections() == 4, "the connections")
            server.wait_until_alone()

        assert _status(server, STRANGER) == 200


def test_a_proxy_that_does_not_say_for_whom_it_asks_is_counted_in_all_only() -> None:
    with small_server(FEW, "127.0.0.2/32") as server, _held(server, STRANGER, 29):
        eventually(lambda: server.connections() == 29, "the connections")

        assert _status(server, OTHER) == 200
        with _held(server, STRANGER, 1):
            eventually(lambda: server.connections() == 30, "the last one")
            assert (_status(server, OTHER), _status(server, STRANGER)) == (0, 0)


def test_one_address_has_so_many_sockets() -> None:
    with small_server(FEW) as server, _held(server, STRANGER, 2, SOCKET) as lines:
        assert [read_answer(line).status for line in lines] == [101, 101]
        assert _status(server, STRANGER, SOCKET) == 429
        assert _status(server, OTHER, SOCKET) == 101
        lines[0].close()
        eventually(lambda: _status(server, STRANGER, SOCKET) == 101, "room for another socket")


def _for(address: str, *more: tuple[str, str]) -> bytes:
    return Asked("GET", "/", (("Host", "x"), ("X-Forwarded-For", f"192.0.2.1, {address}"), *more)).raw()


def test_a_proxys_connections_count_for_whom_it_speaks() -> None:
    with small_server(FEW, "127.0.0.2/32") as server, _held(server, STRANGER, 4, _for(FAR)) as lines:
        assert [read_answer(line).status for line in lines] == [200] * 4
        assert _status(server, STRANGER, _for(FAR)) == 429
        assert _status(server, STRANGER, _for(FARTHER)) == 200
        assert _status(server, OTHER, _for(FAR)) == 200, "nobody else is believed"
        lines[0].sendall(_for(FARTHER))
        assert read_answer(lines[0]).status == 200
        assert _status(server, STRANGER, _for(FAR)) == 200, "one of them is somebody else's now"


def test_a_proxys_sockets_count_for_whom_it_speaks() -> None:
    with small_server(FEW, "127.0.0.2/32") as server, _held(server, STRANGER, 2, _for(FAR, *UPGRADE)) as lines:
        assert [read_answer(line).status for line in lines] == [101, 101]
        assert _status(server, STRANGER, _for(FAR, *UPGRADE)) == 429
        assert _status(server, STRANGER, _for(FARTHER, *UPGRADE)) == 101
        lines[0].close()
        eventually(lambda: _status(server, STRANGER, _for(FAR, *UPGRADE)) == 101, "room for another socket")


def test_there_is_room_for_requests_however_many_sockets_there_are() -> None:
    with small_server(FEW, "127.0.0.2/32") as server, _held(server, STRANGER, 25, SOCKET) as lines:
        assert sorted(read_answer(line).status for line in lines) == [101] * 22 + [429] * 3
        assert _status(server, OTHER) == 200


def test_a_server_with_few_descriptors_outlives_more_connections_than_it_has(tmp_path: Path) -> None:
    with serving(str(tmp_path / "house.db"), descriptors=256) as server, ExitStack() as kept:
        for _ in range(400):
            kept.enter_context(
                socket.create_connection(("127.0.0.1", server.port), 30.0, source_address=(STRANGER, 0))
            ).sendall(b"GET /healthz HTTP/1.1\r\n")

        assert [server.ask("GET", path)[0].status for path in ("/healthz", "/readyz", "/")] == [200] * 3


def test_the_descriptors_of_a_process_bound_its_connections() -> None:
    program = (
        "import resource; from stammtisch.web.server.connection_limits import OpenConnections\n"
        "resource.setrlimit(resource.RLIMIT_NOFILE, (1024, 1024))\n"
        "opened = OpenConnections(); print(opened.most, opened.most_per_address)"
    )
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)  # noqa: S603

    assert run.stdout.split() == ["896", "298"]
