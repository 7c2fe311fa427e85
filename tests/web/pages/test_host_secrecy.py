"""The host may sit at a table, too: the host's pages depend on nothing that a spectator cannot see, byte for byte."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest
from starlette.testclient import TestClient

from stammtisch.core.table import Table
from stammtisch.games import duel
from stammtisch.kernel.seats import SPECTATOR
from stammtisch.testing import Subject, hold
from stammtisch.testing.walk import Position
from stammtisch.web.live.broadcast import Channel
from tests.subjects import DUEL, GANG
from tests.turned_clock import TurnedClock
from tests.web.api.test_secrecy import Live
from tests.web.drivers.host import landlady, landlord
from tests.web.drivers.page import Visitor, house
from tests.web.drivers.program import Program, registry_of


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """Open a house in which time stands still: nobody else touches its tables, and all of it is as long ago as ever."""
    with house(tmp_path_factory.mktemp("house"), bot_pause=3600, clock=TurnedClock()) as client:
        yield client


def told(server: TestClient, live: Live, table: Table) -> list[str]:
    """Return everything that the host gets to see of a table at which this is played."""
    live.put(table)
    channel = next(one for one in registry_of(server).channels() if one.room.id == live.id)
    _forget(channel)
    program, her = _hosts(server)
    pages = [her.look("/host"), her.look(f"/host/t/{live.id}")]
    answers = [program.ask("/host/tables").text, program.ask(f"/host/tables/{live.id}").text]
    _forget(channel)
    return [page.replace(her.csrf_token, "") for page in pages] + answers


@cache
def _hosts(server: TestClient) -> tuple[Program, Visitor]:
    """Return the host's program, and the host at a browser, who come once: that somebody came is on the page, too."""
    return landlord(server), landlady(server)


def _forget(channel: Channel) -> None:
    """Let what was told be told anew: the game was exchanged under it."""
    channel._stories.clear()  # nothing else exchanges games


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
    story = Channel.story
    monkeypatch.setattr(Channel, "story", lambda channel, _, language: story(channel, 0, language))
    seen = [told(server, live, _laid(lane)) for lane in (1, 2)]

    assert seen[0] != seen[1]
