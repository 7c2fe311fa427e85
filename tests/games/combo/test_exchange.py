"""Action C: cards of the hand for stones from the reserve."""

from __future__ import annotations

import pytest

from stammtisch.games.combo.position import Phase, Rule
from tests.games.combo.arrange import carry_on, combo, hand, rule_of, stones, texts

CARDS = "0: r1 y4 g4 b9 v13 r13"


@pytest.mark.parametrize(("level", "most"), [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5)])
def test_the_row_of_three_of_a_kind_says_how_many_cards_may_go(level: int, most: int) -> None:
    table = combo(CARDS, f"0: t{level} s2")
    left = sum(stones(table, 0))
    table.play(0, "exchange", *["r1", "y4", "g4", "b9", "r13"][:most])

    assert stones(table, 0) == (3 + most, left - 3 - most)
    assert table.waiting == (1,)


@pytest.mark.parametrize("number", [1, 2, 3])
def test_fewer_may_go(number: int) -> None:
    cards = ["r1", "y4", "g4"][:number]
    table = combo(CARDS, "0: t3 s2")
    table.play(0, "exchange", *cards, "done")

    assert stones(table, 0) == (3 + number, 15 - number)
    assert texts(table.position.discards) == set(cards)
    assert hand(table, 0) == {"r1", "y4", "g4", "b9", "v13", "r13"} - set(cards)


def test_after_the_last_card_that_may_go_nothing_more_is_asked() -> None:
    table = combo(CARDS, "0: t1 s2", play="0: exchange r1 v13")

    assert (stones(table, 0), table.waiting) == ((5, 16), (1,))


def test_stones_move_when_the_exchange_is_complete() -> None:
    table = combo(CARDS, "0: t3 s2", play="0: exchange r1 y4")
    before = stones(table, 0)
    carry_on(table, "0: done")

    assert (before, stones(table, 0)) == ((3, 15), (5, 13))


def test_an_exchange_of_nothing_is_none() -> None:
    assert rule_of(combo(CARDS, "0: t3"), 0, "exchange done") == Rule.DO_SOMETHING_FIRST


def test_no_more_go_than_stones_are_in_reserve() -> None:
    table = combo(CARDS, "0: t4 u4 f4 s1 a1", play="0: exchange r1")

    assert (stones(table, 0), table.waiting) == ((2, 0), (1,))


def test_an_empty_reserve_forbids_it() -> None:
    table = combo(CARDS, "0: t4 u4 f4 s1 a2")

    assert rule_of(table, 0, "exchange") == Rule.RESERVE_IS_EMPTY
    assert "exchange" not in table.legal(0)


def test_an_empty_hand_forbids_it() -> None:
    table = combo("0: rgb7", play="0: three rgb7 | 1: draw")
    table.play(1, table.legal(1)[0])

    assert (hand(table, 0), table.waiting) == (set(), (0,))
    assert rule_of(table, 0, "exchange") == Rule.NO_CARD_TO_EXCHANGE


def test_no_more_go_than_the_hand_holds() -> None:
    table = combo("0: r1 y4 g9", "0: t4", play="0: exchange r1 y4 g9")

    assert (stones(table, 0), table.waiting, hand(table, 0)) == ((6, 11), (1,), set())


def test_cards_go_from_low_to_high() -> None:
    table = combo(CARDS, "0: t3 s2")

    assert rule_of(table, 0, "exchange g4 y4") == Rule.LOW_TO_HIGH
    assert table.legal(0) == ["r13", "b9", "v13", "done"]


def test_any_card_may_be_the_first_even_the_last_one() -> None:
    table = combo(CARDS, "0: t3 s2", play="0: exchange")

    assert set(table.legal(0)) == hand(table, 0)


@pytest.mark.parametrize("card", ["r2", "v12"])
def test_only_cards_of_the_hand_go(card: str) -> None:
    assert rule_of(combo(CARDS), 0, f"exchange {card}") == Rule.CARD_NOT_IN_HAND


@pytest.mark.parametrize("action", ["draw", "exchange", "flush", "reserve 1", "into full"])
def test_an_exchange_that_is_begun_is_completed(action: str) -> None:
    assert rule_of(combo(CARDS, "0: t3"), 0, f"exchange r1 {action}") == Rule.NOT_AN_ACTION_NOW


def test_an_exchange_is_one_decision_and_the_whole_turn() -> None:
    table = combo(CARDS, "0: t3 s2")
    before = table.position.decided[0]
    carry_on(table, "0: exchange r1 y4 done")

    assert (table.position.decided[0], table.waiting) == (before + 1, (1,))


def test_the_others_see_what_goes() -> None:
    table = combo(CARDS, "0: t3 s2", play="0: exchange r1 y4")

    assert texts(table.view(1).discards) == {"r1", "y4"}
    assert (table.position.phase, table.view(1).hand_size[0]) == (Phase.EXCHANGE, 4)


def test_in_the_base_game_the_active_zone_has_no_limit() -> None:
    table = combo(CARDS, "0: t2 s0 a12", play="0: exchange r1 y4 g4")

    assert stones(table, 0) == (15, 7)
