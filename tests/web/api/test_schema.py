"""The description of the interface is true: whatever fits it or does not, the answer is one that it describes."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from wsgiref.simple_server import make_server
from wsgiref.types import StartResponse, WSGIEnvironment

import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis import checks

from stammtisch.store.keys import host_key
from stammtisch.web.api.openapi import Endpoint
from stammtisch.web.api.routes import ENDPOINTS, openapi
from tests.amounts import often
from tests.store.opened_stores import using
from tests.waiting import PATIENCE, eventually
from tests.web.drivers.program import call, running

TOLERANT = settings(
    max_examples=often(4, deep=12),
    deadline=None,
    database=None,
    derandomize=True,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
DESCRIBED = [
    checks.not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_schema_conformance,
    checks.response_headers_conformance,
]
SCHEMA = schemathesis.openapi.from_dict(openapi())


class Running:
    """A server with a table that is being played, and the token of somebody who sits there."""

    def __init__(self, address: str, key: str) -> None:
        self.address = address
        self.key = key
        self.token = call(address, "/people", name="Anna")["token"]
        body = {"game": "duel", "options": {"first_bluffer": 0}, "listed": True}
        self.table = self.tell("/tables", **body, bots=1)["id"]
        self.open_table = self.tell("/tables", **body)["id"]

    def tell(self, path: str, **body: Any) -> Any:
        """POST, as somebody who sits there."""
        return call(self.address, path, self.token, **body)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    folder = tmp_path_factory.mktemp("house")
    with running(folder) as address:
        yield Running(address, using(str(folder / "house.db"), host_key, alone=False))


@SCHEMA.parametrize()
@TOLERANT
def test_strangers_are_answered_as_described(case: schemathesis.Case[Any], server: Running) -> None:
    case.call_and_validate(base_url=server.address, checks=[*DESCRIBED, checks.negative_data_rejection])


@SCHEMA.parametrize()
@TOLERANT
def test_people_at_a_table_are_answered_as_described(case: schemathesis.Case[Any], server: Running) -> None:
    if "table" in case.path_parameters:
        case.path_parameters["table"] = server.open_table if case.operation.path.endswith("sit") else server.table
    if "wait" in case.query:
        case.query["wait"] = 0
    leaves = case.operation.path.endswith("forget")  # whoever is forgotten sits nowhere any more
    token = call(server.address, "/people", name="Ada")["token"] if leaves else server.token
    headers = {"authorization": f"Bearer {token}"}
    case.call_and_validate(base_url=server.address, headers=headers, checks=DESCRIBED)


@SCHEMA.include(path_regex="^/api/host/").parametrize()
@TOLERANT
def test_the_host_is_answered_as_described(case: schemathesis.Case[Any], server: Running) -> None:
    if "table" in case.path_parameters:
        case.path_parameters["table"] = server.open_table
    headers = {"authorization": f"Bearer {server.key}"}
    case.call_and_validate(base_url=server.address, headers=headers, checks=DESCRIBED)


def test_the_description_is_served(server: Running) -> None:
    assert requests.get(f"{server.address}/api/openapi.json", timeout=PATIENCE).json() == openapi()


@pytest.mark.parametrize("endpoint", ENDPOINTS, ids=lambda endpoint: f"{endpoint.method} {endpoint.path}")
def test_every_endpoint_stands_in_the_docs_as_it_is(endpoint: Endpoint) -> None:
    about = (endpoint.handler.__doc__ or "").partition("\n")[0]
    page = (Path(__file__).parents[3] / "docs" / "api.md").read_text(encoding="utf-8")

    assert f"| `{endpoint.method} /api{endpoint.path}` | {about} | {endpoint.token or '–'} |" in page


def _bot_of_the_docs(link: str) -> subprocess.Popen[str]:
    page = (Path(__file__).parents[3] / "docs" / "api.md").read_text(encoding="utf-8")
    source = page.partition("```python\n")[2].partition("```")[0]
    return subprocess.Popen([sys.executable, "-c", source, link], stdout=subprocess.PIPE, text=True)  # noqa: S603


def test_the_bot_of_the_docs_plays_to_the_end(server: Running) -> None:
    table = server.tell("/tables", game="duel", options={"spaces": 1})["id"]
    bot = _bot_of_the_docs(f"{server.address}/t/{table}")
    start = f"/tables/{table}/start"
    eventually(lambda: server.tell(start).get("stage") == "running", "the bot to sit down")
    server.tell(f"/tables/{table}/stand")
    said, _ = bot.communicate(timeout=PATIENCE)

    assert (bot.returncode, "wins after" in said) == (0, True)


@contextmanager
def _weary_house() -> Iterator[tuple[str, list[str]]]:
    """Serve what says to every wish twice that it is too early, and then that the game is over."""
    asked: list[str] = []

    def answer(wish: WSGIEnvironment, begin: StartResponse) -> list[bytes]:
        wish["wsgi.input"].read(int(wish["CONTENT_LENGTH"] or 0))
        status = ("429 Too Many Requests", "503 Service Unavailable", "200 OK")[len(asked) % 3]
        begin(status, [("retry-after", "0")])
        asked.append(wish["PATH_INFO"].rpartition("/")[2])
        return [json.dumps({"token": "x", "stage": "over", "outcome": {"ending": "Tobi wins."}}).encode()]

    with make_server("127.0.0.1", 0, answer) as server:
        threading.Thread(target=server.serve_forever).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}", asked
        finally:
            server.shutdown()


def test_the_bot_of_the_docs_waits_where_it_is_told_to() -> None:
    with _weary_house() as (address, asked):
        said, _ = _bot_of_the_docs(f"{address}/t/abc").communicate(timeout=PATIENCE)

    assert asked == [*["people"] * 3, *["sit"] * 3, *["view"] * 3]
    assert said == "Tobi wins.\n"
