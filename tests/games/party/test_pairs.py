"""Two equal costumes in a display leave at once, and only in pairs."""

from __future__ import annotations

import pytest

from stammtisch.kernel import NONE
from tests.games.party.arrange import carry_on, display, floor, gone, party, replayed, rollout, takes

# Seat 1 has the tie card; after round 1 seat 0 has a 5, seat 1 a 4, seat 2 an 8, and on the floor lie 1, 5 and 6.
FIVES = "0: 5 1 2 3 | 1: 4 5 6 7 | 2: 8 6 5 2"
ROUND_1 = "0:1 1:5 2:6 0:5 1:4"


def test_the_second_card_of_a_value_takes_the_first_with_it() -> None:
    table = party(FIVES, play=f"{ROUND_1} 0:2 1:6 2:5 0:5")

    assert (display(table, 0), gone(table)) == ([], [5, 5])


def test_a_card_of_another_value_stays_beside_it() -> None:
    table = party(FIVES, play=f"{ROUND_1} 0:2 1:6 2:5 0:1")

    assert (display(table, 0), gone(table)) == ([1, 5], [])


def test_somebody_elses_card_of_that_value_is_no_partner() -> None:
    table = party(FIVES, play=f"{ROUND_1} 0:2 1:6 2:5 0:1 2:5")

    assert ([display(table, seat) for seat in range(3)], gone(table)) == ([[1, 5], [4, 6], [5, 8]], [])


def test_the_third_card_of_a_value_stays() -> None:
    table = party(FIVES, play=f"{ROUND_1} 0:2 1:6 2:5 0:5 2:6 0:3 1:7 2:2 2:2 0:5")

    assert takes(table, 3) == ["2: 2", "0: 5", "1: 6 by table"]
    assert (display(table, 0), gone(table)) == ([5], [5, 5])


def test_the_fourth_leaves_with_the_third() -> None:
    table = party(
        "0: 5 1 2 3 4 6 | 1: 4 5 6 7 | 2: 8 6 5 2 3 | 3: 9 7 8 5 | tie 1",
        seats=4,
        play="0:1 1:5 2:6 3:7 0:5 1:8 2:9 0:2 1:6 2:5 3:8 0:5 2:6 1:7 0:3 1:7 2:2 3:5 2:2 0:5 3:6 0:4 1:1 2:3 3:1",
    )
    assert display(table, 0) == [5]
    carry_on(table, "1:3 3:2 2:7")

    assert takes(table, 4)[-1] == "0: 5 by table"
    assert (display(table, 0), gone(table).count(5)) == ([], 4)


def test_a_forced_take_makes_pairs_too() -> None:
    table = party("0: 5 1 2 | 1: 4 5 2 | 2: 5 6 2", play="0:1 1:5 2:6 0:4 0:2 1:1 2:3")
    assert [display(table, seat) for seat in range(3)] == [[4], [5], [5]]
    carry_on(table, "1:1 0:6")

    assert takes(table, 2) == ["1: 1", "0: 6", "2: 5 by table"]
    assert (display(table, 2), gone(table)) == ([], [5, 5])


def test_discarded_cards_do_not_come_back() -> None:
    table = party(FIVES, play=f"{ROUND_1} 0:2 1:6 2:5 0:5 2:1")

    assert (floor(table), gone(table)) == ([2, 5, 6], [5, 5])


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_without_a_mirror_cards_leave_in_pairs_only_and_no_display_holds_two_of_a_value(seats: int) -> None:
    table = party(seats=seats)
    rollout(table)

    for again in replayed(table):
        assert all(number % 2 == 0 for number in again.position.gone)
    assert sum(table.position.gone) > 0
    assert all(card == NONE for card in table.position.face_down)
