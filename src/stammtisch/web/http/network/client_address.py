"""From which address a request comes: that of the connection, or the one for which a trusted proxy speaks.

A proxy writes at the right end of `X-Forwarded-For` who has asked it; whatever stands further left was there before,
and anybody may have sent it. So it is read from the right, and only as far as it was written by proxies that we trust.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Final

from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network
THIS_MACHINE: Final[Sequence[Network]] = (ip_network("127.0.0.1"), ip_network("::1"))  # these, not all of 127.0.0.0/8
_WITH_PORT: Final = re.compile(r"\[([^]]*)](?::\d*)?|(\d+\.\d+\.\d+\.\d+):\d*")  # as some proxies write addresses
_SCHEMES: Final = {"http": ("http", "ws"), "https": ("https", "wss")}  # for a request, for a socket
_REMEMBERED: Final = 4096  # addresses
_FORWARDING: Final = ("x-forwarded", "forwarded", "via", "x-real-ip")  # how headers of proxies begin


def read_address(text: str | None) -> Address | None:
    """Return the address that a text is, with or without a port; nothing if it is none.

    >>> read_address("203.0.113.9:4711"), read_address("::ffff:203.0.113.9"), read_address("unknown")
    (IPv4Address('203.0.113.9'), IPv4Address('203.0.113.9'), None)
    """
    found = _WITH_PORT.fullmatch(text := (text or "").strip())
    try:
        address = ip_address((found[1] or found[2]) if found else text)
    except ValueError:
        return None
    return (address.ipv4_mapped or address) if isinstance(address, IPv6Address) else address


def is_among(address: Address, networks: Iterable[Network]) -> bool:
    """Whether an address belongs to one of some networks."""
    return any(address in network for network in networks)


class TrustedProxies:
    """Whose word is taken for whom they ask: so many proxies in a row, or those of some networks."""

    def __init__(self, trusted: int | Sequence[Network] = THIS_MACHINE) -> None:
        self._trusted = trusted
        self._known = lru_cache(_REMEMBERED)(self._is_trusted)

    def trusts(self, peer: str | None) -> bool:
        """Whether whoever is at the other end of a connection is such a proxy.

        Where proxies are counted, it always is: nobody else can reach a server that is told so.
        """
        return self._known(peer)

    def _is_trusted(self, peer: str | None) -> bool:
        if isinstance(self._trusted, int):
            return self._trusted > 0
        address = read_address(peer)
        return address is not None and is_among(address, self._trusted)

    def client(self, forwarded: str) -> Address | None:
        """Return for whom a trusted proxy speaks, by its `X-Forwarded-For`; nobody if that cannot be read."""
        hops = forwarded.split(",")
        if isinstance(self._trusted, int):
            return read_address(hops[max(0, len(hops) - self._trusted)])
        address = None
        for hop in reversed(hops):
            address = read_address(hop)
            if address is None or not is_among(address, self._trusted):
                break
        return address  # where all are trusted, the first of them asks for itself


class ClientAddressMiddleware:
    """Puts the address and the scheme of whoever asks into the scope, where a trusted proxy speaks for them."""

    def __init__(self, app: ASGIApp, proxies: TrustedProxies) -> None:
        self._app = app
        self._proxies = proxies

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on; `client` is None in its scope where nobody knows who asks."""
        peer = scope.get("client")
        if scope["type"] in ("http", "websocket") and self._proxies.trusts(peer[0] if peer else None):
            headers = Headers(scope=scope)
            if forwarded := headers.getlist("x-forwarded-for"):
                address = self._proxies.client(",".join(forwarded))
                scope["client"] = (str(address), 0) if address else None
            scheme = ",".join(headers.getlist("x-forwarded-proto")).rpartition(",")[2].strip().lower()
            if scheme in _SCHEMES:
                scope["scheme"] = _SCHEMES[scheme][scope["type"] == "websocket"]
        await self._app(scope, receive, send)


def comes_from_this_machine(connection: HTTPConnection) -> bool:
    """Whether somebody asks who is on this machine, and for nobody else: no proxy has put its header in."""
    forwarded = any(name.startswith(_FORWARDING) for name in connection.headers)
    address = read_address(connection.client.host) if connection.client else None
    return address is not None and address.is_loopback and not forwarded
