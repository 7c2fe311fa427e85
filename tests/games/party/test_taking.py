"""Rounds 1 to 12: a card each, chosen in secret; then the guests take from the floor, lowest card first."""

from __future__ import annotations

import pytest

from stammtisch.games.party.position import Phase, Rule
from stammtisch.kernel import NATURE, NONE, TABLE
from tests.games.party.arrange import carry_on, display, floor, followed_to, hand, party, play_to, rule_of, takes

# Seat 1 has the tie card; the hands are 2 6 9, 3 6 9 and 4 6 9.
HANDS = "0: 5 2 6 9 | 1: 1 3 6 9 | 2: 8 4 6 9"


def test_everybody_is_asked_at_once_for_any_card_of_the_hand() -> None:
    table = party(HANDS)

    assert table.waiting == (0, 1, 2)
    assert [table.legal(seat) for seat in range(3)] == [["2", "6", "9"], ["3", "6", "9"], ["4", "6", "9"]]


def test_only_a_card_of_the_hand_is_played() -> None:
    assert rule_of(party(HANDS), 0, "3") == Rule.CARD_NOT_IN_HAND


def test_one_card_is_enough() -> None:
    assert rule_of(party(HANDS, play="0:2"), 0, "6") == Rule.NOT_YOUR_TURN


@pytest.mark.parametrize("action", ["2+", "all", "keep", "down", "move", "tie0"])
def test_nothing_but_cards_is_played(action: str) -> None:
    assert rule_of(party(HANDS), 0, action) == Rule.NOT_AN_ACTION_NOW


def test_nobody_takes_before_all_have_chosen() -> None:
    table = party(HANDS, play="2:4 0:2")

    assert (table.position.phase, table.waiting, floor(table)) == (Phase.PLAY, (1,), [1, 5, 8])


def test_the_order_of_choosing_does_not_matter() -> None:
    assert party(HANDS, play="2:4 0:2 1:3").position == party(HANDS, play="0:2 1:3 2:4").position


@pytest.mark.parametrize(("play", "order"), [("0:2 1:3 2:4", [0, 1, 2]), ("0:9 1:6 2:4", [2, 1, 0])])
def test_the_lowest_card_takes_first_and_the_highest_last(play: str, order: list[int]) -> None:
    table = party(HANDS, play=play)
    carry_on(table, f"{order[0]}:8 {order[1]}:5")

    assert takes(table, 1) == [f"{order[0]}: 8", f"{order[1]}: 5", f"{order[2]}: 1 by table"]


@pytest.mark.parametrize("holder", [0, 1, 2, 3])
def test_equal_cards_take_in_tie_order_clockwise_from_the_holder(holder: int) -> None:
    first = " | ".join(f"{seat}: {1 if seat == holder else 9 + seat} 5" for seat in range(4))
    table = party(first, seats=4, play="0:5 1:5 2:5 3:5")
    order = [table.waiting[0]]
    while table.position.round_number == 1:
        table.play(table.waiting[0], table.legal(table.waiting[0])[0])
        order += [table.waiting[0]] if table.position.round_number == 1 else []

    assert order == [(holder + place) % 4 for place in range(3)]


def test_only_equal_cards_care_for_the_tie_order() -> None:
    table = party(HANDS, play="0:6 1:6 2:4 2:8 1:5")

    assert takes(table, 1) == ["2: 8", "1: 5", "0: 1 by table"]


def test_whoever_takes_may_choose_any_value_of_the_floor() -> None:
    table = party(HANDS, play="0:2 1:3 2:4")

    assert (table.waiting, table.legal(0)) == ((0,), ["1", "5", "8"])


def test_a_value_that_does_not_lie_there_is_not_taken() -> None:
    assert rule_of(party(HANDS, play="0:2 1:3 2:4"), 0, "2") == Rule.NOT_ON_THE_FLOOR


def test_a_card_that_was_taken_is_gone_for_the_others() -> None:
    assert rule_of(party(HANDS, play="0:2 1:3 2:4 0:8"), 1, "8") == Rule.NOT_ON_THE_FLOOR


def test_nobody_takes_out_of_turn() -> None:
    assert rule_of(party(HANDS, play="0:2 1:3 2:4"), 1, "8") == Rule.NOT_YOUR_TURN


@pytest.mark.parametrize("action", ["keep", "down", "unused", "move", "count", "next", "tie0"])
def test_nothing_but_takes_is_done_while_taking(action: str) -> None:
    assert rule_of(party(HANDS, play="0:2 1:3 2:4"), 0, action) == Rule.NOT_AN_ACTION_NOW


def test_the_whole_floor_is_taken_by_kings_alone() -> None:
    assert rule_of(party(HANDS, play="0:2 1:3 2:4"), 0, "all") == Rule.NO_KING_PLAYED


def test_a_card_taken_lies_open_in_the_display() -> None:
    table = party(HANDS, play="0:2 1:3 2:4 0:8 1:1")

    assert [display(table, seat) for seat in range(3)] == [[8], [1], [5]]


def test_where_all_cards_left_are_equal_nobody_is_asked() -> None:
    table = party("0: 5 1 | 1: 7 2 | 2: 5 3", play="0:1 1:2 2:3 0:7")

    assert takes(table, 1) == ["0: 7", "1: 5 by table", "2: 5 by table"]
    assert [display(table, seat) for seat in range(3)] == [[7], [5], [5]]


def test_a_forced_take_is_no_decision() -> None:
    table = party("0: 5 1 | 1: 7 2 | 2: 5 3", play="0:1 1:2 2:3 0:7")

    assert list(table.position.decided[:3]) == [2, 1, 1]


def test_played_cards_stay_apart_until_all_have_taken() -> None:
    table = followed_to(party(HANDS, play="0:2 1:3 2:4 0:8 1:1"), Phase.MOVE)

    assert (floor(table), list(table.position.played[:3])) == ([], [2, 3, 4])
    assert (table.waiting, table.legal(TABLE), table.position.turn) == ((TABLE,), ["move"], NONE)


def test_then_they_are_moved_onto_the_floor() -> None:
    table = party(HANDS, play="0:2 1:3 2:4 0:8 1:1")

    assert (floor(table), list(table.position.played[:3])) == ([2, 3, 4], [NONE] * 3)


def test_after_the_round_everybody_draws_and_the_next_one_begins() -> None:
    drawing = followed_to(party(HANDS, play="0:2 1:3 2:4 0:8 1:1"), Phase.DRAW, round_number=1)
    waited_for, size = drawing.waiting, drawing.position.hand_size[0]
    drawing.carry_on()

    assert (waited_for, size, drawing.position.hand_size[0]) == ((NATURE,), 2, 3)
    assert (drawing.position.phase, drawing.position.round_number) == (Phase.PLAY, 2)


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_the_piles_are_empty_after_round_9_and_the_hands_after_round_12(seats: int) -> None:
    sizes = {}
    table = party(seats=seats)
    for number in range(9, 14):
        play_to(table, number)
        sizes[number] = (table.position.pile_size[0], table.position.hand_size[0])

    assert sizes == {9: (1, 3), 10: (0, 3), 11: (0, 2), 12: (0, 1), 13: (0, 0)}


def test_each_round_begins_with_the_cards_played_in_the_last() -> None:
    table = party("0: 1 2 3 4 | 1: 5 6 7 8 | 2: 9 10 11 12", play="0:2 1:6 2:10 0:1 1:5 0:3 1:7 2:11 0:2 1:6")

    assert (table.position.round_number, floor(table)) == (3, [3, 7, 11])
    assert hand(table, 0) == [4, 5, 6]
