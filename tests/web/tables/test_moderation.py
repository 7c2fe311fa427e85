"""What the host of the house does at a table: pausing, ending, giving a seat to a bot."""

from __future__ import annotations

from pathlib import Path

import pytest
from starlette.testclient import TestClient

from stammtisch.web.live.bot_turns import _may_act_for
from stammtisch.web.live.presence import AWAY_AFTER, REPLACED_AFTER
from stammtisch.web.tables.record import PACES
from tests.turned_clock import TurnedClock
from tests.web.drivers.host import landlord, room_of, steps
from tests.web.drivers.page import house, two_at_a_duel, visitor
from tests.web.drivers.program import program, registry_of, seated
from tests.web.drivers.sockets import hear, hear_first, hear_reload
from tests.web.drivers.turning import turn, turn_until

LIVE = PACES["live"]


def _api(table: str) -> str:
    return table.replace("/t/", "/tables/")


def test_at_a_paused_table_nothing_is_decided(still: TestClient) -> None:
    host, guest, table = two_at_a_duel(still)
    assert landlord(still).tell(f"/host{_api(table)}/pause").json()["table"]["paused"]
    decided = host.decided()
    refused = host.send(f"{table}/do", do="hide 2", decided=decided)

    assert refused.status_code == 409
    assert "The house has paused this game." in refused.text
    assert "The house has paused this game." in guest.look(table)
    host.look(table)
    assert host.offered() == []
    assert "Waiting for" not in host.page
    assert ">paused<" in host.look("/")
    landlord(still).tell(f"/host{_api(table)}/resume")
    host.look(table)
    assert host.send(f"{table}/do", do="hide 2", decided=decided).status_code == 200


def test_a_program_is_told_that_a_table_is_paused(still: TestClient) -> None:
    table, (anna, _) = seated(still, "duel", "Anna", "Tobi", first_bluffer=0)
    landlord(still).tell(f"/host/tables/{table}/pause")
    view = anna.ask(f"/tables/{table}/view", lang="fr").json()
    refused = anna.tell(f"/tables/{table}/act", decided=0, actions=["hide 2"])

    assert anna.ask(f"/tables/{table}").json()["paused"]
    assert (view["legal"], view["waiting"]) == ([], [])
    assert view["ask"].startswith("La maison a interrompu")
    assert refused.status_code == 409
    assert refused.json()["detail"].startswith("The house has paused this game.")


def test_whoever_watches_sees_at_once_that_a_table_is_paused_and_goes_on(still: TestClient) -> None:
    host, _, table = two_at_a_duel(still)
    with host.client.websocket_connect(f"{table}/live") as socket:
        assert "data-turn" in hear_first(socket)["regions"]["ask"]
        landlord(still).tell(f"/host{_api(table)}/pause")
        assert "The house has paused this game." in hear(socket, "the pause")["regions"]["ask"]
        landlord(still).tell(f"/host{_api(table)}/resume")
        assert "data-turn" in hear(socket, "the end of the pause")["regions"]["ask"]


def test_bots_stand_still_at_a_paused_table(still: TestClient, clock: TurnedClock) -> None:
    host, _, table = two_at_a_duel(still)
    landlord(still).tell(f"/host{_api(table)}/pause")
    host.send(f"{table}/leave")
    turn(clock, LIVE)
    assert steps(still, table) == 0
    assert not _may_act_for(room_of(still, table), 0), "nobody thinks in vain"
    landlord(still).tell(f"/host{_api(table)}/resume")

    assert turn_until(clock, lambda: steps(still, table) > 0, "the decision of a bot")


def test_the_clock_goes_on_with_what_was_left(still: TestClient, clock: TurnedClock) -> None:
    host, _, table = two_at_a_duel(still, pace="live")
    asked, room = room_of(still, table).asked_at, room_of(still, table)
    turn(clock, LIVE / 3)
    for _ in range(2):
        landlord(still).tell(f"/host{_api(table)}/pause")
        host.look(table)
        assert "data-until" not in host.page
        turn(clock, 2 * LIVE)
        assert steps(still, table) == 0, "it has not run out"
        landlord(still).tell(f"/host{_api(table)}/resume")

    assert room.asked_at - asked == pytest.approx(4 * LIVE)
    turn(clock, 2 / 3 * LIVE - 1)
    assert steps(still, table) == 0, "as much is left as there was"
    going_on = clock.now()
    turn_until(clock, lambda: steps(still, table) > 0, "the decision of a bot")
    assert clock.now() - going_on < LIVE / 2, "it was not renewed"


