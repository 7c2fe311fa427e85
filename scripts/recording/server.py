"""A house that is open: `stammtisch serve` over a copy of a file, and a browser that asks it."""

from __future__ import annotations

import http.client
import os
import re
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlencode

STAMMTISCH = (str(Path(sys.executable).parent / "stammtisch"),)
_PATIENCE = 60.0  # seconds for a server to open
_CSRF_TOKEN = re.compile(r'name=["\']?mark["\']? value=["\']?([^"\' >]+)|value=["\']?([^"\' >]+)["\']? name=["\']?mark')


@dataclass(frozen=True)
class Answer:
    """What a server has answered."""

    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes

    def header(self, name: str) -> list[str]:
        """Return the values of a header."""
        return [value for key, value in self.headers if key == name]


@dataclass
class Server:
    """A server on this machine."""

    port: int
    journal: Path
    data: Path
    _line: http.client.HTTPConnection = field(init=False)

    def __post_init__(self) -> None:
        self._line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)

    @property
    def host(self) -> str:
        """What browsers call it."""
        return f"127.0.0.1:{self.port}"

    def ask(
        self, method: str, path: str, headers: Mapping[str, str] | None = None, body: bytes | None = None
    ) -> Answer:
        """Send a request and wait for the answer."""
        try:
            return self._ask(method, path, headers or {}, body)
        except (http.client.HTTPException, ConnectionError):  # it was closed after an answer, as after too large bodies
            self._line.close()
            return self._ask(method, path, headers or {}, body)

    def _ask(self, method: str, path: str, headers: Mapping[str, str], body: bytes | None) -> Answer:
        self._line.request(method, path, body, {"Accept-Encoding": "identity", **headers})
        response = self._line.getresponse()
        found = tuple((name.lower(), value) for name, value in response.getheaders())
        return Answer(response.status, found, response.read())


class Browser:
    """Somebody who looks at pages and sends forms; their cookies are kept."""

    def __init__(self, server: Server, cookies: Mapping[str, str] | None = None) -> None:
        self.server = server
        self.cookies = dict(cookies or {})
        self._csrf_token: str | None = None

    def get(self, path: str, **headers: str) -> Answer:
        """Look at a page."""
        return self.server.ask("GET", path, {**self._sent(), **headers})

    def post(self, path: str, fields: Mapping[str, object], *, token: bool = True, **headers: str) -> Answer:
        """Send a form as our pages do, with what they hide in it, if anything."""
        if token and self._csrf_token is None:
            self._csrf_token = self._find_csrf_token()
        hidden = {"mark": self._csrf_token} if token and self._csrf_token else {}
        own = {"Origin": f"http://{self.server.host}", "Sec-Fetch-Site": "same-origin"}
        kind = {"Content-Type": "application/x-www-form-urlencoded"}
        body = urlencode({**hidden, **fields}, doseq=True).encode()
        return self.server.ask("POST", path, {**self._sent(), **own, **kind, **headers}, body)

    def _find_csrf_token(self) -> str:
        found = _CSRF_TOKEN.search(re.sub(r"\s+", " ", self.get("/").body.decode()))
        return next(filter(None, found.groups())) if found else ""

    def _sent(self) -> dict[str, str]:
        text = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        return {"Cookie": text} if text else {}


def environment() -> dict[str, str]:
    """Return an environment in which commands say the same on every machine."""
    known = {name: value for name, value in os.environ.items() if not name.startswith(("LC_", "STAMMTISCH_DATA"))}
    return {**known, "LANG": "en_US.UTF-8", "LANGUAGE": "", "COLUMNS": "100", "TERM": "dumb", "NO_COLOR": "1"}


@contextmanager
def serving(data: Path, *arguments: str) -> Iterator[Server]:
    """Open the house in a copy of a file, as long as it is needed.

    Raises:
        RuntimeError: It does not open.
    """
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    copy = data.parent / f"served-{port}.db"
    if data.exists():
        shutil.copyfile(data, copy)
    journal = copy.with_suffix(".journal")
    command: tuple[str, ...] = (*STAMMTISCH, "serve", "--host", "127.0.0.1", "--port", str(port), "--data", str(copy))
    command += ("--no-browser", "--journal", str(journal), "--bot-pause", "60", *(arguments or ("--bots", "0")))
    with copy.with_suffix(".out").open("wb") as out:
        process = subprocess.Popen(command, stdout=out, stderr=out, env=environment())  # noqa: S603  # our own command
        try:
            _wait_for(port, process, copy.with_suffix(".out"))
            yield Server(port, journal, copy)
        finally:
            process.terminate()
            process.wait(30)


def _wait_for(port: int, process: subprocess.Popen[bytes], out: Path) -> None:
    until = time.monotonic() + _PATIENCE
    while time.monotonic() < until and process.poll() is None:
        try:
            if Server(port, out, out).ask("GET", "/readyz").status == http.client.OK:
                return
        except OSError:
            time.sleep(0.05)
    raise RuntimeError(f"the server does not open: {out.read_text(errors='replace')[-2000:]}")
