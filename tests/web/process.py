"""A server in a process of its own, as a host runs it, and people who come to it."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.client import HTTPConnection, HTTPResponse
from urllib.parse import urlencode

PATIENCE = 60.0  # seconds


class Server:
    """A real process that serves."""

    def __init__(self, data: str, *arguments: str) -> None:
        program = "import sys; from stammtisch.cli import main; sys.exit(main())"
        command = [sys.executable, "-c", program, "serve", "--data", data, "--no-browser", "--bot-pause", "0"]
        command += ["--host", "127.0.0.1", "--port", "0", *arguments]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)  # noqa: S603
        assert self.process.stdout
        self.said = self.process.stdout.readline()
        self.port = int(self.said.rpartition(":")[2].strip("/\n"))

    def ask(self, method: str, path: str, body: str = "", **headers: str) -> tuple[HTTPResponse, str]:
        """Return an answer and its text."""
        with closing(HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)) as connection:
            named = {name.replace("_", "-"): value for name, value in headers.items()}
            connection.request(method, path, body, named)
            answer = connection.getresponse()
            return answer, answer.read().decode()

    def end(self, sign: signal.Signals = signal.SIGTERM) -> tuple[int, float]:
        """Tell it to end, and wait; return its exit code and how long it took."""
        begun = time.monotonic()
        self.process.send_signal(sign)
        return self.process.wait(PATIENCE), time.monotonic() - begun


@contextmanager
def serving(data: str, *arguments: str) -> Iterator[Server]:
    """Serve in a process of its own."""
    server = Server(data, "--bots", "0", *arguments)
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
        found = re.search(r'name="mark" value="([^"]*)"', page)
        assert found
        self.mark = found[1]
        answer, _ = server.ask("POST", "/tables", self.form(game="duel"), **self.headers())
        self.table = answer.getheader("location") or ""

    def form(self, **fields: str) -> str:
        """Return a form as it is sent."""
        return urlencode({"mark": self.mark, **fields})

    def headers(self) -> dict[str, str]:
        """Return what a browser sends with it."""
        return {"cookie": self.cookie, "content_type": "application/x-www-form-urlencoded"}
