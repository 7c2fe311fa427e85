"""Floods of bytes, connections and boards, as fast as a process that gives way to others can send them.

`python -m tests.web.attacks.floods PORT SECONDS KIND …` runs some of them at once, each from an address of its own.
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from http.client import HTTPConnection, HTTPException
from itertools import cycle
from pathlib import Path
from typing import Final
from urllib.parse import urlencode

from tests.waiting import PATIENCE
from tests.web.drivers.page import csrf_token_on
from tests.web.drivers.raw_bytes import UPGRADE, Asked, frame
from tests.web.drivers.raw_person import FORM
from tests.web.fixtures.boards import boards, table_on
from tests.web.houses.process import next_line

MANY: Final = 600  # connections that are held, and boards that are all different
TOO_FAST: Final = 429
COOKIE: Final = Asked("GET", "/", (("Host", "x"), ("Cookie", "a=b;" * 750_000))).raw()  # 3 MB
UNFINISHED: Final = b"GET / HTTP/1.1\r\nHost: x\r\nX-Long: " + b"a" * 2_000_000
PINGS: Final = frame(0x89, b"p" * 125) * 2000
_BEGUN: Final = "it floods"  # what the process of the floods says then
_ANSWERED: Final = 5.0  # seconds for an answer in the flood, of which some are never given
AGAIN: Final = 0.25  # seconds after which those that were cut off come back, and those that drip send a byte


class Flood:
    """One address that does not behave, for some seconds after all are ready: nobody sits down in a flood."""

    def __init__(self, port: int, address: str, seconds: float, ready: threading.Barrier) -> None:
        self._port, self._from, self._seconds, self._ready = port, (address, 0), seconds, ready
        self._until = 0.0

    def _begin(self) -> None:
        self._ready.wait()
        self._until = time.monotonic() + self._seconds

    def _goes_on(self) -> bool:
        return time.monotonic() < self._until

    def _connect(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self._port), _ANSWERED, source_address=self._from)

    def half_open(self) -> None:
        """Hold connections and say nothing."""
        self._hold(b"", b"")

    def slow(self) -> None:
        """Hold connections and send a letter now and then."""
        self._hold(b"POST /api/people HTTP/1.1\r\nHost: x\r\nX-Slow: ", b"a")

    def _hold(self, first: bytes, drip: bytes) -> None:
        held = list[socket.socket]()
        self._begin()
        while self._goes_on():
            held = [line for line in held if self._drips(line, drip)]
            with suppress(OSError):
                while len(held) < MANY and self._goes_on():
                    line = self._connect()
                    line.settimeout(0)
                    held.append(line)
                    line.send(first)
            time.sleep(AGAIN)
        for line in held:
            line.close()

    def _drips(self, line: socket.socket, drip: bytes) -> bool:
        """Send a little; whether the connection is still there."""
        try:
            line.send(drip)
            open_still = line.recv(4096) != b""
        except BlockingIOError:
            return True
        except OSError:
            open_still = False
        if not open_still:
            line.close()
        return open_still

    def headers(self) -> None:
        """Send headers that are larger than anybody needs, and some without an end."""
        self._begin()
        while self._goes_on():
            for raw in (COOKIE, UNFINISHED):
                with suppress(OSError), self._connect() as line:
                    line.sendall(raw)
                    line.recv(4096)

    def connects(self) -> None:
        """Connect, and go away."""
        self._begin()
        while self._goes_on():
            with suppress(OSError):
                self._connect().close()

    def pings(self) -> None:
        """Open sockets at a table of its own, send pings without end, and read no pongs."""
        opening = self._opening()
        self._begin()
        while self._goes_on():
            with suppress(OSError), self._connect() as line:
                line.sendall(opening)
                line.recv(4096)
                for _ in range(20):
                    line.sendall(PINGS)

    def acts(self) -> None:
        """Open sockets as somebody with a cookie, and send decisions without end, all of which come too late."""
        table, headers, form = self._seat()
        opening = Asked("GET", f"{table}/live", (*headers, *UPGRADE)).raw()
        acts = frame(0x81, json.dumps({"act": 1, "form": form}).encode()) * 200
        self._begin()
        while self._goes_on():
            with suppress(OSError), self._connect() as line:
                line.sendall(opening)
                line.recv(4096)
                for _ in range(20):
                    line.sendall(acts)

    def _seat(self) -> tuple[str, tuple[tuple[str, str], ...], str]:
        """Sit down with a bot; return the table, what one's browser sends, and a decision of which nothing comes."""
        asked, form = self._ask(PATIENCE), {"content-type": FORM}
        asked.request("GET", "/me")
        answer = asked.getresponse()
        headers = {"Host": "127.0.0.1", "Cookie": answer.headers["set-cookie"].partition(";")[0]}
        token = csrf_token_on(answer.read().decode())
        asked.request("POST", "/play", urlencode({"mark": token, "game": "duel"}), form | headers)
        answer = asked.getresponse()
        answer.read()
        asked.close()
        return answer.headers["location"], tuple(headers.items()), urlencode({"mark": token, "decided": "99"})

    def boards(self) -> None:
        """Open tables on boards of one's own, each another one, as somebody new whenever one was too fast."""
        asked, bearer = self._ask(_ANSWERED), dict[str, str]()
        self._begin()
        for board in cycle(boards(MANY)):
            if not self._goes_on():
                break
            try:
                bearer = bearer or self._newcomer(asked)
                asked.request("POST", "/api/tables", table_on(board), bearer)
                answer = asked.getresponse()
                answer.read()
                bearer = {} if answer.status == TOO_FAST else bearer
            except (OSError, HTTPException):
                asked.close()
        asked.close()

    def _ask(self, timeout: float) -> HTTPConnection:
        return HTTPConnection("127.0.0.1", self._port, timeout=timeout, source_address=self._from)

    def _newcomer(self, asked: HTTPConnection) -> dict[str, str]:
        """Return what somebody new carries; nothing, if there were too many."""
        asked.request("POST", "/api/people", '{"name": "Mallory"}')
        answer = json.loads(asked.getresponse().read())
        return {"authorization": f"Bearer {answer['token']}"} if "token" in answer else {}

    def _opening(self) -> bytes:
        asked = self._ask(PATIENCE)
        asked.request("POST", "/api/tables", '{"game": "duel"}', self._newcomer(asked))
        table = json.loads(asked.getresponse().read())["id"]
        asked.close()
        return Asked("GET", f"/t/{table}/live", (("Host", "x"), *UPGRADE)).raw()


