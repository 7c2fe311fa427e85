"""Action B: what can be laid, from low to high, and where its stones go."""

from __future__ import annotations

import pytest

from stammtisch import Table
from stammtisch.errors import RowError
from stammtisch.games.combo.position import Phase, Rule
from tests.games.combo.arrange import board, cards_of, combo, hand, row_of, rule_of, stones, texts

# By kind: its cards, what is asked after them, other cards in the hand, and the board afterwards.
LAID = {
    "full": ("rg4 ygb9", "", "v4 r13", "u1 f0 t0 s1 c0"),
    "flush": ("b2 b4 b7 b8 b10", "", "b12 r2", "u0 f1 t0 s1 c0"),
    "three": ("rgv9", "", "y9 b1", "u0 f0 t1 s1 c0"),
    "straight": ("r6 v7 g8 b9 r10", "", "y8 r1", "u0 f0 t0 s2 c0"),
    "pairs": ("yv4 rb8", "", "g4 r1", "u0 f0 t0 s1 c1"),
    "four": ("ygbv5", "reserve 1", "r5 r1", "u0 f0 t0 s1 c1"),
    "five": ("rygbv7", "into flush reserve 1", "r1 y2", "u0 f1 t0 s1 c0"),
}
every_kind = pytest.mark.parametrize("kind", LAID)
every_row = pytest.mark.parametrize(
    ("letter", "kind"), [("u", "full"), ("f", "flush"), ("t", "three"), ("s", "straight")]
)
every_level = pytest.mark.parametrize(("level", "number"), [(0, 1), (1, 1), (2, 2), (3, 3)])  # and the stones it wants


def laying(kind: str, fields: str = "s1") -> Table:
    """Return a table at which seat 0 can lay a combination."""
    cards, _, others, _ = LAID[kind]
    return combo(f"0: {cards} {others}", f"0: {fields}")


def row(kind: str) -> list[str]:
    """Return the row that lays it."""
    cards, answers, _, _ = LAID[kind]
    return [kind, *cards_of(cards), *row_of(answers)]


@every_kind
def test_a_combination_raises_its_row_by_one(kind: str) -> None:
    table = laying(kind)
    table.play(0, *row(kind))

    assert board(table, 0) == LAID[kind][3]


@every_kind
def test_its_cards_leave_the_hand_for_the_discards(kind: str) -> None:
    table = laying(kind)
    before = hand(table, 0)
    table.play(0, *row(kind))

    assert hand(table, 0) == before - set(cards_of(LAID[kind][0]))
    assert texts(table.position.discards) == set(cards_of(LAID[kind][0]))
    assert table.position.hand_size[0] == len(hand(table, 0))


@every_kind
def test_laying_is_one_decision_and_the_whole_turn(kind: str) -> None:
    table = laying(kind)
    before = table.position.decided[0]
    table.play(0, *row(kind))

    assert (table.position.decided[0], table.waiting) == (before + 1, (1,))
    assert (table.position.kind, table.position.target, texts(table.position.laid)) == (-1, -1, set())


@every_kind
def test_nothing_may_follow_in_the_same_row(kind: str) -> None:
    with pytest.raises(RowError):
        laying(kind).play(0, *row(kind), "draw")


@every_kind
def test_a_combination_that_is_not_in_the_hand_is_refused(kind: str) -> None:
    table = combo("0: r1 y3 g5 b8 v9 r12", "0: s1")

    assert rule_of(table, 0, kind) == Rule.NO_SUCH_COMBINATION


@every_kind
def test_cards_are_laid_one_after_another(kind: str) -> None:
    table = laying(kind)
    first, second = row(kind)[1:3]
    table.play(0, kind, first, second)

    assert (table.position.chosen, texts(table.position.laid)) == (2, {first, second})
    assert rule_of(table, 0, first) == Rule.CARD_NOT_IN_HAND


def test_going_back_is_refused() -> None:
    assert rule_of(laying("flush"), 0, "flush b4 b2") == Rule.LOW_TO_HIGH
    assert rule_of(laying("three"), 0, "three y9 r9") == Rule.LOW_TO_HIGH


