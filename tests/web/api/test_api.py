"""What programs may ask and do, and how they are told that they may not."""

from __future__ import annotations

import threading
from hashlib import sha256
from random import Random

import pytest
from starlette.testclient import TestClient

from stammtisch.core.game import game_names
from tests.waiting import PATIENCE
from tests.web.drivers.page import visitor
from tests.web.drivers.program import Program, program, seated

FORCED = {"first_bluffer": 0}


def test_the_games_are_described_with_their_options_and_actions(server: TestClient) -> None:
    games = {game["name"]: game for game in Program(server).ask("/games").json()["games"]}

    assert set(games) == set(game_names())
    assert games["duel"]["options"][2]["accepts"] == "chance or a seat from 0 to 1"
    assert games["duel"]["actions"][:2] == ["hide 1", "hide 2"]
    assert games["duel"]["state"]["roach"] == [4]
    assert Program(server).ask("/games/duel", lang="de").json()["title"] == "Duell der Kakerlaken"


def test_a_name_is_answered_with_a_token(server: TestClient) -> None:
    anna = program(server, "  Anna   B. ")

    assert anna.ask("/me").json() == {"name": "Anna B.", "token": anna.token, "tables": []}


def test_a_cookie_is_no_token_and_a_token_no_cookie(server: TestClient) -> None:
    person = visitor(server, "Anna")
    cookie = person.client.cookies["stammtisch"]
    anna = program(server, "Anna")
    server.cookies.set("stammtisch", anna.token)

    assert Program(server, token=cookie).ask("/me").status_code == 401
    assert "Anna" not in server.get("/me").text


def test_two_programs_play_as_they_are_asked(server: TestClient) -> None:
    table, (anna, tobi) = seated(server, "duel", "Anna", "Tobi", **FORCED)

    bluff = anna.ask(f"/tables/{table}/view").json()
    assert (bluff["you"], bluff["waiting"], bluff["ask"]) == (0, [0], "Lay your tiles: which lane gets the red one?")
    assert bluff["legal"][1] == {"action": "hide 2", "label": "red tile in lane 2"}
    assert anna.act(table, "hide 2").json()["view"]["red"] == 1
    guess = tobi.ask(f"/tables/{table}/view").json()
    assert (guess["view"]["red"], guess["decided"], guess["steps"]) == (
        -2,
        0,
        [{"number": 0, "seat": 0, "action": None}],
    )
    assert tobi.act(table, "turn 1").json()["steps"] == [{"number": 1, "seat": 1, "action": "turn 1"}]


def test_who_asks_for_it_is_told_in_sentences_what_its_seat_saw_happen(server: TestClient) -> None:
    table, (anna, tobi) = seated(server, "duel", "Anna", "Tobi", **FORCED)
    anna.act(table, "hide 2")
    told = [one.ask(f"/tables/{table}/view", told=1).json()["told"] for one in (anna, tobi)]
    tobi.act(table, "turn 1")

    assert told == [["Anna lays the tiles, the red one in lane 2."], ["Anna lays the four tiles face down."]]
    assert anna.ask(f"/tables/{table}/view").json()["told"] == []
    (newest,) = anna.ask(f"/tables/{table}/view", after=1, told=1, lang="de").json()["told"]
    assert newest.startswith("Tobi deckt Bahn 1 auf: ")
    assert anna.ask(f"/tables/{table}/view", after=99, told=1).json()["told"] == []


def test_a_decision_of_several_choices_comes_whole_or_in_parts(server: TestClient) -> None:
    table, (anna, tobi, _) = seated(server, "gang", "Anna", "Tobi", "Vroni", seats=3, first_round=1)
    hands = [[choice["action"] for choice in who.ask(f"/tables/{table}/view").json()["legal"]] for who in (anna, tobi)]

    assert anna.act(table, *hands[0][:3]).json()["decided"] == 1
    assert [tobi.act(table, card).json()["decided"] for card in hands[1][:3]] == [0, 0, 1]


def test_the_table_is_described_without_what_only_its_people_know(server: TestClient) -> None:
    table, (anna, _) = seated(server, "duel", "Anna", "Tobi")
    mine, strangers = anna.ask(f"/tables/{table}").json(), Program(server).ask(f"/tables/{table}").json()

    assert (mine["you"], mine["host"], strangers["you"], strangers["host"]) == (0, True, None, False)
    assert [seat["name"] for seat in strangers["seats"]] == ["Anna", "Tobi"]
    assert (mine["stage"], mine["seed"], len(mine["fingerprint"])) == ("running", None, 64)


def test_programs_are_told_the_hash_first_and_the_seed_last(server: TestClient) -> None:
    anna, tobi, random = program(server, "Anna"), program(server, "Tobi"), Random(1)
    shown = [anna.tell("/tables", game="duel", options={"spaces": 1}).json()]
    table = shown[0]["id"]
    tobi.tell(f"/tables/{table}/sit")
    shown.append(anna.tell(f"/tables/{table}/start").json())
    while shown[-1]["stage"] == "running" and len(shown) < 200:
        for who in (anna, tobi):
            if legal := who.ask(f"/tables/{table}/view").json()["legal"]:
                who.act(table, random.choice(legal)["action"])
        shown.append(anna.ask(f"/tables/{table}").json())

    assert [shown[at]["stage"] for at in (0, 1, -1)] == ["open", "running", "over"]
    assert {then["seed"] for then in shown[:-1]} == {None}
    assert {then["fingerprint"] for then in shown} == {sha256(bytes.fromhex(shown[-1]["seed"])).hexdigest()}


