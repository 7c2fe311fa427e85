"""The start page and "Play now": nothing is asked, and the right thing is offered."""

from __future__ import annotations

import re

import pytest
from starlette.testclient import TestClient

from stammtisch.bots.levels import EASY, NORMAL
from tests.web.drivers.host import room_of
from tests.web.drivers.page import Visitor, house, visitor


def test_play_now_begins_the_shortest_form_with_easy_bots_and_hints_allowed(server: TestClient) -> None:
    anna = visitor(server)
    room = room_of(server, anna.play_now("gang"))

    assert room.options.rounds == 1
    assert {place.level for place in room.places if place.bot} == {EASY}
    assert room.terms.level == EASY
    assert 'id="play"' in anna.page


def test_play_now_allows_hints_where_bots_can_think(tmp_path_factory: pytest.TempPathFactory) -> None:
    with house(tmp_path_factory.mktemp("thinking"), bots=1) as client:
        anna = visitor(client)

        assert room_of(client, anna.play_now("duel")).terms.hints


def test_length_players_and_level_are_one_tap_away(server: TestClient) -> None:
    anna = visitor(server)
    anna.look("/")
    anna.send("/play", **{"game": "gang", "form-gang": "1", "seats-gang": "5", "level-gang": "strong"})
    room = room_of(server, anna.at)

    assert (room.options.rounds, len(room.places)) == (4, 5)
    assert {place.level for place in room.places if place.bot} == {"strong"}


@pytest.mark.parametrize("sent", [{"form-duel": "9"}, {"seats-duel": "77"}, {"level-duel": "wise"}])
def test_what_no_page_offers_is_passed_over(sent: dict[str, str], server: TestClient) -> None:
    anna = visitor(server)
    anna.look("/")

    assert anna.send("/play", game="duel", **sent).status_code == 200
    assert len(room_of(server, anna.at).places) == 2


def test_whoever_has_finished_a_game_meets_better_bots_at_the_next_of_its_kind(server: TestClient) -> None:
    anna = visitor(server, "Anna")
    anna.play_to_the_end(anna.play_now("duel"))

    assert room_of(server, anna.play_now("duel")).terms.level == NORMAL
    assert room_of(server, anna.play_now("party")).terms.level == EASY


def _cards(anna: Visitor) -> list[str]:
    return re.findall(r'<li class="game (\w+)">', anna.look("/"))


def test_the_games_come_easiest_first_with_players_minutes_and_difficulty(server: TestClient) -> None:
    anna = visitor(server)

    assert _cards(anna) == ["duel", "party", "gang", "combo"]
    assert "for 3 to 6 players" in anna.page
    assert "about 15 minutes" in anna.page
    assert "easy to learn" in anna.page
