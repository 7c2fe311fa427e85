"""There is room for many tables, many who watch and much talk, but not for any number of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from starlette.testclient import TestClient, WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

from stammtisch.web.app import make_app
from stammtisch.web.tables.quotas import Quotas
from tests.turned_clock import TurnedClock
from tests.web.drivers.host import room_of
from tests.web.drivers.page import house, two_at_a_duel, visitor
from tests.web.drivers.program import UNLIMITED, program, registry_of
from tests.web.drivers.sockets import closed_at_once, hear_chat, hear_first

Serve = Callable[[Quotas], TestClient]


@pytest.fixture
def serve(tmp_path: Path, clock: TurnedClock) -> Iterator[Serve]:
    """Serve with other quotas, and with bots that stand still as the clock does."""
    with ExitStack() as doors:
        yield lambda quotas: doors.enter_context(house(tmp_path, quotas=quotas, clock=clock))


def test_one_person_hosts_so_many_tables_and_no_more(serve: Serve) -> None:
    server = serve(Quotas(hosted=2))
    anna = visitor(server, "Anna")
    anna.look("/")
    for _ in range(2):
        assert anna.send("/play", game="duel").status_code == 200
        anna.look("/")

    refused = anna.send("/play", game="duel")
    assert refused.status_code == 409
    assert "You host 2 tables already." in refused.text
    anna.look("/new/duel")
    assert anna.send("/tables", game="duel", lang="it").status_code == 409
    assert len(registry_of(server).channels()) == 2


def test_who_is_refused_is_told_in_their_language(serve: Serve) -> None:
    server = serve(Quotas(hosted=0))
    anna = visitor(server, "Anna")
    anna.look("/")
    anna.client.cookies.set("lang", "de")

    assert "Du hast schon zu 0 Tischen eingeladen." in anna.send("/play", game="duel").text


def test_whoever_gets_up_may_open_another_table(serve: Serve) -> None:
    server = serve(Quotas(hosted=1))
    anna = program(server, "Anna")
    table = anna.tell("/tables", game="duel").json()["id"]
    refused = anna.tell("/tables", game="duel")

    assert refused.status_code == 409
    assert refused.json()["detail"] == "you host 1 tables already; before another is opened, one of them must end"
    anna.tell(f"/tables/{table}/stand")
    assert anna.tell("/tables", game="duel").status_code == 201


def test_standing_up_does_not_hide_a_table_at_which_somebody_else_sits(serve: Serve) -> None:
    server = serve(Quotas(hosted=1))
    anna, tobi = program(server, "Anna"), program(server, "Tobi")
    table = anna.tell("/tables", game="duel").json()["id"]
    tobi.tell(f"/tables/{table}/sit")
    anna.tell(f"/tables/{table}/stand")

    assert anna.tell("/tables", game="duel").status_code == 409
    tobi.tell(f"/tables/{table}/stand")
    assert anna.tell("/tables", game="duel").status_code == 201


def test_nobody_has_more_tables_open_by_standing_up_at_each(place: str, clock: TurnedClock) -> None:
    app = make_app(place, UNLIMITED, quotas=Quotas(hosted=3), clock=clock)
    with TestClient(app) as server:
        anna = program(server, "Anna")
        for _ in range(6):
            opened = anna.tell("/tables", game="duel")
            assert opened.status_code == 201
            anna.tell(f"/tables/{opened.json()['id']}/stand")
            assert server.portal
            count = server.portal.call(registry_of(server).store.count_by_stage)
            assert count["open"] <= 3


def test_whoever_leaves_a_running_game_still_has_it_open(serve: Serve) -> None:
    server = serve(Quotas(hosted=1))
    anna = program(server, "Anna")
    table = anna.tell("/tables", game="duel", bots=1).json()["id"]
    anna.tell(f"/tables/{table}/stand")

    assert anna.tell("/tables", game="duel").status_code == 409


def test_a_game_that_everybody_has_left_lying_for_a_month_does_not_count(serve: Serve, clock: TurnedClock) -> None:
    server = serve(Quotas(hosted=1))
    anna, tobi = program(server, "Anna"), program(server, "Tobi")
    table = anna.tell("/tables", game="duel").json()["id"]
    tobi.tell(f"/tables/{table}/sit")
    anna.tell(f"/tables/{table}/start")
    clock.advance(29 * 86_400.0)
    assert anna.tell("/tables", game="duel").status_code == 409
    clock.advance(2 * 86_400.0)

    assert anna.tell("/tables", game="duel").status_code == 201


def test_tables_of_others_do_not_count(serve: Serve) -> None:
    server = serve(Quotas(hosted=1))
    anna, tobi = program(server, "Anna"), program(server, "Tobi")
    table = anna.tell("/tables", game="duel").json()["id"]
    tobi.tell(f"/tables/{table}/sit")

    assert tobi.tell("/tables", game="duel").status_code == 201


def test_a_house_has_so_many_open_tables_and_no_more(serve: Serve) -> None:
    server = serve(Quotas(open=2))
    for name in ("Anna", "Tobi"):
        assert program(server, name).tell("/tables", game="duel").status_code == 201
    refused = program(server, "Vroni").tell("/tables", game="duel")

    assert refused.status_code == 409
    assert refused.json()["detail"].startswith("the house has 2 tables already")
    guest = visitor(server, "Zoé")
    guest.look("/")
    assert "Every table of the house is taken." in guest.send("/play", game="duel").text


def test_open_tables_that_everybody_has_forgotten_make_room(serve: Serve, clock: TurnedClock) -> None:
    server = serve(Quotas(open=2, forgotten=100.0))
    anna = program(server, "Anna")
    old = anna.tell("/tables", game="duel").json()["id"]
    clock.advance(60.0)
    young = anna.tell("/tables", game="duel").json()["id"]
    assert anna.tell("/tables", game="duel").status_code == 409
    clock.advance(60.0)

    assert anna.tell("/tables", game="duel").status_code == 201
    assert [anna.ask(f"/tables/{table}").json()["stage"] for table in (old, young)] == ["over", "open"]
    assert "The house has closed this table." in visitor(server).look(f"/t/{old}")


def test_so_many_watch_a_table_and_whoever_sits_there_always_does(serve: Serve) -> None:
    server = serve(Quotas(watching=1))
    host, guest, table = two_at_a_duel(server)
    first, second = visitor(server), visitor(server)
    with first.client.websocket_connect(f"{table}/live") as watching:
        assert hear_first(watching)
        assert closed_at_once(second.client, f"{table}/live") == 4429
        for person in (host, guest):
            with person.client.websocket_connect(f"{table}/live") as socket:
                assert hear_first(socket)
    with second.client.websocket_connect(f"{table}/live") as socket:
        assert hear_first(socket)


def _far(server: TestClient, address: str) -> TestClient:
    """Return somebody without a cookie at an address far away."""
    client = TestClient(server.app, client=(address, 5000))
    client.portal = server.portal
    return client


def _said_or_closed(socket: WebSocketTestSession) -> str | int:
    """Return what somebody who watches hears next, or with which code they are sent away."""
    try:
        said: str = hear_chat(socket)["said"]
    except WebSocketDisconnect as closed:
        return closed.code
    return said


def test_no_address_shuts_all_others_out_of_watching(serve: Serve) -> None:
    server = serve(Quotas(watching=3))
    host, _, table = two_at_a_duel(server)
    crowd, other = _far(server, "203.0.113.9"), _far(server, "198.51.100.7")
    with ExitStack() as doors:
        sockets = [doors.enter_context(crowd.websocket_connect(f"{table}/live")) for _ in range(3)]
        assert all(hear_first(socket) for socket in sockets)
        assert closed_at_once(crowd, f"{table}/live") == 4429
        with other.websocket_connect(f"{table}/live") as watching:
            assert hear_first(watching)
            assert closed_at_once(crowd, f"{table}/live") == 4429
            assert closed_at_once(other, f"{table}/live") == 4429  # two places there and one here is as it should be
            host.send(f"{table}/say", said="Hello")
            assert Counter(map(_said_or_closed, [*sockets, watching])) == {"Hello": 3, 4429: 1}


def test_there_is_an_end_to_talking(serve: Serve) -> None:
    server = serve(Quotas(lines=2))
    host, guest, table = two_at_a_duel(server)
    said = [person.send(f"{table}/say", said="Hello").status_code for person in (host, guest)]
    refused = host.client.post(
        f"{table}/say", data={"mark": host.csrf_token, "said": "More"}, headers={"x-client": "1"}
    )

    assert said == [200, 200]
    assert refused.status_code == 409
    assert refused.text == "<p>Enough has been said at this table.</p>"
    host.look(table)
    assert "Enough has been said at this table." in host.page
    assert 'name="said"' not in host.page
    assert len(room_of(server, table).chat) == 2


def test_a_page_begins_with_the_newest_lines_and_knows_how_many_there_were(serve: Serve) -> None:
    server = serve(Quotas(lines_shown=2))
    host, _, table = two_at_a_duel(server)
    for words in ("One", "Two", "Three"):
        host.send(f"{table}/say", said=words)
    host.look(table)

    assert [words in host.page for words in ("</b> One", "</b> Two", "</b> Three")] == [False, True, True]
    assert 'data-heard="3"' in host.page
    with host.client.websocket_connect(f"{table}/live?heard=3") as socket:
        assert hear_first(socket)
        host.send(f"{table}/say", said="Four")
        assert hear_chat(socket) == {"number": 3, "name": "Anna", "said": "Four"}
    with host.client.websocket_connect(f"{table}/live?heard=0") as socket:
        assert hear_first(socket)
        assert [hear_chat(socket)["number"] for _ in range(2)] == [2, 3]
