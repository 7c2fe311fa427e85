"""How long games are: turns, decisions that are made at the same time, and seconds."""

from __future__ import annotations

import pytest

from stammtisch.study.pace import BIT, FORCED, LOOK, pace_of, turns_of

# Of each action: its step, the seat, what, out of how many, whether the decision ends with it, who was waited for.
ONE_AFTER_ANOTHER = [(0, 0, 0, 2, 1, 0b01), (1, 1, 0, 4, 1, 0b10), (2, 0, 0, 1, 1, 0b01)]
SEALED_ROWS = [
    *((7, 0, 5, 4, 0, 0b11), (8, 0, 6, 2, 1, 0b11), (9, 1, 5, 8, 0, 0b10), (10, 1, 6, 2, 1, 0b10)),
    *((11, 1, 0, 2, 1, 0b10), (14, 1, 0, 2, 1, 0b10)),
]


def test_seats_that_decide_one_after_another_have_turns_of_their_own() -> None:
    assert turns_of(ONE_AFTER_ANOTHER) == [0, 1, 2]


def test_what_is_sealed_at_the_same_time_is_one_turn_however_many_choices_it_has() -> None:
    assert turns_of(SEALED_ROWS) == [0, 4, 5]


def test_the_order_in_which_sealed_choices_come_changes_nothing() -> None:
    first, second = SEALED_ROWS[:2], SEALED_ROWS[2:4]
    turned = [(7, *second[0][1:5], 0b11), (8, *second[1][1:5], 0b11), (9, *first[0][1:5], 1), (10, *first[1][1:5], 1)]
    one, other = pace_of(SEALED_ROWS[:4], 0), pace_of(turned, 0)

    assert one == other


def test_a_game_takes_as_long_as_who_thinks_longest_at_each_turn() -> None:
    pace = pace_of(SEALED_ROWS, forced=3)

    assert pace.seconds == pytest.approx(3 * FORCED + (LOOK + 4 * BIT) + 2 * (LOOK + BIT))


def test_rounds_are_those_of_the_seat_that_decides_most_and_a_row_is_one_decision() -> None:
    pace = pace_of(SEALED_ROWS, forced=0)

    assert (pace.decisions, pace.rounds, pace.choices, pace.ways, pace.real) == (4, 3, 6, 20, 4)
    assert pace_of(ONE_AFTER_ANOTHER, 0).real == 2
