"""A game of anybody's has a page from the first day: its picture, and a button for every action."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from stammtisch.core import game as games
from stammtisch.testing.walk import begin, random_walk, seats_waited_for
from stammtisch.web.scene import look_of
from tests.sample import exact
from tests.subjects import EXACT
from tests.web.games.look import Moment
from tests.web.visitor import house, visitor


def test_every_legal_action_is_a_button() -> None:
    positions = list(random_walk(begin(EXACT.game, {}), Random(4)))
    shown = 0
    for before, at in pairwise(positions):
        for seat in seats_waited_for(at.game.rules, at.s, at.o):
            if seat < at.o.seats:
                moment = Moment(before, at)
                scene, page = moment.scene(seat), moment.page(seat)
                assert all(f'value="{scene.offer(action).text}"' in page for action in scene.legal)
                shown += 1

    assert look_of(EXACT.game) == "plain"
    assert shown > 5


def test_it_is_played_to_the_end_without_script(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = games.find_game
    monkeypatch.setattr("stammtisch.web.facts.find_game", lambda name: exact if name == "exact" else found(name))
    monkeypatch.setattr("stammtisch.web.pages.find_game", lambda name: exact if name == "exact" else found(name))
    with house(tmp_path_factory.mktemp("house")) as server:
        anna = visitor(server, "Anna")
        anna.look("/new/exact")
        anna.send("/tables", game="exact", bots=f"{exact.rules.SEATS - 1}")
        table, random = anna.at, Random(1)
        for _ in range(400):
            if "data-over" in anna.page:
                break
            if offered := anna.offered():
                anna.send(f"{table}/do", do=random.choice(offered), decided=anna.decided())
            else:
                anna.look(table)

    assert "data-over" in anna.page
