"""The page of Cockroach Duel: every action has its control, refusals say why, and the red tile stays secret."""

from __future__ import annotations

import re
from collections.abc import Mapping
from random import Random

import pytest

from stammtisch import Table
from stammtisch.core.language import voice
from stammtisch.games.duel.rules import OPTION_SETS, Phase
from stammtisch.kernel.seats import SPECTATOR
from stammtisch.testing import Position
from stammtisch.testing.walk import viewers
from stammtisch.web.games.duel import page as face
from stammtisch.web.view.render import regions
from tests.games.duel.arrange import duel
from tests.games.duel.hidden import reshuffled
from tests.web.games.random_pages import Controls, Moment, hold_secret, moments, texts_of

option_sets = pytest.mark.parametrize("choices", OPTION_SETS, ids=str)


@option_sets
def test_what_may_be_done_is_on_the_page_and_nothing_else(choices: Mapping[str, object]) -> None:
    for moment in moments("duel", choices, 1):
        for viewer in viewers(moment.after.o):
            scene = moment.scene(viewer)
            controls = Controls(moment.page(viewer))

            half_laid = scene.view.phase == Phase.BLUFF and scene.legal and len(scene.legal) < 8 and scene.options.royal
            if not half_laid:  # a decision comes as a whole, so nobody sees a half of his own
                assert set(controls.on) == texts_of(scene), moment.after
            assert all(controls.on.values())


@option_sets
def test_what_may_not_be_done_says_why(choices: Mapping[str, object]) -> None:
    said = set()
    for moment in moments("duel", choices, 2):
        for seat in range(2):
            said |= set(Controls(moment.page(seat)).off.values())

    assert any("lies open already" in why for why in said)
    assert any("not your turn" in why for why in said)
    assert all(why.strip().endswith(".") for why in said)


@option_sets
def test_nobody_can_tell_the_red_tile_from_the_page(choices: Mapping[str, object]) -> None:
    assert hold_secret(moments("duel", choices, 4), reshuffled, Random(3))


def test_the_bluffer_sees_through_his_own_tiles_and_the_guesser_does_not() -> None:
    table = duel("0: hide 2")
    pages = {viewer: _table(table, viewer) for viewer in (0, 1, SPECTATOR)}

    assert pages[0].count('class="mark red"') == 1
    assert pages[0].count('class="mark green"') == 3
    assert "mark" not in pages[1]
    assert "mark" not in pages[SPECTATOR]


def test_ones_own_side_is_below() -> None:
    table = duel("0: hide 2 | 1: turn 1")  # the cockroach in lane 1 comes to seat 1
    rows = {viewer: _table(table, viewer).split('class="lane')[2] for viewer in (0, 1)}

    assert _row_of_the_roach(rows[0]) == 3  # of nine, from above
    assert _row_of_the_roach(rows[1]) == 5


def test_the_last_move_leaves_a_trail() -> None:
    moment = next(
        m for m in moments("duel", {}, 1) if m.after.steps[-1][1] in range(8, 12) and m.after.s.phase == Phase.GUESS
    )
    html = moment.page(0)

    assert html.count(" trail") == 2  # where it was, and where it is
    assert html.count("data-flip") == 1


def test_in_royal_red_tile_and_crown_are_chosen_together() -> None:
    table = duel("", royal=True)

    row = face.arrange(table, 0, ["hide 3"], ["crown 1"])
    table.play(0, *row)

    assert table.position.phase == Phase.GUESS
    assert (table.position.red, table.position.queen) == (2, 0)


def _table(table: Table, viewer: int) -> str:
    """Return the middle of the page that somebody at a table sees."""
    steps = tuple((step.seat, step.action) for step in table.steps)
    at = Position(table.game, {}, table.options, table.position, steps)
    return regions(Moment(at, at).scene(viewer))["table"]


def _row_of_the_roach(lane: str) -> int:
    rows = lane.split('class="space')[1:]
    return next(index for index, row in enumerate(rows) if 'data-card="roach' in row)


def test_a_home_row_belongs_to_whoever_sits_there_and_the_viewer_is_told_what_it_is_for() -> None:
    table = duel("0: hide 2")
    for viewer in (0, 1):
        html = _table(table, viewer)
        rows = re.findall(r'class="space goal (far|near)\s+own-(\d)"', html)

        assert set(rows) == {("near", f"{viewer}"), ("far", f"{1 - viewer}")}
        assert "bring a cockroach here, and you win" in html
    assert "bring a cockroach here" not in _table(table, SPECTATOR)


@pytest.mark.parametrize(("text", "name"), [("red", "das rote Kreuz"), ("green", "grün")])
def test_a_tile_in_a_sentence_is_named_in_the_readers_language(text: str, name: str) -> None:
    chip = str(face.chip(text, voice("stammtisch.web", "de"), voice("stammtisch.games.duel", "de")))

    assert f'class="little {text}" role="img" aria-label="{name}"' in chip
