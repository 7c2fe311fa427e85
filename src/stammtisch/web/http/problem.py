"""Why a request was not fulfilled: for programs as RFC 9457 has it, for people a sentence, for sockets a code."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from http import HTTPStatus
from typing import Final

from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.types import Message, Receive, Send

from stammtisch.core.language import Say, voice
from stammtisch.web.http.language import language_of

TOO_MUCH: Final = 1009
TOO_FAST: Final = 1008
ELSEWHERE: Final = 4400  # another site opens it
BANNED: Final = 4403
LATER: Final = 1013  # it may be opened again in a moment


class Problem(Exception):
    """Why a request was not fulfilled, as it is answered."""

    def __init__(self, status: int, detail: str, **more: str) -> None:
        super().__init__(detail)
        self.status = status
        self.detail = detail
        self.more = more  # for refusals: the rule, and the link to it

    def answer(self, headers: Mapping[str, str] | None = None) -> Response:
        """Return it in the form of RFC 9457."""
        title = HTTPStatus(self.status).phrase
        content = {"status": self.status, "title": title, "detail": self.detail, **self.more}
        return JSONResponse(content, self.status, headers, media_type="application/problem+json")


def from_a_program(connection: HTTPConnection) -> bool:
    """Whether a request is for the interface for programs."""
    return str(connection.scope["path"]).startswith("/api/")


def say_to(connection: HTTPConnection) -> Say:
    """Return the voice of the pages, in the language of whoever asks."""
    return voice("stammtisch.web", language_of(connection))


def plain(sentence: str, status: int, headers: Mapping[str, str] | None = None) -> Response:
    """Return a sentence for people that needs neither a page nor the store."""
    return PlainTextResponse(sentence, status, headers)


def turned_away(connection: HTTPConnection, status: int, detail: str) -> Response:
    """Return what is answered to a request that no page and no program of ours sends."""
    return Problem(status, detail).answer() if from_a_program(connection) else plain(detail, status)


async def refuse_socket(receive: Receive, send: Send, code: int, *, told: bool = False) -> None:
    """Open no socket; `told`: open it for a moment, without which the browser is not told why."""
    await receive()
    if told:
        await send({"type": "websocket.accept"})
    await send({"type": "websocket.close", "code": code})


async def hang_up(send: Send, code: int) -> Message:
    """Close a socket, unless that was done already, and return what tells the application that it is closed."""
    with suppress(RuntimeError):  # the server's way of saying that it is closed: somebody else had a reason, too
        await send({"type": "websocket.close", "code": code})
    return {"type": "websocket.disconnect", "code": code}
