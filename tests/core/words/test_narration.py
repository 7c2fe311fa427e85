"""Narration: every viewer is told of the steps that they saw, with the views that they had."""

from __future__ import annotations

from itertools import pairwise

import pytest

from stammtisch import Table
from stammtisch.core.queries import viewers
from stammtisch.core.words.narration import EVERYTHING, Narrator, ViewLog, Viewpoint
from stammtisch.kernel.seats import HIDDEN, SPECTATOR
from tests.core.test_table import duel_at

NAMES = ("Ada", "Ben")


def played() -> Table:
    """Return a duel in which a tile is hidden and others are turned."""
    return duel_at((0, "hide 2"), (1, "turn 1"), (1, "turn 3"))


@pytest.mark.parametrize("viewer", [0, 1, SPECTATOR])
def test_a_log_holds_the_steps_and_views_that_a_viewer_had_at_the_table(viewer: int) -> None:
    table = Table.undealt(played().game, 7, {"first_bluffer": 0})
    views, log = [table.view(viewer)], ViewLog(table)
    for step in played().steps:
        table.follow(step.seat, step.action)
        views.append(table.view(viewer))

    assert [log.view(viewer, steps) for steps in range(len(log) + 1)] == views
    assert [seen.step for seen in log.seen(viewer)] == table.steps_seen_by(viewer)
    assert [(seen.before, seen.after) for seen in log.seen(viewer)] == list(pairwise(views))


def test_a_log_follows_the_table_after_it_was_asked() -> None:
    table = duel_at()
    log = ViewLog(table)
    assert len(log.seen(0)) == len(table.steps)
    table.play(0, "hide 2")

    assert len(log.seen(0)) == len(log) == len(table.steps)
    assert log.view(0, len(log)) == table.view(0)


def test_nothing_is_hidden_from_who_may_see_everything() -> None:
    table = played()
    hidden = [seen.step.action for seen in ViewLog(table).seen(1)].count(HIDDEN)

    assert hidden > 0
    assert [seen.step for seen in ViewLog(table).seen(EVERYTHING)] == table.steps
    assert ViewLog(table).view(EVERYTHING, len(table.steps)) == table.position


@pytest.mark.parametrize("viewer", [0, 1, SPECTATOR])
def test_whoever_skips_steps_sees_the_rest_as_others_do(viewer: int) -> None:
    table = played()
    late, log = Viewpoint(table, viewer, steps=len(table.steps) - 1), ViewLog(table)

    assert late.last is None
    assert late.view == log.view(viewer, late.steps)
    assert late.follow(table.steps[-1]) == log.seen(viewer)[-1]
    assert late.steps == len(table.steps)


def test_a_narrator_says_what_the_game_says_of_what_was_seen() -> None:
    table = played()
    narrator, log = Narrator(table.game, table.options, "en", NAMES), ViewLog(table)
    told = {viewer: narrator.sentences(log, viewer, 0, len(log)) for viewer in viewers(table.options)}

    assert told[0] != told[1] == told[SPECTATOR]
    assert any("Ben" in sentence for sentence in told[1])
    assert narrator.sentences(log, 1, len(log) - 1, len(log)) == told[1][-1:]


def test_a_part_of_a_game_begins_with_a_heading() -> None:
    table = played()
    narrator = Narrator(table.game, table.options, "en", NAMES)
    titles = [narrator.heading(seen) for seen in ViewLog(table).seen(SPECTATOR)]

    assert [title for title in titles if title] == ["Round 1"]
