"""One line of the journal and one observation for each request; routes instead of addresses, which open doors."""

from __future__ import annotations

import logging
import time
from collections.abc import Awaitable
from functools import lru_cache
from typing import Final

from prometheus_client import Histogram
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from stammtisch.web.event_log import LOG, shortened
from stammtisch.web.http.routing import route_of
from stammtisch.web.metrics import REQUESTS

_FAILED: Final = 500
_REMEMBERED: Final = 1024  # pairs of a route and a status


class AccessLogMiddleware:
    """Notes each request, and how long it took."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on and note it when it is answered."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        begun, status = time.perf_counter(), _FAILED

        async def note_and_send(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self._app(scope, receive, note_and_send)
        finally:
            note_request(scope, status, time.perf_counter() - begun)


async def noted(scope: Scope, answering: Awaitable[Response]) -> Response:
    """Answer a request that came over a socket, and note it as any other."""
    begun, status = time.perf_counter(), _FAILED
    try:
        answer = await answering
        status = answer.status_code
    finally:
        note_request(scope, status, time.perf_counter() - begun)
    return answer


def note_request(scope: Scope, status: int, seconds: float) -> None:
    """Count a request that was answered, and write it down."""
    route = getattr(route_of(scope), "path", "none")
    _observed(route, status).observe(seconds)
    if not LOG.isEnabledFor(logging.INFO):
        return
    facts = {"method": scope["method"][:10], "route": route, "status": status, "ms": round(seconds * 1000, 1)}
    if table := scope.get("path_params", {}).get("table"):
        facts["table"] = shortened(str(table))
    LOG.info("request", extra={"facts": facts})


@lru_cache(_REMEMBERED)
def _observed(route: str, status: int) -> Histogram:
    """Return what counts requests for a route that were answered so: finding it takes longer than counting."""
    return REQUESTS.labels(route, status)
