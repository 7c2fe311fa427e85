"""Deals of the day in tests: a house whose days are turned, on either kind of store, and people who play there."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from functools import partial
from typing import Any

from starlette.testclient import TestClient

from stammtisch.club.daily.deal import SECRET, DailyDeal
from stammtisch.core.game import find_game
from stammtisch.web.app import make_app
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
        if room.stage == "over":
            return room
        seat = room.seat_of(room.host)
        found = room.game_table()
        if seat in found.waiting:
            actions = found.actions(seat)
            _act(client, room, actions[pick % len(actions)])
        else:
            steps = len(found.steps)
            turn_until(clock, partial(_went_on, room, steps), "a bot that acts")
    raise AssertionError("the game does not end")


def _went_on(room: LiveTable, steps: int) -> bool:
    return room.stage == "over" or (room.table is not None and len(room.table.steps) > steps)


def _act(client: TestClient, room: LiveTable, action: int) -> None:
    async def take() -> None:
        channel = await registry_of(client).find(room.id)
        assert channel is not None
        async with channel.held():
            seat = room.seat_of(room.host)
            await decide(room, seat, [action], decisions_of(room, seat), in_parts=True)

    assert client.portal
    client.portal.call(take)


def steps_of(room: LiveTable) -> list[tuple[int, int]]:
    """Return the steps of a table."""
    return [(step.seat, step.action) for step in room.game_table().steps]


def ask(client: TestClient, question: Any, *about: Any) -> Any:
    """Return what a house answers."""
    assert client.portal
    return client.portal.call(question, *about)
