"""No game among people waits for ever: a generous clock, and where there is none, bots whom those who wait ask for."""

from __future__ import annotations

import re
from contextlib import ExitStack

import pytest
from starlette.testclient import TestClient

from stammtisch.web.tables.record import NO_CLOCK, PACES, RELAXED
from stammtisch.web.tables.stand_in import ALONE_AFTER, VOTE_AFTER
from tests.turned_clock import TurnedClock
from tests.web.drivers.host import room_of, steps
from tests.web.drivers.page import Visitor, opened, two_at_a_duel, visitor
from tests.web.drivers.program import Program, program
from tests.web.drivers.sockets import hear, hear_first
from tests.web.drivers.turning import turn, turn_until

OFFER = re.compile(r'name="seat"\s+value="(\d)"\s+formaction="[^"]*/stand-in"')


def _offers(person: Visitor, table: str) -> list[str]:
    """Return the seats for which somebody's page offers a bot."""
    return OFFER.findall(person.look(table))


def _looking(clock: TurnedClock, seconds: float, table: str, *people: Visitor) -> None:
    """Let time pass in which these people look at the table, and do nothing."""
    with ExitStack() as sockets:
        for person in people:
            hear_first(sockets.enter_context(person.client.websocket_connect(f"{table}/live")))
        turn(clock, seconds, times=3)
    for person in people:
        person.look(table)


def _three(server: TestClient, **fields: str) -> tuple[Visitor, Visitor, Visitor, str]:
    """Return Anna, who is the host, Tobi and Vroni at a game of gang that has begun."""
    host, table = opened(server, "gang", **{"o-seats": "3", **fields})
    tobi, vroni = visitor(server, "Tobi"), visitor(server, "Vroni")
    tobi.sit(table, "1", ready=True)
    vroni.sit(table, "2", ready=True)
    host.look(table)
    host.send(f"{table}/begin")
    return host, tobi, vroni, table


def _pass_cards(person: Visitor, table: str) -> None:
    person.look(table)
    picks = re.findall(r'name="pick"\s+value="([^"]+)"', person.page)[:3]
    assert person.send(f"{table}/do", do="", pick=picks, decided=person.decided()).status_code == 200


def test_people_who_choose_nothing_get_a_clock_of_ten_minutes(still: TestClient) -> None:
    host = visitor(still, "Anna")
    form = host.look("/new/duel")
    assert re.search(r'name="pace" value="relaxed"\s+checked', form)
    host.send("/tables", game="duel")

    assert room_of(still, host.at).terms.pace == RELAXED
    assert "ten minutes" in host.page
    table = program(still, "Tobi").tell("/tables", game="duel").json()
    assert table["pace"] == "relaxed"


def test_whoever_plays_alone_with_bots_has_no_clock_that_nobody_chose(still: TestClient) -> None:
    host = visitor(still, "Anna")
    host.look("/new/duel")
    host.send("/tables", game="duel", bots="1", pace="relaxed")
    table = program(still, "Tobi").tell("/tables", game="duel", bots=1).json()
    host_ = visitor(still, "Vroni")
    now = host_.play_now("duel")

    assert room_of(still, host.at).stage == "running"
    assert {room_of(still, at).terms.pace for at in (host.at, table["id"], now)} == {NO_CLOCK}
    assert "data-until" not in host.look(host.at)


def test_a_person_who_only_looks_keeps_nobody_waiting_longer_than_the_clock(
    still: TestClient, clock: TurnedClock
) -> None:
    host, guest, table = two_at_a_duel(still, pace="relaxed")
    before = steps(still, table)
    _looking(clock, PACES[RELAXED] - 20, table, host, guest)
    assert steps(still, table) == before

    _looking(clock, 40, table, host, guest)
    assert steps(still, table) > before


def test_a_generous_clock_takes_nothing_while_nobody_else_is_there(still: TestClient, clock: TurnedClock) -> None:
    host, guest, table = two_at_a_duel(still, pace="relaxed")
    before = steps(still, table)
    turn(clock, 3 * PACES[RELAXED], times=12)

    assert steps(still, table) == before
    assert "data-over" not in host.look(table)
    guest.look(table)
    turn_until(clock, lambda: steps(still, table) > before, "a bot that plays for whoever keeps Tobi waiting")


def test_the_one_who_waits_may_ask_for_a_bot_after_a_while(still: TestClient, clock: TurnedClock) -> None:
    host, guest, table = two_at_a_duel(still)  # Anna owes a decision, and only looks
    before = steps(still, table)
    _looking(clock, ALONE_AFTER - 20, table, host, guest)
    assert _offers(guest, table) == []
    assert guest.send(f"{table}/stand-in", seat="0").status_code == 409

    _looking(clock, 40, table, host, guest)
    assert _offers(guest, table) == ["0"]
    assert _offers(host, table) == []
    assert guest.send(f"{table}/stand-in", seat="0").status_code == 200
    turn_until(clock, lambda: steps(still, table) > before, "a bot that plays for Anna")
    assert 0 in room_of(still, table).kept
    assert "A bot plays for you until you are back." in host.look(table)


def test_the_offer_is_pushed_to_whoever_waits(still: TestClient, clock: TurnedClock) -> None:
    host, guest, table = two_at_a_duel(still)
    with (
        guest.client.websocket_connect(f"{table}/live") as waiting,
        host.client.websocket_connect(f"{table}/live") as stalling,
    ):
        assert hear_first(waiting)
        assert hear_first(stalling)
        turn(clock, ALONE_AFTER + 10)
        offered = hear(waiting, "an offer", lambda message: "stand-in" in message.get("regions", {}).get("ask", ""))
        assert "Let a bot play for Anna" in offered["regions"]["ask"]


