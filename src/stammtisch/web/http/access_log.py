"""One line of the journal and one observation for each request; routes instead of addresses, which open doors."""

from __future__ import annotations

import time
from typing import Final

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from stammtisch.web.event_log import LOG, shortened
from stammtisch.web.http.routing import route_of
from stammtisch.web.metrics import REQUESTS

_FAILED: Final = 500


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


def note_request(scope: Scope, status: int, seconds: float) -> None:
    """Count a request that was answered, and write it down."""
    route = getattr(route_of(scope), "path", "none")
    REQUESTS.labels(route, status).observe(seconds)
    facts = {"method": scope["method"][:10], "route": route, "status": status, "ms": round(seconds * 1000, 1)}
    if table := scope.get("path_params", {}).get("table"):
        facts["table"] = shortened(str(table))
    LOG.info("request", extra={"facts": facts})
