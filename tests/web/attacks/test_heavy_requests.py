"""Requests that make much work, inside all limits: none of them holds the loop that serves everybody."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass
from http.client import HTTPConnection
from itertools import product

import pytest

from stammtisch.core.game import game_names
from stammtisch.core.language import LANGUAGES
from tests.waiting import eventually
from tests.web.drivers.boards import boards, table_on
from tests.web.drivers.long_game import keep_long_game
from tests.web.drivers.loop_figures import LoopFigures
from tests.web.drivers.process import PATIENCE, Server, serving

LONGEST = 0.05  # seconds of processor time


@dataclass
class Target:
    """A server of its own, with a long game that is over."""

    server: Server
    table: str
    steps: int

    def figures(self) -> LoopFigures:
        """Return what its watchdog has measured."""
        return LoopFigures.read(self.server.ask("GET", "/metrics")[1])

    def send(self, method: str, path: str, body: str = "", **headers: str) -> str:
        """Send a request that is answered, whatever the answer, but not turned away."""
        answer, text = self.server.ask(method, path, body, **headers)
        assert answer.status < 500, (method, path, answer.status, text[:300])
        assert answer.status != 429, "this is meant to be inside all limits"
        return text

    def program(self) -> dict[str, str]:
        """Return what another program carries."""
        token = json.loads(self.send("POST", "/api/people", '{"name": "Anna"}'))["token"]
        return {"authorization": f"Bearer {token}"}


@pytest.fixture(scope="module", params=[30, pytest.param(100, marks=pytest.mark.deep)])
def target(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Target]:
    """Open a house with a game of so many rounds, just now, so that nothing is known there yet."""
    data = str(tmp_path_factory.mktemp("heavy") / "house.db")
    table, steps = keep_long_game(data, request.param)
    with serving(data) as server:
        yield Target(server, table, steps)


def _boards_all_different(target: Target) -> None:
    for index, board in enumerate(boards(40)):
        if index % 20 == 0:  # as many as one person may open at once
            bearer = target.program()
        if index % 2:
            board["straight"] = [*board["straight"][:6], 4]  # refused, after it was looked at
        target.send("POST", "/api/tables", table_on(board), **bearer)


def _a_long_game_on_every_page(target: Target) -> None:
    for language in LANGUAGES:
        target.send("GET", f"/t/{target.table}", accept_language=language)
    for share, eyes in ((1, "all"), (0.99, "0"), (0.5, "3"), (0.1, "spectator"), (0, "all")):
        target.send("GET", f"/t/{target.table}/replay?step={int(share * target.steps)}&as={eyes}")
    for seat in range(2):
        target.send("GET", f"/t/{target.table}/review?seat={seat}")
    target.send("GET", f"/t/{target.table}/transcript")


def _a_long_game_for_programs(target: Target) -> None:
    path = f"/api/tables/{target.table}/view"
    for after in (-1, 0, target.steps // 2, *[target.steps] * 20):
        target.send("GET", f"{path}?after={after}")


def _rules_in_all_languages(target: Target) -> None:
    for game, language in product(game_names(), LANGUAGES):
        target.send("GET", f"/rules/{game}", accept_language=language)


def _addresses_as_pictures(target: Target) -> None:
    bearer = target.program()
    body = json.dumps({"game": "duel", "options": {"spaces": 3}})
    table = json.loads(target.send("POST", "/api/tables", body, **bearer))["id"]
    for letters in range(40, 500, 23):
        target.send("GET", f"/t/{table}", host="a" * letters)


def _every_first_page(target: Target) -> None:
    for game, language in product(game_names(), LANGUAGES):
        target.send("GET", f"/new/{game}", accept_language=language)
        target.send("GET", f"/api/games/{game}?lang={language}")
    for page in ("/", "/me", "/tables", "/nothing", "/host", f"/t/{target.table}/people"):
        target.send("GET", page)


def _a_hundred_at_the_same_moment(target: Target) -> None:
    with ExitStack() as stack:
        connections = [
            stack.enter_context(closing(HTTPConnection("127.0.0.1", target.server.port, timeout=PATIENCE)))
            for _ in range(100)
        ]
        for path in ("/rules/gang", "/rules/combo", "/new/combo"):
            for connection in connections:
                connection.request("GET", path)
            for connection in connections:
                answer = connection.getresponse()
                assert (answer.status, len(answer.read()) > 0) == (200, True)


def _thirty_pictures_at_the_same_moment(target: Target) -> None:
    paths = [f"/t/{target.table}/result.png?lang={language}" for language in LANGUAGES] + ["/rules/gang/picture.png"]
    with ExitStack() as stack:
        connections = [
            stack.enter_context(closing(HTTPConnection("127.0.0.1", target.server.port, timeout=PATIENCE)))
            for _ in range(30)
        ]
        for number, connection in enumerate(connections):
            connection.request("GET", paths[number % len(paths)])
        for connection in connections:
            answer = connection.getresponse()
            assert (answer.status, answer.read()[:4]) == (200, b"\x89PNG")


@pytest.mark.parametrize(
    "attack",
    [
        _thirty_pictures_at_the_same_moment,
        _every_first_page,
        _boards_all_different,
        _a_long_game_on_every_page,
        _a_long_game_for_programs,
        _rules_in_all_languages,
        _addresses_as_pictures,
        _a_hundred_at_the_same_moment,
    ],
)
def test_no_request_holds_the_loop(target: Target, attack: Callable[[Target], None]) -> None:
    before = target.figures()
    attack(target)
    looks = target.figures().looks
    eventually(lambda: target.figures().looks > looks, "the watchdog to look again")

    assert target.figures().since(before).longest_busy <= LONGEST
