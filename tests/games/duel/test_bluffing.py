"""The bluffer: four tiles face down, one in each lane of which one is red."""

from __future__ import annotations

import pytest

from stammtisch.errors import NotationError, Refused, RowError
from stammtisch.games.duel.rules import Phase, Rule
from stammtisch.kernel import NONE
from tests.games.duel.arrange import carry_on, duel


def test_the_bluffer_chooses_the_lane_of_the_red_tile() -> None:
    table = duel()

    assert table.legal(0) == ["hide 1", "hide 2", "hide 3", "hide 4"]


@pytest.mark.parametrize("lane", [1, 2, 3, 4])
def test_the_red_tile_lies_where_the_bluffer_hid_it(lane: int) -> None:
    table = duel(f"0: hide {lane}")

    assert table.position.red == lane - 1


def test_the_guesser_does_nothing_while_the_bluffer_lays_the_tiles() -> None:
    table = duel()

    assert table.legal(1) == []


def test_laying_the_tiles_hands_the_turn_to_the_guesser() -> None:
    table = duel("0: hide 3")

    assert (Phase(table.position.phase), table.waiting) == (Phase.GUESS, (1,))


def test_laying_the_tiles_completes_one_decision_of_the_bluffer() -> None:
    table = duel("0: hide 3")

    assert table.position.decided == [1, 0]


def test_the_decision_is_counted_for_whoever_bluffs() -> None:
    table = duel("1: hide 3", first_bluffer=1)

    assert table.position.decided == [0, 1]


def test_laying_the_tiles_moves_no_cockroach() -> None:
    table = duel("0: hide 3")

    assert table.position.roach == [0, 0, 0, 0]


def test_tiles_that_lie_there_are_not_laid_again() -> None:
    table = duel("0: hide 3")

    with pytest.raises(Refused) as refusal:
        table.play(0, "hide 2")

    assert refusal.value.rule == Rule.NOT_YOUR_TURN
    assert table.position.red == 2


def test_the_guesser_cannot_lay_the_tiles() -> None:
    table = duel()

    with pytest.raises(Refused) as refusal:
        table.play(1, "hide 2")

    assert refusal.value.rule == Rule.NOT_YOUR_TURN


def test_the_bluffer_cannot_turn_a_tile_instead() -> None:
    table = duel()

    with pytest.raises(Refused) as refusal:
        table.play(0, "turn 2")

    assert refusal.value.rule == Rule.NOT_AN_ACTION_NOW


def test_nobody_is_crowned_in_the_base_game() -> None:
    table = duel()

    with pytest.raises(Refused) as refusal:
        table.play(0, "crown 2")

    assert refusal.value.rule == Rule.NO_CROWN_IN_BASE
    assert table.position.queen == NONE


def test_a_refusal_names_seat_action_and_rule() -> None:
    table = duel()

    with pytest.raises(Refused, match=r"^seat 0, crown 2: NO_CROWN_IN_BASE$"):
        table.play(0, "crown 2")


def test_a_lane_that_is_not_on_the_board_is_no_action() -> None:
    table = duel()

    with pytest.raises(NotationError, match="not an action of duel: 'hide 5'"):
        table.play(0, "hide 5")


def test_actions_may_be_written_with_capitals_and_wide_gaps() -> None:
    table = duel()
    carry_on(table, "0:  HIDE   2 ")

    assert table.position.red == 1


def test_the_bluffer_cannot_go_on_to_turn_a_tile_in_the_same_row() -> None:
    table = duel()
    before = table.position.tobytes()

    with pytest.raises(RowError, match="complete after 1"):
        table.play(0, "hide 2", "turn 2")

    assert (table.position.tobytes(), table.steps) == (before, [])


def test_both_seats_are_bluffers_in_turn() -> None:
    table = duel("0: hide 1 | 1: turn 1 | 1: hide 2 | 0: turn 2")

    assert (table.position.rounds, table.waiting) == (3, (0,))
