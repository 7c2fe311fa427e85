"""How many live tables servers hold: tables of gang with four people each, one decision a second per table.

Servers are processes of their own on loopback, over a file or a PostgreSQL of their own that waits for its disk, and so
is this load: it sits down as browsers do, with a cookie, forms and a socket for every person. The people of a table are
spread over the servers, neighbours at different ones. Printed are the decisions held, how long it took from sending one
to the push that shows it to the next seat, and the servers' time per decision (the database's is not in it).
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import json
import re
import secrets
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from urllib.parse import urlencode

import httpx2
import numpy as np
from rich.console import Console
from rich.progress import Progress
from rich.table import Table as Grid

sys.path.append(str(Path(__file__).parents[1]))  # the tests have a PostgreSQL

from tests.postgres import Postgres

SEATS = 4
WARM_UP = 5  # seconds that do not count
TAKEN, STALE = 204, 409
PATIENCE = 5.0  # seconds after which a push counts as lost
TEXT, TWO_BYTES, EIGHT_BYTES = 0x81, 126, 127  # how a message on a socket begins


@dataclass
class Person:
    """A browser at a table: as little work as possible, since the load is not what is measured."""

    client: httpx2.AsyncClient
    host: str
    port: int
    table: str = ""
    csrf_token: str = ""
    asked: bool = False
    newest: dict[str, str] = field(default_factory=dict)  # by region: the last message that has it
    push: asyncio.Event = field(default_factory=asyncio.Event)  # something came since this was cleared
    pushed: float = 0.0  # when that was
    reader: asyncio.StreamReader | None = None
    writer: asyncio.StreamWriter | None = None

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
    def cookies(self) -> str:
        """What a browser sends with every request."""
        return "; ".join(f"{name}={value}" for name, value in self.client.cookies.items())

    async def watch(self) -> None:
        """Keep a socket open, and remember what it pushes."""
        host, port = self.host, self.port
        reader, writer = await asyncio.open_connection(host, port)
        key = base64.b64encode(secrets.token_bytes(16)).decode()
        request = (
            f"GET {self.table}/live HTTP/1.1\r\nHost: {host}:{port}\r\nCookie: {self.cookies}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n"
        )
        writer.write(request.encode())
        assert b" 101 " in await reader.readuntil(b"\r\n\r\n")
        while True:
            kind, size = await reader.readexactly(2)
            if size == TWO_BYTES:
                size = int.from_bytes(await reader.readexactly(2))
            elif size == EIGHT_BYTES:
                size = int.from_bytes(await reader.readexactly(8))
            data = await reader.readexactly(size)
            if kind == TEXT:
                self._take(data.decode())

    def _take(self, message: str) -> None:
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
        """Take a decision: any card that may be played, or the first three to pass."""
        hand = self._region("hand")
        found = re.search(r'name="decided"\s+value="(\d+)"', self._region("ask"))
        buttons = [
            button for button in re.findall(r'<button[^>]*name="do"[^>]*>', hand) if "aria-disabled" not in button
        ]
        values = [value[1] for button in buttons if (value := re.search(r'value="([^"]+)"', button))]
        picks = re.findall(r'name="pick"\s+value="([^"]+)"', hand)[:3]
        chosen = [("do", values[0])] if values else [("pick", pick) for pick in picks]
        return await self._post([("mark", self.csrf_token), ("decided", found[1] if found else ""), *chosen])

    async def _post(self, fields: list[tuple[str, str]]) -> int:
        host, port, body = self.host, self.port, urlencode(fields)
        request = (
            f"POST {self.table}/do HTTP/1.1\r\nHost: {host}:{port}\r\nCookie: {self.cookies}\r\nX-Client: 1\r\n"
            f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n\r\n{body}"
        )
        try:
            head = await self._answer(request)
        except (OSError, EOFError):  # a server closes what is not used for a while
            self.reader, self.writer = await asyncio.open_connection(host, port)
            head = await self._answer(request)
        if length := re.search(rb"content-length: (\d+)", head):
            assert self.reader
            await self.reader.readexactly(int(length[1]))
        return int(head.split()[1])

    async def _answer(self, request: str) -> bytes:
        if self.reader is None or self.writer is None:
            raise EOFError
        self.writer.write(request.encode())
        return await self.reader.readuntil(b"\r\n\r\n")


def somebody(server: str) -> Person:
    """Return a browser that speaks to one server."""
    host, port = server.removeprefix("http://").split(":")
    return Person(httpx2.AsyncClient(base_url=server, timeout=60), host, int(port))


async def sit_down(servers: list[str], number: int) -> list[Person]:
    """Return four people at a table that has begun."""
    people = [somebody(servers[seat % len(servers)]) for seat in range(SEATS)]
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
    return people


async def play(people: list[Person], late: float, until: float, delays: list[float]) -> None:
    """Let somebody decide once a second, and note how long it takes until the next seat sees it.

    Args:
        people: Who sits at the table.
        late: After how many seconds the first decides: tables do not keep step with each other.
        until: When to stop.
        delays: Where the times are noted.
    """
    await asyncio.sleep(late)
    while time.perf_counter() < until:
        begun = time.perf_counter()
        for person, other in pairwise([*people, people[0]]):
            if not person.asked:
                continue
            person.asked = False
            other.push.clear()
            status = await person.decide()
            if status == STALE:  # a push that was on its way has asked once more for what was decided
                continue
            assert status == TAKEN, status
            with suppress(TimeoutError):
                await asyncio.wait_for(other.push.wait(), PATIENCE)
            delays.append(other.pushed - begun if other.push.is_set() else PATIENCE)
            break
        await asyncio.sleep(max(0.0, begun + 1 - time.perf_counter()))


async def load(
    servers: list[str], tables: int, seconds: float, processes: list[int], console: Console
) -> tuple[list[float], float]:
    """Return the delays and the servers' time."""
    rooms: list[list[Person]] = []
    with Progress(console=console) as progress:
        sitting = progress.add_task(f"{tables} tables sit down", total=tables)
        for number in range(tables):
            rooms.append(await sit_down(servers, number))
            progress.advance(sitting)
        watching = [asyncio.create_task(person.watch()) for people in rooms for person in people]
        await asyncio.sleep(2)
        delays: list[float] = []
        until = time.perf_counter() + WARM_UP + seconds
        running = progress.add_task("decisions", total=WARM_UP + int(seconds))
        playing = [
            asyncio.create_task(play(people, number / tables, until, delays)) for number, people in enumerate(rooms)
        ]
        await asyncio.sleep(WARM_UP)
        progress.advance(running, WARM_UP)
        delays.clear()
        before = sum(map(time_of, processes))
        while time.perf_counter() < until:
            await asyncio.sleep(1)
            progress.advance(running)
        await asyncio.gather(*playing)
        spent = sum(map(time_of, processes)) - before
    for task in watching:
        task.cancel()
    return delays, spent


