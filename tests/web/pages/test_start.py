"""The start page and "Play now": nothing is asked, and the right thing is offered."""

from __future__ import annotations

import re

import pytest
from starlette.testclient import TestClient

from stammtisch.bots.levels import EASY, NORMAL
from tests.web.drivers.host import landlord, room_of
from tests.web.drivers.page import Visitor, house, two_at_a_duel, visitor


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


def _tables(anna: Visitor) -> list[tuple[str, str]]:
    """Return the tables on the start page, and how they stand."""
    lines = re.findall(r'<a href="(/t/\w+)">.*?<span class="state[^"]*">([^<]*)<', anna.look("/"), re.DOTALL)
    return [(address, state) for address, state in lines]


def test_the_start_page_leads_with_ones_own_tables_and_finished_ones_stay(server: TestClient) -> None:
    anna = visitor(server, "Anna")
    over = anna.play_now("duel")
    anna.play_to_the_end(over)
    waiting = anna.open("gang")
    asked = anna.play_now("gang")
    tables = _tables(anna)

    assert [address for address, _ in tables] == [asked, waiting, over]
    assert tables[0][1] == "Your turn"
    assert tables[2][1] in ("you won", "second")
    assert anna.page.index(over) < anna.page.index('class="game duel"')


def test_a_game_that_the_house_has_ended_was_not_finished(server: TestClient) -> None:
    anna = visitor(server, "Anna")
    landlord(server).tell(f"/host{anna.play_now('duel').replace('/t/', '/tables/')}/end")

    assert _tables(anna) == []


def test_a_name_typed_on_the_start_page_is_kept_when_a_table_is_opened(server: TestClient) -> None:
    anna = visitor(server)
    anna.look("/")
    anna.send("/new/gang", name="Anna Livia")

    assert anna.at == "/new/gang"
    assert 'value="Anna Livia"' in anna.page
    assert 'value="Anna Livia"' in anna.look("/")


def test_a_name_that_cannot_be_shown_is_said_so_where_the_table_is_opened(server: TestClient) -> None:
    anna = visitor(server)
    anna.look("/")

    assert anna.send("/new/gang", name="\u3164").status_code == 422
    assert "all of them can be seen" in anna.page


@pytest.mark.parametrize("address", ["/", "/me", "/new/duel", "/rules/duel"])
def test_the_four_languages_stand_by_their_names_in_the_bar_above(address: str, server: TestClient) -> None:
    bar = visitor(server).look(address).partition('id="settings"')[0]

    assert re.findall(r'<option value="(\w\w)" lang="\1"', bar) == ["de", "en", "fr", "it"]
    assert ">Français<" in bar


def test_whoever_changes_the_language_under_a_refused_form_comes_to_a_page_that_is_there(server: TestClient) -> None:
    anna = visitor(server)
    anna.look("/")
    anna.send("/play", game="duel", name="\u3164")

    assert 'name="back" value="/"' in anna.page


def test_the_page_of_the_winner_and_no_other_is_marked_for_the_celebration(still: TestClient) -> None:
    anna, tobi, table = two_at_a_duel(still, **{"o-spaces": "1"})
    anna.play_to_the_end(table, tobi)
    ends = [person.look(table).partition('id="end"')[2] for person in (anna, tobi)]

    assert sorted("end-won end-mine" in end for end in ends) == [False, True]
