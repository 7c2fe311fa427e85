"""Whether a request that changes something comes from our own pages.

Browsers send cookies along with whatever other sites make them send. They also say where it comes from: in `Origin`,
and newer ones in `Sec-Fetch-Site`, neither of which a page can forge. Programs say neither and bring no cookie of
anybody's browser. The interface for programs goes by tokens, which no browser adds by itself; it is looked at all the
same, because a rule without exceptions cannot be forgotten.
"""

from __future__ import annotations

from typing import Final

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from stammtisch.web.http.problem import ELSEWHERE, plain, refuse_socket
from stammtisch.web.http.routing import SAFE

_OURS: Final = (None, "same-origin", "none")  # `none`: somebody typed the address, no site was there


def is_ours(headers: Headers) -> bool:
    """Whether a form or a socket comes from our own pages, or from no browser."""
    origin = headers.get("origin")
    same = origin is None or origin.partition("://")[2] == headers.get("host")
    return same and headers.get("sec-fetch-site") in _OURS


class CsrfMiddleware:
    """Turns away forms, calls and sockets of other sites."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or answer it here."""
        unsafe = scope["type"] == "websocket" or (scope["type"] == "http" and scope["method"] not in SAFE)
        if not unsafe or is_ours(Headers(scope=scope)):
            await self._app(scope, receive, send)
        elif scope["type"] == "websocket":
            await refuse_socket(receive, send, ELSEWHERE)
        else:
            await plain("this form came from another site", 403)(scope, receive, send)
