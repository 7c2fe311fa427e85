"""A browser at a table of `gang` that does as little work as possible: it is for loads, in which servers are measured.

It behaves as the page's own script: it has a cookie, sends forms, keeps a socket open and decides over it.
"""

from __future__ import annotations

import asyncio
import base64
import json
import re
import secrets
import time
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import urlencode

import httpx2

from tests.waiting import PATIENCE

SEATS: Final = 4
TAKEN: Final = 204
_TEXT, _PING, _PONG, _CLOSE = 0x81, 0x89, 0x8A, 0x88  # how a frame on a socket begins
_TWO_BYTES, _EIGHT_BYTES = 126, 127  # the same, behind it: how its length is told


@dataclass
class LightBrowser:
    """One person's browser."""

    client: httpx2.AsyncClient
    host: str
    port: int
    table: str = ""
    csrf_token: str = ""
    patience: float = PATIENCE  # seconds for an answer
    by_form: bool = False  # whether it decides by forms, as where there is no socket
    asked: bool = False
    newest: dict[str, str] = field(default_factory=dict)  # by region: the last message that has it
    push: asyncio.Event = field(default_factory=asyncio.Event)  # something came since this was cleared
    pushed: float = 0.0  # when that was
    watching: asyncio.Task[None] | None = None
    _socket: asyncio.StreamWriter | None = None
    _answers: asyncio.Queue[int] = field(default_factory=asyncio.Queue)
    _acts: int = 0
    _form: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None  # a connection for forms

    @classmethod
    def at(cls, server: str, *, by_form: bool = False) -> LightBrowser:
        """Return a browser that speaks to one server."""
        host, port = server.removeprefix("http://").split(":")
        return cls(httpx2.AsyncClient(base_url=server, timeout=PATIENCE), host, int(port), by_form=by_form)

    async def look(self, address: str) -> str:
        """Open a page, for its forms."""
        page = (await self.client.get(address)).text
        if found := re.search(r'name="mark"\s+value="([^"]*)"', page):
            self.csrf_token = found[1]
        return page

    async def send(self, address: str, **fields: str) -> httpx2.Response:
        """Send a form as the page's script does."""
        headers = {"x-client": "1"}
        return await self.client.post(address, data={"mark": self.csrf_token, **fields}, headers=headers)

    @property
    def _cookies(self) -> str:
        """What a browser sends with every request."""
        return "; ".join(f"{name}={value}" for name, value in self.client.cookies.items())

    async def open_socket(self) -> None:
        """Open the socket of the table, and remember what it pushes from now on."""
        reader, writer = await asyncio.open_connection(self.host, self.port)
        key = base64.b64encode(secrets.token_bytes(16)).decode()
        request = (
            f"GET {self.table}/live HTTP/1.1\r\nHost: {self.host}:{self.port}\r\nCookie: {self._cookies}\r\n"
            f"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: {key}\r\n"
            "Sec-WebSocket-Version: 13\r\n\r\n"
        )
        writer.write(request.encode())
        assert b" 101 " in await reader.readuntil(b"\r\n\r\n")
        self._socket = writer
        self.watching = asyncio.create_task(self._listen(reader, writer))

    async def _listen(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while True:
            kind, size = await reader.readexactly(2)
            if size == _TWO_BYTES:
                size = int.from_bytes(await reader.readexactly(2))
            elif size == _EIGHT_BYTES:
                size = int.from_bytes(await reader.readexactly(8))
            data = await reader.readexactly(size)
            if kind == _TEXT:
                self._take(data.decode())
            elif kind == _PING:
                writer.write(_frame(_PONG, data))
            elif kind == _CLOSE:
                raise ConnectionError(f"the socket was closed with {int.from_bytes(data[:2])}")

    def _take(self, message: str) -> None:
        if message.startswith('{"answer"'):
            self._answers.put_nowait(json.loads(message)["status"])
            return
        if not self.push.is_set():
            self.pushed = time.perf_counter()
            self.push.set()
        for region in ("ask", "hand"):
            if f'"{region}": "' in message:
                self.newest[region] = message
        if self.newest.get("ask") is message:
            self.asked = "data-turn" in message

    def _region(self, name: str) -> str:
        region: str = json.loads(self.newest[name])["regions"][name]
        return region

    async def decide(self) -> int:
        """Take a decision, any card that may be played, or the first three to pass; return how it was answered."""
        hand = self._region("hand")
        found = re.search(r'name="decided"\s+value="(\d+)"', self._region("ask"))
        buttons = [
            button for button in re.findall(r'<button[^>]*name="do"[^>]*>', hand) if "aria-disabled" not in button
        ]
        values = [value[1] for button in buttons if (value := re.search(r'value="([^"]+)"', button))]
        picks = re.findall(r'name="pick"\s+value="([^"]+)"', hand)[:3]
        chosen = [("do", values[0])] if values else [("pick", pick) for pick in picks]
        form = urlencode([("mark", self.csrf_token), ("decided", found[1] if found else ""), *chosen, ("script", "1")])
        return await (self._post(form) if self.by_form else self._act(form))

    async def _act(self, form: str) -> int:
        assert self._socket
        self._acts += 1
        self._socket.write(_frame(_TEXT, json.dumps({"act": self._acts, "form": form}).encode()))
        try:
            return await asyncio.wait_for(self._answers.get(), self.patience)
        except TimeoutError as error:
            what = f"an answer to decision {self._acts} at {self.table}: {form}"
            raise TimeoutError(f"waited {self.patience:g} seconds for {what}") from error

    async def _post(self, form: str) -> int:
        request = (
            f"POST {self.table}/do HTTP/1.1\r\nHost: {self.host}:{self.port}\r\nCookie: {self._cookies}\r\n"
            "X-Client: 1\r\nContent-Type: application/x-www-form-urlencoded\r\n"
            f"Content-Length: {len(form)}\r\n\r\n{form}"
        )
        try:
            head = await self._head_of_answer(request)
        except (OSError, EOFError):  # a server closes what is not used for a while
            self._form = await asyncio.open_connection(self.host, self.port)
            head = await self._head_of_answer(request)
        if length := re.search(rb"content-length: (\d+)", head):
            assert self._form
            await self._form[0].readexactly(int(length[1]))
        return int(head.split()[1])

    async def _head_of_answer(self, request: str) -> bytes:
        if self._form is None:
            raise EOFError
        self._form[1].write(request.encode())
        return await self._form[0].readuntil(b"\r\n\r\n")


def _frame(kind: int, data: bytes) -> bytes:
    """Return a frame of a socket, masked with nothing: a mask of zeros changes no byte."""
    size = len(data)
    length = bytes([0x80 | size]) if size < _TWO_BYTES else bytes([0x80 | _TWO_BYTES]) + size.to_bytes(2)
    return bytes([kind]) + length + bytes(4) + data


async def sit_down(servers: list[str], number: int, **how: Any) -> list[LightBrowser]:
    """Return four people at a table that has begun, at different servers."""
    people = [LightBrowser.at(servers[seat % len(servers)], **how) for seat in range(SEATS)]
    for seat, person in enumerate(people):
        await person.look("/me")
        await person.send("/me", name=f"P{number}-{seat}")
    options = {"game": "gang", "o-seats": str(SEATS), "o-limit": "1000", "bots": "0"}
    answer = await people[0].client.post("/tables", data={"mark": people[0].csrf_token, **options})
    table = answer.headers["location"]
    for seat, person in enumerate(people):
        person.table = table
        if seat:
            await person.send(f"{table}/sit", seat=str(seat))
            await person.send(f"{table}/ready")
    await people[0].send(f"{table}/begin")
    for person in people:
        await person.open_socket()
    return people
