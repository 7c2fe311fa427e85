"""A table keeps the version of its game: under another it can be read and downloaded, and nobody plays on."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from tests.web.visitor import house, visitor


def _begun(path: Path) -> str:
    """Return a duel in which Anna has hidden, kept under rules that there are no more."""
    with house(path) as server:
        anna = visitor(server, "Anna")
        anna.look("/new/duel")
        anna.send("/tables", **{"game": "duel", "bots": "1", "o-first_bluffer": "0", "listed": "on"})
        table = anna.at
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
        assert table not in visitor(server, "Tobi").look("/")
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
