"""The bytes of a request: how many there may be, and how long they may take to come.

uvicorn reads requests with httptools, which takes in whatever comes. What is too large is noticed here while it comes,
a few thousand bytes at a time, before anything looks into targets, headers or cookies.
"""

from __future__ import annotations

import asyncio
from http import HTTPStatus
from math import inf
from typing import Any, Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from stammtisch.web.http.security_headers import HEADERS
from stammtisch.web.server.connection_limits import Connection, OpenConnections

_PIECE: Final = 8 * 1024  # bytes that are read before anybody asks again whether it is too much
_ARMOUR: Final = "".join(f"{name.decode()}: {value.decode()}\r\n" for name, value in HEADERS.items())
_ANSWER: Final = (
    "HTTP/1.1 {status} {phrase}\r\nconnection: close\r\ncontent-type: text/plain; charset=utf-8\r\n"
    f"content-length: {{length}}\r\ncache-control: no-store\r\n{_ARMOUR}\r\n{{words}}"
)


# What is to come next on a connection; plain numbers, because every request asks some ten times.
_HEAD: Final = 1  # a request, or the rest of its headers
_BODY: Final = 2  # the rest of its body
_NOTHING: Final = 3  # it is all there, and answered or about to be
_REFUSED: Final = 4  # nobody listens any more


class _TooLarge(Exception):
    """A request that has too much of something."""


