"""The gate: turns away what comes too fast or is too large, before anything else looks at it."""

from __future__ import annotations

from math import ceil
from typing import Final

from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from stammtisch.core.language import voice
from stammtisch.store.kept import Store, Unavailable
from stammtisch.web.calls import Problem, token_of
from stammtisch.web.doorkeeper import Doorkeeper
from stammtisch.web.limits import Limits, kinds_of, limited_address
from stammtisch.web.people import COOKIE, Passport
from stammtisch.web.visit import language_of

LARGEST_BODY: Final = 64 * 1024
LARGEST_MESSAGE: Final = 4 * 1024  # on a socket, where browsers have next to nothing to say
_DIGITS: Final = 10
_FREE: Final = ("/healthz", "/readyz", "/metrics")
_TOO_MUCH, _TOO_FAST, _BARRED = 1009, 1008, 4403  # how a socket is closed


class TooLarge(Exception):
    """A body that is longer than it may be."""


class Gate:
    """An ASGI middleware that knows everybody's limits."""

    def __init__(self, app: ASGIApp, limits: Limits) -> None:
        self._app = app
        self._limits = limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or answer it here."""
        if scope["type"] not in ("http", "websocket") or scope["path"] in _FREE or scope["path"].startswith("/static/"):
            await self._app(scope, receive, send)
            return
        connection = HTTPConnection(scope)
        person = _person(connection)
        address = limited_address(scope["client"][0] if scope.get("client") else None)
        if await _is_barred(connection):
            await _turn_away(connection, receive, send)
        elif scope["type"] == "http":
            await self._answer(connection, receive, send, person, address)
        else:
            await self._listen(connection, receive, send, person, address)

    async def _answer(
        self, connection: HTTPConnection, receive: Receive, send: Send, person: str, address: str
    ) -> None:
        scope = connection.scope
        early = await self._too_early(connection, kinds_of(scope["method"], scope["path"]), person, address)
        held = not early and "wait" in connection.query_params
        if held and not self._limits.hold(person, address):
            early, held = 1, False
        try:
            if early:
                await _too_fast(connection, early)(scope, receive, send)
            elif _announced(connection) > LARGEST_BODY:
                await _too_large(connection)(scope, receive, send)
            else:
                await self._counted(connection, receive, send)
        finally:
            if held:
                self._limits.let_go(person, address)

    async def _too_early(self, connection: HTTPConnection, kinds: list[str], person: str, address: str) -> int:
        """Return for how many whole seconds somebody has to wait; nobody has, where nobody can count."""
        store: Store = connection.app.state.house.store
        try:
            return ceil(await store.take(self._limits.wishes(kinds, person, address)))
        except Unavailable:
            return 0

    async def _counted(self, connection: HTTPConnection, receive: Receive, send: Send) -> None:
        """Pass a request on, with a body that may not grow beyond what is allowed, whatever its header says."""
        size, begun = 0, False

        async def receive_some() -> Message:
            nonlocal size
            message = await receive()
            size += len(message.get("body", b""))
            if size > LARGEST_BODY:
                raise TooLarge
            return message

        async def note_and_send(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await self._app(connection.scope, receive_some, note_and_send)
        except TooLarge:
            if not begun:
                await _too_large(connection)(connection.scope, receive, send)

    async def _listen(
        self, connection: HTTPConnection, receive: Receive, send: Send, person: str, address: str
    ) -> None:
        """Let a socket through, as long as it neither shouts nor chatters."""
        early = await self._too_early(connection, ["request"], person, address)
        if early or not self._limits.hold(person, address):
            await receive()
            await send({"type": "websocket.close", "code": _TOO_FAST})
            return

        async def receive_some() -> Message:
            message = await receive()
            if message["type"] != "websocket.receive":
                return message
            if len(message.get("text") or message.get("bytes") or "") > LARGEST_MESSAGE:
                return await _hang_up(send, _TOO_MUCH)
            if self._limits.too_chatty(person or address):
                return await _hang_up(send, _TOO_FAST)
            return message

        try:
            await self._app(connection.scope, receive_some, send)
        finally:
            self._limits.let_go(person, address)


async def _hang_up(send: Send, code: int) -> Message:
    """Close a socket, and tell the application that it is closed."""
    await send({"type": "websocket.close", "code": code})
    return {"type": "websocket.disconnect", "code": code}


def _person(connection: HTTPConnection) -> str:
    """Return who asks, by token or cookie; nobody if neither was made here."""
    passport: Passport = connection.app.state.passport
    token = token_of(connection.headers.get("authorization", ""))
    known = passport.read_cookie(connection.cookies.get(COOKIE, "")) if token is None else passport.read_token(token)
    return known or ""


async def _is_barred(connection: HTTPConnection) -> bool:
    """Whether the host has barred whoever asks: by token or by cookie, so that one does not hide the other."""
    passport: Passport = connection.app.state.passport
    doorkeeper: Doorkeeper = connection.app.state.house.doorkeeper
    barred = await doorkeeper.barred()
    if not barred:
        return False
    token = token_of(connection.headers.get("authorization", "")) or ""
    known = {passport.read_cookie(connection.cookies.get(COOKIE, "")), passport.read_token(token)}
    return not barred.isdisjoint(known)


def _announced(connection: HTTPConnection) -> int:
    """Return how long the body is going to be, as far as the request says so."""
    length = connection.headers.get("content-length", "0")
    return int(length) if length.isascii() and length.isdigit() and len(length) < _DIGITS else LARGEST_BODY + 1


async def _turn_away(connection: HTTPConnection, receive: Receive, send: Send) -> None:
    """Say to somebody whom the host has barred that they may not come in, and nothing else."""
    if connection.scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})  # without it the browser is not told why
        await _hang_up(send, _BARRED)
    elif _from_a_program(connection):
        await Problem(403, "the host of this house does not let you in any more").answer()(
            connection.scope, receive, send
        )
    else:
        say = voice("stammtisch.web", language_of(connection))
        sentence = say("The host of this house does not let you in any more.")
        await PlainTextResponse(sentence, 403)(connection.scope, receive, send)


def _too_fast(connection: HTTPConnection, seconds: int) -> Response:
    wait = {"retry-after": str(seconds)}
    if _from_a_program(connection):
        return Problem(429, f"that was too fast; it may be tried again in {seconds} seconds").answer(wait)
    say = voice("stammtisch.web", language_of(connection))
    sentence = say.count(
        "That was a little fast. Please try again in a second.",
        "That was a little fast. Please try again in {number} seconds.",
        seconds,
    )
    return PlainTextResponse(sentence, 429, wait)


def _too_large(connection: HTTPConnection) -> Response:
    if _from_a_program(connection):
        return Problem(413, f"the body is too large; it may have {LARGEST_BODY} bytes").answer()
    say = voice("stammtisch.web", language_of(connection))
    return PlainTextResponse(say("This is too much at once."), 413)


def _from_a_program(connection: HTTPConnection) -> bool:
    return str(connection.scope["path"]).startswith("/api/")
