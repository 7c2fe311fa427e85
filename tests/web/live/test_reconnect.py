"""Nobody loses a seat or a decision by having been away a moment, or while nobody could be there."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest

from stammtisch.store.contract import Unavailable
from stammtisch.web.live.bot_turns import LOOK_AGAIN, SYNCHRONISED_EVERY
from stammtisch.web.live.broadcast import Channel
from stammtisch.web.live.presence import REPLACED_AFTER
from stammtisch.web.tables.record import PACES
from tests.turned_clock import TurnedClock
from tests.waiting import eventually
from tests.web.drivers.page import Visitor, house, two_at_a_duel, visitor
from tests.web.drivers.program import registry_of
from tests.web.drivers.turning import turn, turn_until
from tests.web.houses.two_servers import Two, channel_at, duel, elsewhere, lobby, two_servers

HOUR = 3600.0


def _hide(anna: Visitor, table: str) -> None:
    """Let Anna decide first, so that all wait for Tobi."""
    anna.decide(table)


@pytest.mark.parametrize("pace", ["none", "live"])
def test_nobody_has_lost_a_seat_or_a_decision_while_the_house_was_closed(tmp_path: Path, pace: str) -> None:
    clock = TurnedClock(time.time())
    with house(tmp_path, clock=clock) as server:
        anna, _, table = two_at_a_duel(server, pace=pace)
        _hide(anna, table)
        steps = channel_at(server, table).room.marks.steps
    clock.advance(HOUR)
    with house(tmp_path, clock=clock) as server:
        again = channel_at(server, table)
        with elsewhere(anna, server).client.websocket_connect(f"{table}/live"):
            eventually(lambda: again.watchers, "Anna to look on")
            turn(clock, PACES["live"] / 2)

    assert again.room.game_table().waiting == (1,)
    assert again.room.marks.steps == steps


def test_the_clock_of_the_first_decision_begins_with_the_game_at_every_server(postgresql: str) -> None:
    clock = TurnedClock(time.time() - 2 * PACES["slow"])
    with two_servers(postgresql, clocks=(clock, clock)) as two:
        anna, tobi, table = lobby(two, pace="slow")
        rooms = [channel_at(server, table).room for server in two]
        clock.advance(2 * PACES["slow"])  # so long have they waited for each other
        anna.send(f"{table}/begin")
        tobi.look(table)
        turn(clock, 2 * LOOK_AGAIN)

        assert [(room.marks.steps, room.places[0].missed) for room in rooms] == [(0, 0), (0, 0)]
        assert max(room.waited.seconds for room in rooms) < HOUR


@contextmanager
def _back_again(two: Two, clock: TurnedClock) -> Iterator[Channel]:
    """Yield a table as the server has it that works on it, while Tobi looks on at the other, where he has come back."""
    anna, tobi, table = duel(two)
    _hide(anna, table)
    table_id = table.removeprefix("/t/")
    first, second = registry_of(two[0]), registry_of(two[1])

    def is_left_to_the_first() -> bool:
        assert two[0].portal
        assert two[1].portal
        two[1].portal.call(second.store.release, table_id)
        return two[0].portal.call(first.store.claim, table_id)

    with anna.client.websocket_connect(f"{table}/live"):
        with tobi.client.websocket_connect(f"{table}/live"):
            eventually(is_left_to_the_first, "the second server to let go of the table")
        turn_until(
            clock, lambda: not second.bot_turns.has_worker(table_id), "the second server to leave it alone", by=0.2
        )
        with tobi.client.websocket_connect(f"{table}/live"):
            eventually(lambda: second.bot_turns.has_worker(table_id), "the second server to work on it again, at once")
            yield channel_at(two[0], table)


def _is_seen(here: Channel, person: str, since: float) -> bool:
    return here.presence.last_seen(person) >= since


def test_whoever_comes_back_to_one_server_is_seen_by_the_other(postgresql: str) -> None:
    clock = TurnedClock(time.time())
    with two_servers(postgresql, clocks=(clock, clock)) as two, _back_again(two, clock) as here:
        tobi, back = here.room.places[1].person, clock.monotonic()
        clock.advance(SYNCHRONISED_EVERY)
        turn_until(clock, lambda: here.presence.last_seen(tobi) > back, "news that Tobi is back", by=0.25)

        assert here.presence.is_here(tobi)


def test_no_bot_plays_for_somebody_who_came_back_and_looks_on(postgresql: str) -> None:
    clock = TurnedClock(time.time())
    with two_servers(postgresql, clocks=(clock, clock)) as two, _back_again(two, clock) as here:
        tobi, back, steps = here.room.places[1].person, clock.monotonic(), here.room.marks.steps
        while clock.monotonic() < back + 1.25 * REPLACED_AFTER:
            turn_until(clock, partial(_is_seen, here, tobi, clock.monotonic()), "news that Tobi is there", by=0.25)

        assert here.room.game_table().waiting == (1,)
        assert here.room.marks.steps == steps


def test_a_page_that_is_not_there_is_asked_for_again_while_the_store_is_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def away(_: str) -> None:
        raise Unavailable("away")

    with house(tmp_path) as server:
        anna = visitor(server, "Anna")
        monkeypatch.setattr(registry_of(server).store, "person", away)

        assert [anna.client.get(page).status_code for page in ("/me", "/nowhere")] == [503, 503]