class HttpProtocol(HttpToolsProtocol):
    """A connection that is closed, with an answer, where a request is too large or too slow."""

    def __init__(self, *args: Any, open_connections: OpenConnections, **more: Any) -> None:
        super().__init__(*args, **more)
        self.url = b""
        self._open, self._limits = open_connections, open_connections.limits
        self._connection: Connection | None = None
        self._part = _HEAD
        self._taken = 0  # bytes of this part
        self._refusal = (HTTPStatus.BAD_REQUEST, "Invalid HTTP request received.")

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin, unless there are too many already."""
        super().connection_made(transport)
        host = self.client[0] if self.client else ""
        self._connection = self._open.admit(transport, host, self._too_late)
        if self._connection is None:
            transport.abort()
        self._must_get_on(self._limits.head_seconds)

    def connection_lost(self, exc: Exception | None) -> None:
        """End."""
        self._open.release(self.transport)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read some bytes, as far as they are not too many."""
        if len(data) <= _PIECE:
            self._read(data)
            return
        for begin in range(0, len(data), _PIECE):
            if self.transport.is_closing() or self.transport.get_protocol() is not self:
                return
            self._read(data[begin : begin + _PIECE])

    def _read(self, data: bytes) -> None:
        if self._part != _REFUSED:
            super().data_received(data)
        self._taken += len(data)
        if self._part == _HEAD:
            if len(self.url) > self._limits.target_bytes:
                self._refuse(HTTPStatus.REQUEST_URI_TOO_LONG, f"the target has over {self._limits.target_bytes} bytes")
            elif self._taken > self._limits.head_bytes + _PIECE:  # some of it may have belonged to the body before
                self._refuse(*_headers(f"the headers have over {self._limits.head_bytes} bytes"))
        elif self._taken > self._limits.body_bytes and self._part != _NOTHING:
            self.transport.abort()

    def on_message_begin(self) -> None:
        """Begin a request."""
        super().on_message_begin()
        self._part, self._taken = _HEAD, 0
        self._must_get_on(self._limits.head_seconds)

    def on_headers_complete(self) -> None:
        """Look at how much there is of a request before anything else does, and let it be answered."""
        self._hold_to_limits()
        self._part, self._taken = _BODY, 0
        self._must_get_on(self._limits.body_seconds)
        super().on_headers_complete()
        if not self.parser.should_upgrade():
            self.headers = []  # what comes behind a body is no header, and not for those who read headers

    def _hold_to_limits(self) -> None:
        limits = self._limits
        if len(self.url) > limits.target_bytes:
            self._too_large(HTTPStatus.REQUEST_URI_TOO_LONG, f"the target has over {limits.target_bytes} bytes")
        if len(self.url.partition(b"?")[2]) > limits.query_bytes:
            self._too_large(HTTPStatus.REQUEST_URI_TOO_LONG, f"the query has over {limits.query_bytes} bytes")
        if len(self.headers) > limits.header_count:
            self._too_large(*_headers(f"there are over {limits.header_count} headers"))
        sizes = [len(name) + len(value) for name, value in self.headers]
        if max(sizes, default=0) > limits.header_bytes:
            self._too_large(*_headers(f"a header has over {limits.header_bytes} bytes"))
        if sum(sizes) > limits.head_bytes:
            self._too_large(*_headers(f"the headers have over {limits.head_bytes} bytes"))
        if self._connection and not self._open.speak_for(self._connection, self.headers):
            self._too_large(HTTPStatus.TOO_MANY_REQUESTS, "too many connections are open")
        if len(self.pipeline) >= limits.pipelined:
            self._too_large(HTTPStatus.TOO_MANY_REQUESTS, f"over {limits.pipelined} requests wait for an answer")

    def _too_large(self, status: HTTPStatus, words: str) -> None:
        self._refusal = (status, words)
        raise _TooLarge(words)  # the parser stops, and what follows is `send_400_response`

    def on_message_complete(self) -> None:
        """Note that a request is all there."""
        super().on_message_complete()
        self._part, self._taken = _NOTHING, 0
        self._must_get_on(inf if _is_at_work(self.cycle) else self._limits.idle_seconds)

    def on_response_complete(self) -> None:
        """Note that a request is answered."""
        super().on_response_complete()
        if self._part == _NOTHING and not self.pipeline:
            self._must_get_on(self._limits.idle_seconds)

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002  # there is one more to say about what is too large
        """Refuse what cannot be read, or is too large."""
        self._refuse(*self._refusal)

    def handle_websocket_upgrade(self) -> None:
        """Let this be a socket from now on, unless there are too many of them."""
        if self._connection is None or not self._open.admit_socket(self._connection):
            self._refuse(HTTPStatus.TOO_MANY_REQUESTS, "too many sockets are open")
            return
        self._must_get_on(inf)
        super().handle_websocket_upgrade()

    def pause_writing(self) -> None:
        """Note that what is sent is no longer read."""
        super().pause_writing()
        if self._connection:
            self._connection.stuck_since = self.loop.time()

    def resume_writing(self) -> None:
        """Note that it is read again."""
        super().resume_writing()
        if self._connection:
            self._connection.stuck_since = inf

    def _must_get_on(self, seconds: float) -> None:
        if self._connection:
            self._connection.deadline = self.loop.time() + seconds

    def _too_late(self) -> None:
        """End what did not get on in time."""
        if self._part == _REFUSED:
            self.transport.abort()
        elif self._part == _NOTHING or (self._part == _HEAD and not self._taken):
            self.transport.close()
        else:
            self._refuse(HTTPStatus.REQUEST_TIMEOUT, "the request took too long to come")

    def _refuse(self, status: HTTPStatus, words: str) -> None:
        """Say why, if nobody else is just being answered, listen no more, and close when it was read."""
        answering = _is_at_work(self.cycle)
        if self.pipeline or (answering and (self._part != _BODY or self.cycle.response_started)):
            self.transport.abort()
            return
        if answering:
            self.cycle.disconnected = True
            self.cycle.waiting_for_100_continue = False  # nothing can be written behind the refusal
            self.cycle.message_event.set()
        self._part, self._taken = _REFUSED, 0
        answer = _ANSWER.format(status=status.value, phrase=status.phrase, length=len(words), words=words)
        self.transport.write(answer.encode())
        if self.transport.can_write_eof():
            self.transport.write_eof()  # closed at once it would be reset, and what was said be lost
        self._must_get_on(self._limits.linger_seconds)


def _is_at_work(cycle: RequestResponseCycle | None) -> bool:
    return cycle is not None and not cycle.response_complete


def _headers(words: str) -> tuple[HTTPStatus, str]:
    return HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, words
