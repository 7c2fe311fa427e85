"""The last stone: it may go on a level or column that wants more."""

from __future__ import annotations

import pytest

from stammtisch.games.combo.position import Rule
from tests.games.combo.arrange import board, combo, rule_of, stones

THREES = "0: rygbv7 rg4 b5 v6 y8"  # everything but a flush
ONE_LEFT = "0: u3 f4 t2 s3 c3 a1"  # 23 of 24 stones are placed
ONE_IN_RESERVE = "0: u3 f4 t2 s3 c3 a0"


@pytest.mark.parametrize(
    ("row", "placed"),
    [
        ("full rg4 rgv7", "u4 f4 t2 s3 c3"),
        ("three rgv7", "u3 f4 t3 s3 c3"),
        ("straight r4 b5 v6 g7 y8", "u3 f4 t2 s4 c3"),
        ("pairs rg4 ry7", "u3 f4 t2 s3 c4"),
        ("four rgbv7", "u3 f4 t2 s3 c4"),
        ("five rygbv7 into full", "u4 f4 t2 s3 c3"),
        ("five rygbv7 into three", "u3 f4 t3 s3 c3"),
        ("five rygbv7 into column", "u3 f4 t2 s3 c4"),
    ],
)
def test_the_last_stone_counts_for_a_level_that_wants_more(row: str, placed: str) -> None:
    table = combo(THREES, ONE_LEFT, play=f"0: {row}")

    assert (board(table, 0), stones(table, 0)) == (placed, (0, 0))


def test_it_may_also_go_where_one_stone_is_wanted() -> None:
    table = combo("0: rygbv7", "0: u4 f4 t4 s0 c1 a1", play="0: five rygbv7 into straight")

    assert (board(table, 0), stones(table, 0)) == ("u4 f4 t4 s1 c1", (0, 0))


@pytest.mark.parametrize("kind", ["full", "three", "pairs"])
def test_it_must_be_active(kind: str) -> None:
    assert rule_of(combo(THREES, ONE_IN_RESERVE), 0, kind) == Rule.TOO_FEW_STONES


@pytest.mark.parametrize("row", ["four rgbv7", "five rygbv7 into full"])
def test_with_four_or_five_of_a_kind_it_need_not_be(row: str) -> None:
    table = combo(THREES, ONE_IN_RESERVE, play=f"0: {row}")

    assert stones(table, 0) == (0, 0)


def test_it_does_not_go_on_two_columns() -> None:
    table = combo(THREES, "0: u4 f4 t4 s2 c0 a1", play="0: five rygbv7")

    assert table.legal(0) == ["into straight", "into column"]
    assert rule_of(table, 0, "into columns") == Rule.TOO_FEW_STONES


def test_it_does_not_go_into_a_full_row() -> None:
    table = combo("0: r1 r3 r5 r7 r8", ONE_LEFT)

    assert rule_of(table, 0, "flush") == Rule.ROW_IS_FULL


@pytest.mark.parametrize("active", [1, 2])
def test_two_stones_are_not_the_last_one(active: int) -> None:
    table = combo(THREES, f"0: u3 f4 t1 s3 c3 a{active}")

    assert sum(stones(table, 0)) == 2
    assert rule_of(table, 0, "full") == Rule.TOO_FEW_STONES


def test_two_stones_are_not_the_last_one_even_if_one_is_active() -> None:
    table = combo(THREES, "0: u3 f4 t1 s3 c3 a1")

    assert rule_of(table, 0, "pairs") == Rule.TOO_FEW_STONES


def test_experts_have_no_such_rule() -> None:
    table = combo(THREES, "0: u4 f5 t4 s4 c3 a1", expert=True)  # 29 of 30 stones are placed

    assert sum(stones(table, 0)) == 1
    for kind in ("full", "three", "pairs", "four", "five"):
        assert rule_of(table, 0, kind) == Rule.TOO_FEW_STONES


def test_whoever_placed_it_has_no_further_turn() -> None:
    table = combo(THREES, ONE_LEFT, play="0: three rgv7 | 1: draw")
    table.play(1, table.legal(1)[0])

    assert table.over
    assert rule_of(table, 0, "draw") == Rule.GAME_OVER
