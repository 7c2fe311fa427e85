"""How uvicorn is set up: its own limits where it has them, and our protocols for the others."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any, Final, cast

import uvicorn
from starlette.types import ASGIApp

from stammtisch.web.http.body_limit import LARGEST_MESSAGE
from stammtisch.web.http.network.client_address import TrustedProxies
from stammtisch.web.server.connection_limits import NO_PROXIES, SERVER_LIMITS, OpenConnections, ServerLimits
from stammtisch.web.server.http_protocol import HttpProtocol
from stammtisch.web.server.websocket_protocol import WebSocketProtocol

_PING: Final = 20.0  # seconds after which a socket is asked whether it is there, and in which it must answer


def server_config(
    app: ASGIApp, limits: ServerLimits = SERVER_LIMITS, proxies: TrustedProxies = NO_PROXIES, **settings: Any
) -> uvicorn.Config:
    """Return the settings of a server that holds everything to its limits.

    Args:
        app: What answers.
        limits: How large, how slow and how many what comes may be.
        proxies: Those that speak for others, whose connections count for these.
        settings: Others of uvicorn's.
    """
    opened = OpenConnections(limits, proxies)
    return uvicorn.Config(
        app,
        http=cast("type[asyncio.Protocol]", partial(HttpProtocol, open_connections=opened)),
        ws=cast("type[asyncio.Protocol]", partial(WebSocketProtocol, open_connections=opened)),
        ws_per_message_deflate=False,  # chat and hidden cards in one message must not be compressed together
        ws_max_size=LARGEST_MESSAGE,
        ws_ping_interval=_PING,
        ws_ping_timeout=_PING,
        timeout_keep_alive=cast("int", limits.idle_seconds),  # it is handed to a timer, which takes parts of seconds
        server_header=False,
        **settings,
    )
