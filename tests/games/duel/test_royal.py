"""Royal Cockroach Duel: the bluffer crowns a queen each round, and she moves by rules of her own."""

from __future__ import annotations

import pytest

from stammtisch.errors import Refused, RowError
from stammtisch.games.duel.rules import Phase, Rule
from stammtisch.kernel import NONE
from tests.games.duel.arrange import duel


def test_the_bluffer_lays_the_tiles_or_crowns_first() -> None:
    table = duel(royal=True)

    assert table.legal(0) == [f"{verb} {lane}" for verb in ("hide", "crown") for lane in (1, 2, 3, 4)]


def test_the_crown_may_be_set_before_the_tiles_are_laid() -> None:
    table = duel("0: crown 3", royal=True)

    assert (table.position.queen, table.position.red, table.waiting) == (2, NONE, (0,))
    assert table.legal(0) == ["hide 1", "hide 2", "hide 3", "hide 4"]


def test_after_the_tiles_the_crown_is_compulsory() -> None:
    table = duel("0: hide 2", royal=True)

    assert (Phase(table.position.phase), table.waiting) == (Phase.BLUFF, (0,))
    assert table.legal(0) == ["crown 1", "crown 2", "crown 3", "crown 4"]


def test_the_order_of_tiles_and_crown_has_no_effect() -> None:
    first = duel("0: hide 2, crown 3", royal=True)
    other = duel("0: crown 3, hide 2", royal=True)

    assert first.position == other.position


def test_tiles_and_crown_are_one_decision() -> None:
    table = duel(royal=True)
    table.play(0, "hide 2", "crown 3")

    assert (table.position.decided, table.waiting) == ([1, 0], (1,))


def test_half_a_bluff_is_no_decision_yet() -> None:
    table = duel("0: hide 2", royal=True)

    assert table.position.decided == [0, 0]


def test_a_row_that_is_refused_halfway_changes_nothing() -> None:
    table = duel(royal=True)

    with pytest.raises(Refused):
        table.play(0, "hide 2", "hide 3")

    assert (table.position.red, table.steps) == (NONE, [])


def test_a_row_does_not_go_on_after_tiles_and_crown() -> None:
    table = duel(royal=True)

    with pytest.raises(RowError, match="complete after 2"):
        table.play(0, "hide 2", "crown 3", "turn 1")

    assert (table.position.queen, table.steps) == (NONE, [])


def test_the_tiles_are_laid_only_once() -> None:
    table = duel("0: hide 2", royal=True)

    with pytest.raises(Refused) as refusal:
        table.play(0, "hide 3")

    assert refusal.value.rule == Rule.TILES_ALREADY_LAID


def test_only_one_cockroach_is_crowned() -> None:
    table = duel("0: crown 2", royal=True)

    with pytest.raises(Refused) as refusal:
        table.play(0, "crown 3")

    assert refusal.value.rule == Rule.ALREADY_CROWNED


def test_the_guesser_cannot_crown() -> None:
    table = duel("0: hide 2", royal=True)

    with pytest.raises(Refused) as refusal:
        table.play(1, "crown 3")

    assert refusal.value.rule == Rule.NOT_YOUR_TURN


def test_green_lures_the_queen_two_spaces_to_the_guesser() -> None:
    table = duel("0: hide 2, crown 3 | 1: turn 3", royal=True)

    assert table.position.roach == [0, 0, 2, 0]


def test_green_lures_the_others_one_space_as_ever() -> None:
    table = duel("0: hide 2, crown 3 | 1: turn 4", royal=True)

    assert table.position.roach == [0, 0, 0, 1]


def test_the_red_cross_in_her_own_lane_moves_the_queen_one_space_to_the_bluffer() -> None:
    table = duel("0: hide 2, crown 2 | 1: turn 2", royal=True)

    assert table.position.roach == [-1, -1, -1, -1]


def test_the_red_cross_in_her_own_lane_moves_the_queen_even_if_it_is_the_third_tile() -> None:
    table = duel("0: hide 2, crown 2 | 1: turn 1, turn 3, turn 2", royal=True)

    assert table.position.roach == [1, -1, 1, -1]


def test_the_red_cross_elsewhere_moves_a_covered_queen_two_spaces_to_the_bluffer() -> None:
    table = duel("0: hide 2, crown 3 | 1: turn 2", royal=True)

    assert table.position.roach == [-1, 0, -2, -1]


def test_a_queen_that_green_has_lured_moves_no_more() -> None:
    table = duel("0: hide 2, crown 3 | 1: turn 3, turn 2", royal=True)

    assert table.position.roach == [-1, 0, 2, -1]


def test_three_greens_leave_a_queen_on_the_covered_red_tile_where_she_is() -> None:
    table = duel("0: hide 2, crown 2 | 1: turn 1, turn 3, turn 4", royal=True)

    assert table.position.roach == [1, 0, 1, 1]


def test_the_queen_moves_towards_seat_0_when_seat_0_guesses() -> None:
    table = duel("1: hide 2, crown 3 | 0: turn 3", royal=True, first_bluffer=1)

    assert table.position.roach == [0, 0, -2, 0]


def test_the_queen_moves_towards_seat_1_when_seat_1_bluffs() -> None:
    table = duel("1: hide 2, crown 3 | 0: turn 2", royal=True, first_bluffer=1)

    assert table.position.roach == [1, 0, 2, 1]


def test_the_crown_is_taken_off_after_each_round() -> None:
    table = duel("0: hide 2, crown 3 | 1: turn 2", royal=True)

    assert table.position.queen == NONE


def test_the_queen_of_the_last_round_may_be_crowned_again() -> None:
    table = duel("0: hide 2, crown 3 | 1: turn 2 | 1: crown 3", royal=True)

    assert table.position.queen == 2


def test_a_queen_that_passes_the_tile_space_wins_and_stops_on_it() -> None:
    table = duel(
        "0: hide 4, crown 4 | 1: turn 1, turn 4 | 1: hide 4, crown 2 | 0: turn 1, turn 2", royal=True, spaces=1
    )

    assert (table.position.roach, table.position.winner) == ([0, -2, -1, -1], 0)


def test_a_marching_queen_that_passes_the_tile_space_wins_for_the_bluffer() -> None:
    table = duel(
        "0: hide 4, crown 1 | 1: turn 1, turn 2, turn 3 | 1: hide 4, crown 1 | 0: turn 4", royal=True, spaces=2
    )

    assert (table.position.roach, table.position.winner) == ([3, 2, 2, 0], 1)


def test_a_queen_on_her_own_red_cross_may_win_for_the_bluffer() -> None:
    table = duel("0: hide 4, crown 4 | 1: turn 1, turn 4 | 1: hide 1, crown 1 | 0: turn 1", royal=True, spaces=1)

    assert (table.position.roach, table.position.winner) == ([2, 0, 0, 0], 1)


def test_on_the_shortest_lanes_the_first_green_of_the_queen_wins() -> None:
    table = duel("0: hide 4, crown 1 | 1: turn 1", royal=True, spaces=1)

    assert (table.position.roach, table.position.winner) == ([2, 0, 0, 0], 1)
