"""A small house of some checkout, and programs that come to it over loopback."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, NamedTuple

from tests.waiting import PATIENCE
from tests.web.houses.process import Server, serving, start_server

NEWCOMERS = 60  # whom one address may bring at once, in every version
MANY = NEWCOMERS + 40


class Seen(NamedTuple):
    """What was tried of a finding, whether it is as it was found, and what came of it."""

    finding: str
    tried: str
    as_found: bool
    told: str


@dataclass
class House:
    """A server of a checkout, over a file of its own."""

    server: Server
    data: str
    python: str

    def ask(self, method: str, path: str, body: str = "", **headers: str) -> tuple[int, dict[str, str], str]:
        """Return how something is answered: status, headers by their lower names, text."""
        answer, text = self.server.ask(method, path, body, **headers)
        return answer.status, {name.lower(): value for name, value in answer.getheaders()}, text

    def call(self, token: str, path: str, **body: object) -> tuple[int, dict[str, Any]]:
        """Return how a program is answered that sends something."""
        status, _, text = self.ask("POST", f"/api{path}", json.dumps(body), authorization=f"Bearer {token}")
        return status, json.loads(text) if text.startswith("{") else {}

    def newcomer(self, name: str) -> str:
        """Return the token of somebody new."""
        return str(self.call("", "/people", name=name)[1]["token"])

    def newcomers(self, *addresses: str, path: str = "/api/people") -> list[int]:
        """Return how many people in a row are answered for whom a proxy on this machine asks."""
        told = [addresses[turn % len(addresses)] for turn in range(MANY)]
        return [self.ask("POST", path, '{"name": "Anna"}', x_forwarded_for=address)[0] for address in told]

    def two_at_a_duel(self, *names: str) -> tuple[list[str], dict[str, Any]]:
        """Return two programs at a table that has not begun, opened as the interface does if nothing is chosen."""
        tokens = [self.newcomer(name) for name in names]
        table = self.call(tokens[0], "/tables", game="duel")[1]["id"]
        return tokens, self.call(tokens[1], f"/tables/{table}/sit", seat=1)[1]

    def processor_time(self) -> float:
        """Return how many seconds of a processor the server has taken."""
        with open(f"/proc/{self.server.process.pid}/stat", encoding="ascii") as file:  # not on a disk
            user, system = file.read().rpartition(")")[2].split()[11:13]
        return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


@contextmanager
def opened_house(python: str, data: str, *arguments: str) -> Iterator[House]:
    """Open a house by an interpreter, with the umask that most machines have."""
    before = os.umask(0o022)
    try:
        with serving(data, *arguments, python=python) as server:
            yield House(server, data, python)
    finally:
        os.umask(before)


def is_refused(python: str, data: str, *arguments: str) -> bool:
    """Whether a server ends by itself that is started so, and not by a signal."""
    process = start_server(data, "--bots", "0", *arguments, out=subprocess.PIPE, err=subprocess.PIPE, python=python)
    assert process.stdout
    told = process.stdout.readline()  # where it is, or the end
    if told:
        process.kill()
    process.communicate(timeout=PATIENCE)
    return not told and process.returncode != 0
