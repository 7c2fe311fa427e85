"""The expert game: the red board, a limit for active stones, and blocking oneself."""

from __future__ import annotations

from typing import Any

import pytest

from stammtisch import Table
from stammtisch.games.combo.position import Phase, Reason, Rule
from tests.games.combo.arrange import board, carry_on, combo, draw, hand, result, row_of, rule_of, stones, texts

CARDS = "r1 v2 y4 g9 b12"
# By number of seats, a board with two stones left: a three of a kind leaves one that fits nowhere.
BRINK = {2: "u5 f4 t2 s3 c5 a2", 3: "u5 f3 t2 s3 c3 a2", 4: "u5 f3 t2 s3 c0 a2"}
NARROW: dict[str, Any] = {
    "stones": [1, 1, 4, 4],  # 30 stones fill three rows of ten, so the fourth must stay empty
    "full_house": [1, 2, 3, 4, 5],
    "flush": [1, 2, 3, 4, 4],
    "three": [1, 2, 3, 4, 5],
    "straight": [5, 6, 7, 8, 9],
    "columns": 0,
}


def expert(hands: str = "", boards: str = "", **arranged: Any) -> Table:
    """Return a table for experts."""
    return combo(hands, boards, expert=True, **arranged)


@pytest.mark.parametrize(("level", "stones_wanted"), [(0, 1), (1, 1), (2, 1), (3, 2), (4, 3)])
def test_the_red_board_has_five_levels(level: int, stones_wanted: int) -> None:
    table = expert("0: rgb7", f"0: t{level} a3", play="0: three rgb7")

    assert (f"t{level + 1}" in board(table, 0), stones(table, 0)[0]) == (True, 3 - stones_wanted)


def test_a_red_row_is_full_after_five_levels_and_there_are_five_columns() -> None:
    table = expert("0: rgb7 rg8", "0: t5 c4 a3")

    assert rule_of(table, 0, "three") == Rule.ROW_IS_FULL
    carry_on(table, "0: pairs rg7 rg8")
    assert board(table, 0) == "u0 f0 t5 s0 c5"


@pytest.mark.parametrize(("active", "most"), [(3, 2), (4, 1)])
def test_an_exchange_fills_the_active_zone_up_to_the_hand_limit(active: int, most: int) -> None:
    table = expert(f"0: {CARDS}", f"0: t4 s0 a{active}")
    table.play(0, "exchange", *["r1", "v2"][:most])

    assert (stones(table, 0)[0], table.waiting) == (5, (1,))


@pytest.mark.parametrize("active", [5, 6])
def test_a_full_active_zone_forbids_an_exchange(active: int) -> None:
    table = expert(f"0: {CARDS}", f"0: t4 s0 a{active}")

    assert rule_of(table, 0, "exchange") == Rule.ACTIVE_ZONE_IS_FULL
    assert "exchange" not in table.legal(0)


def test_a_higher_hand_limit_makes_room_for_stones() -> None:
    assert "exchange" in expert(f"0: {CARDS}", "0: t4 s1 a5").legal(0)


def test_the_cap_comes_on_top_of_level_and_reserve() -> None:
    by_level = expert(f"0: {CARDS}", "0: t0 s3 a3", play="0: exchange r1")
    by_reserve = expert(f"0: {CARDS}", "0: t5 u5 f5 s3 a2", play="0: exchange r1")

    assert (stones(by_level, 0)[0], by_level.waiting) == (4, (1,))
    assert (stones(by_reserve, 0), by_reserve.waiting) == ((3, 0), (1,))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_whose_stones_left_cannot_be_made_up_exactly_has_lost(seats: int) -> None:
    table = expert("0: rgb7", f"0: {BRINK[seats]}", seats=seats)
    assert sum(stones(table, 0)) == 2
    carry_on(table, "0: three rgb7")

    assert (table.position.blocked, stones(table, 0)) == (1, (1, 0))


@pytest.mark.parametrize(("seats", "row"), [(2, "straight r4 b5 v6 g7 y8"), (3, "pairs rg7 rg8"), (4, "four rgbv7")])
def test_whose_can_has_not(seats: int, row: str) -> None:
    table = expert("0: rgbv7 rgy8 r4 b5 v6", f"0: {BRINK[seats]}", seats=seats, play=f"0: {row}")

    assert (table.position.blocked, stones(table, 0)) == (0, (0, 0))


@pytest.mark.parametrize(("row", "blocked"), [("pairs rg7 rg8", 1), ("three rgb7", 0)])
def test_the_example_on_the_page_of_rules_is_blocked_by_the_column_alone(row: str, blocked: int) -> None:
    table = expert("0: rgb7 rg8", "0: u5 f3 t3 s3 c4 a5")
    assert stones(table, 0) == (5, 0)
    carry_on(table, f"0: {row}")

    assert (table.position.blocked, sum(stones(table, 0))) == (blocked, 3)


@pytest.mark.parametrize(("row", "blocked"), [("flush r1 r3 r7-8 r10", 1), ("three rgb7", 0)])
def test_many_stones_may_be_left_and_still_not_fit(row: str, blocked: int) -> None:
    table = expert("0: rgb7 r1 r3 r8 r10", "0: u1 t1 s1", board=NARROW)
    table.play(0, *row_of(row))

    assert (table.position.blocked, sum(stones(table, 0))) == (blocked, 26)


