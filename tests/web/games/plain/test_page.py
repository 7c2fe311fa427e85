"""A game of anybody's has a page from the first day: its picture, and a button for every action."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from stammtisch.core import game as games
from stammtisch.kernel.seats import SPECTATOR
from stammtisch.testing.walk import begin, random_walk, seats_waited_for
from stammtisch.web.view.log.card_marks import marked
from stammtisch.web.view.scene import look_of
from tests.sample import exact
from tests.subjects import EXACT
from tests.web.drivers.page import house, opened
from tests.web.games.random_pages import Moment


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


def test_whoever_is_asked_reads_under_the_question_what_may_be_done_and_nobody_else_does() -> None:
    line, told = "takes the trick.", 0
    for before, at in pairwise(random_walk(begin(EXACT.game, {}), Random(4))):
        asked = {*seats_waited_for(at.game.rules, at.s, at.o)} if at.s.phase == exact.rules.Phase.PLAY else set()
        for viewer in (*range(at.o.seats), SPECTATOR):
            assert (line in Moment(before, at).page(viewer)) == (viewer in asked)
            told += viewer in asked

    assert told > 5


def test_it_is_played_to_the_end_without_script(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = games.find_game
    for module in ("tables.live_table", "tables.lessons", "pages.request"):
        finds = f"stammtisch.web.{module}.find_game"
        monkeypatch.setattr(finds, lambda name: exact if name == "exact" else found(name))
    with house(tmp_path) as server:
        anna, table = opened(server, "exact", bots="2")
        assert "data-in-parts" in anna.look(table), "its script must not send a part of a decision twice"
        anna.play_to_the_end(table)
        part = r'<details class="part"\s*( open)?>\s*<summary><span class="title"[^>]*>(.*?)</span>'
        titles = re.findall(part, anna.page)

    assert "data-over" in anna.page
    assert titles == [(" open", "Earlier"), ("", "Trick 1"), ("", "Trick 2"), (" open", "Trick 3")]
    assert not set(marked("", "")) & set(anna.page)
