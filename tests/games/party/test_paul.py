"""Two players: Paul is the third guest, whom nobody plays."""

from __future__ import annotations

import pytest

from stammtisch.games.party.position import PAUL, Phase
from stammtisch.kernel import NATURE, TABLE
from tests.games.party.arrange import (
    carry_on,
    display,
    floor,
    followed_to,
    gone,
    party,
    play_to,
    replayed,
    rollout,
    takes,
)

# Seat 1 has the tie card; Paul lays an 8, and then his king, a 6 and a 4 come up.
HANDS = "0: 5 13 2 3 | 1: 1 13 3 2 | 2: 8 13 6 4"


@pytest.mark.parametrize(("play", "order"), [("0:2 1:3", [0, 1]), ("0:3 1:2", [1, 0]), ("0:3 1:3", [1, 0])])
def test_paul_is_last_whatever_is_played(play: str, order: list[int]) -> None:
    table = party(HANDS, seats=2, play=play)
    carry_on(table, f"{order[0]}:8 {order[1]}:5")

    assert takes(table, 1) == [f"{order[0]}: 8", f"{order[1]}: 5", "2: 1 by table"]
    assert display(table, PAUL) == [1]


def test_pauls_next_card_comes_up_after_the_taking() -> None:
    table = followed_to(party(HANDS, seats=2, play="0:2 1:3 0:8 1:5"), Phase.PAUL)

    assert (floor(table), table.waiting, table.position.turn) == ([2, 3], (NATURE,), PAUL)
    assert table.legal(NATURE) == [str(card) for card in range(1, 14) if card != 8]


def test_it_lies_on_the_floor_before_anybody_chooses() -> None:
    table = party(HANDS, seats=2, play="0:2 1:3 0:8 1:5")

    assert (table.position.phase, floor(table)) == (Phase.PLAY, [2, 3, 13])


def test_pauls_king_is_an_ordinary_card() -> None:
    table = party(HANDS, seats=2, play="0:2 1:3 0:8 1:5 0:3 1:2")

    assert table.legal(1) == ["2", "3", "13"]


@pytest.mark.parametrize(("play", "taker"), [("0:13 1:3", 0), ("0:2 1:13", 1), ("0:13 1:13", 1)])
def test_a_king_takes_all_three_cards_and_paul_gets_nothing(play: str, taker: int) -> None:
    table = party(HANDS, seats=2, play=play)

    assert takes(table, 1) == [f"{taker}: all by table"]
    assert (display(table, taker), display(table, PAUL)) == ([1, 5, 8], [])


def test_pauls_card_comes_up_after_a_king_too() -> None:
    table = party(HANDS, seats=2, play="0:13 1:3")

    assert (floor(table), table.position.pile_size[PAUL]) == ([3, 13, 13], 11)


def test_equal_costumes_leave_pauls_display() -> None:
    table = party("0: 9 1 3 | 1: 8 5 4 | 2: 5 7", seats=2, play="0:1 1:5 0:9 1:8 0:3 1:4")
    assert (display(table, PAUL), floor(table)) == ([5], [1, 5, 7])
    carry_on(table, "0:1 1:7")

    assert takes(table, 2) == ["0: 1", "1: 7", "2: 5 by table"]
    assert (display(table, PAUL), gone(table)) == ([], [5, 5])


def test_equal_cards_left_for_a_seat_and_paul_are_taken_by_the_table() -> None:
    table = party("0: 9 1 | 1: 5 2 | 2: 5", seats=2, play="0:1 1:2 0:9")

    assert takes(table, 1) == ["0: 9", "1: 5 by table", "2: 5 by table"]


@pytest.mark.parametrize("holder", [0, 1])
def test_in_the_last_round_opponent_holder_and_paul_take_in_this_order(holder: int) -> None:
    table = party(f"{holder}: 1 | {1 - holder}: 2 | 2: 8 1 2 3 4 5 6 7 9 10 11 13 12", seats=2)
    play_to(table, 13, keep=(3, 4))
    rollout(table)

    assert takes(table, 13) == [f"{1 - holder}: 3", f"{holder}: 4", "2: 12 by table"]


@pytest.mark.parametrize(("face_down", "left"), [(False, 0), (True, 1)])
def test_twelve_cards_of_paul_come_up_or_eleven_where_cards_lie_face_down(
    face_down: bool,  # noqa: FBT001
    left: int,
) -> None:
    table = party(seats=2, face_down=face_down)
    rollout(table)
    turned_up = sum(again.position.phase == Phase.PAUL for again in replayed(table))

    assert (turned_up, table.position.pile_size[PAUL]) == (12 - left, left)


def test_paul_is_not_asked_and_chooses_nothing() -> None:
    table = followed_to(party(HANDS, seats=2, play="0:2 1:3 0:8 1:5"), Phase.TAKE, turn=PAUL)

    assert (table.waiting, table.legal(TABLE)) == ((TABLE,), ["1"])


def test_pauls_values_are_added_up_as_well() -> None:
    table = party(seats=2)
    rollout(table)

    assert table.position.points[PAUL] == sum(display(table, PAUL)) > 0
