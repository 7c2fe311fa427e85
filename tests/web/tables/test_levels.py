"""How well bots play: chosen by the host, kept with the table, seen by everybody."""

from __future__ import annotations

import json
import re
import sqlite3
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from stammtisch.bots.bot import Bot
from stammtisch.bots.levels import EASY, NORMAL, STRONG, find_bot, level_names
from stammtisch.core.game import find_game, game_names
from stammtisch.core.table import Table
from stammtisch.web.live.bot_turns import bots_seed_at
from stammtisch.web.tables.live_table import LiveTable
from stammtisch.web.tables.record import OVER
from tests.waiting import eventually
from tests.web.drivers.host import room_of
from tests.web.drivers.page import house, opened, two_at_a_duel, visitor, wait_for_bots
from tests.web.drivers.program import program
from tests.web.houses.two_servers import elsewhere


def _levels(server: TestClient, table: str) -> list[str]:
    return [place.level for place in room_of(server, table).places if place.bot]


def test_the_form_asks_how_well_the_bots_play(server: TestClient) -> None:
    host = visitor(server, "Anna")
    for game in game_names():
        levels = level_names(find_game(game))
        select = re.search(r'<select name="level">(.*?)</select>', host.look(f"/new/{game}"), re.DOTALL)
        assert select
        assert re.findall(r'value="(\w+)"', select[1]) == list(levels)
        assert re.findall(r'value="(\w+)" selected', select[1]) == [NORMAL]


@pytest.mark.parametrize(("sent", "kept"), [("strong", "strong"), ("easy", "easy"), ("", "normal"), ("wise", "normal")])
def test_bots_are_as_good_as_the_form_says(sent: str, kept: str, server: TestClient) -> None:
    _, table = opened(server, "gang", bots="2", level=sent)

    assert _levels(server, table) == [kept, kept]


def test_the_host_changes_one_bot_in_the_lobby_and_nobody_else_does(server: TestClient) -> None:
    host, table = opened(server, "gang", bots="2", level="easy")
    guest = visitor(server, "Tobi")
    guest.look(table)
    host.send(f"{table}/level", seat="3", level="strong")

    assert _levels(server, table) == ["easy", "strong"]
    assert "bot · strong" in guest.look(table)
    assert guest.send(f"{table}/level", seat="2", level="strong").status_code == 403
    for nonsense in ({"seat": "2", "level": "wise"}, {"seat": "99", "level": "easy"}, {"seat": "0", "level": "strong"}):
        host.look(table)
        host.send(f"{table}/level", **nonsense)
    assert _levels(server, table) == ["easy", "strong"]
    assert room_of(server, table).places[0].level == EASY


def test_a_bot_that_sits_down_later_plays_as_the_form_said(server: TestClient) -> None:
    host, table = opened(server, "gang", level="strong")
    host.look(table)
    host.send(f"{table}/bot", seat="1")

    assert _levels(server, table) == [STRONG]


def test_levels_are_there_when_the_house_opens_again_and_in_the_next_game(tmp_path: Path) -> None:
    with house(tmp_path) as server:
        host, table = opened(server, "duel", bots="1", level="strong", **{"o-spaces": "1"})
        host.play_to_the_end(table)
    with house(tmp_path) as server:
        again = elsewhere(host, server)
        again.look(table)

        assert _levels(server, table) == [STRONG]
        again.send(f"{table}/again")
        assert again.at != table
        assert _levels(server, again.at) == [STRONG]
        assert room_of(server, again.at).terms == room_of(server, table).terms


def test_a_file_that_is_older_than_levels_still_opens(tmp_path: Path) -> None:
    with house(tmp_path, bot_pause=3600) as server:
        _, table = opened(server, "duel", **{"bots": "1", "level": "strong", "hints": "on", "o-first_bluffer": "0"})
    with sqlite3.connect(tmp_path / "house.db") as db:
        (facts,) = db.execute("SELECT facts FROM tables").fetchone()
        old = json.loads(facts)
        del old["level"], old["hints"]
        for place in old["places"]:
            del place["level"], place["hints"]
        db.execute("UPDATE tables SET facts = ?", (json.dumps(old),))
    with house(tmp_path) as server:
        again = visitor(server, "Tobi")

        assert '<span>easy<span class="quiet"> bot</span></span>' in again.look(table)
        assert _levels(server, table) == [EASY]
        assert not room_of(server, table).hints


def test_programs_choose_and_see_levels(server: TestClient) -> None:
    anna = program(server, "Anna")
    assert anna.ask("/games/gang").json()["levels"] == list(level_names(find_game("gang")))
    table = anna.tell("/tables", game="gang", bots=2, level="strong").json()

    assert [seat["level"] for seat in table["seats"]] == [None, None, "strong", "strong"]
    refused = anna.tell("/tables", game="gang", bots=2, level="perfect")
    assert refused.status_code == 422
    assert "level is perfect; it may be easy or normal or strong" in refused.json()["detail"]
    assert anna.tell("/tables", game="gang", level="wise").status_code == 422


def _decisions(room: LiveTable, seat: int, bot: Bot, seed: int) -> list[tuple[int, list[int], list[int]]]:
    """Return the steps at which a seat acted: what it did, and what a bot does with the same view."""
    again = Table.undealt(room.game, None, dict(room.saved.choices), room.nature)
    found = []
    for step in room.game_table().steps:
        if step.seat == seat:
            view = again.view(seat)
            found.append((step.number, [step.action], bot.choose(view, room.options, seat, seed, step.number)))
        again.follow(step.seat, step.action)
    return found


def test_a_bot_plays_at_its_level_and_a_seat_that_was_left_by_rules_of_thumb(tmp_path: Path) -> None:
    with house(tmp_path, bots=1) as server:
        wait_for_bots(server, "gang")
        host, table = opened(server, "gang", bots="2", level="strong", **{"o-seats": "3", "o-rounds": "1"})
        host.look(table)
        host.send(f"{table}/leave")
        room = room_of(server, table)
        eventually(lambda: room.stage == OVER, "the end of the game")
        seed = bots_seed_at(room)

    game = room.game
    for seat, level in ((0, EASY), (1, STRONG), (2, STRONG)):
        acts = _decisions(room, seat, find_bot(game, level), seed)
        assert len(acts) > 10
        assert [number for number, done, expected in acts if done != expected] == []
    weaker = _decisions(room, 1, find_bot(game, EASY), seed)
    assert any(done != expected for _, done, expected in weaker), "the levels differ"


def test_a_seat_whose_clock_runs_out_is_decided_by_rules_of_thumb(server: TestClient) -> None:
    _, _, table = two_at_a_duel(server, level="strong")

    assert [place.level for place in room_of(server, table).places] == [EASY, EASY]