def test_a_pause_is_over_for_the_next_decision(still: TestClient, clock: TurnedClock) -> None:
    host, _, table = two_at_a_duel(still)
    landlord(still).tell(f"/host{_api(table)}/pause")
    clock.advance(LIVE)
    landlord(still).tell(f"/host{_api(table)}/resume")
    host.decide(table, "hide 2")
    room = room_of(still, table)

    assert room.waited.seconds == 0


def test_nobody_is_replaced_because_they_went_away_from_a_paused_table(still: TestClient, clock: TurnedClock) -> None:
    host, guest, table = two_at_a_duel(still)
    landlord(still).tell(f"/host{_api(table)}/pause")
    paused = clock.now()
    while clock.now() < paused + 2 * REPLACED_AFTER:
        guest.look(table)
        turn(clock, AWAY_AFTER / 2, times=2)
    landlord(still).tell(f"/host{_api(table)}/resume")
    guest.look(table)

    assert 0 not in room_of(still, table).kept
    assert host.look(table)


def test_a_table_rests_on_when_the_house_is_closed_and_opened_again(tmp_path: Path, clock: TurnedClock) -> None:
    with house(tmp_path, clock=clock) as client:
        host, _, table = two_at_a_duel(client)
        landlord(client).tell(f"/host{_api(table)}/pause")
        host.send(f"{table}/leave")  # a bot would play on
        before = steps(client, table)
    with house(tmp_path, clock=clock) as client:
        visitor(client, "Vroni").look(table)
        turn(clock, LIVE)
        assert steps(client, table) == before
        assert room_of(client, table).paused
        landlord(client).tell(f"/host{_api(table)}/resume")
        assert turn_until(clock, lambda: steps(client, table) > before, "the decision of a bot")


def test_an_ended_game_has_no_result_and_can_be_looked_at(still: TestClient) -> None:
    host, guest, table = two_at_a_duel(still)
    host.send(f"{table}/do", do="hide 2", decided=host.decided())
    with guest.client.websocket_connect(f"{table}/live") as socket:
        assert hear_first(socket)
        ended = landlord(still).tell(f"/host{_api(table)}/end").json()["table"]
        assert "The house has ended this game." in hear(socket, "the end of the game")["regions"]["end"]

    assert (ended["stage"], ended["ended"], len(ended["seed"])) == ("over", True, 64)
    assert "The house has ended this game. There is no result." in guest.look(table)
    assert "/review" not in guest.page
    assert guest.offered() == []
    assert "The deal was fair" in guest.look(f"{table}/replay")
    assert "hide 2" in guest.client.get(f"{table}/transcript").text
    assert "nothing to review" in guest.look(f"{table}/review")
    assert guest.send(f"{table}/do", do="turn 1", decided="0").status_code == 403
    guest.look(table)
    assert guest.send(f"{table}/again").status_code == 200
    assert guest.at != table


def test_a_program_learns_that_the_house_has_ended_its_game(still: TestClient) -> None:
    table, (anna, _) = seated(still, "duel", "Anna", "Tobi", first_bluffer=0)
    landlord(still).tell(f"/host/tables/{table}/end")
    view = anna.ask(
        f"/tables/{table}/view", after=0, wait=20
    ).json()  # the clock stands still: nobody waits for what does not come
    refused = anna.tell(f"/tables/{table}/act", decided=0, actions=["hide 2"])

    assert (view["stage"], view["outcome"], view["legal"]) == ("over", None, [])
    assert refused.status_code == 409
    assert refused.json()["detail"] == "The house has ended this game. There is no result."


