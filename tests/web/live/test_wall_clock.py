"""Wall clocks jump, and no decision ends or lasts longer for it."""

from __future__ import annotations

import re
import time

import pytest
from starlette.testclient import TestClient

from stammtisch.web.live.presence import REPLACED_AFTER
from stammtisch.web.tables.record import PACES
from tests.turned_clock import TurnedClock
from tests.web.drivers.host import room_of, steps
from tests.web.drivers.page import Visitor, two_at_a_duel
from tests.web.drivers.turning import turn, turn_until
from tests.web.houses.two_servers import channel_at, duel, elsewhere, two_servers

DAY = 86_400.0
JUMPS = pytest.mark.parametrize("jump", [70.0, 3 * DAY, -DAY], ids=["70 s", "3 days", "a day back"])
PACED = pytest.mark.parametrize("pace", ["live", "slow"])


def _shown(person: Visitor, table: str) -> int:
    """Return how many seconds the page of somebody says are left."""
    page = person.look(table)
    until, now = (re.search(rf'data-{name}="(\d+)', page) for name in ("until", "now"))
    assert until
    assert now
    return int(until[1]) - int(now[1])


@PACED
@JUMPS
def test_a_jump_neither_ends_nor_prolongs_a_decision(
    still: TestClient, clock: TurnedClock, pace: str, jump: float
) -> None:
    _, _, table = two_at_a_duel(still, pace=pace)
    before, half = steps(still, table), PACES[pace] / 2
    turn(clock, half)
    clock.jump(jump)
    turn(clock, half - 1)

    assert steps(still, table) == before
    turn(clock, 1.5)
    turn_until(clock, lambda: room_of(still, table).places[0].missed == 1, "the decision of a bot", by=0.005)
    assert clock.monotonic() < 2 * half + 5


@PACED
@JUMPS
def test_a_jump_changes_no_countdown_on_a_page(still: TestClient, clock: TurnedClock, pace: str, jump: float) -> None:
    host, _, table = two_at_a_duel(still, pace=pace)
    before = _shown(host, table)
    clock.jump(jump)

    assert _shown(host, table) == pytest.approx(before, abs=1)
    turn(clock, 20.0)
    assert _shown(host, table) == pytest.approx(before - 20, abs=1)


def test_a_jump_makes_nobody_leave(still: TestClient, clock: TurnedClock) -> None:
    _, guest, table = two_at_a_duel(still)
    clock.jump(REPLACED_AFTER + 1)
    guest.look(table)
    turn(clock, 5.0)

    assert (room_of(still, table).away, room_of(still, table).kept) == (frozenset(), frozenset())


@pytest.mark.parametrize("wrong", [3 * DAY, -DAY], ids=["3 days ahead", "a day behind"])
def test_a_server_whose_wall_clock_is_wrong_ends_no_decision_and_shows_the_same_time(
    postgresql: str, wrong: float
) -> None:
    clocks = TurnedClock(time.time()), TurnedClock(time.time() + wrong)
    with two_servers(postgresql, clocks=clocks) as two:
        anna, _, table = duel(two, pace="live")
        shown = [_shown(anna, table), _shown(elsewhere(anna, two[1]), table)]
        for clock in clocks:
            turn(clock, 5.0)

        assert min(shown) > PACES["live"] / 2, "by the database's clock hardly any time has passed"
        assert [channel_at(server, table).room.places[0].missed for server in two] == [0, 0]


def test_who_takes_a_table_over_goes_on_with_what_was_left(postgresql: str) -> None:
    clocks = TurnedClock(time.time()), TurnedClock(time.time())
    with two_servers(postgresql, clocks=clocks[1:] * 2) as (_, second):
        with two_servers(postgresql, clocks=clocks[:1] * 2) as two:
            anna, _, table = duel(two, pace="live")
            there = elsewhere(anna, second)
            there.look(table)
            turn(clocks[0], 0.7 * PACES["live"])
        room = channel_at(second, table).room
        left = 0.3 * PACES["live"]
        turn_until(clocks[1], lambda: room.time_left < left + 1, "the second server to know what is left", by=0.01)

        assert room.time_left > 0
        assert room.places[0].missed == 0
