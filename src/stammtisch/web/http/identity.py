"""Who somebody is: a signed cookie or token, and a name; no password."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from stammtisch.clock import Clock
from stammtisch.store.contract import PeopleStore, Unavailable
from stammtisch.store.keys import hash_of_person, unguessable
from stammtisch.web.http.routing import is_exempt
from stammtisch.web.http.signer import Signer

COOKIE: Final = "stammtisch"
COOKIE_SECONDS: Final = 400 * 86400  # seconds; browsers keep no cookie longer
_KNOWN_FOR: Final = 2.0  # seconds until what another process has noted is known here
_CLOCKS_DIFFER: Final = 3600.0  # seconds by which the clocks of servers may differ that note who is forgotten
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


class ForgottenPeople:
    """Knows who was forgotten: what was once signed for them makes nobody of whoever carries it."""

    def __init__(self, store: PeopleStore, clock: Clock) -> None:
        self._store, self._clock = store, clock
        self._hashes, self._newest = set[str](), float("-inf")
        self._looked = float("-inf")

    async def unless_forgotten(self, person: str) -> str:
        """Return a person, or nobody if they were forgotten, as it was a moment ago at the latest."""
        if person and self._clock.monotonic() > self._looked + _KNOWN_FOR:
            self._looked = self._clock.monotonic()  # whoever comes meanwhile is not kept waiting
            with suppress(Unavailable):  # then what was known before is true enough
                await self.look()
        return "" if self._hashes and person and hash_of_person(person) in self._hashes else person

    async def look(self) -> None:
        """Read who was forgotten since it was last read."""
        found = await self._store.forgotten(self._newest - _CLOCKS_DIFFER)
        self._hashes.update(found)
        self._newest = max(self._newest, min(max(found.values(), default=self._newest), self._clock.now()))


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
            forgotten: ForgottenPeople = connection.app.state.forgotten
            cookie = await forgotten.unless_forgotten(signer.read_cookie(text) or "")
            token = signer.read_token(bearer) if bearer else None  # browsers bear none, and refusing one takes time
            token = await forgotten.unless_forgotten(token or "")
            old = cookie_name(connection, COOKIE) not in connection.cookies or signer.is_outdated(text)
            scope[_KEY] = Identity(cookie, token, bearer, renew=bool(cookie) and old)
        await self._app(scope, receive, send)


async def is_forgotten(connection: HTTPConnection) -> bool:
    """Whether who opened a socket was forgotten since: a cookie that is read now would be nobody's."""
    forgotten: ForgottenPeople = connection.app.state.forgotten
    person = identity_of(connection).cookie
    return await forgotten.unless_forgotten(person) != person


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


def end_cookie(response: Response, connection: HTTPConnection) -> Response:
    """Let a browser be nobody's."""
    response.delete_cookie(
        cookie_name(connection, COOKIE), httponly=True, samesite="lax", secure=is_encrypted(connection.scope)
    )
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
