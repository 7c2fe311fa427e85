"""Action A: cards from the pile, then from the display, as many as the full house and flush rows say."""

from __future__ import annotations

import pytest

from stammtisch.games.combo.position import Phase, Rule
from stammtisch.kernel import HIDDEN, NATURE, SPECTATOR, TABLE
from tests.games.combo.arrange import carry_on, combo, hand, rule_of, texts

DISPLAY = "y3 g5 b5 v9"


def test_without_levels_one_card_comes_from_the_pile_and_one_from_the_display() -> None:
    table = combo("0: r1 y7 g13", "0: s2 t1", display=DISPLAY, pile="r2", play="0: draw | 0: b5")

    assert hand(table, 0) == {"r1", "y7", "g13", "r2", "b5"}


@pytest.mark.parametrize(("level", "number"), [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5)])
def test_the_full_house_row_says_how_many_come_from_the_pile(level: int, number: int) -> None:
    table = combo("0: r1 y7 g13", f"0: u{level}", pile="r2-8", play="0: draw")

    assert hand(table, 0) == {"r1", "y7", "g13", *(f"r{value}" for value in range(2, 2 + number))}
    assert table.position.phase == Phase.TAKE


@pytest.mark.parametrize(("level", "number"), [(0, 1), (1, 2), (2, 3)])
def test_the_flush_row_says_how_many_are_taken_from_the_display(level: int, number: int) -> None:
    table = combo("", f"0: f{level} s4", display=DISPLAY, play="0: draw")

    assert (table.position.owed, table.waiting) == (number, (0,))
    table.play(0, *DISPLAY.split()[:number])
    assert hand(table, 0) >= set(DISPLAY.split()[:number])
    assert table.waiting == (1,)


@pytest.mark.parametrize("level", [3, 4])
def test_the_table_hands_over_all_four_where_nothing_is_left_to_choose(level: int) -> None:
    table = combo("", f"0: f{level} s4", display=DISPLAY, play="0: draw")
    taken = [table.action_name(step.action) for step in table.steps if step.seat == TABLE]

    assert taken == DISPLAY.split()
    assert hand(table, 0) >= set(DISPLAY.split())
    assert table.waiting == (1,)


def test_the_drawn_cards_are_seen_before_any_is_taken() -> None:
    table = combo("", "0: u1", pile="r2 v12", play="0: draw")

    assert texts(table.view(0).hand[0]) >= {"r2", "v12"}
    assert (table.position.phase, table.waiting) == (Phase.TAKE, (0,))


def test_the_others_see_that_cards_are_drawn_but_not_which() -> None:
    table = combo("", pile="r2 v12", play="0: draw")
    drawn = [[step.action for step in table.steps_seen_by(viewer)][-1] for viewer in (1, SPECTATOR)]

    assert drawn == [HIDDEN, HIDDEN]
    assert texts(table.view(1).hand[0]) == set()
    assert table.view(1).hand_size[0] == 4


def test_everybody_sees_what_is_taken_from_the_display() -> None:
    table = combo("", "0: u1", display=DISPLAY, play="0: draw | 0: b5")

    assert texts(table.view(1).hand[0]) == {"b5"}


def test_display_cards_are_taken_from_low_to_high() -> None:
    table = combo("", "0: f1", display=DISPLAY, play="0: draw")

    assert rule_of(table, 0, "b5 g5") == Rule.LOW_TO_HIGH
    assert rule_of(table, 0, "y3") == Rule.LOW_TO_HIGH


def test_a_card_that_leaves_too_few_above_it_does_not_fit() -> None:
    table = combo("", "0: f2", display=DISPLAY, play="0: draw")

    assert table.legal(0) == ["y3", "g5"]
    assert rule_of(table, 0, "b5") == Rule.CARD_DOES_NOT_FIT


@pytest.mark.parametrize("card", ["r1", "v13"])
def test_only_what_lies_there_is_taken(card: str) -> None:
    assert rule_of(combo("0: r1", display=DISPLAY, play="0: draw"), 0, card) == Rule.CARD_NOT_IN_DISPLAY


@pytest.mark.parametrize("action", ["draw", "done", "exchange", "flush", "into full", "reserve 1"])
def test_taking_is_compulsory(action: str) -> None:
    assert rule_of(combo(play="0: draw"), 0, action) == Rule.NOT_AN_ACTION_NOW


def test_the_display_is_not_filled_up_in_between() -> None:
    table = combo("", "0: f2", display=DISPLAY, play="0: draw | 0: y3 g5")

    assert texts(table.position.display) == {"b5", "v9"}
    assert table.legal(0) == ["b5", "v9"]


def test_it_is_filled_up_when_the_draw_is_complete() -> None:
    table = combo("", "0: f2 s2", display=DISPLAY, pile="r2 r3 y4 g6 v6", play="0: draw | 0: y3 g5 b5")

    assert texts(table.position.display) == {"v9", "r3", "y4", "g6"}


def test_nature_draws_any_card_of_the_pile_and_no_other() -> None:
    table = combo()
    table.follow(0, table.game.notation.read("draw"))

    assert set(table.legal(NATURE)) == texts(table.position.pile)
    assert rule_of(table, NATURE, min(hand(table, 1))) == Rule.NOT_AN_ACTION_NOW
    assert rule_of(table, 0, "r2") == Rule.NOT_YOUR_TURN


def test_drawing_is_a_decision_and_taking_is_another() -> None:
    table = combo()
    before = table.position.decided[0]
    carry_on(table, "0: draw")
    drawn = table.position.decided[0]
    table.play(0, table.legal(0)[0])

    assert (drawn, table.position.decided[0]) == (before + 1, before + 2)


def test_what_the_table_hands_over_is_nobodys_decision() -> None:
    table = combo("", "0: f3 s4")
    before = table.position.decided[0]
    carry_on(table, "0: draw")

    assert table.position.decided[0] == before + 1


@pytest.mark.parametrize("action", ["r1", "shuffle", "start uft", "first 1", "into column", "reserve 0", "done"])
def test_a_turn_begins_with_drawing_laying_or_exchanging(action: str) -> None:
    assert rule_of(combo("0: r1"), 0, action) == Rule.NOT_AN_ACTION_NOW


def test_a_draw_is_the_whole_turn() -> None:
    table = combo("0: rygb7", "0: s4", display=DISPLAY, play="0: draw | 0: y3")

    assert (table.waiting, rule_of(table, 0, "four")) == ((1,), Rule.NOT_YOUR_TURN)


def test_drawing_is_always_possible() -> None:
    table = combo("0: r1-13", "0: s4")

    assert "draw" in table.legal(0)
