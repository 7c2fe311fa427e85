"""Two servers over one database: whoever sits at a table need not know which of them answers."""

from __future__ import annotations

import time
from contextlib import ExitStack

from starlette.testclient import TestClient

from stammtisch.web.app import make_app
from stammtisch.web.http.rate_limit import Rate, RateLimit, RateLimiter
from stammtisch.web.live.presence import AWAY_AFTER
from tests.postgres import Postgres
from tests.turned_clock import TurnedClock
from tests.waiting import eventually
from tests.web.drivers.page import opened, visitor
from tests.web.drivers.program import Program, registry_of
from tests.web.drivers.sockets import hear, hear_chat, hear_first, hear_reload
from tests.web.drivers.turning import turn_until
from tests.web.drivers.two_servers import Two, channel_at, duel, elsewhere, two_servers


def test_a_table_of_one_server_is_there_at_the_other_and_both_deal_the_same(two: Two) -> None:
    anna, tobi, table = duel(two)

    assert "data-turn" in anna.page or "data-turn" in tobi.page
    assert elsewhere(anna, two[1]).look(table).count("data-card") == anna.look(table).count("data-card")


def test_who_sits_down_at_one_server_is_seen_at_the_other(two: Two) -> None:
    anna, tobi = visitor(two[0], "Anna"), visitor(two[1], "Tobi")
    anna.open("duel")
    with anna.client.websocket_connect(f"{anna.at}/live") as socket:
        assert hear_reload(socket), "as whoever comes is told"
        tobi.sit(anna.at)
        assert hear_reload(socket)
    assert "Tobi" in anna.look(anna.at)


def test_a_decision_at_one_server_is_pushed_to_the_other(two: Two) -> None:
    anna, tobi, table = duel(two)
    with tobi.client.websocket_connect(f"{table}/live") as socket:
        hear_first(socket)
        anna.decide(table)
        told = hear(socket, "a sentence of the log", lambda message: message.get("log"))
    assert told["regions"]
    assert channel_at(two[1], table).room.marks.steps == channel_at(two[0], table).room.marks.steps


def test_what_is_said_at_one_server_is_heard_once_at_both(two: Two) -> None:
    anna, tobi, table = duel(two)
    with (
        tobi.client.websocket_connect(f"{table}/live") as there,
        anna.client.websocket_connect(f"{table}/live") as here,
    ):
        for socket in (here, there):
            hear_first(socket)  # whoever is shown a scene is sent what is said from then on
        anna.send(f"{table}/say", said="one")
        tobi.send(f"{table}/say", said="two")
        for socket in (here, there):
            heard = [hear_chat(socket) for _ in range(2)]
            said = [{"number": 0, "name": "Anna", "said": "one"}, {"number": 1, "name": "Tobi", "said": "two"}]
            assert heard == said
    assert [said for _, _, said in channel_at(two[0], table).room.chat] == ["one", "two"]


def test_of_two_tabs_at_two_servers_one_decides(two: Two) -> None:
    anna, _, table = duel(two)
    other = elsewhere(anna, two[1])
    anna.look(table)
    other.look(table)
    same = {"do": anna.offered()[0], "decided": anna.decided()}

    answers = [anna.send(f"{table}/do", **same).status_code, other.send(f"{table}/do", **same).status_code]

    assert answers == [200, 409]


def test_a_new_name_is_known_at_both(two: Two) -> None:
    anna = visitor(two[0], "Anna")
    there = elsewhere(anna, two[1])
    there.send("/me", name="Annie")

    assert "Annie" in anna.look("/me")


def test_somebody_who_looks_on_at_one_server_is_not_away_at_the_other(postgresql: str) -> None:
    clock = TurnedClock(time.time())
    with two_servers(postgresql, clocks=(clock, clock)) as two:
        anna, tobi, table = duel(two)
        here = channel_at(two[0], table)
        person = here.room.places[1].person
        with tobi.client.websocket_connect(f"{table}/live"), anna.client.websocket_connect(f"{table}/live"):
            clock.advance(2 * AWAY_AFTER)
            later = clock.monotonic()
            turn_until(clock, lambda: here.presence.last_seen(person) >= later, "news that Tobi is there", by=1.0)
            assert here.presence.is_here(person)


def test_bots_are_seen_to_by_one_server_and_by_the_other_when_it_closes(postgresql: str) -> None:
    with ExitStack() as first_door, TestClient(make_app(postgresql, bot_pause=0.01)) as second:
        first = first_door.enter_context(TestClient(make_app(postgresql, bot_pause=0.01)))
        anna, table = opened(first, "duel", **{"bots": "1", "o-first_bluffer": "0", "o-spaces": "2"})
        there = elsewhere(anna, second)
        eventually(lambda: "data-turn" in anna.look(table), "the decision of the bot")
        assert first.portal
        assert second.portal
        assert first.portal.call(registry_of(first).store.claim, table.removeprefix("/t/"))
        assert not second.portal.call(registry_of(second).store.claim, table.removeprefix("/t/"))
        first_door.close()
        for _ in range(3):
            there.decide(table)
            eventually(
                lambda: "data-turn" in there.look(table) or "data-over" in there.page, "a bot at the other server"
            )
        assert second.portal.call(registry_of(second).store.claim, table.removeprefix("/t/"))


def test_limits_are_shared(postgresql: str) -> None:
    few = {"person": RateLimit(None, Rate(3, 3600.0))}
    with two_servers(postgresql, RateLimiter(few)) as servers:
        far = [TestClient(server.app, client=("203.0.113.9", 5000)) for server in servers]
        for client, server in zip(far, servers, strict=True):
            client.portal = server.portal
        answers = [Program(far[number % 2]).tell("/people", name="A").status_code for number in range(5)]

    assert answers == [201, 201, 201, 429, 429]


def test_while_the_database_is_away_nothing_is_lost_and_people_are_told(two: Two, postgres: Postgres) -> None:
    anna, _, table = duel(two)
    anna.look(table)
    form = {"mark": anna.mark, "do": anna.offered()[0], "decided": anna.decided()}
    before = channel_at(two[0], table).room.marks.steps
    postgres.stop()
    try:
        answer = anna.client.post(f"{table}/do", data=form)
        program = Program(two[1]).ask(f"/tables/{table.removeprefix('/t/')}/view")
    finally:
        postgres.start()

    assert (answer.status_code, program.status_code) == (503, 503)
    assert answer.headers["retry-after"] == "2"
    assert "nothing is lost" in answer.text
    eventually(lambda: anna.client.get(table).status_code == 200, "the house to come back")
    assert anna.client.post(f"{table}/do", data=form).status_code == 200
    assert channel_at(two[0], table).room.marks.steps > before
