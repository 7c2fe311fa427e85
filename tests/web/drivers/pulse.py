"""Somebody who asks again and again whether a server is alive, while others ask for other things."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from tests.web.drivers.raw_bytes import ask

_ALIVE = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
_OK = 200


class Pulse:
    """How long the answers of `/healthz` took, by the clock."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._ended = threading.Event()
        self.longest = 0.0  # seconds
        self.asked = 0
        self.failed = 0  # answers that were none, or not that it is alive

    def beat(self) -> None:
        """Ask until it is enough."""
        while not self._ended.is_set():
            begun = time.monotonic()
            answer = ask(self._port, _ALIVE)
            self.longest = max(self.longest, time.monotonic() - begun)
            self.failed += answer.status != _OK
            self.asked += 1

    def end(self) -> None:
        """Ask no more."""
        self._ended.set()


@contextmanager
def pulse(port: int) -> Iterator[Pulse]:
    """Ask a server in another thread."""
    asked = Pulse(port)
    thread = threading.Thread(target=asked.beat)
    thread.start()
    try:
        yield asked
    finally:
        asked.end()
        thread.join()
