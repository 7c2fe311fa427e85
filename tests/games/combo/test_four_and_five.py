"""Four and five of a kind: columns and rows, and stones straight from the reserve."""

from __future__ import annotations

import pytest

from stammtisch.games.combo.position import Phase, Rule
from tests.games.combo.arrange import board, combo, rule_of, stones, texts

FOUR = "four rgbv5"
FIVE = "five rygbv7"
IN_HAND = "0: rgbv5 rygbv7"


@pytest.mark.parametrize(("split", "left"), [(0, (1, 18)), (1, (2, 17)), (2, (3, 16))])
def test_four_of_a_kind_fill_a_column_in_any_split(split: int, left: tuple[int, int]) -> None:
    table = combo(IN_HAND, "0: s2 u1 a3", play=f"0: {FOUR} reserve {split}")

    assert (board(table, 0), stones(table, 0)) == ("u1 f0 t0 s2 c1", left)


def test_the_split_is_asked_once_the_cards_lie_there() -> None:
    table = combo(IN_HAND, play=f"0: {FOUR}")

    assert (table.position.phase, table.waiting) == (Phase.SPLIT, (0,))
    assert table.legal(0) == ["reserve 0", "reserve 1", "reserve 2"]
    assert texts(table.position.laid) == {"r5", "g5", "b5", "v5"}


@pytest.mark.parametrize(
    ("fields", "splits"),
    [
        ("a1", ["reserve 1", "reserve 2"]),
        ("a2 u4 f3 t3 s3 c1", ["reserve 0", "reserve 1"]),
        ("a3 u4 f4 s2 t2 c1", ["reserve 0", "reserve 1"]),
    ],
)
def test_a_split_takes_no_more_than_there_is(fields: str, splits: list[str]) -> None:
    table = combo(IN_HAND, f"0: {fields}", play=f"0: {FOUR}")

    assert table.legal(0) == splits


@pytest.mark.parametrize(
    ("fields", "left"),
    [("a0", (0, 22)), ("a3 u4 f4 t4", (1, 0)), ("a2 u4 f4 t4 s1", (0, 0)), ("a1 u4 f4 t4 s1", (0, 0))],
)
def test_a_split_that_is_forced_is_not_asked(fields: str, left: tuple[int, int]) -> None:
    table = combo(IN_HAND, f"0: {fields}", play=f"0: {FOUR}")

    assert stones(table, 0) == left
    assert "c1" in board(table, 0)


def test_another_split_is_refused() -> None:
    few_active = combo(IN_HAND, "0: a1", play=f"0: {FOUR}")

    assert rule_of(few_active, 0, "reserve 0") == Rule.SPLIT_NOT_POSSIBLE
    assert rule_of(few_active, 0, "reserve 3") == Rule.SPLIT_NOT_POSSIBLE


@pytest.mark.parametrize("action", ["draw", "done", "r7", "into column", "exchange"])
def test_nothing_else_answers_the_question(action: str) -> None:
    assert rule_of(combo(IN_HAND, play=f"0: {FOUR}"), 0, action) == Rule.NOT_AN_ACTION_NOW


def test_four_of_a_kind_need_a_free_column() -> None:
    assert rule_of(combo(IN_HAND, "0: c4"), 0, "four") == Rule.ROW_IS_FULL


def test_four_of_a_kind_go_nowhere_else() -> None:
    table = combo(IN_HAND, "0: a0 u4 f4 t4", play=f"0: {FOUR}")

    assert board(table, 0) == "u4 f4 t4 s0 c1"


@pytest.mark.parametrize(
    ("target", "placed"),
    [
        ("full", "u3 f1 t0 s3 c1"),
        ("flush", "u2 f2 t0 s3 c1"),
        ("three", "u2 f1 t1 s3 c1"),
        ("straight", "u2 f1 t0 s4 c1"),
        ("column", "u2 f1 t0 s3 c2"),
        ("columns", "u2 f1 t0 s3 c3"),
    ],
)
def test_five_of_a_kind_go_anywhere(target: str, placed: str) -> None:
    table = combo(IN_HAND, "0: u2 f1 t0 s3 c1 a4", play=f"0: {FIVE} into {target} reserve 0")

    assert board(table, 0) == placed


