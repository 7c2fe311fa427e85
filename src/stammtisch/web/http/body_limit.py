"""How large a body or a message may be, whatever its header says."""

from __future__ import annotations

from typing import Final

from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from stammtisch.web.http.problem import TOO_MUCH, Problem, from_a_program, hang_up, plain, say_to

LARGEST_BODY: Final = 64 * 1024
LARGEST_MESSAGE: Final = 4 * 1024  # on a socket, over which browsers send decisions and nothing else
_DIGITS: Final = 10


class TooLarge(Exception):
    """A body that is longer than it may be."""


class BodyLimitMiddleware:
    """Stops reading where a body or a message has become too large."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or answer it here."""
        if scope["type"] == "http":
            await self._answer(HTTPConnection(scope), receive, send)
        elif scope["type"] == "websocket":
            await self._listen(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _answer(self, connection: HTTPConnection, receive: Receive, send: Send) -> None:
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

        if _announced(connection) > LARGEST_BODY:
            await _too_large(connection)(connection.scope, receive, send)
            return
        try:
            await self._app(connection.scope, receive_some, note_and_send)
        except TooLarge:
            if not begun:
                await _too_large(connection)(connection.scope, receive, send)

    async def _listen(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def receive_some() -> Message:
            message = await receive()
            too_much = len(message.get("text") or message.get("bytes") or "") > LARGEST_MESSAGE
            return await hang_up(send, TOO_MUCH) if too_much else message

        await self._app(scope, receive_some, send)


def _announced(connection: HTTPConnection) -> int:
    """Return how long the body is going to be, as far as the request says so."""
    length = connection.headers.get("content-length", "0")
    return int(length) if length.isascii() and length.isdigit() and len(length) < _DIGITS else LARGEST_BODY + 1


def _too_large(connection: HTTPConnection) -> Response:
    if from_a_program(connection):
        return Problem(413, f"the body is too large; it may have {LARGEST_BODY} bytes").answer()
    say = say_to(connection)
    return plain(say("This is too much at once."), 413)
