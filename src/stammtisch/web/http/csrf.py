"""Whether a request that changes something comes from our own pages.

Browsers send cookies along with whatever other sites make them send. They also say where it comes from: in `Origin`,
and newer ones in `Sec-Fetch-Site`, neither of which a page can forge. Programs say neither and bring no cookie of
anybody's browser. The interface for programs goes by tokens, which no browser adds by itself; it is looked at all the
same, because a rule without exceptions cannot be forgotten.

Whoever comes over TLS comes from a page that did, too: what is sent without it anybody on the way may have written. The
other way round nothing follows, for a proxy that ends TLS may not tell.
"""

from __future__ import annotations

from typing import Final

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from stammtisch.web.http.problem import ELSEWHERE, plain, refuse_socket
from stammtisch.web.http.routing import SAFE

_ENCRYPTED: Final = ("https", "wss")  # schemes
_OURS: Final = (None, "same-origin", "none")  # `none`: somebody typed the address, no site was there


def is_ours(headers: Headers, scheme: str) -> bool:
    """Whether a form or a socket, which came by this scheme, comes from our own pages, or from no browser."""
    origin = headers.get("origin")
    if origin is not None:
        its_scheme, _, host = origin.partition("://")
        if host != headers.get("host") or (scheme in _ENCRYPTED and its_scheme != "https"):
            return False
    return headers.get("sec-fetch-site") in _OURS


class CsrfMiddleware:
    """Turns away forms, calls and sockets of other sites."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or answer it here."""
        unsafe = scope["type"] == "websocket" or (scope["type"] == "http" and scope["method"] not in SAFE)
        if not unsafe or is_ours(Headers(scope=scope), scope["scheme"]):
            await self._app(scope, receive, send)
        elif scope["type"] == "websocket":
            await refuse_socket(receive, send, ELSEWHERE)
        else:
            await plain("this form came from another site", 403)(scope, receive, send)
