"""A server with an app of a few lines, in another thread: for what lies below every request."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from ipaddress import ip_network

import uvicorn
from starlette.types import Receive, Scope, Send

from stammtisch.web.http.network.client_address import TrustedProxies
from stammtisch.web.server.config import server_config
from stammtisch.web.server.connection_limits import ServerLimits
from tests.waiting import PATIENCE, eventually

MANY = bytes(16 * 2**20)  # more than the buffers of any connection take


async def small_app(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer each request with the length of its body and its headers; where many is asked for, with far more."""
    if scope["type"] == "websocket":
        await _talk(scope, receive, send)
    elif scope["type"] == "http":
        size, more = 0, scope["path"] != "/early"
        while more:
            message = await receive()
            size, more = size + len(message.get("body", b"")), message.get("more_body", False)
        names = b" ".join(name for name, _ in scope["headers"])
        body = MANY if scope["path"] == "/many" else b"%d %s" % (size, names)
        headers = [(b"content-length", b"%d" % len(body))]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": body})


async def _talk(scope: Scope, receive: Receive, send: Send) -> None:
    await receive()
    await send({"type": "websocket.accept"})
    if scope["path"] == "/many":
        await send({"type": "websocket.send", "bytes": MANY})
    while (await receive())["type"] != "websocket.disconnect":
        pass


@dataclass
class SmallServer:
    """Where it is, and what it holds."""

    port: int
    server: uvicorn.Server

    def connections(self) -> int:
        """Return how many connections it has open."""
        return len(self.server.server_state.connections)

    def connect(self, address: str = "127.0.0.1", *, slow: bool = False) -> socket.socket:
        """Connect from an address of this machine; `slow`: as somebody who has little room for what comes."""
        line = socket.socket()
        line.settimeout(PATIENCE)
        if slow:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.bind((address, 0))
        line.connect(("127.0.0.1", self.port))
        return line

    def is_closed(self, line: socket.socket) -> bool:
        """Whether a connection ends without another word."""
        try:
            return line.recv(65536) == b""
        except ConnectionResetError:
            return True

    def wait_until_alone(self) -> None:
        """Wait until no connection is left."""
        eventually(lambda: not self.connections(), "the server to drop every connection", PATIENCE)


@contextmanager
def small_server(limits: ServerLimits, *trusted: str) -> Iterator[SmallServer]:
    """Serve on a free port."""
    listener = socket.create_server(("127.0.0.1", 0))
    config = server_config(
        small_app, limits, TrustedProxies([ip_network(name) for name in trusted]), log_level="critical"
    )
    config.timeout_graceful_shutdown = 1
    config.lifespan = "off"
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    try:
        yield SmallServer(listener.getsockname()[1], server)
    finally:
        server.should_exit = True
        thread.join(PATIENCE)
        assert not thread.is_alive(), "the server does not end"
        listener.close()