def test_a_seat_is_handed_back_when_its_owner_returns(still: TestClient, clock: TurnedClock) -> None:
    host, guest, table = two_at_a_duel(still, **{"o-spaces": "6"})
    before = steps(still, table)
    _looking(clock, ALONE_AFTER + 20, table, host, guest)
    guest.send(f"{table}/stand-in", seat="0")
    host.look(table)
    assert 0 in room_of(still, table).kept  # looking is not coming back
    host.send(f"{table}/back")
    assert 0 in room_of(still, table).kept  # not from the decision for which the others have waited
    turn_until(clock, lambda: steps(still, table) > before, "a bot that plays for Anna")

    assert "A bot plays for you" not in host.look(table)
    assert 0 not in room_of(still, table).kept


def test_whoever_decides_in_time_has_their_seat_again(still: TestClient, clock: TurnedClock) -> None:
    host, guest, table = two_at_a_duel(still)
    _looking(clock, ALONE_AFTER + 20, table, host, guest)
    guest.send(f"{table}/stand-in", seat="0")
    assert host.decide(table, "hide 2").status_code == 200

    assert 0 not in room_of(still, table).kept
    host.look(table)
    guest.look(table)
    assert 0 not in room_of(still, table).kept


def test_of_several_who_wait_all_have_to_ask(still: TestClient, clock: TurnedClock) -> None:
    host, tobi, vroni, table = _three(still)
    _pass_cards(tobi, table)
    _pass_cards(vroni, table)
    before = steps(still, table)
    _looking(clock, VOTE_AFTER + 20, table, host, tobi, vroni)
    assert [_offers(person, table) for person in (host, tobi, vroni)] == [[], ["0"], ["0"]]
    tobi.send(f"{table}/stand-in", seat="0")

    assert 0 not in room_of(still, table).kept
    assert "You have asked for a bot for Anna; the others have not." in tobi.look(table)
    assert _offers(vroni, table) == ["0"]
    vroni.send(f"{table}/stand-in", seat="0")
    turn_until(clock, lambda: steps(still, table) > before, "a bot that plays for Anna")


def test_the_host_may_ask_alone_after_a_while(still: TestClient, clock: TurnedClock) -> None:
    host, tobi, vroni, table = _three(still)
    _pass_cards(host, table)
    _pass_cards(vroni, table)
    _looking(clock, VOTE_AFTER + 20, table, host, tobi, vroni)
    host.send(f"{table}/stand-in", seat="1")
    assert 1 not in room_of(still, table).kept
    assert _offers(host, table) == []
    _looking(clock, ALONE_AFTER - VOTE_AFTER, table, host, tobi, vroni)

    assert _offers(host, table) == ["1"]
    host.send(f"{table}/stand-in", seat="1")
    host.look(table)
    assert 1 in room_of(still, table).kept


@pytest.mark.parametrize("pace", ["live", "relaxed", "slow"])
def test_where_a_clock_runs_nobody_asks_for_bots(pace: str, still: TestClient, clock: TurnedClock) -> None:
    host, guest, table = two_at_a_duel(still, pace=pace)
    _looking(clock, 40, table, host, guest)
    still_there = room_of(still, table)
    clock.advance(ALONE_AFTER)

    assert guest.send(f"{table}/stand-in", seat="0").status_code == 409
    assert still_there.stalled == frozenset()


def test_nobody_asks_for_bots_who_does_not_sit_there_or_for_those_who_owe_nothing(
    still: TestClient, clock: TurnedClock
) -> None:
    host, guest, table = two_at_a_duel(still)
    _looking(clock, ALONE_AFTER + 20, table, host, guest)
    stranger = visitor(still, "Thea")
    stranger.look(table)

    assert stranger.send(f"{table}/stand-in", seat="0").status_code == 403
    assert host.send(f"{table}/stand-in", seat="1").status_code == 409
    assert host.send(f"{table}/stand-in", seat="0").status_code == 409  # nor for oneself
    assert guest.send(f"{table}/stand-in", seat="9").status_code == 409
    assert room_of(still, table).kept == frozenset()


def test_programs_ask_for_bots_and_are_replaced_by_them(still: TestClient, clock: TurnedClock) -> None:
    anna, tobi = program(still, "Anna"), program(still, "Tobi")
    table = anna.tell("/tables", game="duel", pace="none", options={"first_bluffer": 0}).json()["id"]
    tobi.tell(f"/tables/{table}/sit")
    anna.tell(f"/tables/{table}/start")
    before = steps(still, table)

    def watch(seconds: float) -> None:
        for _ in range(round(seconds / 20)):  # then nobody is away
            anna.ask(f"/tables/{table}/view")
            tobi.ask(f"/tables/{table}/view")
            turn(clock, 20, times=1)

    def seat_of_anna(asked: Program) -> dict[str, object]:
        found: dict[str, object] = asked.ask(f"/tables/{table}").json()["seats"][0]
        return found

    watch(ALONE_AFTER - 40)
    assert tobi.tell(f"/tables/{table}/stand-in", seat=0).status_code == 409
    watch(80)
    assert seat_of_anna(tobi)["stalled"]
    assert tobi.tell(f"/tables/{table}/stand-in", seat=0).status_code == 200
    turn_until(clock, lambda: steps(still, table) > before, "a bot that plays for Anna")
    assert seat_of_anna(tobi)["kept"]
