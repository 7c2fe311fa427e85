"""Requests that make much work, inside all limits: none of them holds the loop that serves everybody."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from itertools import product
from pathlib import Path

import pytest
from starlette.types import Scope

from stammtisch.core.game import game_names
from stammtisch.core.language import LANGUAGES
from stammtisch.web.http import access_log
from tests.figures import note_figures
from tests.waiting import PATIENCE, eventually
from tests.web.drivers.loop_figures import LoopFigures
from tests.web.drivers.program import running
from tests.web.drivers.pulse import pulse
from tests.web.drivers.raw_bytes import ask
from tests.web.fixtures.boards import boards, table_on
from tests.web.fixtures.long_game import keep_long_game
from tests.web.houses.process import Server, serving

LONGEST = 0.05  # seconds of processor time
ATTEMPTS = 3  # at what is longer: a busy machine makes it so once, and a request that holds the loop each time
AT_ONCE = 0.25  # seconds by the clock
REVIEWED = 30  # rounds of a game that is reviewed


@dataclass
class Target:
    """A server of its own, with a long game that is over."""

    server: Server
    table: str
    steps: int
    rounds: int

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
    with _opened(tmp_path_factory.mktemp("heavy"), request.param) as opened:
        yield opened


@contextmanager
def _opened(folder: Path, rounds: int) -> Iterator[Target]:
    data = str(folder / "house.db")
    table, steps = keep_long_game(data, rounds)
    with serving(data) as server:
        yield Target(server, table, steps, rounds)


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
        target.send("GET", f"/t/{target.table}/log?before={int(2 * share * target.steps)}&as={eyes}")
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


ATTACKS: list[Callable[[Target], None]] = [
    _thirty_pictures_at_the_same_moment,
    _every_first_page,
    _boards_all_different,
    _a_long_game_on_every_page,
    _a_long_game_for_programs,
    _rules_in_all_languages,
    _addresses_as_pictures,
    _a_hundred_at_the_same_moment,
]


@pytest.mark.parametrize("attack", ATTACKS)
def test_no_request_holds_the_loop(target: Target, attack: Callable[[Target], None], tmp_path: Path) -> None:
    busy = [_busy(target, attack)]
    while busy[-1] > LONGEST and len(busy) < ATTEMPTS:
        (folder := tmp_path / str(len(busy))).mkdir()
        with _opened(folder, target.rounds) as fresh:  # where nothing is known from the last attempt
            busy.append(_busy(fresh, attack))

    assert min(busy) <= LONGEST, busy


def _busy(target: Target, attack: Callable[[Target], None]) -> float:
    """Return for how many seconds of its own time the loop was held at most."""
    before = target.figures()
    attack(target)
    looks = target.figures().looks
    eventually(lambda: target.figures().looks > looks, "the watchdog to look again")
    return target.figures().since(before).longest_busy


@pytest.mark.alone
@pytest.mark.parametrize("attack", ATTACKS)
def test_whether_it_is_alive_is_answered_at_once_meanwhile(target: Target, attack: Callable[[Target], None]) -> None:
    with pulse(target.server.port) as alive:
        attack(target)
        enough = alive.asked + 2
        eventually(lambda: alive.asked >= enough, "the last answers")
    note_figures(f"/healthz, {target.steps} steps, {attack.__name__[1:]}: {1000 * alive.longest:.0f} ms at most")

    assert alive.failed == 0
    assert alive.longest < AT_ONCE


def test_a_loop_that_is_held_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def hold(scope: Scope, *_: object) -> None:
        if scope["path"] == "/rules/duel":
            time.sleep(1.2 * AT_ONCE)

    monkeypatch.setattr(access_log, "note_request", hold)
    with running(tmp_path) as address, pulse(port := int(address.rpartition(":")[2])) as alive:

        def is_noticed() -> bool:
            ask(port, b"GET /rules/duel HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            return alive.longest >= AT_ONCE

        assert eventually(is_noticed, "an answer that comes late")


@pytest.mark.deep
def test_a_review_of_a_long_game_is_made_outside_the_loop(tmp_path: Path) -> None:
    data = str(tmp_path / "house.db")
    table, steps = keep_long_game(data, REVIEWED)

    def ask_until_it_is_there(target: Target) -> None:
        def it_is_there() -> bool:
            page = target.send("GET", f"/t/{table}/review?seat=0")
            return "data-again" not in page and 'class="curve"' in page

        eventually(it_is_there, "the review", 1800.0, every=0.2)

    with serving(data, "--bots", "1") as server:
        assert _busy(Target(server, table, steps, REVIEWED), ask_until_it_is_there) <= LONGEST
