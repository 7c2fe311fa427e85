"""How many connections there may be, from one address and in all, and by when each must have got on.

One look at all of them, every so often, finds those that are late: timers would be set and cancelled several times for
each request.
"""

from __future__ import annotations

import asyncio
import sys
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from math import inf
from typing import Final

from stammtisch.web.http.network.client_address import TrustedProxies
from stammtisch.web.http.rate_limit import limited_address

_ROOM: Final = 128  # descriptors for everything but connections: the store, bots, files that are sent
_FEWEST: Final = 16  # connections, however few descriptors there are
NO_PROXIES: Final = TrustedProxies(())


@dataclass(frozen=True)
class ServerLimits:
    """The size and the end of everything that comes over a connection, before any of our pages sees it."""

    target_bytes: int = 2048  # of a request: its path and query
    query_bytes: int = 1024
    header_count: int = 64
    header_bytes: int = 4096  # of one header, cookies among them
    head_bytes: int = 16 * 1024  # of all headers together
    body_bytes: int = 256 * 1024  # that are taken in, even if the answer was given long ago
    pipelined: int = 16  # requests that wait on one connection for the answer to the one before
    head_seconds: float = 10.0  # for a request to be there with all its headers
    body_seconds: float = 30.0  # for its body
    idle_seconds: float = 5.0  # between an answer and the next request
    drain_seconds: float = 30.0  # in which what is sent must be read
    linger_seconds: float = 2.0  # in which whoever was refused may read why
    connections: int = 10_000  # or fewer: what descriptors there are for
    connections_per_address: int = 400  # at most a third of all
    sockets_per_address: int = 300  # at most a quarter of all; of all connections three quarters may be sockets
    frames: int = 60  # that a socket may send at once, pings and pongs among them
    frame_seconds: float = 0.5  # and then one in each of these
    look_seconds: float = 1.0  # between two looks for those who are late


SERVER_LIMITS: Final = ServerLimits()


@dataclass(eq=False)
class Connection:
    """One connection: from where it is, and by when it must have got on."""

    transport: asyncio.Transport
    address: str
    too_late: Callable[[], None]  # what is done when the deadline has passed
    deadline: float = inf
    stuck_since: float = inf  # when what was sent there was no longer read
    is_socket: bool = False
    is_proxys: bool = False  # it belongs to a proxy, and is counted for whom that asks

    def look(self, now: float, drain_seconds: float) -> None:
        """End it if it is late."""
        if self.transport.is_closing():
            self.stuck_since = min(self.stuck_since, now)  # what was sent last is still to be read
        if now > self.stuck_since + drain_seconds:
            self.transport.abort()
        elif now > self.deadline:
            self.deadline = inf
            self.too_late()


class OpenConnections:
    """All connections of a server; those of proxies that are trusted count for whom they speak, once that is known."""

    def __init__(self, limits: ServerLimits = SERVER_LIMITS, proxies: TrustedProxies = NO_PROXIES) -> None:
        self.limits = limits
        self._proxies = proxies
        self.most = max(_FEWEST, min(limits.connections, _descriptors() - _ROOM))
        self.most_per_address = min(limits.connections_per_address, self.most // 3)
        self._connections = _Count(self.most, self.most_per_address)
        self._sockets = _Count(self.most * 3 // 4, min(limits.sockets_per_address, self.most // 4))
        self._open: dict[asyncio.BaseTransport, Connection] = {}
        self._is_looking = False  # a next look will be had
        # To read an address takes longer than all else that is done for a connection.
        self._counted = lru_cache(maxsize=4096)(self._read_address)
        self._asking = lru_cache(maxsize=4096)(self._read_forwarded)

    def admit(self, transport: asyncio.Transport, host: str, too_late: Callable[[], None]) -> Connection | None:
        """Count a new connection; none if there are too many."""
        address = self._counted(host)
        if not self._connections.take(address):
            return None
        connection = self._open[transport] = Connection(transport, address, too_late, is_proxys=not address)
        if not self._is_looking:
            self._look_later(asyncio.get_running_loop())
        return connection

    def speak_for(self, connection: Connection, headers: Iterable[tuple[bytes, bytes]]) -> bool:
        """Count a proxy's connection for whom its next request is; False if there are too many for that address."""
        if not connection.is_proxys:
            return True
        told = b",".join(value for name, value in headers if name == b"x-forwarded-for")
        address = self._asking(told) if told else ""
        if not self._connections.move(connection.address, address):
            return False
        connection.address = address
        return True

    def admit_socket(self, connection: Connection) -> bool:
        """Count a connection as a socket from now on; False if there are too many of them."""
        connection.is_socket = self._sockets.take(connection.address)
        return connection.is_socket

    def of(self, transport: asyncio.BaseTransport) -> Connection:
        """Return the connection that was admitted."""
        return self._open[transport]

    def release(self, transport: asyncio.BaseTransport) -> None:
        """Forget a connection that is gone, if it was admitted."""
        if connection := self._open.pop(transport, None):
            self._connections.give_back(connection.address)
            if connection.is_socket:
                self._sockets.give_back(connection.address)

    def __len__(self) -> int:
        return len(self._open)

    def _read_address(self, host: str) -> str:
        """Return the name under which an address is counted; none for a proxy."""
        return "" if self._proxies.trusts(host) else limited_address(host, exempt=())

    def _read_forwarded(self, told: bytes) -> str:
        """Return the name under which those are counted for whom a proxy speaks."""
        return limited_address(str(self._proxies.client(told.decode("latin-1")) or ""), exempt=())

    def _look_later(self, loop: asyncio.AbstractEventLoop) -> None:
        self._is_looking = bool(self._open)
        if self._is_looking:
            loop.call_later(self.limits.look_seconds, self._look, loop)

    def _look(self, loop: asyncio.AbstractEventLoop) -> None:
        now = loop.time()
        for connection in list(self._open.values()):
            connection.look(now, self.limits.drain_seconds)
        self._look_later(loop)


class _Count:
    """How many there are of something, in all and by address; the empty address is counted in all only."""

    def __init__(self, most: int, most_each: int) -> None:
        self._most, self._most_each = most, most_each
        self._all = 0
        self._by_address: Counter[str] = Counter()

    def take(self, address: str) -> bool:
        if self._all >= self._most or (address and self._by_address[address] >= self._most_each):
            return False
        self._all += 1
        self._by_address[address] += 1
        return True

    def move(self, old: str, new: str) -> bool:
        if new and new != old and self._by_address[new] >= self._most_each:
            return False
        self.give_back(old)
        self._all += 1
        self._by_address[new] += 1
        return True

    def give_back(self, address: str) -> None:
        self._all -= 1
        self._by_address[address] -= 1
        if not self._by_address[address]:
            del self._by_address[address]


def _descriptors() -> int:
    """Return how many files and connections this process may have open."""
    if sys.platform == "win32":
        return sys.maxsize
    import resource  # noqa: PLC0415  # there is none elsewhere

    return resource.getrlimit(resource.RLIMIT_NOFILE)[0]
