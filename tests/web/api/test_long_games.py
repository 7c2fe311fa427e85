"""Programs at long games: what they are sent has a size, and asking for nothing new costs next to nothing."""

from __future__ import annotations

from typing import Any

import pytest

from stammtisch.web.api import response_shapes
from stammtisch.web.api.response_shapes import view_json
from stammtisch.web.tables.live_table import LiveTable
from tests.calls import calls_in
from tests.web.fixtures.long_game import long_game


@pytest.fixture(scope="module")
def room() -> LiveTable:
    """Return a game of some 5,400 steps."""
    return long_game(45)


def _view(room: LiveTable, after: int, *, told: bool = False) -> Any:
    return view_json(room, 0, "en", after, told=told)


def test_a_question_for_nothing_new_does_not_look_at_every_step(room: LiveTable) -> None:
    steps = len(room.game_table().steps)
    _view(room, steps)

    assert calls_in(lambda: _view(room, steps)) < steps / 2


def test_a_long_game_comes_in_parts_that_fit_together(room: LiveTable) -> None:
    steps, parts = list[Any](), 0
    while len(steps) < (view := _view(room, len(steps)))["number"]:
        assert 0 < len(view["steps"]) <= response_shapes.MOST_STEPS
        steps += view["steps"]
        parts += 1

    assert parts == 2
    assert [step["number"] for step in steps] == list(range(len(room.game_table().steps)))
    assert view["steps"] == []


def test_of_a_long_game_fewer_steps_are_told_at_once(room: LiveTable) -> None:
    view = _view(room, 1000, told=True)
    following = _view(room, 1000 + response_shapes.MOST_TOLD, told=True)

    assert len(view["steps"]) == response_shapes.MOST_TOLD
    assert 0 < len(view["told"]) <= len(view["steps"])
    assert following["steps"][0]["number"] == 1000 + response_shapes.MOST_TOLD
    assert following["told"] != view["told"]
