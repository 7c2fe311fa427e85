"""Two servers over one database: no table is left alone, whatever fails and whoever else is at it at that moment."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager

import pytest

from stammtisch.core.game import find_game
from stammtisch.store.kept import Store, Unavailable
from stammtisch.store.postgresql import PostgresStore
from stammtisch.web.facts import OPEN, OVER, RUNNING
from stammtisch.web.house import House
from stammtisch.web.live import Audience
from stammtisch.web.places import Place, Terms
from stammtisch.web.room import Room
from tests.postgres import Postgres
from tests.store.keeping import several, until
from tests.web.program import Program, house_of, seated
from tests.web.test_many_servers import Two, _audience, _duel, _hear, _lobby, _servers, _wait


@pytest.fixture
def two(postgresql: str) -> Iterator[Two]:
    with _servers(postgresql) as servers:
        yield servers


async def _full(store: Store, *, bots: bool = False) -> Room:
    """Return an open table at which all seats are taken."""
    room = Room.new(store, find_game("duel"), {}, "anna", Terms())
    room.places = [Place("" if bots else name, name, bot=bots, ready=True) for name in ("anna", "tobi")]
    await room.save()
    return room


async def _running(store: Store, *, bots: bool = False) -> Room:
    room = await _full(store, bots=bots)
    await room.start()
    return room


@contextmanager
def _just_before(whose: object, deed: str, elsewhere: Callable[[], Awaitable[object]]) -> Iterator[None]:
    """Let something happen elsewhere just before a deed is done for the first time."""
    real, waiting = getattr(whose, deed), [elsewhere]

    async def later(*args: object) -> object:
        if waiting:
            await waiting.pop()()
        return await real(*args)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(whose, deed, later)
        yield
    assert not waiting, "it was not done"


def test_a_round_that_fails_halfway_leaves_no_table_claimed_and_alone(
    postgresql: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def out_of_reach() -> None:
        raise Unavailable("no answer in time")

    async def go() -> None:
        async with several(postgresql, 1) as (store,):
            rooms = [await _running(store) for _ in range(5)]
            house = House(store, 0.01)
            with _just_before(store, "table", out_of_reach):
                await house.resume()
                await until(lambda: all(house.attendance.sees_to(room.id) for room in rooms))
            await house.close()

    monkeypatch.setattr("stammtisch.web.house._ROUND", 0.05)
    asyncio.run(go())


def test_an_outdated_table_that_two_servers_open_at_once_does_not_end_the_rounds(
    postgresql: str, postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def go() -> None:
        async with several(postgresql, 2) as (store, other):
            outdated = await _running(store)
            await asyncio.to_thread(postgres.run, "UPDATE tables SET version = 999", postgresql)
            house = House(store, 0.01)
            with _just_before(store, "save_table", lambda: House(other).find(outdated.id)):
                await house.resume()
                await until(lambda: _is_over(store, outdated))
            later = await _running(other)
            await until(lambda: house.attendance.sees_to(later.id))
            await house.close()

    monkeypatch.setattr("stammtisch.web.house._ROUND", 0.05)
    asyncio.run(go())


async def _is_over(store: Store, room: Room) -> bool:
    saved = await store.table(room.id)
    return saved is not None and saved.stage == OVER


def test_a_table_that_is_known_as_open_here_and_was_begun_elsewhere_is_played(postgresql: str) -> None:
    async def go() -> None:
        async with several(postgresql, 2) as (store, other):
            here, there = House(store, 0.01), House(other, 0.01)
            room = await _full(other, bots=True)
            known, begun = await here.find(room.id), await there.find(room.id)
            assert known
            assert begun
            assert known.room.stage == OPEN
            await begun.room.start()
            dealt = begun.room.marks.steps
            await here._take_up(20)  # before the other server comes to claim it
            there.attendance.wake(begun)
            here._hear(room.id)
            await until(lambda: _has_moved(other, room, dealt))
            await here.close()
            await there.close()

    asyncio.run(go())


async def _has_moved(store: Store, room: Room, dealt: int) -> bool:
    marks = await store.marks(room.id)
    return marks is not None and marks.steps > dealt


def test_to_begin_while_another_server_deals_is_no_fault(two: Two) -> None:
    anna, tobi, table = _lobby(two, **{"o-first_bluffer": "chance"})
    with _just_before(house_of(two[0]).store, "append", lambda: asyncio.to_thread(tobi.look, table)):
        assert anna.send(f"{table}/begin").status_code == 200

    assert "data-turn" in anna.look(table) + tobi.look(table)
    assert _audience(two[0], table).room.marks.steps == _audience(two[1], table).room.marks.steps == 1


def test_whoever_waits_learns_that_the_game_has_begun_though_no_notice_came(
    two: Two, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, tobi, table = _lobby(two)
    store, there = house_of(two[0]).store, _audience(two[1], table)
    assert isinstance(store, PostgresStore)
    with tobi.client.websocket_connect(f"{table}/live") as socket:
        assert _hear(socket, lambda message: "reload" in message), "as whoever comes is told"
        monkeypatch.setattr(store._line, "tell_others", lambda _: None)
        anna.send(f"{table}/begin")
        _wait(lambda: there.room.stage == RUNNING, "Tobi is not told")
        assert _hear(socket, lambda message: "reload" in message)


def test_a_notice_that_comes_while_the_line_is_down_is_given_when_it_is_up_again(postgresql: str) -> None:
    async def go() -> None:
        async with several(postgresql, 2) as (store, other):
            heard = list[str]()
            other.listen(heard.append)
            store._line._connection.terminate()
            store._line.tell_others("a table")
            await until(lambda: "a table" in heard)

    asyncio.run(go())


def test_of_two_programs_that_send_the_same_small_choice_one_is_told_that_it_comes_too_late(two: Two) -> None:
    table, people = seated(two[0], "combo", "Anna", "Tobi", seats=2)
    for person in people:
        person.act(table, "start uft")
    view = people[0].ask(f"/tables/{table}/view").json()
    here = people[view["waiting"][0]]
    there = Program(two[1], here.name, here.token)
    decided = here.ask(f"/tables/{table}/view").json()["decided"]

    async def the_other() -> None:
        choice = await asyncio.to_thread(there.tell, f"/tables/{table}/act", decided=decided, actions=["exchange"])
        assert choice.json()["decided"] == decided

    with _just_before(house_of(two[0]).store, "append", the_other):
        late = [here.tell(f"/tables/{table}/act", decided=decided, actions=["exchange"])]
    card = there.ask(f"/tables/{table}/view").json()["legal"][0]["action"]
    assert there.act(table, card, "done").json()["decided"] > decided
    late += [here.tell(f"/tables/{table}/act", decided=decided, actions=[action]) for action in ("exchange", card)]

    assert [answer.status_code for answer in late] == [409] * 3


def test_two_who_ask_for_another_game_at_two_servers_meet_at_one_table(two: Two) -> None:
    anna, tobi, table = _duel(two)
    assert two[0].portal
    two[0].portal.call(_end, _audience(two[0], table))
    with _just_before(house_of(two[0]), "open", lambda: asyncio.to_thread(tobi.send, f"{table}/again")):
        assert anna.send(f"{table}/again").status_code == 200

    assert anna.at == tobi.at != table
    assert [person.look("/").count('href="/t/') for person in (anna, tobi)] == [1, 1]


async def _end(audience: Audience) -> None:
    async with audience.held() as room:
        room.saved.stage = OVER
        await room.save()
