"""Two servers over one database: whoever sits at a table need not know which of them answers."""

from __future__ import annotations

import asyncio
import time
from contextlib import ExitStack

import pytest
from starlette.testclient import TestClient

from stammtisch.clock import SYSTEM_CLOCK
from stammtisch.core.game import find_game
from stammtisch.store.contract import Store
from stammtisch.store.coordination_contract import NewSteps
from stammtisch.store.postgresql.store import PostgresStore
from stammtisch.store.postgresql.tables import _APPEND
from stammtisch.web.app import make_app
from stammtisch.web.http.rate_limit import Rate, RateLimit, RateLimiter
from stammtisch.web.live.broadcast import Channel
from stammtisch.web.live.player_action import Act, take_as_known
from stammtisch.web.live.presence import AWAY_AFTER
from stammtisch.web.tables.live_table import LiveTable
from stammtisch.web.tables.record import Place, TableTerms
from tests.postgres import Postgres
from tests.store.opened_stores import several
from tests.turned_clock import TurnedClock
from tests.waiting import eventually, until
from tests.web.drivers.page import opened, visitor
from tests.web.drivers.program import Program, registry_of
from tests.web.drivers.sockets import hear, hear_chat, hear_first, hear_reload
from tests.web.drivers.turning import turn_until
from tests.web.houses.two_servers import Two, channel_at, duel, elsewhere, two_servers


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


def test_a_decision_asks_the_database_once_and_whoever_is_told_of_it_asks_nothing(postgresql: str) -> None:
    async def decide() -> None:
        async with several(postgresql) as (store, other):
            here, told = Channel(await _begun(store)), list[NewSteps]()
            there = Channel(await _known(other, here.room.id))
            other.listen(lambda _: None, lambda _, new: told.append(new))
            asked = _noted(store), _noted(other)
            act = Act(lambda room, _: [room.game.notation.read("hide 2")], 0, in_parts=False)
            async with here.held(told=[]):
                assert await take_as_known(here, 0, act, "en")
            await until(lambda: bool(told), "the notice of the step")
            async with there.held(told):
                assert there.room.game_table().position == here.room.game_table().position

            assert asked == ([_APPEND], [])

    asyncio.run(decide())


def test_what_is_told_and_does_not_lead_on_is_read(postgresql: str) -> None:
    async def follow() -> None:
        async with several(postgresql) as (store, other):
            room = await _begun(store)
            there = await _known(other, room.id)
            for wrong in (NewSteps(9, 0, ((0, 1),)), NewSteps(room.saved.revision, 5, ((0, 1),))):
                table, first = room.game_table(), room.marks.steps
                table.play(table.waiting[0], table.legal(table.waiting[0])[0])
                await room.keep(first)
                await there.read_on([wrong])

                assert there.game_table().steps == table.steps

    asyncio.run(follow())


async def _begun(store: Store) -> LiveTable:
    """Return a duel of two people that has begun."""
    room = LiveTable.new(store, SYSTEM_CLOCK, find_game("duel"), {"first_bluffer": 0}, "anna", TableTerms())
    room.record.places = [Place(name, name, ready=True) for name in ("anna", "tobi")]
    await room.save()
    await room.start()
    return room


async def _known(store: Store, table_id: str) -> LiveTable:
    """Return the same table as another server knows it."""
    saved = await store.table(table_id)
    assert saved
    room = LiveTable(store, saved, SYSTEM_CLOCK)
    await room.load()
    return room


def _noted(store: PostgresStore) -> list[str]:
    """Return what a store asks its database from now on."""
    write, asked = store._db.write, list[str]()

    async def noted(statement: str, *values: object) -> list[object]:
        asked.append(statement)
        return await write(statement, *values)

    store._db.write = noted  # type: ignore[method-assign]  # as it is, and noted
    return asked


def test_a_decision_that_is_no_longer_possible_is_judged_by_what_happened_elsewhere(two: Two) -> None:
    anna, _, table = duel(two)
    there = elsewhere(anna, two[1])
    store = registry_of(two[0]).store
    assert isinstance(store, PostgresStore)
    there.look(table)
    same = {"do": there.offered()[0], "decided": there.decided()}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(store._listener, "tell_others", lambda *_: None)  # the second server learns nothing
        anna.send(f"{table}/do", do=anna.offered()[0], decided=anna.decided())
        answer = there.send(f"{table}/do", **same)

    assert answer.status_code == 409
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
    form = {"mark": anna.csrf_token, "do": anna.offered()[0], "decided": anna.decided()}
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
