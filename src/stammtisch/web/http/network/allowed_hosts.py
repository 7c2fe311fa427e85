"""By which names the house answers: a page elsewhere that lets its own name lead here reaches nothing.

Whoever owns a name can let it lead to any address, also to one in the visitor's own network, and then the visitor's
browser takes our pages for theirs (DNS rebinding). An IP address and `localhost` lead nowhere else, so they are always
answered; of names only those that a host has said, or this machine's own.
"""

from __future__ import annotations

import re
import socket
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from stammtisch.web.http.network.client_address import read_address
from stammtisch.web.http.problem import turned_away

_HOST: Final = re.compile(r"(\[[0-9A-Fa-f:.]+]|[^:\[\]]+)(?::[0-9]{1,5})?")
_LONGEST: Final = 100  # letters of a host that are told
_REMEMBERED: Final = 256  # hosts, of which a house has few


class AllowedHosts:
    """The names by which a server answers."""

    def __init__(self, names: Iterable[str]) -> None:
        self._names = {"localhost", *(name.lower() for name in names)}
        self._known = lru_cache(_REMEMBERED)(self._names_us)

    def allows(self, host: str) -> bool:
        """Whether a `Host` header names this server.

        >>> hosts = AllowedHosts(["tisch.example"])
        >>> [hosts.allows(host) for host in ("tisch.example:8000", "[::1]:8000", "10.0.0.5", "evil.example")]
        [True, True, True, False]
        """
        return self._known(host)

    def _names_us(self, host: str) -> bool:
        found = _HOST.fullmatch(host)
        name = found[1].lower().removesuffix(".") if found else ""
        return name in self._names or read_address(name) is not None


def own_names(served_at: str) -> list[str]:
    """Return what this machine calls itself, in its network too, and the name that it is served at, if it is one."""
    name = socket.gethostname()
    short = name.partition(".")[0]
    return [name, short, f"{short}.local", served_at]


class AllowedHostsMiddleware:
    """Turns away what is for another host. Whoever names none is no browser, and reaches what anybody may."""

    def __init__(self, app: ASGIApp, hosts: AllowedHosts) -> None:
        self._app = app
        self._hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or answer it here."""
        if scope["type"] in ("http", "websocket"):
            connection = HTTPConnection(scope)
            for host in connection.headers.getlist("host"):
                if not self._hosts.allows(host):
                    await turned_away(connection, 400, _told(host))(scope, receive, send)
                    return
        await self._app(scope, receive, send)


def _told(host: str) -> str:
    """Return what whoever has set up the house wants to know."""
    may_be = "an IP address, localhost, or a name that the house was given by `serve --allowed-hosts`"
    return f"the host is {host[:_LONGEST]!r}; it may be {may_be}"