def test_a_card_after_which_the_combination_cannot_be_completed_does_not_fit() -> None:
    assert rule_of(laying("flush"), 0, "flush b7") == Rule.CARD_DOES_NOT_FIT
    assert rule_of(laying("straight"), 0, "straight r1") == Rule.CARD_DOES_NOT_FIT
    assert rule_of(laying("full"), 0, "full r4 r13") == Rule.CARD_DOES_NOT_FIT


@pytest.mark.parametrize("action", ["done", "draw", "exchange", "flush", "into full", "reserve 0"])
def test_a_combination_that_is_begun_is_completed(action: str) -> None:
    assert rule_of(laying("three"), 0, f"three r9 {action}") == Rule.NOT_AN_ACTION_NOW


def test_parts_of_larger_sets_may_be_laid() -> None:
    table = combo("0: rygbv7 rygbv8", "0: s1")

    assert set(table.legal(0)) >= {"full", "three", "pairs", "four", "five"}
    table.play(0, "three", "y7", "g7", "v7")
    assert hand(table, 0) == {"r7", "b7", "r8", "y8", "g8", "b8", "v8"} - texts(table.position.discards)


def test_five_equal_cards_are_neither_a_full_house_nor_two_pairs() -> None:
    table = combo("0: rygbv7", "0: s1")

    assert [rule_of(table, 0, kind) for kind in ("full", "pairs")] == [Rule.NO_SUCH_COMBINATION] * 2


@pytest.mark.parametrize(("kind", "placed"), [("flush", "u0 f1 t0 s1 c0"), ("straight", "u0 f0 t0 s2 c0")])
def test_a_straight_flush_is_either_by_choice(kind: str, placed: str) -> None:
    table = combo("0: g3-7", "0: s1", play=f"0: {kind} g3-7")

    assert board(table, 0) == placed


@pytest.mark.parametrize("cards", ["r12 y13 g1 b2 v3", "r10-13 y1"])
def test_a_straight_does_not_go_round_the_corner(cards: str) -> None:
    assert rule_of(combo(f"0: {cards}", "0: s1"), 0, "straight") == Rule.NO_SUCH_COMBINATION


@pytest.mark.parametrize("cards", ["r1 y2 g3 b4 v5", "r9 y10 g11 b12 v13"])
def test_a_straight_may_begin_with_the_lowest_and_end_with_the_highest_card(cards: str) -> None:
    assert "straight" in combo(f"0: {cards}", "0: s1").legal(0)


@every_row
@every_level
def test_the_next_level_fixes_the_number_of_stones(letter: str, kind: str, level: int, number: int) -> None:
    table = laying(kind, f"{letter}{level} a3")
    left = sum(stones(table, 0))
    table.play(0, *row(kind))

    assert f"{letter}{level + 1}" in board(table, 0)
    assert stones(table, 0) == (3 - number, left - 3)


@every_row
@every_level
def test_too_few_active_stones_forbid_it_whatever_is_in_reserve(
    letter: str, kind: str, level: int, number: int
) -> None:
    table = laying(kind, f"{letter}{level} a{number - 1}")

    assert rule_of(table, 0, kind) == Rule.TOO_FEW_STONES
    assert kind not in table.legal(0)


@every_row
def test_a_full_row_takes_no_more(letter: str, kind: str) -> None:
    table = laying(kind, f"{letter}4 a9")

    assert rule_of(table, 0, kind) == Rule.ROW_IS_FULL


@pytest.mark.parametrize("columns", [0, 1, 2, 3])
def test_two_pairs_fill_a_column_with_two_active_stones(columns: int) -> None:
    table = combo("0: rg4 yb8", f"0: c{columns} a3", play="0: pairs rg4 yb8")

    assert (board(table, 0), stones(table, 0)) == (f"u0 f0 t0 s0 c{columns + 1}", (1, 21 - 2 * columns))


def test_two_pairs_need_two_active_stones_and_a_free_column() -> None:
    assert rule_of(combo("0: rg4 yb8", "0: c3 a1"), 0, "pairs") == Rule.TOO_FEW_STONES
    assert rule_of(combo("0: rg4 yb8", "0: c4 a9"), 0, "pairs") == Rule.ROW_IS_FULL


def test_columns_give_no_advantage() -> None:
    table = combo("0: rg4 yb8", "0: c3", play="0: pairs rg4 yb8 | 1: draw")
    table.play(1, table.legal(1)[0])
    table.play(0, "draw")

    assert (table.position.phase, table.position.owed) == (Phase.TAKE, 1)
