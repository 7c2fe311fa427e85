"""Who somebody is: a signed cookie or token, and a name; no password."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from stammtisch.store.keys import unguessable
from stammtisch.web.http.routing import is_exempt
from stammtisch.web.http.signer import Signer

COOKIE: Final = "stammtisch"
COOKIE_SECONDS: Final = 400 * 86400  # seconds; browsers keep no cookie longer
_KEY: Final = "stammtisch.identity"  # in the scope of a request
IDS: Final = "^[A-Za-z0-9_-]{12}$"  # how ids look, those of tables too; the last two signs are in old houses only


@dataclass(frozen=True)
class Person:
    """Somebody who looks at a page."""

    id: str
    name: str  # empty before they have given one


@dataclass(frozen=True)
class Identity:
    """Who asks, as far as what they carry was signed here."""

    cookie: str = ""  # the person whose cookie it is: whom pages and sockets know
    token: str = ""  # the person whose token it is: whom the interface for programs knows
    bearer: str | None = None  # what stands in the Authorization header; it may be the host key, too
    renew: bool = False  # whether the cookie was signed with an old secret, or has the name of another connection

    @property
    def asker(self) -> str:
        """Who is counted: the person of the token where one is shown, else that of the cookie; empty for strangers."""
        return self.cookie if self.bearer is None else self.token

    @property
    def people(self) -> frozenset[str]:
        """Everybody as whom somebody comes, so that one name does not hide the other."""
        return frozenset({self.cookie, self.token} - {""})


class IdentityMiddleware:
    """Reads who asks, once; everything behind it finds an `Identity` in the scope."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
        if scope["type"] in ("http", "websocket"):
            connection = HTTPConnection(scope)
            if not is_exempt(scope):
                await connection.app.state.keys.refresh()
            signer: Signer = connection.app.state.signer
            bearer = bearer_of(connection.headers.get("authorization", ""))
            text = read_cookie(connection, COOKIE)
            cookie = signer.read_cookie(text) or ""
            token = signer.read_token(bearer) if bearer else None  # browsers bear none, and refusing one takes time
            old = cookie_name(connection, COOKIE) not in connection.cookies or signer.is_outdated(text)
            scope[_KEY] = Identity(cookie, token or "", bearer, renew=bool(cookie) and old)
        await self._app(scope, receive, send)


def identity_of(connection: HTTPConnection) -> Identity:
    """Return who asks."""
    identity: Identity = connection.scope[_KEY]
    return identity


def remember(response: Response, connection: HTTPConnection, person: str) -> Response:
    """Let a browser be known as this person's from now on."""
    signer: Signer = connection.app.state.signer
    name, secure = cookie_name(connection, COOKIE), is_encrypted(connection.scope)
    cookie = signer.cookie(person)
    response.set_cookie(name, cookie, max_age=COOKIE_SECONDS, httponly=True, samesite="lax", secure=secure)
    if name != COOKIE and COOKIE in connection.cookies:
        response.delete_cookie(COOKIE, httponly=True, samesite="lax", secure=secure)
    return response


def is_encrypted(scope: Scope) -> bool:
    """Whether a request came over TLS, to us or to a proxy that we trust."""
    return scope.get("scheme") in ("https", "wss")


def cookie_name(connection: HTTPConnection, name: str) -> str:
    """Return what a cookie is called here: over TLS so that no other host and no unencrypted page can set it."""
    return f"__Host-{name}" if is_encrypted(connection.scope) else name


def read_cookie(connection: HTTPConnection, name: str) -> str:
    """Return what a cookie holds; over TLS one that still has its unencrypted name counts if there is no other."""
    return connection.cookies.get(cookie_name(connection, name), connection.cookies.get(name, ""))


def bearer_of(header: str) -> str | None:
    """Return what an Authorization header bears, or nothing if it is of another kind."""
    scheme, _, text = header.strip().partition(" ")
    return text.strip() if scheme.lower() == "bearer" else None


def new_id() -> str:
    """Return an id that nobody can guess."""
    return unguessable(12)


def is_id(text: str) -> bool:
    """Whether a text is like what `new_id` returns; no store need be asked for anything else."""
    return re.fullmatch(IDS, text) is not None
