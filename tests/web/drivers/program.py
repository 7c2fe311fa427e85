"""A program that plays: what the tests of the interface for programs speak through."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import requests
import uvicorn
from httpx2 import Response
from starlette.applications import Starlette
from starlette.testclient import TestClient

from stammtisch.web.app import make_app
from stammtisch.web.http.rate_limit import RateLimiter
from stammtisch.web.live.registry import TableRegistry
from stammtisch.web.server.config import server_config
from tests.waiting import PATIENCE

UNLIMITED = RateLimiter(rates={})


@dataclass
class Program:
    """Somebody with a token of their own."""

    client: TestClient
    name: str = ""
    token: str = ""

    def ask(self, path: str, **query: str | int) -> Response:
        """GET."""
        answer: Response = self.client.get(f"/api{path}", params=query, headers=self._headers())
        return answer

    def tell(self, path: str, **body: object) -> Response:
        """POST."""
        answer: Response = self.client.post(f"/api{path}", json=body, headers=self._headers())
        return answer

    def act(self, table: str, *actions: str) -> Response:
        """Decide on the newest view."""
        decided = self.ask(f"/tables/{table}/view").json()["decided"]
        return self.tell(f"/tables/{table}/act", decided=decided, actions=actions)

    def _headers(self) -> dict[str, str]:
        return {"authorization": f"Bearer {self.token}"} if self.token else {}


def registry_of(client: TestClient) -> TableRegistry:
    """Return the house behind a client."""
    house: TableRegistry = cast(Starlette, client.app).state.registry
    return house


def program(client: TestClient, name: str) -> Program:
    """Return somebody new."""
    token = Program(client).tell("/people", name=name).json()["token"]
    return Program(client, name, token)


def seated(client: TestClient, game: str, *names: str, **options: Any) -> tuple[str, list[Program]]:
    """Return a table that has begun, and who sits at it."""
    people = [program(client, name) for name in names]
    table: str = people[0].tell("/tables", game=game, options=options).json()["id"]
    for guest in people[1:]:
        guest.tell(f"/tables/{table}/sit")
    people[0].tell(f"/tables/{table}/start")
    return table, people


def call(address: str, path: str, token: str = "", **body: Any) -> Any:
    """POST to a server that runs, as a program with a token if one is given, and return the answer."""
    headers = {"authorization": f"Bearer {token}"} if token else {}
    return requests.post(f"{address}/api{path}", json=body, headers=headers, timeout=PATIENCE).json()


@contextmanager
def running(path: Path, limits: RateLimiter = UNLIMITED) -> Iterator[str]:
    """Serve on a free port in another thread; requests that come before it is ready wait for it."""
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.bind(("127.0.0.1", 0))
    listener.listen()
    config = server_config(make_app(path / "house.db", limits), log_level="warning", proxy_headers=False)
    config.timeout_graceful_shutdown = 1
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join(PATIENCE)
        assert not thread.is_alive(), "the server does not end"
        listener.close()