def test_even_five_of_a_kind_find_no_room_on_a_full_board() -> None:
    rows = {name: NARROW[name][:3] for name in ("full_house", "flush", "three", "straight")}
    small = NARROW | rows | {"stones": [1, 1], "columns": 11}  # which hold 30, no more than there are
    table = expert("0: rygbv7", "0: u2 f2 t2 s2 c11 a0", board=small)

    assert rule_of(table, 0, "five") == Rule.ROW_IS_FULL


def test_what_leaves_no_choice_is_not_yet_lost() -> None:
    table = expert("0: rgb7", "0: u2 f2 t1 a3", board=NARROW, play="0: three rgb7")

    assert (table.position.blocked, board(table, 0)) == (0, "u2 f2 t2 s0 c0")


def test_in_the_base_game_nobody_is_blocked() -> None:
    table = combo("0: rgb7", "0: u3 f4 t1 s3 c3 a2", play="0: three rgb7")

    assert (table.position.blocked, stones(table, 0)) == (0, (1, 0))


def test_who_is_blocked_has_no_more_turns_and_rounds_go_on_without_him() -> None:
    table = expert("0: rgb7", f"0: {BRINK[3]}", seats=3, play="0: three rgb7")
    draw(table, 1)
    draw(table, 2)

    assert (table.waiting, table.position.round_number) == ((1,), 2)
    assert rule_of(table, 0, "draw") == Rule.NOT_YOUR_TURN


def test_his_hand_stays_with_him_and_hidden() -> None:
    table = expert("0: rgb7 y1 v13", f"0: {BRINK[3]}", seats=3, play="0: three rgb7")

    assert (hand(table, 0), texts(table.view(1).hand[0]), table.view(1).hand_size[0]) == ({"y1", "v13"}, set(), 2)


def test_he_still_discards_down_to_his_limit() -> None:
    table = expert("0: rgb7 y1-10", f"0: {BRINK[3]}", seats=3, play="0: three rgb7")

    assert (table.position.phase, table.position.owed, table.waiting) == (Phase.DISCARD, 2, (0,))


def test_the_last_seat_of_a_round_may_be_blocked() -> None:
    boards = f"2: {BRINK[3]} | 1: {BRINK[3].replace('a2', 'a1')}"
    table = expert("2: rgb7 | 1: rgb8 rg9 v1", boards, seats=3)
    draw(table, 0)
    carry_on(table, "1: exchange v1 | 2: three rgb7")
    assert (table.waiting, table.position.round_number) == ((0,), 2)
    draw(table, 0)
    carry_on(table, "1: pairs rg8 rg9")

    assert (table.over, result(table)) == (True, ((2, 1, 3), (22, 0, 1), Reason.ALL_PLACED))


def test_as_soon_as_all_others_have_lost_the_one_left_wins_at_once() -> None:
    table = expert("0: rgb7 | 1: rgb8", f"0: {BRINK[3]} | 1: {BRINK[3]}", seats=3)
    carry_on(table, "0: three rgb7 | 1: three rgb8")

    assert (table.over, result(table)) == (True, ((2, 2, 1), (1, 1, 22), Reason.ONE_LEFT))


@pytest.mark.parametrize("first", [0, 1])
def test_with_two_seats_the_other_one_wins(first: int) -> None:
    table = expert("0: rgb7 | 1: rgb8", f"0: {BRINK[2]} | 1: {BRINK[2]}", first=first)
    table.play(first, "three", *(f"{colour}{7 + first}" for colour in "rgb"))

    assert (table.over, result(table)[0]) == (True, (2, 1) if first == 0 else (1, 2))


def test_if_somebody_has_finished_the_others_who_have_not_lost_finish_the_round() -> None:
    table = expert("0: rgb7 rg8 | 1: rgb9", f"0: {BRINK[4]} | 1: {BRINK[4]}", seats=4)
    carry_on(table, "0: pairs rg7 rg8 | 1: three rgb9")
    assert table.waiting == (2,)
    draw(table, 2)
    draw(table, 3)

    assert (table.over, result(table)) == (True, ((1, 4, 2, 2), (0, 1, 16, 16), Reason.ALL_PLACED))


def test_who_has_finished_wins_at_once_when_all_others_are_blocked() -> None:
    table = expert("0: rgb7 rg8 | 1: rgb9 | 2: rgb10", f"0: {BRINK[3]} | 1: {BRINK[3]} | 2: {BRINK[3]}", seats=3)
    carry_on(table, "0: pairs rg7 rg8 | 1: three rgb9 | 2: three rgb10")

    assert (table.over, result(table)) == (True, ((1, 2, 2), (0, 1, 1), Reason.ALL_PLACED))


def test_a_blocked_seat_stands_worse_than_any_other() -> None:
    table = expert("0: rgb7", f"0: {BRINK[3]}", seats=3, play="0: three rgb7")
    blocked, *racing = (table.rules.worth(table.position, table.options, seat) for seat in range(3))

    assert blocked < 0 < min(racing)
