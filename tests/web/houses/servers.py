"""Real server processes over one store, and a small proxy before them that takes them in turn."""

from __future__ import annotations

import asyncio
import json
import signal
import socket
import subprocess
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import cycle
from pathlib import Path
from typing import Any

from tests.ports import free_port
from tests.waiting import PATIENCE, eventually
from tests.web.drivers.raw_bytes import ask
from tests.web.houses.process import start_server

_OK = 200


class Servers:
    """Servers on ports of their own, which are killed and started again."""

    def __init__(
        self, data: str, folder: Path, number: int = 1, bot_pause: float = 0.02, *, more: Sequence[str] = ()
    ) -> None:
        self._data, self._folder, self._pause, self._more = data, folder, bot_pause, more
        self.ports = [free_port() for _ in range(number)]
        self._processes: dict[int, subprocess.Popen[str]] = {}
        for which in range(number):
            self.start(which)

    def start(self, which: int) -> None:
        """Open the house in one process."""
        arguments = ["--port", str(self.ports[which]), "--bot-pause", str(self._pause)]
        arguments += ["--journal", str(self._folder / f"journal-{which}"), *self._more]
        self._processes[which] = start_server(self._data, *arguments, out=subprocess.DEVNULL)

    def wait_until_open(self) -> None:
        """Wait until all of them are ready."""
        for port in self.ports:
            eventually(lambda port=port: is_ready(port), f"the server at port {port} to open", PATIENCE, every=0.05)  # type: ignore[misc]

    def process(self, which: int) -> int:
        """Return the number of a process."""
        return self._processes[which].pid

    def kill(self, which: int) -> None:
        """Let one end without a chance to tidy up."""
        self._processes[which].send_signal(signal.SIGKILL)
        self._processes[which].wait(PATIENCE)

    def close(self) -> None:
        """Let all end."""
        for which in self._processes:
            self.kill(which)

    def journal(self) -> list[dict[str, Any]]:
        """Return what all of them have written down; a line that a kill has cut short is left out."""
        found = []
        for path in sorted(self._folder.glob("journal-*")):
            for line in path.read_text(encoding="utf-8").splitlines():
                with suppress(ValueError):
                    found.append(json.loads(line))
        return found


def is_ready(port: int) -> bool:
    """Whether a server is open and its store answers."""
    return ask(port, b"GET /readyz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n").status == _OK


class _Proxy:
    """Each connection goes to the next server that takes it."""

    def __init__(self, ports: list[int]) -> None:
        self._many, self._next = len(ports), cycle(ports)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Carry bytes both ways until one side has had enough."""
        for _ in range(self._many):
            with suppress(OSError):
                there = await asyncio.open_connection("127.0.0.1", next(self._next))
                await asyncio.gather(_carry(reader, there[1]), _carry(there[0], writer))
                return
        writer.close()


async def _carry(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while some := await reader.read(65536):
            writer.write(some)
            await writer.drain()
    writer.close()


@contextmanager
def proxy_before(ports: list[int]) -> Iterator[str]:
    """Run a proxy in a thread; its address."""
    started, loop = threading.Event(), asyncio.new_event_loop()
    listener = socket.create_server(("127.0.0.1", 0))

    async def run() -> None:
        server = await asyncio.start_server(_Proxy(ports).serve, sock=listener)
        started.set()
        async with server:
            with suppress(asyncio.CancelledError):
                await server.serve_forever()

    task = loop.create_task(run())
    thread = threading.Thread(target=lambda: _run(loop, task))
    thread.start()
    assert started.wait(PATIENCE), "the proxy does not start"
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        loop.call_soon_threadsafe(task.cancel)
        thread.join(PATIENCE)


def _run(loop: asyncio.AbstractEventLoop, task: asyncio.Task[None]) -> None:
    loop.run_until_complete(task)
    left = asyncio.all_tasks(loop)
    for one in left:
        one.cancel()
        with suppress(asyncio.CancelledError):
            loop.run_until_complete(one)
    loop.close()
