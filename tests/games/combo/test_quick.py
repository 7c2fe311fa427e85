"""The quick variant: draw, and then lay or exchange in the same turn."""

from __future__ import annotations

from typing import Any

import pytest

from stammtisch import Table
from stammtisch.games.combo.position import Phase, Rule
from tests.games.combo.arrange import board, carry_on, combo, hand, rule_of, stones, texts

DISPLAY = "y3 g7 b5 v9"


def drawn(cards: str = "r7 b7 r1", fields: str = "s2", **arranged: Any) -> Table:
    """Return a quick table at which seat 0 has drawn y2 and taken g7."""
    return combo(
        f"0: {cards}",
        f"0: {fields}",
        **{"display": DISPLAY, "pile": "y2", "play": "0: draw | 0: g7"} | arranged,
        quick=True,
    )


def test_after_a_draw_the_turn_goes_on() -> None:
    table = drawn()

    assert (table.position.phase, table.waiting) == (Phase.THEN, (0,))
    assert table.legal(0) == ["three", "exchange", "done"]


def test_then_a_combination_may_be_laid_even_with_cards_just_drawn() -> None:
    table = drawn(play="0: draw | 0: g7 | 0: three rgb7")

    assert (board(table, 0), hand(table, 0), table.waiting) == ("u0 f0 t1 s2 c0", {"r1", "y2"}, (1,))


def test_then_cards_may_be_exchanged() -> None:
    table = drawn(play="0: draw | 0: g7 | 0: exchange r1")

    assert (stones(table, 0), hand(table, 0), table.waiting) == ((4, 18), {"r7", "b7", "g7", "y2"}, (1,))


def test_then_the_turn_may_end() -> None:
    table = drawn(play="0: draw | 0: g7 | 0: done")

    assert (len(hand(table, 0)), table.waiting) == (5, (1,))


def test_being_done_is_a_decision() -> None:
    table = drawn()
    before = table.position.decided[0]
    carry_on(table, "0: done")

    assert table.position.decided[0] == before + 1


@pytest.mark.parametrize(("row", "placed"), [("three rgb7", "u0 f0 t1 s2 c0"), ("exchange r7", "u0 f0 t0 s2 c0")])
def test_one_may_lay_or_exchange_without_drawing_and_the_turn_is_over(row: str, placed: str) -> None:
    table = combo("0: rgb7", "0: s2", quick=True, play=f"0: {row}")

    assert (board(table, 0), table.waiting) == (placed, (1,))


def test_one_may_not_do_nothing_at_all() -> None:
    table = combo(quick=True)

    assert rule_of(table, 0, "done") == Rule.DO_SOMETHING_FIRST
    assert "done" not in table.legal(0)


def test_in_the_slow_game_being_done_means_nothing() -> None:
    assert rule_of(combo(), 0, "done") == Rule.NOT_AN_ACTION_NOW


def test_one_draw_a_turn_is_enough() -> None:
    assert rule_of(drawn(), 0, "draw") == Rule.ONE_DRAW_A_TURN


@pytest.mark.parametrize(("action", "rule"), [("g7", Rule.NOT_AN_ACTION_NOW), ("flush", Rule.NO_SUCH_COMBINATION)])
def test_what_else_is_refused_after_a_draw(action: str, rule: Rule) -> None:
    assert rule_of(drawn(), 0, action) == rule


def test_an_exchange_after_a_draw_is_no_less_than_one_card() -> None:
    assert rule_of(drawn(fields="s2 t2"), 0, "exchange done") == Rule.DO_SOMETHING_FIRST


def test_the_display_is_filled_up_at_the_very_end() -> None:
    table = drawn()
    before = texts(table.position.display)
    carry_on(table, "0: done")

    assert (before, table.position.display_size) == ({"y3", "b5", "v9"}, 4)


def test_cards_over_the_limit_may_be_used_before_they_would_go() -> None:
    table = drawn("r7 b7 r1 r10 v12", "s0")

    assert (len(hand(table, 0)), table.position.phase) == (7, Phase.THEN)
    carry_on(table, "0: three rgb7")
    assert (len(hand(table, 0)), table.waiting) == (4, (1,))


def test_what_is_still_over_the_limit_goes_at_the_very_end() -> None:
    table = drawn("r7 b7 r1 r10 v12", "s0")
    carry_on(table, "0: done")

    assert (table.position.phase, table.position.owed, table.waiting) == (Phase.DISCARD, 2, (0,))
    table.play(0, "r1", "y2")
    assert (len(hand(table, 0)), table.waiting) == (5, (1,))


def test_a_row_of_the_table_handing_over_the_display_goes_on_as_well() -> None:
    table = combo("0: r7 b7 r1", "0: f3 s2", display=DISPLAY, pile="y2", quick=True, play="0: draw")

    assert (table.position.phase, table.position.display_size, table.waiting) == (Phase.THEN, 0, (0,))
    carry_on(table, "0: three rgb7")
    assert (table.position.display_size, table.waiting) == (4, (1,))


def test_a_full_house_acts_from_the_next_turn_on() -> None:
    table = combo("0: rg4 ygb9", "0: u1 s2", display=DISPLAY, pile="y1 y2", quick=True, play="0: draw | 0: y3")
    carry_on(table, "0: full rg4 ygb9 | 1: draw")
    while table.waiting == (1,):
        table.play(1, table.legal(1)[-1])
    before = len(hand(table, 0))
    carry_on(table, "0: draw")

    assert len(hand(table, 0)) - before == 3


def test_quick_and_expert_go_together() -> None:
    table = combo("0: r7 b7 r1", quick=True, expert=True, display=DISPLAY, pile="y2", play="0: draw | 0: g7")

    assert table.legal(0) == ["three", "exchange", "done"]


def test_the_last_stone_may_be_placed_after_a_draw() -> None:
    table = drawn(fields="u4 f4 s4 t2 a1", play="0: draw", display="y3 b5 v9 g7")

    assert table.position.phase in (Phase.TAKE, Phase.THEN)
    carry_on(table, "0: three rgb7 | 1: draw")
    while not table.over:
        table.play(1, table.legal(1)[0])
    assert (stones(table, 0), table.over) == ((0, 0), True)
