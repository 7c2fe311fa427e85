"""There is room for many tables, many who watch and much talk, but not for any number of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from starlette.testclient import TestClient, WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

from stammtisch.store.contract import StoredTable
from stammtisch.store.sql.rows import table_of
from stammtisch.web.app import make_app
from stammtisch.web.tables.quotas import Quotas
from tests.turned_clock import TurnedClock
from tests.web.drivers.host import room_of
from tests.web.drivers.page import house, two_at_a_duel, visitor
from tests.web.drivers.program import UNLIMITED, program, registry_of
from tests.web.drivers.sockets import closed_at_once, hear_chat, hear_first
from tests.web.houses.many_tables import keep_many
from tests.web.houses.two_servers import two_servers

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


def _crowd(server: TestClient, number: int, each: int) -> list[str]:
    """Let as many people as needed at one address open tables, so many each, and return these."""
    client = _far(server, "203.0.113.9")
    people = [program(client, f"Crowd {one}") for one in range(-(-number // each))]
    opened = [people[one // each].tell("/tables", game="duel") for one in range(number)]
    assert {answer.status_code for answer in opened} == {201}
    assert people[-1].tell("/tables", game="duel").status_code == 409
    return [answer.json()["id"] for answer in opened]


def _stages(server: TestClient, tables: list[str]) -> Counter[str]:
    return Counter(program(server, "Host").ask(f"/tables/{table}").json()["stage"] for table in tables)


def test_no_address_shuts_all_others_out_by_opening_tables(place: str, clock: TurnedClock) -> None:
    with TestClient(make_app(place, quotas=Quotas(open=8, hosted=4), clock=clock)) as server:
        crowd = _crowd(server, 8, each=4)
        others = [program(_far(server, f"198.51.100.{one}"), f"Other {one}") for one in range(7)]
        opened = [other.tell("/tables", game="duel") for other in others]
        assert [answer.status_code for answer in opened] == [201] * 7
        assert _stages(server, [answer.json()["id"] for answer in opened]) == {"open": 7}
        assert _stages(server, crowd) == {"open": 1, "over": 7}
        clock.advance(10.0)
        assert program(_far(server, "203.0.113.9"), "Crowd").tell("/tables", game="duel").status_code == 409

        latest = program(_far(server, "198.51.100.99"), "Latest")
        assert latest.tell("/tables", game="duel").status_code == 409, "now everybody has one"


def test_whoever_plays_at_once_finds_a_seat_in_a_house_that_one_address_has_filled(serve: Serve) -> None:
    server = serve(Quotas(open=4, hosted=2))
    _crowd(server, 4, each=2)
    guest = visitor(server, "Zoé")
    guest.play_now("duel")

    assert guest.at.startswith("/t/")


def test_of_an_address_that_gives_tables_up_it_is_the_host_who_has_most(serve: Serve) -> None:
    server = serve(Quotas(open=4, hosted=3))
    school = _far(server, "203.0.113.9")
    quiet = program(school, "Quiet").tell("/tables", game="duel").json()["id"]
    greedy = program(school, "Greedy")
    many = [greedy.tell("/tables", game="duel").json()["id"] for _ in range(3)]
    assert program(_far(server, "198.51.100.7"), "Other").tell("/tables", game="duel").status_code == 201

    assert _stages(server, [quiet]) == {"open": 1}
    assert _stages(server, many) == {"over": 1, "open": 2}


def test_an_address_is_told_at_every_server_and_kept_as_a_hash_until_the_game_begins(
    postgresql: str, clock: TurnedClock
) -> None:
    with two_servers(postgresql, clocks=(clock, clock), quotas=Quotas(open=4, hosted=2)) as (first, second):
        crowd = _crowd(first, 4, each=2)
        facts = room_of(first, f"/t/{crowd[0]}").saved.facts
        assert len(facts["opened_from"]) == 16
        assert "203.0.113.9" not in str(facts)
        others = [program(_far(second, f"198.51.100.{one}"), f"Other {one}") for one in range(3)]
        opened = [other.tell("/tables", game="duel") for other in others]
        assert [answer.status_code for answer in opened] == [201] * 3
        table = opened[0].json()["id"]
        assert _stages(first, crowd) == {"open": 1, "over": 3}
        others[1].tell(f"/tables/{table}/sit")
        others[0].tell(f"/tables/{table}/start")

        assert "opened_from" not in room_of(second, f"/t/{table}").saved.facts


def test_a_full_house_reads_none_of_its_tables_but_those_that_it_closes(
    place: str, clock: TurnedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep_many(place, 3000, stage="open")
    read = list[object]()

    def counted(row: object) -> StoredTable:
        read.append(row)
        return table_of(row)

    monkeypatch.setattr("stammtisch.store.sql.tables.table_of", counted)
    with TestClient(make_app(place, quotas=Quotas(open=3000), clock=clock)) as server:
        for forgotten in (False, True):
            read.clear()
            clock.advance(2 * 86_400.0 if forgotten else 10.0)
            assert program(server, "Anna").tell("/tables", game="duel").status_code == 201
            assert 1 <= len(read) < 200  # servers look at what they have closed, too


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
