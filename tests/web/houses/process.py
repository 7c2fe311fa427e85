"""A server in a process of its own, as a host runs it, and people who come to it."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.client import HTTPConnection, HTTPResponse
from urllib.parse import urlencode

from tests import delays
from tests.waiting import PATIENCE
from tests.web.drivers.page import csrf_token_on


def start_server(
    data: str,
    *arguments: str,
    out: int | None = None,
    err: int | None = None,
    descriptors: int = 0,
    python: str = sys.executable,
    first: str = "",
) -> subprocess.Popen[str]:
    """Start a server in a process of its own, at a free port unless the arguments name one; with few `descriptors`.

    `python` is the interpreter of another checkout, if that is to serve, and `first` is what the process does first.
    """
    program = f"{delays.preamble()}{first}import sys; from stammtisch.cli import main; sys.exit(main())"
    command = [python, "-c", program, "serve", "--data", data, "--no-browser", "--host", "127.0.0.1"]
    command += ["--port", "0", *arguments]
    if descriptors:
        command = ["sh", "-c", f'ulimit -n {descriptors}; exec "$@"', "sh", *command]
    return subprocess.Popen(command, stdout=out, stderr=err, text=True)  # noqa: S603  # our own command


def next_line(process: subprocess.Popen[str], what: str) -> str:
    """Return the next line that a process writes; one that writes none in time is killed.

    Raises:
        TimeoutError: None came.
    """
    assert process.stdout
    late = threading.Timer(PATIENCE, process.kill)
    late.start()
    line = process.stdout.readline()
    late.cancel()
    if not line:
        raise TimeoutError(f"waited {PATIENCE:g} seconds for {what}, or the process has ended: {process.poll()}")
    return line


def address_of(process: subprocess.Popen[str]) -> str:
    """Wait until a server is open, and return its address."""
    line = next_line(process, "a server that says where it is")
    found = re.search(r"http://[^/\s]+", line)
    assert found, line
    return found[0]


class Server:
    """A real process that serves."""

    def __init__(
        self, data: str, *arguments: str, descriptors: int = 0, python: str = sys.executable, first: str = ""
    ) -> None:
        pipe, begun = subprocess.PIPE, time.monotonic()
        started = {"out": pipe, "err": pipe, "descriptors": descriptors}
        self.process = start_server(data, "--bot-pause", "0", *arguments, **started, python=python, first=first)
        self.address = address_of(self.process)
        self.port = int(self.address.rpartition(":")[2])
        self._opened_in = time.monotonic() - begun

    def ask(self, method: str, path: str, body: str = "", **headers: str) -> tuple[HTTPResponse, str]:
        """Return an answer and its text."""
        with closing(HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)) as connection:
            named = {name.replace("_", "-"): value for name, value in headers.items()}
            connection.request(method, path, body, named)
            answer = connection.getresponse()
            return answer, answer.read().decode()

    def end(self, sign: signal.Signals = signal.SIGTERM) -> tuple[int, float]:
        """Tell it to end, and wait; return its exit code and how much longer than to open it took.

        On a machine that is busy with others both take longer, and opening more so: it is more work.
        """
        begun = time.monotonic()
        self.process.send_signal(sign)
        return self.process.wait(PATIENCE), time.monotonic() - begun - self._opened_in


def play_with_bots(server: Server, game: str = "gang", **table: object) -> tuple[dict[str, str], str]:
    """Return what somebody's program carries who plays a game with three bots, and the name of the table."""
    token = json.loads(server.ask("POST", "/api/people", '{"name": "Anna"}')[1])["token"]
    bearer = {"authorization": f"Bearer {token}"}
    body = json.dumps({"game": game, "bots": 3, **table})
    return bearer, json.loads(server.ask("POST", "/api/tables", body, **bearer)[1])["id"]


@contextmanager
def serving(
    data: str, *arguments: str, descriptors: int = 0, python: str = sys.executable, first: str = ""
) -> Iterator[Server]:
    """Serve in a process of its own."""
    server = Server(data, "--bots", "0", *arguments, descriptors=descriptors, python=python, first=first)
    try:
        yield server
    finally:
        server.process.kill()
        server.process.communicate()


class Person:
    """Somebody with a cookie, at a table of theirs."""

    def __init__(self, server: Server) -> None:
        self.server = server
        answer, page = server.ask("GET", "/new/duel")
        self.cookie = (answer.getheader("set-cookie") or "").partition(";")[0]
        self.csrf_token = csrf_token_on(page)
        answer, _ = server.ask("POST", "/tables", self.form(game="duel"), **self.headers())
        self.table = answer.getheader("location") or ""

    def form(self, **fields: str) -> str:
        """Return a form as it is sent."""
        return urlencode({"mark": self.csrf_token, **fields})

    def headers(self) -> dict[str, str]:
        """Return what a browser sends with it."""
        return {"cookie": self.cookie, "content_type": "application/x-www-form-urlencoded"}
