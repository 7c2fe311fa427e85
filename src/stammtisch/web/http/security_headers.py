"""What browsers may do with our pages, and what other sites may do with them: nothing."""

from __future__ import annotations

from http import HTTPStatus
from typing import Final

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from stammtisch.web import static_files
from stammtisch.web.http.identity import is_encrypted
from stammtisch.web.http.routing import ExemptMount, route_of

_FEATURES: Final = (  # of browsers, which no page of ours needs, nor anything in it
    *("accelerometer", "camera", "display-capture", "geolocation", "gyroscope", "hid", "magnetometer"),
    *("microphone", "midi", "payment", "screen-wake-lock", "serial", "usb", "xr-spatial-tracking"),
)
HEADERS: Final = {  # of every answer
    b"content-security-policy": (
        b"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
        b"connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; manifest-src 'self'"
    ),
    b"x-content-type-options": b"nosniff",
    b"referrer-policy": b"same-origin",
    b"permissions-policy": ", ".join(f"{feature}=()" for feature in _FEATURES).encode(),
    b"cross-origin-opener-policy": b"same-origin",
    b"cross-origin-resource-policy": b"same-origin",
}
_HSTS: Final = {b"strict-transport-security": b"max-age=34560000"}  # 400 days in which a browser comes over TLS only
_STARTS: Final = ("http.response.start", "websocket.http.response.start")  # the second: a socket is not opened


class SecurityHeadersMiddleware:
    """Tells browsers what pages may do, whoever answers."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and send its answer with our headers."""

        async def send_guarded(message: Message) -> None:
            if message["type"] in _STARTS:
                ours = _headers(scope, message["status"])
                others = [header for header in message.get("headers", ()) if header[0] not in ours]
                message["headers"] = [*others, *ours.items()]
            await send(message)

        await self._app(scope, receive, send_guarded)


def _headers(scope: Scope, status: int) -> dict[bytes, bytes]:
    """Return what every answer says, and this one in particular."""
    file = isinstance(route_of(scope), ExemptMount) and status < HTTPStatus.BAD_REQUEST
    kept = static_files.kept(scope["path"]) if file else b"no-store"
    return {**HEADERS, **(_HSTS if is_encrypted(scope) else {}), b"cache-control": kept}
