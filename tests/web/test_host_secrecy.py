"""The host may sit at a table, too: the host's pages depend on nothing that a spectator cannot see, byte for byte."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from starlette.testclient import TestClient

from stammtisch.core.table import Table
from stammtisch.games import duel
from stammtisch.kernel.seats import SPECTATOR
from stammtisch.testing import Subject, hold
from stammtisch.testing.walk import Position
from stammtisch.web import hosting
from stammtisch.web.live import Audience
from tests.subjects import DUEL, GANG
from tests.web.landlord import landlady, landlord
from tests.web.program import house_of
from tests.web.test_api_secrecy import Live
from tests.web.visitor import house


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with house(tmp_path_factory.mktemp("house"), bot_pause=3600) as client:  # nobody else touches these tables
        yield client


@pytest.fixture(autouse=True)
def _timeless(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave out how long ago something was: it changes while the test looks."""
    monkeypatch.setattr(hosting, "_ago", lambda *_: "")


def told(server: TestClient, live: Live, table: Table) -> list[str]:
    """Return everything that the host gets to see of a table at which this is played."""
    live.put(table)
    audience = next(one for one in house_of(server).audiences() if one.room.id == live.id)
    _forget(audience)
    program, her = landlord(server), landlady(server)
    pages = [her.look("/host"), her.look(f"/host/t/{live.id}")]
    answers = [program.ask("/host/tables").text, program.ask(f"/host/tables/{live.id}").text]
    _forget(audience)
    return [page.replace(her.mark, "") for page in pages] + answers


def _forget(audience: Audience) -> None:
    """Let what was told be told anew: the game was exchanged under it."""
    audience._stories.clear()  # nothing else exchanges games


@pytest.mark.parametrize(("subject", "examples"), [(DUEL, 25), (GANG, 6)], ids=["duel", "gang"])
def test_two_positions_that_look_the_same_to_a_spectator_look_the_same_to_the_host(
    server: TestClient, subject: Subject, examples: int
) -> None:
    lives: dict[str, Live] = {}
    compared = 0

    def law(subject: Subject, at: Position, random: Random) -> None:
        nonlocal compared
        options: dict[str, Any] = dict(at.choices)
        if str(options) not in lives:
            lives[str(options)] = Live(server, subject.game.NAME, options)
        other = subject.reshuffled(at.s, at.o, SPECTATOR, random)
        if other == at.s:
            return
        seen = []
        for position in (at.s, other):
            table = Table.undealt(subject.game, 0, options)
            table.position = position.copy()
            seen.append(told(server, lives[str(options)], table))
        compared += 1
        assert seen[0] == seen[1]

    hold(law, subject, examples=examples)
    assert compared > 3


def _laid(lane: int) -> Table:
    """Return a duel in which the red tile lies in a lane, and nobody but the bluffer knows in which."""
    table = Table.undealt(duel, 0, {"first_bluffer": 0, "royal": True})
    for text in (f"hide {lane}", "crown 4"):
        table.follow(0, duel.notation.read(text))
    return table


def test_the_log_does_not_say_where_the_red_tile_is(server: TestClient) -> None:
    live = Live(server, "duel", {"first_bluffer": 0, "royal": True})
    seen = [told(server, live, _laid(lane)) for lane in (1, 2, 3)]

    assert seen[0] == seen[1] == seen[2]
    assert '"log":["' in seen[0][-1], "there is something to read"
    assert live.room.saved.seed.hex() not in "".join(seen[0])


def test_the_comparison_notices_a_leak(server: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    live = Live(server, "duel", {"first_bluffer": 0, "royal": True})
    story = Audience.story
    monkeypatch.setattr(Audience, "story", lambda audience, _, language: story(audience, 0, language))
    seen = [told(server, live, _laid(lane)) for lane in (1, 2)]

    assert seen[0] != seen[1]
