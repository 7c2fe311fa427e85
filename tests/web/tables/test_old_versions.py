"""A table keeps the version of its game: under another it can be read and downloaded, and nobody plays on."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

import pytest

from stammtisch.games.combo.boards import BLUE, BoardChoice
from tests.web.drivers.page import house, opened, visitor
from tests.web.drivers.program import program, seated


def _begun(path: Path) -> str:
    """Return a duel in which Anna has hidden, kept under rules that there are no more."""
    with house(path) as server:
        anna, table = opened(server, "duel", **{"bots": "1", "o-first_bluffer": "0", "listed": "on"})
        anna.send(f"{table}/do", do="hide 2", decided=anna.decided())
    with sqlite3.connect(path / "house.db") as db:
        db.execute("UPDATE tables SET version = 99")
    return table


def test_it_can_be_read_and_downloaded_but_not_played_on(tmp_path: Path) -> None:
    table = _begun(tmp_path)
    with house(tmp_path) as server:
        tobi = visitor(server, "Tobi")
        page = tobi.look(table)
        text = tobi.client.get(f"{table}/transcript").text
        refused = tobi.send(f"{table}/do", do="turn 1", decided="0")

    assert "older rules" in page
    assert "hide 2" in page
    assert "game duel 99" in text
    assert "  1  0       hide 2" in text.splitlines() or "  0  0       hide 2" in text.splitlines()
    assert refused.status_code == 403


def test_it_is_over_even_if_its_rules_come_back_since_everybody_could_read_it(tmp_path: Path) -> None:
    table = _begun(tmp_path)
    with house(tmp_path) as server:
        tobi = visitor(server, "Tobi")
        assert table not in tobi.look("/")
        tobi.look(table)
    with sqlite3.connect(tmp_path / "house.db") as db:
        db.execute("UPDATE tables SET version = 1")
    with house(tmp_path) as server:
        tobi = visitor(server, "Tobi")
        tobi.look(table)

        assert tobi.send(f"{table}/do", do="turn 1", decided="0").status_code == 403


def test_a_table_whose_game_is_gone_is_a_page_that_is_not_there(tmp_path: Path) -> None:
    table = _begun(tmp_path)
    with sqlite3.connect(tmp_path / "house.db") as db:
        db.execute("UPDATE tables SET game = 'whist'")
    with house(tmp_path) as server:
        tobi = visitor(server, "Tobi")

        assert tobi.client.get(table).status_code == 404
        assert "Nobody is waiting" in tobi.look("/")


def _stored(path: Path, game: str, **options: object) -> str:
    """Return a running game of version 1; that of combo is on a board whose hand limit falls, which it allowed."""
    with house(path) as server:
        table, people = seated(server, game, "Anna", "Tobi", seats=2, **options)
        for who in people:
            for _ in range(2):
                legal = who.ask(f"/tables/{table}/view").json()["legal"]
                if legal:
                    who.act(table, legal[0]["action"])
    choices = {**options, "seats": 2}
    if game == "combo":
        board = BoardChoice().write(BLUE.words())
        assert isinstance(board, dict)
        choices["board"] = board | {"straight": [8, 8, 5, 5, 5]}
    with sqlite3.connect(path / "house.db") as db:
        db.execute("UPDATE tables SET version = 1, choices = ?", (json.dumps(choices),))
    return table


@pytest.mark.parametrize(
    ("game", "options", "played"), [("combo", {"first": 0}, "start"), ("party", {"face_down": True}, "nature")]
)
def test_games_of_version_1_of_combo_and_party_can_be_read_and_nobody_plays_on(
    game: str, options: dict[str, object], played: str, tmp_path: Path
) -> None:
    table = _stored(tmp_path, game, **options)
    with house(tmp_path) as server:
        tobi = visitor(server, "Tobi")
        page = tobi.look(f"/t/{table}")
        text = tobi.client.get(f"/t/{table}/transcript").text
        anna = program(server, "Anna")
        refused = anna.ask(f"/tables/{table}/view")

    assert "older rules" in page
    assert f"game {game} 1" in page
    assert f"game {game} 1" in text
    assert played in text
    assert (refused.status_code, refused.json()["detail"]) == (
        409,
        "the table was begun with version 1 of the rules; it can only be read",
    )
