"""A house moves from a file to a database and into a backup while people play, and they go on where they were."""

from __future__ import annotations

import json
from pathlib import Path

from stammtisch.cli import main
from tests.store.opened_stores import using
from tests.web.houses.process import Person, Server, play_with_bots, serving


def _at_home(server: Server, person: Person, bearer: dict[str, str], game: str) -> None:
    """See that a person, their table and their game are there as before."""
    person.server = server
    assert server.ask("POST", f"{person.table}/say", person.form(said="again"), **person.headers())[0].status == 303
    found = json.loads(server.ask("GET", f"/api/tables/{game}/view", **bearer)[1])
    assert found["you"] == 0
    assert found["number"] > 0


def test_people_go_on_where_they_were(tmp_path: Path, postgresql: str) -> None:
    house, backup = str(tmp_path / "house.db"), str(tmp_path / "backup.db")
    with serving(house) as server:
        person, (bearer, game) = Person(server), play_with_bots(server)
        assert main(["copy", house, postgresql]) == 0
        server.ask("POST", f"{person.table}/say", person.form(said="while it was copied"), **person.headers())
        server.end()
    assert main(["copy", house, postgresql]) == 0
    with serving(postgresql) as server:
        _at_home(server, person, bearer, game)
        assert main(["backup", backup, "--data", postgresql]) == 0
        assert main(["doctor", "--data", postgresql]) == 0
        assert main(["copy", house, postgresql]) == 2, "it went on there, and a server has it open"
    with serving(backup) as server:
        _at_home(server, person, bearer, game)
        assert main(["restore", house, "--data", backup, "--force"]) == 2, "a server has it open"
    chat = using(backup, lambda store: store.chat(person.table.removeprefix("/t/")))

    assert [said for _, _, said in chat] == ["while it was copied", "again", "again"]
    assert main(["doctor", "--data", backup]) == 0
