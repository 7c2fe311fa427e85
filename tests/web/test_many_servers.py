"""Two servers over one database: whoever sits at a table need not know which of them answers."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager

import pytest
from starlette.testclient import TestClient, WebSocketTestSession

from stammtisch.web.app import make_app
from stammtisch.web.limits import Allowed, Limits, Rate
from stammtisch.web.live import Audience
from tests.postgres import Postgres
from tests.web.program import Program, house_of
from tests.web.visitor import Visitor, visitor

Two = tuple[TestClient, TestClient]


@contextmanager
def _servers(data: str, *limits: Limits) -> Iterator[Two]:
    with ExitStack() as doors:
        first, second = (
            doors.enter_context(TestClient(make_app(data, limits[0] if limits else None, bot_pause=0.01)))
            for _ in range(2)
        )
        yield first, second


@pytest.fixture
def two(postgresql: str) -> Iterator[Two]:
    with _servers(postgresql) as servers:
        yield servers


def _elsewhere(person: Visitor, server: TestClient) -> Visitor:
    """Return the same person before another server."""
    same = Visitor(TestClient(server.app, base_url="http://testserver", cookies=person.client.cookies))
    same.client.portal = server.portal
    same.look("/me")
    return same


def _lobby(two: Two, **fields: str) -> tuple[Visitor, Visitor, str]:
    """Return Anna at the first server, who may begin a duel, and Tobi at the second, who is ready."""
    anna, tobi = visitor(two[0], "Anna"), visitor(two[1], "Tobi")
    anna.look("/new/duel")
    anna.send("/tables", **{"game": "duel", "o-first_bluffer": "0", **fields})
    tobi.look(anna.at)
    tobi.send(f"{anna.at}/sit", seat="1")
    tobi.send(f"{tobi.at}/ready")
    anna.look(anna.at)
    return anna, tobi, anna.at


def _duel(two: Two, **fields: str) -> tuple[Visitor, Visitor, str]:
    """Return Anna at the first server and Tobi at the second, at a duel that has begun."""
    anna, tobi, table = _lobby(two, **fields)
    anna.send(f"{table}/begin")
    tobi.look(table)
    return anna, tobi, table


def _wait(true: Callable[[], object], what: str) -> None:
    until = time.monotonic() + 20
    while not true():
        assert time.monotonic() < until, what
        time.sleep(0.02)


def _hear(socket: WebSocketTestSession, wanted: Callable[[dict[str, object]], object]) -> dict[str, object]:
    """Return the first message of a kind; the connection ends the test if there is none."""
    for _ in range(50):
        message: dict[str, object] = json.loads(socket.receive_text())
        if wanted(message):
            return message
    raise AssertionError("nothing of the kind was sent")


def _audience(server: TestClient, table: str) -> Audience:
    assert server.portal
    found = server.portal.call(house_of(server).find, table.removeprefix("/t/"))
    assert found
    return found


def test_a_table_of_one_server_is_there_at_the_other_and_both_deal_the_same(two: Two) -> None:
    anna, tobi, table = _duel(two)

    assert "data-turn" in anna.page or "data-turn" in tobi.page
    assert _elsewhere(anna, two[1]).look(table).count("data-card") == anna.look(table).count("data-card")


def test_who_sits_down_at_one_server_is_seen_at_the_other(two: Two) -> None:
    anna, tobi = visitor(two[0], "Anna"), visitor(two[1], "Tobi")
    anna.look("/new/duel")
    anna.send("/tables", game="duel")
    with anna.client.websocket_connect(f"{anna.at}/live") as socket:
        assert _hear(socket, lambda message: "reload" in message), "as whoever comes is told"
        tobi.look(anna.at)
        tobi.send(f"{anna.at}/sit", seat="1")
        assert _hear(socket, lambda message: "reload" in message)
    assert "Tobi" in anna.look(anna.at)


def test_a_decision_at_one_server_is_pushed_to_the_other(two: Two) -> None:
    anna, tobi, table = _duel(two)
    with tobi.client.websocket_connect(f"{table}/live") as socket:
        _hear(socket, lambda message: message.get("first"))
        anna.look(table)
        anna.send(f"{table}/do", do=anna.offered()[0], decided=anna.decided())
        told = _hear(socket, lambda message: message.get("log"))
    assert told["regions"]
    assert _audience(two[1], table).room.marks.steps == _audience(two[0], table).room.marks.steps


def test_what_is_said_at_one_server_is_heard_once_at_both(two: Two) -> None:
    anna, tobi, table = _duel(two)
    with (
        tobi.client.websocket_connect(f"{table}/live") as there,
        anna.client.websocket_connect(f"{table}/live") as here,
    ):
        anna.send(f"{table}/say", said="one")
        tobi.send(f"{table}/say", said="two")
        for socket in (here, there):
            heard = [_hear(socket, lambda message: "chat" in message)["chat"] for _ in range(2)]
            said = [{"number": 0, "name": "Anna", "said": "one"}, {"number": 1, "name": "Tobi", "said": "two"}]
            assert heard == said
    assert [said for _, _, said in _audience(two[0], table).room.chat] == ["one", "two"]


def test_of_two_tabs_at_two_servers_one_decides(two: Two) -> None:
    anna, _, table = _duel(two)
    other = _elsewhere(anna, two[1])
    anna.look(table)
    other.look(table)
    same = {"do": anna.offered()[0], "decided": anna.decided()}

    answers = [anna.send(f"{table}/do", **same).status_code, other.send(f"{table}/do", **same).status_code]

    assert answers == [200, 409]


def test_a_new_name_is_known_at_both(two: Two) -> None:
    anna = visitor(two[0], "Anna")
    there = _elsewhere(anna, two[1])
    there.send("/me", name="Annie")

    assert "Annie" in anna.look("/me")


def test_somebody_who_looks_on_at_one_server_is_not_away_at_the_other(
    two: Two, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("stammtisch.web.attending._NEWS", 0.05)
    monkeypatch.setattr("stammtisch.web.attending._GLANCE", 0.05)
    anna, tobi, table = _duel(two)
    here = _audience(two[0], table)
    with tobi.client.websocket_connect(f"{table}/live"), anna.client.websocket_connect(f"{table}/live"):
        here._seen.clear()
        here.room.since -= 1000
        _wait(lambda: here.present(_audience(two[1], table).room.places[1].person), "nobody says that Tobi is there")


def test_bots_are_seen_to_by_one_server_and_by_the_other_when_it_closes(postgresql: str) -> None:
    with ExitStack() as first_door, TestClient(make_app(postgresql, bot_pause=0.01)) as second:
        first = first_door.enter_context(TestClient(make_app(postgresql, bot_pause=0.01)))
        anna = visitor(first, "Anna")
        anna.look("/new/duel")
        anna.send("/tables", **{"game": "duel", "bots": "1", "o-first_bluffer": "0", "o-spaces": "2"})
        table = anna.at
        there = _elsewhere(anna, second)
        _wait(lambda: "data-turn" in anna.look(table), "the bot does not decide")
        assert first.portal
        assert second.portal
        assert first.portal.call(house_of(first).store.claim, table.removeprefix("/t/"))
        assert not second.portal.call(house_of(second).store.claim, table.removeprefix("/t/"))
        first_door.close()
        for _ in range(3):
            there.look(table)
            there.send(f"{table}/do", do=there.offered()[0], decided=there.decided())
            _wait(lambda: "data-turn" in there.look(table) or "data-over" in there.page, "nobody has taken over")
        assert second.portal.call(house_of(second).store.claim, table.removeprefix("/t/"))


def test_limits_are_shared(postgresql: str) -> None:
    few = {"person": Allowed(None, Rate(3, 3600.0))}
    with _servers(postgresql, Limits(few)) as servers:
        far = [TestClient(server.app, client=("203.0.113.9", 5000)) for server in servers]
        for client, server in zip(far, servers, strict=True):
            client.portal = server.portal
        answers = [Program(far[number % 2]).tell("/people", name="A").status_code for number in range(5)]

    assert answers == [201, 201, 201, 429, 429]


def test_while_the_database_is_away_nothing_is_lost_and_people_are_told(two: Two, postgres: Postgres) -> None:
    anna, _, table = _duel(two)
    anna.look(table)
    form = {"mark": anna.mark, "do": anna.offered()[0], "decided": anna.decided()}
    before = _audience(two[0], table).room.marks.steps
    postgres.stop()
    try:
        answer = anna.client.post(f"{table}/do", data=form)
        program = Program(two[1]).ask(f"/tables/{table.removeprefix('/t/')}/view")
    finally:
        postgres.start()

    assert (answer.status_code, program.status_code) == (503, 503)
    assert answer.headers["retry-after"] == "2"
    assert "nothing is lost" in answer.text
    _wait(lambda: anna.client.get(table).status_code == 200, "the house does not come back")
    assert anna.client.post(f"{table}/do", data=form).status_code == 200
    assert _audience(two[0], table).room.marks.steps > before