def test_a_table_that_is_closed_before_its_game_is_gone_for_everybody(still: TestClient) -> None:
    anna = program(still, "Anna")
    table = anna.tell("/tables", game="duel", listed=True).json()["id"]
    watcher = visitor(still)
    with watcher.client.websocket_connect(f"/t/{table}/live") as socket:
        assert hear(socket, "what whoever comes is told") == {"reload": True}
        closed = landlord(still).tell(f"/host/tables/{table}/end").json()
        assert hear_reload(socket) == {"reload": True}

    assert (closed["table"]["stage"], closed["log"]) == ("over", [])
    assert watcher.client.get(f"/t/{table}").status_code == 410
    assert f"/t/{table}" not in watcher.look("/")
    assert [watcher.client.get(f"/t/{table}/{page}").status_code for page in ("replay", "transcript")] == [404, 404]
    assert anna.ask(f"/tables/{table}/view").json()["number"] == -1
    assert anna.tell(f"/tables/{table}/act", decided=0, actions=["hide 2"]).status_code == 409
    assert anna.tell(f"/tables/{table}/start").status_code == 409
    assert program(still, "Tobi").tell(f"/tables/{table}/sit").status_code == 409


def test_a_closed_table_is_still_closed_when_the_house_opens_again(tmp_path: Path) -> None:
    with house(tmp_path) as client:
        table = program(client, "Anna").tell("/tables", game="duel").json()["id"]
        landlord(client).tell(f"/host/tables/{table}/end")
    with house(tmp_path) as client:
        assert client.get(f"/t/{table}").status_code == 410
        assert client.get(f"/api/tables/{table}/view").json()["steps"] == []
        assert client.portal
        assert client.portal.call(registry_of(client).store.steps, table) == []


def test_a_seat_is_given_to_a_bot_for_good(still: TestClient, clock: TurnedClock) -> None:
    host, guest, table = two_at_a_duel(still)
    with guest.client.websocket_connect(f"{table}/live") as socket:
        assert hear_first(socket)
        given = landlord(still).tell(f"/host{_api(table)}/replace", seat=1, level="strong").json()
        assert hear_reload(socket) == {"reload": True}

    assert given["table"]["seats"][1] == {
        "name": "Resi",
        "who": "bot",
        "level": "strong",
        "ready": True,
        "away": False,
        "kept": False,
        "stalled": False,
        "hints": 0,
    }
    assert guest.send(f"{table}/do", do="turn 1", decided="0").status_code == 403
    assert 'data-name="Tobi"' not in guest.look(table)  # only the line of the deal still names who was here
    host.decide(table, "hide 2")
    turn_until(clock, lambda: steps(still, table) > 1, "the decision of a bot")
    assert "Resi" in host.look(table)


def test_a_bot_keeps_its_name_when_it_plays_otherwise(still: TestClient) -> None:
    anna = program(still, "Anna")
    table = anna.tell("/tables", game="duel", bots=1, options={"first_bluffer": 0}).json()["id"]
    seat = landlord(still).tell(f"/host/tables/{table}/replace", seat=1, level="easy").json()["table"]["seats"][1]

    assert (seat["name"], seat["level"]) == ("Resi", "easy")


@pytest.mark.parametrize(
    ("what", "body", "detail"),
    [
        ("pause", {}, "the table is open; it may be running"),
        ("resume", {}, "the table is open; it may be running"),
        ("replace", {"seat": 5}, "seat is 5; it may be 0 to 1"),
        ("replace", {"seat": 1, "level": "perfect"}, "level is perfect; it may be easy or normal or strong or master"),
    ],
)
def test_what_cannot_be_done_is_refused_with_the_reason(
    still: TestClient, what: str, body: dict[str, object], detail: str
) -> None:
    game = "duel" if body.get("level") != "perfect" else "gang"
    table = program(still, "Anna").tell("/tables", game=game).json()["id"]
    refused = landlord(still).tell(f"/host/tables/{table}/{what}", **body)

    assert refused.status_code == 409
    assert refused.json()["detail"] == detail


def test_doing_it_twice_is_doing_it_once(still: TestClient) -> None:
    _, _, table = two_at_a_duel(still)
    for what in ("pause", "resume", "end"):
        answers = [landlord(still).tell(f"/host{_api(table)}/{what}") for _ in range(2)]
        assert [answer.status_code for answer in answers] == [200, 200]
        assert answers[0].json()["table"] == answers[1].json()["table"]
    assert landlord(still).tell(f"/host{_api(table)}/pause").status_code == 409
    assert landlord(still).tell(f"/host{_api(table)}/replace", seat=0).status_code == 409