def test_a_program_can_play_with_people_and_with_bots_of_the_house(server: TestClient) -> None:
    anna = program(server, "Anna")
    table = anna.tell("/tables", game="duel", bots=1, options=FORCED).json()
    person = visitor(server, "Tobi")

    assert table["stage"] == "running"
    assert "Anna" in person.look(table["path"])
    assert [seat["who"] for seat in table["seats"]] == ["person", "bot"]


def test_only_listed_tables_are_found_by_everybody(server: TestClient) -> None:
    anna = program(server, "Anna")
    secret = anna.tell("/tables", game="duel").json()["id"]
    listed = anna.tell("/tables", game="gang", listed=True).json()["id"]

    assert [table["id"] for table in Program(server).ask("/tables").json()["tables"]] == [listed]
    assert {table["id"] for table in anna.ask("/me").json()["tables"]} == {secret, listed}


def test_whoever_waits_is_answered_when_something_happens(server: TestClient) -> None:
    table, (anna, tobi) = seated(server, "duel", "Anna", "Tobi", **FORCED)
    answers = []
    waiting = threading.Thread(
        target=lambda: answers.append(tobi.ask(f"/tables/{table}/view", after=0, wait=20).json())
    )
    waiting.start()
    anna.act(table, "hide 3")
    waiting.join(PATIENCE)

    assert answers[0]["number"] == 1


def test_whoever_has_not_seen_the_newest_step_does_not_wait(server: TestClient) -> None:
    table, (anna, tobi) = seated(server, "duel", "Anna", "Tobi", **FORCED)
    anna.act(table, "hide 3")

    assert tobi.ask(f"/tables/{table}/view", after=0, wait=20).json()["number"] == 1
    assert tobi.ask(f"/tables/{table}/view", after=1).json()["steps"] == []


def test_a_refusal_names_its_rule_in_the_language_that_was_asked_for(server: TestClient) -> None:
    table, (anna, tobi) = seated(server, "duel", "Anna", "Tobi", **FORCED)
    anna.act(table, "hide 2")
    tobi.act(table, "turn 1")
    answer = server.post(
        f"/api/tables/{table}/act",
        json={"decided": 1, "actions": ["turn 1"]},
        headers={"authorization": f"Bearer {tobi.token}", "accept-language": "fr-CH, de;q=0.8"},
    )

    assert answer.status_code == 422
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.json()["rule"] == "TILE_ALREADY_TURNED"
    assert answer.json()["link"] == "/rules/duel#rule-tile-already-turned"
    assert "tuile" in answer.json()["detail"]


@pytest.mark.parametrize(
    ("row", "problem"),
    [
        (["turn 9"], "not an action of duel: 'turn 9' (expected 'hide 2', 'crown 3' or 'turn 1')"),
        (["hide 1", "hide 2"], "a row of 2 actions was given; the decision was complete after 1"),
        ([], "actions has 0 entries; it may have 1 to 64"),
        ([1], "actions[0] is 1; it may be a text"),
        ("hide 1", "actions is 'hide 1'; it may be a list"),
    ],
)
def test_a_row_that_cannot_be_read_is_refused_in_a_sentence(server: TestClient, row: object, problem: str) -> None:
    table, (anna, _) = seated(server, "duel", "Anna", "Tobi", **FORCED)
    answer = anna.tell(f"/tables/{table}/act", decided=0, actions=row)

    assert (answer.status_code, answer.json()["detail"]) == (422, problem)


def test_a_decision_on_an_old_view_is_stale(server: TestClient) -> None:
    table, (anna, _) = seated(server, "duel", "Anna", "Tobi", **FORCED)
    anna.act(table, "hide 2")
    answer = anna.tell(f"/tables/{table}/act", decided=0, actions=["hide 2"])

    assert (answer.status_code, answer.json()["detail"]) == (409, "decided is 0; your seat has decided 1 times")


def test_nobody_acts_for_a_seat_that_is_not_theirs(server: TestClient) -> None:
    table, _ = seated(server, "duel", "Anna", "Tobi")
    stranger = program(server, "Vroni")

    assert stranger.tell(f"/tables/{table}/act", decided=0, actions=["hide 1"]).status_code == 403
    assert stranger.tell(f"/tables/{table}/start").status_code == 403
    assert stranger.tell(f"/tables/{table}/sit").json()["detail"] == "every seat of this table is taken"
    assert Program(server).tell(f"/tables/{table}/act", decided=0, actions=["hide 1"]).status_code == 401


def test_a_table_begins_when_everybody_is_ready_and_not_twice(server: TestClient) -> None:
    anna, tobi = program(server, "Anna"), program(server, "Tobi")
    table = anna.tell("/tables", game="duel").json()["id"]

    assert anna.tell(f"/tables/{table}/start").status_code == 409
    assert tobi.tell(f"/tables/{table}/sit", seat=1, ready=False).json()["you"] == 1
    assert anna.tell(f"/tables/{table}/start").status_code == 409
    assert tobi.tell(f"/tables/{table}/sit").json()["you"] == 1
    assert anna.tell(f"/tables/{table}/start").json()["stage"] == "running"
    assert anna.tell(f"/tables/{table}/start").status_code == 409


def test_whoever_gets_up_in_mid_game_leaves_a_bot_behind(server: TestClient) -> None:
    table, (_, tobi) = seated(server, "duel", "Anna", "Tobi", **FORCED)

    assert tobi.tell(f"/tables/{table}/stand").json()["seats"][1]["who"] == "bot"
    assert tobi.tell(f"/tables/{table}/act", decided=0, actions=["turn 1"]).status_code == 403
