"""The walk through a row of actions: where it ends, what refuses it, and what the seat saw on the way."""

from __future__ import annotations

import pytest

from stammtisch import Table
from stammtisch.core.rows import RowWalk
from stammtisch.games.duel.rules import Rule
from stammtisch.kernel.seats import NATURE
from tests.core.pips.rules import ROLL
from tests.core.test_table import duel_at, pips_at


def walk_at(table: Table, seat: int = 0) -> RowWalk:
    """Return a walk on a copy of a table's position."""
    return RowWalk(table.rules, table.position.copy(), table.options, seat)


def actions(table: Table, *texts: str) -> list[int]:
    """Return actions by their notation."""
    return [table.game.notation.read(text) for text in texts]


@pytest.mark.parametrize(
    ("row", "taken", "refused", "complete"),
    [
        ([], 0, None, False),
        (["hide 2"], 1, None, False),
        (["hide 2", "crown 3"], 2, None, True),
        (["hide 2", "hide 2"], 1, Rule.TILES_ALREADY_LAID, False),
        (["turn 1"], 0, Rule.NOT_AN_ACTION_NOW, False),
    ],
)
def test_a_walk_ends_where_a_rule_says_no_and_knows_whether_the_decision_is_complete(
    row: list[str], taken: int, refused: Rule | None, *, complete: bool
) -> None:
    table = duel_at(royal=True)
    walk = walk_at(table)
    whole = actions(table, *row)

    assert walk.take_all(whole) == (refused is None)
    assert walk.taken == whole[:taken]
    assert (walk.refused, walk.complete) == (refused, complete)


def test_a_walk_on_a_copy_leaves_the_table_as_it_was() -> None:
    table = duel_at(royal=True)
    before = table.position.copy()
    walk_at(table).take_all(actions(table, "hide 2", "crown 3"))

    assert table.position == before


def test_a_walk_sees_and_may_do_what_the_seat_would_after_the_same_actions() -> None:
    table = duel_at(royal=True)
    walk = walk_at(table)
    walk.follow(actions(table, "hide 2")[0])
    table.play(0, "hide 2")

    assert walk.view() == table.view(0)
    assert walk.legal() == table.actions(0)


def test_nature_never_completes_a_decision() -> None:
    table = pips_at()
    while table.waiting != (NATURE,) and len(table.steps) < 2 * table.seats:
        table.follow(table.waiting[0], table.actions(table.waiting[0])[0])
    walk = walk_at(table, NATURE)

    assert walk.take(ROLL)
    assert not walk.complete
