"""Deals of the day in tests: a house whose days are turned, on either kind of store, and people who play there."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from datetime import date
from functools import partial
from itertools import groupby
from typing import Any

from starlette.testclient import TestClient

from stammtisch.club.daily.deal import SECRET, DailyDeal
from stammtisch.core.game import find_game
from stammtisch.kernel.seats import MAX_SEATS
from stammtisch.web.app import make_app
from stammtisch.web.live.broadcast import Channel
from stammtisch.web.tables.apply_action import decide, decisions_of
from stammtisch.web.tables.live_table import LiveTable
from stammtisch.web.tables.quotas import QUOTAS, Quotas
from tests.turned_clock import TurnedClock
from tests.web.drivers.host import room_of
from tests.web.drivers.page import HERE, UTC_DAYS, Visitor, visitor
from tests.web.drivers.program import registry_of
from tests.web.drivers.turning import turn_until

TODAY = date(2026, 11, 18)
NOON = UTC_DAYS.begin_of(TODAY) + 12 * 3600.0
DAY = 86400.0


@contextmanager
def daily_house(
    data: str, clock: TurnedClock, secret: bytes = b"s" * 32, quotas: Quotas = QUOTAS
) -> Iterator[TestClient]:
    """Open a house with a secret and days of its own; bots act when the clock is turned."""
    app = make_app(data, bot_pause=0.01, quotas=quotas, clock=clock, calendar=UTC_DAYS)
    with TestClient(app, base_url="http://testserver", client=HERE) as client:
        assert client.portal
        client.portal.call(registry_of(client).store.secret, SECRET, secret)
        yield client


def deal_at(client: TestClient, game: str, day: date = TODAY) -> DailyDeal:
    """Return the deal of a game as a house has it."""
    assert client.portal
    found: DailyDeal = client.portal.call(registry_of(client).daily.deal, find_game(game), day)
    return found


def old_friend(client: TestClient, clock: TurnedClock, name: str = "Anna") -> Visitor:
    """Return somebody who has been known for a week; the clock is set on by that."""
    friend = visitor(client, name)
    clock.jump(8 * DAY)
    return friend


def sit_down(person: Visitor, game: str) -> str:
    """Begin today's deal of a game, and return the address of its table."""
    person.look("/today")
    answer = person.send(f"/today/{game}")
    assert answer.status_code == 200, answer.text
    return person.at


def play_out(client: TestClient, clock: TurnedClock, table: str, pick: int = 0) -> LiveTable:
    """Play a table to its end: of what is on offer always the same, so that everybody who does so plays alike."""
    room = room_of(client, table)
    for _ in range(3000):
        act = partial(ask, client, _act, client, room, pick)
        if not act():
            turn_until(clock, act, "one's turn or the end")
        if room.stage == "over":
            return room
    raise AssertionError("the game does not end")


async def _act(client: TestClient, room: LiveTable, pick: int) -> bool:
    """Let whoever plays act if they are asked; whether they were, or the game is over."""
    async with _held(client, room) as (channel, seat):
        found = room.game_table()
        if room.stage == "over" or seat not in found.waiting:
            return room.stage == "over"
        actions = found.actions(seat)
        await decide(room, seat, [actions[pick % len(actions)]], decisions_of(room, seat), in_parts=True)
    registry_of(client).bot_turns.wake(channel)  # as pages do: nobody watches, so bots would look again after a while
    return True


@asynccontextmanager
async def _held(client: TestClient, room: LiveTable) -> AsyncIterator[tuple[Channel, int]]:
    """Hold a table, and yield it with the seat of whoever plays there.

    Whoever looks from the thread of the test without holding it may see a bot in the middle of a step.
    """
    channel = await registry_of(client).find(room.id)
    assert channel is not None
    async with channel.held():
        yield channel, room.seat_of(room.host)


def wait_for_turn(client: TestClient, clock: TurnedClock, table: str) -> None:
    """Turn the clock until whoever plays at a table is asked."""
    room = room_of(client, table)

    async def is_asked() -> bool:
        async with _held(client, room) as (_, seat):
            return seat in room.game_table().waiting

    turn_until(clock, partial(ask, client, is_asked), "one's turn")


def steps_of(room: LiveTable) -> list[tuple[int, int]]:
    """Return the steps of a table."""
    return [(step.seat, step.action) for step in room.game_table().steps]


def by_seat(steps: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return steps with those of seats that follow each other by seat: who is faster of those asked at once is luck."""
    runs = groupby(steps, lambda step: step[0] < MAX_SEATS)
    return [step for _, run in runs for step in sorted(run, key=lambda step: step[0])]


def ask(client: TestClient, question: Any, *about: Any) -> Any:
    """Return what a house answers."""
    assert client.portal
    return client.portal.call(question, *about)
