"""Two servers over one database: no table is left alone, whatever fails and whoever else is at it at that moment."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager

import pytest

from stammtisch.clock import SYSTEM_CLOCK
from stammtisch.core.game import find_game
from stammtisch.store.contract import Store, Unavailable
from stammtisch.store.postgresql.store import PostgresStore
from stammtisch.web.live.broadcast import Channel
from stammtisch.web.live.registry import TableRegistry
from stammtisch.web.tables.live_table import LiveTable
from stammtisch.web.tables.record import OPEN, OVER, RUNNING, Place, TableTerms
from tests.postgres import Postgres
from tests.store.opened_stores import several
from tests.turned_clock import TurnedClock
from tests.waiting import eventually, until
from tests.web.drivers.program import Program, registry_of, seated
from tests.web.drivers.sockets import hear_reload
from tests.web.houses.two_servers import Two, channel_at, duel, lobby


async def _full(store: Store, *, bots: bool = False) -> LiveTable:
    """Return an open table at which all seats are taken."""
    room = LiveTable.new(store, SYSTEM_CLOCK, find_game("duel"), {}, "anna", TableTerms())
    room.record.places = [Place("" if bots else name, name, bot=bots, ready=True) for name in ("anna", "tobi")]
    await room.save()
    return room


async def _running(store: Store, *, bots: bool = False) -> LiveTable:
    """Return a table whose clock has run out, so that somebody must see to it."""
    room = await _full(store, bots=bots)
    await room.start()
    await store.save_clock(room.id, 0, 60.0, 60.0)
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


async def _turn_until(clock: TurnedClock, condition: Callable[[], bool | Awaitable[bool]]) -> None:
    """Turn a clock, so that the server looks for tables again, until something holds."""

    def turned() -> bool | Awaitable[bool]:
        clock.advance(0.5)
        return condition()

    await until(turned)


def test_a_round_that_fails_halfway_leaves_no_table_claimed_and_alone(postgresql: str) -> None:
    async def out_of_reach() -> None:
        raise Unavailable("no answer in time")

    async def go() -> None:
        async with several(postgresql, 1) as (store,):
            rooms = [await _running(store) for _ in range(5)]
            clock = TurnedClock()
            house = TableRegistry(store, clock=clock)
            with _just_before(store, "table", out_of_reach):
                await house.resume()
                await _turn_until(clock, lambda: all(house.bot_turns.has_worker(room.id) for room in rooms))
            await house.close()

    asyncio.run(go())


def test_an_outdated_table_that_two_servers_open_at_once_does_not_end_the_rounds(
    postgresql: str, postgres: Postgres
) -> None:
    async def go() -> None:
        async with several(postgresql, 2) as (store, other):
            outdated = await _running(store)
            await asyncio.to_thread(postgres.run, "UPDATE tables SET version = 999", postgresql)
            clock = TurnedClock()
            house = TableRegistry(store, clock=clock)
            with _just_before(store, "save_table", lambda: TableRegistry(other).find(outdated.id)):
                await house.resume()
                await _turn_until(clock, lambda: _is_over(store, outdated))
            later = await _running(other)
            await _turn_until(clock, lambda: house.bot_turns.has_worker(later.id))
            await house.close()

    asyncio.run(go())


def test_a_table_that_becomes_free_while_a_server_looks_at_it_is_seen_to_at_once(
    postgresql: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def go() -> None:
        async with several(postgresql, 2) as (store, other):
            room = await _running(store, bots=True)
            assert await other.claim(room.id)
            real, asked = store.claim, list[str]()

            async def claim(name: str) -> bool:
                asked.append(name)
                if len(asked) == 2:  # the server has looked once, and looks again before it rests
                    await other.release(name)
                return await real(name)

            monkeypatch.setattr(store, "claim", claim)
            clock = TurnedClock()
            registry = TableRegistry(store, bot_pause=0.01, clock=clock)
            channel = await registry.find(room.id)
            assert channel is not None
            before = len(channel.room.game_table().steps)

            def acted() -> bool:
                clock.advance(0.002)  # so little that no rest of half a minute ends
                return len(channel.room.game_table().steps) > before

            await until(acted)
            await registry.close()

    asyncio.run(go())


async def _is_over(store: Store, room: LiveTable) -> bool:
    saved = await store.table(room.id)
    return saved is not None and saved.stage == OVER


def test_a_table_that_is_known_as_open_here_and_was_begun_elsewhere_is_played(postgresql: str) -> None:
    async def go() -> None:
        async with several(postgresql, 2) as (store, other):
            here, there = TableRegistry(store, 0.01), TableRegistry(other, 0.01)
            room = await _full(other, bots=True)
            known, begun = await here.find(room.id), await there.find(room.id)
            assert known
            assert begun
            assert known.room.stage == OPEN
            await begun.room.start()
            dealt = begun.room.marks.steps
            await other.save_clock(room.id, 0, 60.0, 60.0)
            await here._claim_due(20)  # before the other server comes to claim it
            there.bot_turns.wake(begun)
            here._on_notice(room.id)
            await until(lambda: _has_moved(other, room, dealt))
            await here.close()
            await there.close()

    asyncio.run(go())


async def _has_moved(store: Store, room: LiveTable, dealt: int) -> bool:
    marks = await store.marks(room.id)
    return marks is not None and marks.steps > dealt


def test_to_begin_while_another_server_deals_is_no_fault(two: Two) -> None:
    anna, tobi, table = lobby(two, **{"o-first_bluffer": "chance"})
    with _just_before(registry_of(two[0]).store, "append", lambda: asyncio.to_thread(tobi.look, table)):
        assert anna.send(f"{table}/begin").status_code == 200

    assert "data-turn" in anna.look(table) + tobi.look(table)
    assert channel_at(two[0], table).room.marks.steps == channel_at(two[1], table).room.marks.steps == 1


def test_whoever_waits_learns_that_the_game_has_begun_though_no_notice_came(
    two: Two, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, tobi, table = lobby(two)
    store, there = registry_of(two[0]).store, channel_at(two[1], table)
    assert isinstance(store, PostgresStore)
    with tobi.client.websocket_connect(f"{table}/live") as socket:
        assert hear_reload(socket), "as whoever comes is told"
        monkeypatch.setattr(store._listener, "tell_others", lambda *_: None)
        anna.send(f"{table}/begin")
        eventually(lambda: there.room.stage == RUNNING, "the second server to know that the game has begun")
        assert hear_reload(socket)


def test_a_notice_that_comes_while_the_line_is_down_is_given_when_it_is_up_again(postgresql: str) -> None:
    async def go() -> None:
        async with several(postgresql, 2) as (store, other):
            heard = list[str]()
            other.listen(heard.append)
            store._listener._connection.terminate()
            store._listener.tell_others("a table")
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

    with _just_before(registry_of(two[0]).store, "append", the_other):
        late = [here.tell(f"/tables/{table}/act", decided=decided, actions=["exchange"])]
    card = there.ask(f"/tables/{table}/view").json()["legal"][0]["action"]
    assert there.act(table, card, "done").json()["decided"] > decided
    late += [here.tell(f"/tables/{table}/act", decided=decided, actions=[action]) for action in ("exchange", card)]

    assert [answer.status_code for answer in late] == [409] * 3


def test_two_who_ask_for_another_game_at_two_servers_meet_at_one_table(two: Two) -> None:
    anna, tobi, table = duel(two)
    assert two[0].portal
    two[0].portal.call(_end, channel_at(two[0], table))
    with _just_before(registry_of(two[0]), "open", lambda: asyncio.to_thread(tobi.send, f"{table}/again")):
        assert anna.send(f"{table}/again").status_code == 200

    assert anna.at == tobi.at != table
    following = anna.at
    for person in (anna, tobi):  # the game that was played to its end is listed, too
        assert set(re.findall(r'href="(/t/[\w-]+)', person.look("/"))) == {following, table}


async def _end(channel: Channel) -> None:
    async with channel.held() as room:
        room.saved.stage = OVER
        await room.save()