FLOODS: Final[Mapping[str, Callable[[Flood], None]]] = {
    "half-open": Flood.half_open,
    "slow": Flood.slow,
    "headers": Flood.headers,
    "connects": Flood.connects,
    "pings": Flood.pings,
    "acts": Flood.acts,
    "boards": Flood.boards,
}


@contextmanager
def flooded(port: int, seconds: float, *kinds: str) -> Iterator[subprocess.Popen[str]]:
    """Run some floods, or all of them, in a process of their own; they have begun."""
    command = [sys.executable, "-m", "tests.web.attacks.floods", str(port), str(seconds), *kinds]
    with subprocess.Popen(command, cwd=Path(__file__).parents[3], stdout=subprocess.PIPE, text=True) as process:  # noqa: S603  # our own
        try:
            assert next_line(process, "floods that begin") == f"{_BEGUN}\n"
            yield process
        finally:
            process.terminate()


def _say_so() -> None:
    sys.stdout.write(f"{_BEGUN}\n")
    sys.stdout.flush()


def main(port: str, seconds: str, *kinds: str) -> None:
    """Run some floods at once."""
    os.nice(19)  # what is measured is the server, not the machine that they share
    addresses = {kind: f"127.0.0.{number}" for number, kind in enumerate(FLOODS, 2)}
    ready = threading.Barrier(len(kinds or FLOODS), _say_so)
    floods = {kind: Flood(int(port), addresses[kind], float(seconds), ready) for kind in kinds or FLOODS}
    threads = [threading.Thread(target=FLOODS[kind], args=(flood,)) for kind, flood in floods.items()]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


if __name__ == "__main__":
    main(*sys.argv[1:])
