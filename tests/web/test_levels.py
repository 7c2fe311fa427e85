"""How well bots play: chosen by the host, kept with the table, seen by everybody."""

from __future__ import annotations

import json
import re
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from starlette.testclient import TestClient

from stammtisch.bots.bot import Bot
from stammtisch.bots.named import EASY, NORMAL, STRONG, find_bot, level_names
from stammtisch.core.fair import FairNature
from stammtisch.core.game import find_game, game_names
from stammtisch.core.table import Table
from stammtisch.web.facts import OVER
from stammtisch.web.room import Room
from tests.web.program import house_of, program
from tests.web.visitor import Visitor, house, two_at_a_duel, visitor, wait_for_bots


@pytest.fixture
def server(tmp_path: Path) -> Iterator[TestClient]:
    with house(tmp_path) as client:
        yield client


def _open(server: TestClient, game: str = "gang", **fields: str) -> tuple[Visitor, str]:
    host = visitor(server, "Anna")
    host.look(f"/new/{game}")
    host.send("/tables", **{"game": game, **fields})
    return host, host.at


def _room(server: TestClient, table: str) -> Room:
    (found,) = [one.room for one in house_of(server).audiences() if table.endswith(one.room.id)]
    return found


def _levels(server: TestClient, table: str) -> list[str]:
    return [place.level for place in _room(server, table).places if place.bot]


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
    _, table = _open(server, bots="2", level=sent)

    assert _levels(server, table) == [kept, kept]


def test_whoever_plays_now_plays_against_normal_bots(server: TestClient) -> None:
    anna = visitor(server)
    anna.look("/")
    anna.send("/play", game="party")

    assert set(_levels(server, anna.at)) == {NORMAL}
    assert '<small class="skill">normal</small>' in anna.page


def test_the_host_changes_one_bot_in_the_lobby_and_nobody_else_does(server: TestClient) -> None:
    host, table = _open(server, bots="2", level="easy")
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
    assert _room(server, table).places[0].level == EASY


def test_a_bot_that_sits_down_later_plays_as_the_form_said(server: TestClient) -> None:
    host, table = _open(server, level="strong")
    host.look(table)
    host.send(f"{table}/bot", seat="1")

    assert _levels(server, table) == [STRONG]


def test_levels_are_there_when_the_house_opens_again_and_in_the_next_game(tmp_path: Path) -> None:
    with house(tmp_path) as server:
        host, table = _open(server, "duel", bots="1", level="strong", **{"o-spaces": "1"})
        _play_to_the_end(host, table)
    with house(tmp_path) as server:
        again = Visitor(TestClient(server.app, base_url="http://testserver", cookies=host.client.cookies))
        again.client.portal = server.portal
        again.look(table)

        assert _levels(server, table) == [STRONG]
        again.send(f"{table}/again")
        assert again.at != table
        assert _levels(server, again.at) == [STRONG]
        assert _room(server, again.at).terms == _room(server, table).terms


def _play_to_the_end(host: Visitor, table: str) -> None:
    random = Random(1)
    for _ in range(2000):
        host.look(table)
        if offered := host.offered():
            host.send(f"{table}/do", do=random.choice(offered), decided=host.decided())
        if "data-over" in host.page:
            return
    raise AssertionError("the game does not end")


def test_a_file_that_is_older_than_levels_still_opens(tmp_path: Path) -> None:
    with house(tmp_path, bot_pause=3600) as server:
        _, table = _open(server, "duel", bots="1", level="strong", hints="on")
    with sqlite3.connect(tmp_path / "house.db") as db:
        (facts,) = db.execute("SELECT facts FROM tables").fetchone()
        old = json.loads(facts)
        del old["level"], old["hints"]
        for place in old["places"]:
            del place["level"], place["hints"]
        db.execute("UPDATE tables SET facts = ?", (json.dumps(old),))
        db.execute("DROP TABLE reviews")
    with house(tmp_path) as server:
        again = visitor(server, "Tobi")

        assert '<small class="skill">easy</small>' in again.look(table)
        assert _levels(server, table) == [EASY]
        assert not _room(server, table).hints


def test_programs_choose_and_see_levels(server: TestClient) -> None:
    anna = program(server, "Anna")
    assert anna.ask("/games/gang").json()["levels"] == list(level_names(find_game("gang")))
    table = anna.tell("/tables", game="gang", bots=2, level="strong").json()

    assert [seat["level"] for seat in table["seats"]] == [None, None, "strong", "strong"]
    refused = anna.tell("/tables", game="gang", bots=2, level="perfect")
    assert refused.status_code == 422
    assert "level is perfect; it may be easy or normal or strong" in refused.json()["detail"]
    assert anna.tell("/tables", game="gang", level="wise").status_code == 422


def _decisions(room: Room, seat: int, bot: Bot, seed: int) -> list[tuple[int, list[int], list[int]]]:
    """Return the steps at which a seat acted: what it did, and what a bot does with the same view."""
    again = Table.undealt(room.game, None, dict(room.saved.choices), FairNature(room.saved.seed, room.id))
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
        host, table = _open(server, "gang", bots="2", level="strong", **{"o-seats": "3", "o-rounds": "1"})
        host.look(table)
        host.send(f"{table}/leave")
        room, until = _room(server, table), time.monotonic() + 120
        while room.stage != OVER:
            assert time.monotonic() < until, "the game does not end"
            time.sleep(0.05)
        seed = house_of(server).attendance._seed

    game = room.game
    for seat, level in ((0, EASY), (1, STRONG), (2, STRONG)):
        acts = _decisions(room, seat, find_bot(game, level), seed)
        assert len(acts) > 10
        assert [number for number, done, expected in acts if done != expected] == []
    weaker = _decisions(room, 1, find_bot(game, EASY), seed)
    assert any(done != expected for _, done, expected in weaker), "the levels differ"


def test_a_seat_whose_clock_runs_out_is_decided_by_rules_of_thumb(server: TestClient) -> None:
    _, _, table = two_at_a_duel(server, level="strong")

    assert [place.level for place in _room(server, table).places] == [EASY, EASY]
