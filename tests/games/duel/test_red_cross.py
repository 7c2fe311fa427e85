"""The red cross: it ends the guessing, and what is still covered marches to the bluffer."""

from __future__ import annotations

import pytest

from stammtisch.core.game import find_game
from stammtisch.core.table import Table
from stammtisch.errors import Refused
from stammtisch.games.duel import notation
from stammtisch.games.duel.rules import Phase, Rule
from stammtisch.kernel import TABLE
from tests.games.duel.arrange import duel


def followed(*steps: tuple[int, str]) -> Table:
    """Return a table at which these steps were taken, and none that they force."""
    table = Table.undealt(find_game("duel"), 7, {"first_bluffer": 0})
    for seat, action in steps:
        table.follow(seat, notation.read(action))
    return table


def test_the_red_cross_ends_the_turn_at_once() -> None:
    table = duel("0: hide 2 | 1: turn 2")

    assert (table.position.rounds, table.waiting) == (2, (1,))


def test_the_cockroach_of_the_red_cross_stays_where_it_is() -> None:
    table = duel("0: hide 2 | 1: turn 2")

    assert table.position.roach[1] == 0


def test_every_cockroach_with_a_covered_tile_marches_one_space_to_the_bluffer() -> None:
    table = duel("0: hide 2 | 1: turn 2")

    assert table.position.roach == [-1, 0, -1, -1]


def test_a_cockroach_that_green_has_lured_does_not_march() -> None:
    table = duel("0: hide 2 | 1: turn 3, turn 2")

    assert table.position.roach == [-1, 0, 1, -1]


def test_after_two_greens_only_one_cockroach_marches() -> None:
    table = duel("0: hide 2 | 1: turn 3, turn 1, turn 2")

    assert table.position.roach == [1, 0, 1, -1]


def test_cockroaches_march_to_seat_1_when_seat_1_bluffs() -> None:
    table = duel("1: hide 2 | 0: turn 3, turn 2", first_bluffer=1)

    assert table.position.roach == [1, 0, -1, 1]


def test_the_table_marches_and_then_swaps_the_roles() -> None:
    table = duel("0: hide 2")
    steps = table.play(1, "turn 2")

    assert [(step.seat, table.action_name(step.action)) for step in steps[1:]] == [(TABLE, "march"), (TABLE, "swap")]


def test_the_red_cross_lies_open_before_anybody_marches() -> None:
    table = followed((0, "hide 2"), (1, "turn 2"))

    assert (Phase(table.position.phase), table.waiting, table.legal(TABLE)) == (Phase.CROSS, (TABLE,), ["march"])
    assert (table.position.red, table.position.roach) == (1, [0, 0, 0, 0])


def test_the_tiles_of_a_round_lie_there_until_the_roles_are_swapped() -> None:
    table = followed((0, "hide 2"), (1, "turn 3"), (1, "turn 2"), (TABLE, "march"))

    assert (Phase(table.position.phase), table.legal(TABLE)) == (Phase.SHOWN, ["swap"])
    assert (table.position.red, table.position.turned, table.position.bluffer) == (1, 0b0110, 0)


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("action", ["march", "turn 1", "hide 1"])
def test_no_seat_acts_between_the_red_cross_and_the_march(seat: int, action: str) -> None:
    table = followed((0, "hide 2"), (1, "turn 2"))

    with pytest.raises(Refused) as refusal:
        table.follow(seat, notation.read(action))

    assert refusal.value.rule == Rule.NOT_YOUR_TURN


def test_the_table_cannot_swap_before_the_march() -> None:
    table = followed((0, "hide 2"), (1, "turn 2"))

    with pytest.raises(Refused) as refusal:
        table.follow(TABLE, notation.read("swap"))

    assert refusal.value.rule == Rule.NOT_AN_ACTION_NOW


def test_nobody_marches_after_three_greens() -> None:
    table = followed((0, "hide 2"), (1, "turn 1"), (1, "turn 3"), (1, "turn 4"))

    assert (Phase(table.position.phase), table.legal(TABLE)) == (Phase.SHOWN, ["swap"])