@pytest.mark.parametrize(
    ("target", "number"), [("full", 2), ("flush", 1), ("three", 1), ("straight", 3), ("column", 2), ("columns", 4)]
)
def test_they_place_what_is_wanted_there_in_any_split(target: str, number: int) -> None:
    splits = range(number if target == "columns" else number + 1)
    for split in splits:
        table = combo(IN_HAND, "0: u2 f1 t0 s3 c1 a4", play=f"0: {FIVE} into {target}")
        assert table.legal(0) == [f"reserve {other}" for other in splits]
        table.play(0, f"reserve {split}")

        assert stones(table, 0) == (4 - number + split, 11 - split)


def test_two_columns_need_an_active_stone() -> None:
    some, none = (combo(IN_HAND, f"0: a{number}", play=f"0: {FIVE}") for number in (2, 0))

    assert rule_of(none, 0, "into columns") == Rule.COLUMNS_NEED_AN_ACTIVE_STONE
    assert rule_of(some, 0, "into columns reserve 4") == Rule.COLUMNS_NEED_AN_ACTIVE_STONE
    assert some.legal(0) == ["reserve 2", "reserve 3"]


def test_a_split_of_two_columns_that_is_not_to_be_had_is_refused_like_any_other() -> None:
    table = combo(IN_HAND, "0: a2", play=f"0: {FIVE}")

    assert rule_of(table, 0, "into columns reserve 1") == Rule.SPLIT_NOT_POSSIBLE


def test_two_columns_with_one_active_stone_take_it_and_three_more() -> None:
    table = combo(IN_HAND, "0: a1", play=f"0: {FIVE} into columns")

    assert (board(table, 0), stones(table, 0)) == ("u0 f0 t0 s0 c2", (0, 20))


def test_one_column_needs_none() -> None:
    table = combo(IN_HAND, "0: a0", play=f"0: {FIVE} into column")

    assert (board(table, 0), stones(table, 0)) == ("u0 f0 t0 s0 c1", (0, 22))


def test_where_a_row_is_full_or_columns_are_too_few_five_of_a_kind_cannot_go() -> None:
    table = combo(IN_HAND, "0: u4 f2 c3", play=f"0: {FIVE}")

    assert table.legal(0) == ["into flush", "into three", "into straight", "into column"]
    assert rule_of(table, 0, "into full") == Rule.ROW_IS_FULL
    assert rule_of(table, 0, "into columns") == Rule.ROW_IS_FULL


def test_where_more_stones_are_wanted_than_are_left_five_of_a_kind_cannot_go() -> None:
    table = combo(IN_HAND, "0: u4 f4 t3 s2 c1 a1", play=f"0: {FIVE}")

    assert table.legal(0) == ["into straight", "into column"]
    assert rule_of(table, 0, "into three") == Rule.TOO_FEW_STONES
    assert rule_of(table, 0, "into columns") == Rule.TOO_FEW_STONES


@pytest.mark.parametrize("action", ["draw", "done", "r5", "reserve 1", "exchange", "start uft"])
def test_nothing_else_says_where_they_go(action: str) -> None:
    assert rule_of(combo(IN_HAND, play=f"0: {FIVE}"), 0, action) == Rule.NOT_AN_ACTION_NOW


def test_a_place_that_is_forced_is_not_asked() -> None:
    table = combo(IN_HAND, "0: u3 f3 t3 s3 c3 a1", play=f"0: {FIVE}")

    assert (board(table, 0), stones(table, 0)) == ("u3 f3 t3 s3 c4", (0, 0))


def test_stones_from_the_reserve_do_not_become_active() -> None:
    table = combo(IN_HAND, "0: u3 a3", play=f"0: {FIVE} into full reserve 3")

    assert stones(table, 0) == (3, 14)


def test_five_equal_cards_may_also_be_laid_as_four_or_three() -> None:
    table = combo("0: rygbv7", "0: s2")

    assert set(table.legal(0)) >= {"three", "four", "five"}
    assert rule_of(table, 0, "four r7 g7 b7 v7") == Rule.OK
