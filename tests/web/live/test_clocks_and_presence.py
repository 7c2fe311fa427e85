"""Clocks, people who are away, and bots that keep a seat."""

from __future__ import annotations

from starlette.testclient import TestClient

from stammtisch.web.live.presence import AWAY_AFTER, REPLACED_AFTER
from stammtisch.web.tables.record import PACES
from tests.turned_clock import TurnedClock
from tests.web.drivers.host import room_of, steps
from tests.web.drivers.page import two_at_a_duel
from tests.web.drivers.turning import turn, turn_until

LIVE = PACES["live"]


def test_a_table_shows_how_long_a_decision_may_take(still: TestClient) -> None:
    host, guest, table = two_at_a_duel(still, pace="slow")
    guest.look(table)

    assert 'data-until="' in host.page
    assert 'data-until="' in guest.page


def test_when_the_clock_runs_out_a_bot_takes_that_decision(still: TestClient, clock: TurnedClock) -> None:
    _, _, table = two_at_a_duel(still, pace="live")
    before = steps(still, table)
    turn(clock, LIVE - 1)

    assert steps(still, table) == before
    turn_until(clock, lambda: room_of(still, table).places[0].missed == 1, "the decision of a bot")
    assert steps(still, table) > before


def test_after_the_third_time_a_bot_keeps_the_seat_until_its_owner_is_back(
    still: TestClient, clock: TurnedClock
) -> None:
    host, _, table = two_at_a_duel(still, pace="live", **{"o-spaces": "6"})
    turn_until(clock, lambda: 0 in room_of(still, table).kept, "a bot that keeps the seat of Anna", by=LIVE / 4)
    host.page = still.get(table).text
    assert "a bot fills in" in host.page

    assert "A bot plays for you" not in host.look(table)
    assert room_of(still, table).places[0].missed < 3


def test_whoever_keeps_others_waiting_is_replaced_until_they_return(still: TestClient, clock: TurnedClock) -> None:
    host, guest, table = two_at_a_duel(still, **{"o-spaces": "6"})
    before, asked = steps(still, table), clock.now()

    def is_played_on() -> bool:
        guest.look(table)  # Tobi is here, Anna is not
        return steps(still, table) > before

    turn_until(clock, is_played_on, "a bot that plays for Anna", by=AWAY_AFTER / 6)
    assert clock.now() - asked > REPLACED_AFTER
    assert 0 in room_of(still, table).kept
    host.look(table)
    assert 0 not in room_of(still, table).kept


def test_nobody_is_replaced_while_nobody_waits(still: TestClient, clock: TurnedClock) -> None:
    _, _, table = two_at_a_duel(still)
    before = steps(still, table)
    turn(clock, 10 * REPLACED_AFTER, times=12)

    assert steps(still, table) == before
    assert room_of(still, table).away == {0, 1}
