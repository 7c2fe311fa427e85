"""Bytes to a server and back: requests that no well-behaved client would send, and what is answered."""

from __future__ import annotations

import base64
import socket
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from typing import Self

from tests.waiting import PATIENCE

_ACCEPTED = 101
_GO_ON = b"HTTP/1.1 100 Continue\r\n\r\n"
_KEY = base64.b64encode(bytes(16)).decode()
UPGRADE = (
    ("Upgrade", "websocket"),
    ("Connection", "Upgrade"),
    ("Sec-WebSocket-Key", _KEY),
    ("Sec-WebSocket-Version", "13"),
)


@dataclass(frozen=True)
class Asked:
    """A request, before it is bytes."""

    method: str
    target: str
    headers: tuple[tuple[str, str], ...] = ()
    body: bytes = b""

    def header(self, name: str) -> str:
        """Return the first header of a name, empty if there is none."""
        return next((value for known, value in self.headers if known.lower() == name.lower()), "")

    def with_header(self, name: str, value: str | None) -> Self:
        """Return the same with another header of this name, or with none."""
        others = tuple((known, old) for known, old in self.headers if known.lower() != name.lower())
        return replace(self, headers=others if value is None else (*others, (name, value)))

    def raw(self) -> bytes:
        """Return what goes over the wire; the length of the body is told, unless a header does already."""
        headers = list(self.headers)
        if not self.header("content-length") and not self.header("transfer-encoding") and self.method != "GET":
            headers.append(("Content-Length", str(len(self.body))))
        lines = [f"{self.method} {self.target} HTTP/1.1", *(f"{name}: {value}" for name, value in headers), "", ""]
        return "\r\n".join(lines).encode("latin-1", "replace") + self.body


@dataclass(frozen=True)
class Answer:
    """What came back; nothing has status 0."""

    status: int = 0
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes = b""

    @property
    def text(self) -> str:
        """The body as text."""
        return self.body.decode(errors="replace")


def ask(port: int, raw: bytes, *, whole: bool = True, patience: float = PATIENCE) -> Answer:
    """Send bytes and return what is answered; after bytes that are not `whole` the sender goes away.

    Raises:
        TimeoutError: Nothing came to bytes that are whole, nor did the connection end.
    """
    try:
        line = socket.create_connection(("127.0.0.1", port), patience)
    except OSError:
        return Answer()
    with line:
        with suppress(OSError):  # an answer may come before everything is sent
            line.sendall(raw)
            if not whole:
                line.shutdown(socket.SHUT_WR)
        try:
            return read_answer(line, raw.startswith(b"HEAD"), f"an answer to {raw[:200]!r}")
        except TimeoutError:
            if whole:
                raise
    return Answer()


def ask_at_once(asked: Sequence[tuple[int, bytes]]) -> list[Answer]:
    """Send bytes to ports, so that the last byte of each comes at the same moment."""
    lines = [socket.create_connection(("127.0.0.1", port), PATIENCE) for port, _ in asked]
    for line, (_, raw) in zip(lines, asked, strict=True):
        line.sendall(raw[:-1])
    for line, (_, raw) in zip(lines, asked, strict=True):
        line.sendall(raw[-1:])
    answers = [read_answer(line) for line in lines]
    for line in lines:
        line.close()
    return answers


def talk(port: int, opening: bytes, said: Sequence[bytes], *, patience: float = PATIENCE) -> Answer:
    """Open a socket, say something, say no more, and hear what comes until the server closes it, too.

    Raises:
        TimeoutError: It is neither opened nor refused, or it is not closed.
    """
    try:
        line = socket.create_connection(("127.0.0.1", port), patience)
        line.sendall(opening)
    except OSError:
        return Answer()
    with line:
        answer = read_answer(line, what=f"a socket to open: {opening[:200]!r}")
        if answer.status == _ACCEPTED:
            say(line, said)
        return answer


def say(line: socket.socket, said: Sequence[bytes]) -> None:
    """Say something on a socket that is open, say no more, and hear what comes until the server closes it, too.

    Raises:
        TimeoutError: It does not.
    """
    with _waiting(line, f"the end of a socket on which {said!r:.200} was said"):
        for some in said:
            line.sendall(some)
        line.shutdown(socket.SHUT_WR)
        while line.recv(65536):
            pass


def frame(kind: int, payload: bytes, *, masked: bool = True, size: int | None = None) -> bytes:
    """Return one frame of a socket; `size` is what it claims to be."""
    size = len(payload) if size is None else size
    short = size if size < 126 else 126 if size < 65536 else 127
    length = b"" if size < 126 else size.to_bytes(2 if size < 65536 else 8)
    return bytes([kind, short | 0x80 * masked]) + length + bytes(4 * masked) + payload


@contextmanager
def _waiting(line: socket.socket, what: str) -> Iterator[None]:
    """Say what was waited for when a wait is given up; a connection that ends is no fault."""
    try:
        yield
    except TimeoutError as error:
        raise TimeoutError(f"waited {line.gettimeout():g} seconds for {what}") from error
    except OSError:
        pass


def read_answer(line: socket.socket, bare: bool = False, what: str = "an answer") -> Answer:  # noqa: FBT001, FBT002
    """Read one answer; nothing, if the connection ends before.

    Raises:
        TimeoutError: Neither came in time.
    """
    got = b""
    with _waiting(line, what):
        while b"\r\n\r\n" not in got and (some := line.recv(65536)):
            got = (got + some).removeprefix(_GO_ON)
    head, found, body = got.partition(b"\r\n\r\n")
    if not found:
        return Answer()
    first, *lines = head.decode("latin-1").split("\r\n")
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    missing = 0 if bare else int(headers.get("content-length", 0)) - len(body)
    with _waiting(line, f"the rest of {what}, {missing} bytes"):
        while missing > 0 and (some := line.recv(65536)):
            body += some
            missing -= len(some)
    return Answer(int(first.split()[1]), headers, body)
