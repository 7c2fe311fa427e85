"""What keeps other sites out: where a form or a socket may come from, and what browsers may do with our pages."""

from __future__ import annotations

from http import HTTPStatus
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

_HEADERS: Final = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'; manifest-src 'self'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
}


def same_origin(origin: str | None, host: str | None) -> bool:
    """Whether a request comes from our own pages; browsers always say where a form or a socket comes from."""
    return origin is None or origin.partition("://")[2] == host


class Guard:
    """An ASGI middleware that turns away forms of other sites, and tells browsers what pages may do."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or answer it here."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.update(_HEADERS)
                file = scope["path"].startswith("/static/") and message["status"] < HTTPStatus.BAD_REQUEST
                headers["cache-control"] = "no-cache" if file else "no-store"  # files are kept, but asked after
            await send(message)

        sent = Headers(scope=scope)
        if scope["method"] == "POST" and not same_origin(sent.get("origin"), sent.get("host")):
            answer = PlainTextResponse("this form came from another site", 403)
            await answer(scope, receive, send_guarded)
        else:
            await self._app(scope, receive, send_guarded)
