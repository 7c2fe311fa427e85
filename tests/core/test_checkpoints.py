"""Checkpoints: any step of a game is a short walk from a copy, and there are never many copies."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from stammtisch import Table
from stammtisch.core.queries import viewers
from stammtisch.core.table import _EVERY, _EVERY_NEAR, _MOST, _MOST_NEAR, Checkpoints
from stammtisch.errors import RowError


class Count:
    """A position that is a number."""

    def __init__(self, number: int) -> None:
        self.number = number

    def copy(self) -> Count:
        """Return another one."""
        return Count(self.number)


def counted(steps: int) -> Checkpoints:
    """Return the checkpoints of so many steps, each of which adds one."""
    kept = Checkpoints(Count(0))
    for step in range(1, steps + 1):
        kept.note(step, Count(step))
    return kept


@pytest.mark.parametrize("steps", [0, 1, _EVERY - 1, _EVERY, _EVERY * _MOST, _EVERY * _MOST + 1, 100_000])
def test_the_copy_before_a_step_is_near_it_however_long_the_game(steps: int) -> None:
    kept = counted(steps)
    apart = max(_EVERY, 4 * steps // _MOST)

    for asked in {0, 1, steps // 3, steps // 2, steps - 1, steps} & set(range(steps + 1)):
        found, copy = kept.before(asked)
        assert found == copy.number
        assert asked - apart < found <= asked
    assert len(kept._kept) <= _MOST


@pytest.mark.parametrize("steps", [_EVERY, 10_000, 100_000])
def test_near_the_end_a_copy_is_as_near_however_long_the_game(steps: int) -> None:
    kept = counted(steps)

    for back in range(min(steps, _EVERY_NEAR * (_MOST_NEAR - 1))):
        found, copy = kept.before(steps - back)
        assert steps - back - _EVERY_NEAR < found == copy.number <= steps - back


def test_a_copy_that_is_walked_on_changes_nothing_for_others() -> None:
    kept = counted(_EVERY)
    kept.before(_EVERY)[1].number = -1

    assert kept.before(_EVERY)[1].number == _EVERY


@pytest.mark.parametrize("steps", [0, _EVERY - 1, _EVERY, 3 * _EVERY])
def test_steps_that_are_taken_back_leave_no_copy(steps: int) -> None:
    kept = counted(4 * _EVERY)
    kept.take_back(steps)
    for step in range(steps + 1, 4 * _EVERY + 1):
        kept.note(step, Count(-step))  # the game has gone another way

    found, copy = kept.before(4 * _EVERY)
    assert (found, copy.number) == (4 * _EVERY, -4 * _EVERY)
    found, copy = kept.before(steps)
    assert steps - _EVERY_NEAR < found == copy.number <= steps


@pytest.mark.parametrize(("name", "choices"), [("gang", {"seats": 3, "rounds": 3}), ("combo", {"seats": 2})])
def test_a_table_knows_its_position_after_every_step(name: str, choices: dict[str, Any]) -> None:
    table, random = Table(name, seed=3, **choices), Random(3)
    while not table.over and len(table.steps) < 400:
        seat = table.waiting[0]
        table.play(seat, random.choice(table.actions(seat)))
    again = Table.undealt(table.game, 3, choices)

    assert table.position_at(0) == again.position
    for step in table.steps:
        again.follow(step.seat, step.action)
        assert table.position_at(step.number + 1) == again.position


def test_what_is_refused_leaves_no_checkpoint() -> None:
    table = Table("gang", seed=1, seats=3)
    seat = table.waiting[0]
    cards = table.legal(seat)
    with pytest.raises(RowError):
        table.play(seat, *cards)

    assert table.position_at(len(table.steps)) == table.position


def test_a_part_of_the_steps_is_seen_as_in_all_of_them() -> None:
    table = Table("duel", seed=7, first_bluffer=0)
    table.play(0, "hide 2")
    table.play(1, "turn 1")

    for viewer in viewers(table.options):
        seen = table.steps_seen_by(viewer)
        for since in range(len(seen) + 1):
            assert table.steps_seen_by(viewer, since) == seen[since:]
            assert table.steps_seen_by(viewer, 0, since) == seen[:since]
