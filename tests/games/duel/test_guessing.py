"""The guesser: tile after tile, and every green one lures its cockroach one space."""

from __future__ import annotations

import pytest

from stammtisch.errors import Refused, RowError
from stammtisch.games.duel.rules import Phase, Rule
from stammtisch.kernel import NONE, TABLE
from tests.games.duel.arrange import duel


def test_the_guesser_may_turn_any_of_the_four_tiles() -> None:
    table = duel("0: hide 2")

    assert table.legal(1) == ["turn 1", "turn 2", "turn 3", "turn 4"]


def test_the_bluffer_only_watches_the_guesser() -> None:
    table = duel("0: hide 2")

    assert table.legal(0) == []


def test_green_lures_the_cockroach_of_its_lane_one_space_to_the_guesser() -> None:
    table = duel("0: hide 2 | 1: turn 3")

    assert table.position.roach == [0, 0, 1, 0]


def test_green_lures_towards_seat_0_when_seat_0_guesses() -> None:
    table = duel("1: hide 2 | 0: turn 3", first_bluffer=1)

    assert table.position.roach == [0, 0, -1, 0]


def test_after_a_green_tile_the_guesser_goes_on() -> None:
    table = duel("0: hide 2 | 1: turn 3")

    assert (Phase(table.position.phase), table.waiting) == (Phase.GUESS, (1,))


def test_every_tile_is_a_decision_of_its_own() -> None:
    table = duel("0: hide 2 | 1: turn 3, turn 1")

    assert table.position.decided == [1, 2]


def test_two_tiles_are_not_turned_in_one_row() -> None:
    table = duel("0: hide 2")

    with pytest.raises(RowError, match="complete after 1"):
        table.play(1, "turn 1", "turn 3")

    assert table.position.roach == [0, 0, 0, 0]


def test_a_turned_tile_is_not_turned_again() -> None:
    table = duel("0: hide 2 | 1: turn 3")

    with pytest.raises(Refused) as refusal:
        table.play(1, "turn 3")

    assert refusal.value.rule == Rule.TILE_ALREADY_TURNED
    assert table.legal(1) == ["turn 1", "turn 2", "turn 4"]


def test_the_bluffer_cannot_turn_a_tile_of_the_guesser() -> None:
    table = duel("0: hide 2")

    with pytest.raises(Refused) as refusal:
        table.play(0, "turn 1")

    assert refusal.value.rule == Rule.NOT_YOUR_TURN


@pytest.mark.parametrize("action", ["hide 1", "crown 1", "first 1", "march", "swap"])
def test_the_guesser_does_nothing_but_turn_tiles(action: str) -> None:
    table = duel("0: hide 2")

    with pytest.raises(Refused) as refusal:
        table.play(1, action)

    assert refusal.value.rule == Rule.NOT_AN_ACTION_NOW


def test_three_greens_end_the_turn_and_the_red_tile_stays_covered() -> None:
    table = duel("0: hide 2 | 1: turn 1, turn 3")
    steps = table.play(1, "turn 4")

    assert [(step.seat, table.action_name(step.action)) for step in steps] == [(1, "turn 4"), (TABLE, "swap")]


def test_three_greens_leave_the_cockroach_of_the_red_tile_where_it_is() -> None:
    table = duel("0: hide 2 | 1: turn 1, turn 3, turn 4")

    assert table.position.roach == [1, 0, 1, 1]


def test_after_three_greens_the_guesser_becomes_the_bluffer() -> None:
    table = duel("0: hide 2 | 1: turn 1, turn 3, turn 4")

    assert (table.position.bluffer, table.position.rounds, table.waiting) == (1, 2, (1,))


def test_a_new_bluffer_takes_back_all_four_tiles() -> None:
    table = duel("0: hide 2 | 1: turn 1, turn 3, turn 4")

    assert (table.position.red, table.position.turned) == (NONE, 0)
    assert table.legal(1) == ["hide 1", "hide 2", "hide 3", "hide 4"]


def test_cockroaches_stay_where_they_are_between_rounds() -> None:
    table = duel("0: hide 2 | 1: turn 1, turn 3, turn 4 | 1: hide 4 | 0: turn 2")

    assert table.position.roach == [1, -1, 1, 1]