def time_of(process: int) -> float:
    """Return the processor time of a process in seconds."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / 100


@contextmanager
def opened(data: str, number: int) -> Iterator[tuple[list[str], list[int]]]:
    """Run so many servers over one store; their addresses, and the numbers of their processes."""
    command = [str(Path(sys.executable).with_name("stammtisch")), "serve", "--host", "127.0.0.1", "--port", "0"]
    command += ["--data", data, "--no-browser"]
    servers = [
        subprocess.Popen(command, stdout=subprocess.PIPE, text=True)  # noqa: S603  # our own
        for _ in range(number)
    ]
    try:
        first = [server.stdout.readline() if server.stdout else "" for server in servers]
        yield [re.findall(r"http://[^/]+", line)[0] for line in first], [server.pid for server in servers]
    finally:
        for server in servers:
            server.terminate()
            server.communicate()


@contextmanager
def kept(store: str) -> Iterator[str]:
    """Make an empty store of a kind; where it is."""
    if store == "sqlite":
        with tempfile.TemporaryDirectory() as folder:
            yield f"{folder}/house.db"
        return
    postgres = Postgres(hurry=False)
    try:
        yield postgres.fresh()
    finally:
        postgres.remove()


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, nargs="+", default=[50, 150], help="how many tables (default 50 150)")
    parser.add_argument("--seconds", type=float, default=20.0, help="how long each load runs (default 20)")
    parser.add_argument("--servers", default="1", help="how many servers, such as 1,2 (default 1)")
    parser.add_argument("--store", default="sqlite", help="sqlite, which is for one server, postgresql, or both")
    arguments = parser.parse_args()
    console = Console()
    columns = ("decisions/s", "p50 ms", "p95 ms", "worst ms", "servers' ms per decision")
    grid = Grid("store", "servers", "tables", *columns, title="live tables of gang")
    numbers, seconds = [int(number) for number in arguments.servers.split(",")], arguments.seconds
    kinds = [(store, number) for store in arguments.store.split(",") for number in numbers]
    for store, number in [kind for kind in kinds if kind[0] == "postgresql" or kind[1] == 1]:
        for tables in arguments.tables:
            with kept(store) as data, opened(data, number) as (servers, processes):
                delays, spent = asyncio.run(load(servers, tables, seconds, processes, console))
            low, high = np.percentile(delays, [50, 95]) * 1000
            rate, each = len(delays) / seconds, spent / len(delays) * 1000
            figures = (f"{rate:.1f}", f"{low:.1f}", f"{high:.1f}", f"{max(delays) * 1000:.0f}", f"{each:.2f}")
            grid.add_row(store, f"{number}", f"{tables}", *figures)
    console.print(grid)


if __name__ == "__main__":
    main()
