"""The end of a turn: the hand limit, the display, and a pile that is used up."""

from __future__ import annotations

import pytest

from stammtisch.games.combo.position import Phase, Rule
from stammtisch.kernel import NATURE, TABLE
from tests.games.combo.arrange import board, carry_on, combo, hand, rule_of, texts
from tests.games.combo.naive import PACK

DISPLAY = "y3 g5 b5 v9"


@pytest.mark.parametrize(("level", "limit"), [(0, 5), (1, 6), (2, 7), (3, 8), (4, 9)])
def test_the_straight_row_says_how_many_cards_a_hand_may_keep(level: int, limit: int) -> None:
    cards = ["r1", "y2", "r3", "b6", "v6", "g8", "y10", "r11", "y13"][:limit]
    kept = combo(f"0: {' '.join(cards[:-2])}", f"0: s{level}", display=DISPLAY, pile="r2", play="0: draw | 0: y3")
    over = combo(f"0: {' '.join(cards[:-1])}", f"0: s{level}", display=DISPLAY, pile="r2", play="0: draw | 0: y3")

    assert (len(hand(kept, 0)), kept.waiting) == (limit, (1,))
    assert (len(hand(over, 0)), over.waiting, over.position.phase) == (limit + 1, (0,), Phase.DISCARD)


def over_the_limit(number: int) -> str:
    """Return how seat 0 comes to hold so many cards too many."""
    return {1: "0: u0 f0 s0", 2: "0: u1 f0 s0", 3: "0: u1 f1 s0"}[number]


def test_what_is_too_many_is_discarded_by_free_choice() -> None:
    table = combo("0: r1 y4 g9 b12", over_the_limit(1), display=DISPLAY, pile="r2", play="0: draw | 0: v9")

    assert set(table.legal(0)) == {"r1", "y4", "g9", "b12", "r2", "v9"}
    table.play(0, "v9")
    assert hand(table, 0) == {"r1", "y4", "g9", "b12", "r2"}
    assert texts(table.position.discards) == {"v9"}


def test_several_are_discarded_from_low_to_high() -> None:
    table = combo("0: r1 y4 g9 b12", over_the_limit(2), display=DISPLAY, pile="r2 r3", play="0: draw | 0: v9")

    assert rule_of(table, 0, "y4 r3") == Rule.LOW_TO_HIGH
    assert set(table.legal(0)) == {"g9", "v9", "b12"}


def test_a_card_that_leaves_too_few_above_it_is_not_the_first() -> None:
    table = combo("0: r1 y4 g9 b12", over_the_limit(3), display=DISPLAY, pile="r2 r3", play="0: draw | 0: b5 v9")

    assert table.position.owed == 3
    assert (rule_of(table, 0, "g9"), rule_of(table, 0, "v9")) == (Rule.OK, Rule.CARD_DOES_NOT_FIT)


@pytest.mark.parametrize("card", ["g5", "v13"])
def test_only_cards_of_the_hand_are_discarded(card: str) -> None:
    table = combo("0: r1 y4 g9 b12", over_the_limit(1), display=DISPLAY, pile="r2", play="0: draw | 0: v9")

    assert rule_of(table, 0, card) == Rule.CARD_NOT_IN_HAND


@pytest.mark.parametrize("action", ["done", "draw", "exchange", "three"])
def test_discarding_is_compulsory(action: str) -> None:
    table = combo("0: r1 y4 g9 b12", over_the_limit(1), display=DISPLAY, pile="r2", play="0: draw | 0: v9")

    assert rule_of(table, 0, action) == Rule.NOT_AN_ACTION_NOW


def test_discarding_is_a_decision() -> None:
    table = combo("0: r1 y4 g9 b12", over_the_limit(2), display=DISPLAY, pile="r2 r3", play="0: draw | 0: v9")
    before = table.position.decided[0]
    carry_on(table, "0: r1 v9")

    assert (table.position.decided[0], table.waiting) == (before + 1, (1,))


def test_a_straight_raises_the_limit_at_once() -> None:
    cards = "r6 y7 g8 b9 v10 r1 r2 r3 r4 r13 y13"
    raised = combo(f"0: {cards}", "0: s0", play="0: straight r6 y7 g8 b9 v10")
    not_raised = combo(f"0: {cards} b7 v7", "0: s0", play="0: three y7 b7 v7")

    assert (raised.waiting, len(hand(raised, 0)), board(raised, 0)) == ((1,), 6, "u0 f0 t0 s1 c0")
    assert (not_raised.waiting, not_raised.position.phase, not_raised.position.owed) == ((0,), Phase.DISCARD, 5)


def test_the_display_is_filled_up_after_the_discards() -> None:
    table = combo("0: r1 y4 g9 b12", over_the_limit(1), display=DISPLAY, pile="r2 r7", play="0: draw | 0: v9")
    before = texts(table.position.display)
    carry_on(table, "0: r1")

    assert (before, texts(table.position.display)) == ({"y3", "g5", "b5"}, {"y3", "g5", "b5", "r7"})


def test_nature_turns_up_any_card_of_the_pile() -> None:
    table = combo(display=DISPLAY, pile="r2", play="0: draw")
    table.follow(0, table.game.notation.read("y3"))

    assert (table.position.phase, table.waiting) == (Phase.REFILL, (NATURE,))
    assert set(table.legal(NATURE)) == texts(table.position.pile)


def test_the_table_shuffles_the_moment_a_card_is_needed_for_a_hand() -> None:
    table = combo("", "0: u2 s2", pile="r2 y2", used_up=True)
    discards = texts(table.position.discards)
    table.play(0, "draw")
    steps = [(step.seat, table.action_name(step.action)) for step in table.steps[-5:]]

    assert steps[:4] == [(0, "draw"), (NATURE, "r2"), (NATURE, "y2"), (TABLE, "shuffle")]
    assert steps[4][1] in discards
    assert texts(table.position.pile) == discards - {steps[4][1]}
    assert (texts(table.position.discards), table.position.pile_size) == (set(), len(discards) - 1)


def test_a_pile_that_is_used_up_stays_so_until_then() -> None:
    table = combo("", display=DISPLAY, pile="r2 y2", used_up=True, play="0: draw | 0: y3")

    assert (texts(table.position.pile), table.position.pile_size) == (set(), 0)
    assert texts(table.position.discards) != set()
    assert table.waiting == (1,)


def test_the_table_shuffles_the_moment_a_card_is_needed_for_the_display() -> None:
    table = combo("", "0: f1 s2", display=DISPLAY, pile="r2 y2", used_up=True, play="0: draw | 0: y3 g5")
    steps = [(step.seat, table.action_name(step.action)) for step in table.steps[-3:-1]]

    assert steps == [(NATURE, "y2"), (TABLE, "shuffle")]
    assert table.position.display_size == 4


def test_what_was_discarded_in_the_same_turn_is_shuffled_in() -> None:
    table = combo(
        "0: r1 y4 g9 b12", over_the_limit(1), display=DISPLAY, pile="r2", used_up=True, play="0: draw | 0: v9"
    )
    table.follow(0, table.game.notation.read("r1"))
    table.follow(TABLE, table.game.notation.read("shuffle"))

    assert "r1" in texts(table.position.pile)


@pytest.mark.parametrize("action", ["r1", "done", "draw"])
def test_nothing_but_a_shuffle_replaces_the_pile(action: str) -> None:
    table = combo("", pile="", used_up=True)
    table.follow(0, table.game.notation.read("draw"))

    assert table.legal(TABLE) == ["shuffle"]
    assert rule_of(table, TABLE, action) == Rule.NOT_AN_ACTION_NOW
    assert rule_of(table, NATURE, action) == Rule.NOT_YOUR_TURN


def test_no_card_is_lost_over_many_shuffles() -> None:
    table = combo("", "0: u4 s0 f0 | 1: u4 s0 f0")
    for _ in range(80):
        [seat] = table.waiting
        table.play(seat, "draw")
        table.play(seat, table.legal(seat)[0])
        while table.position.phase == Phase.DISCARD:
            table.play(seat, table.legal(seat)[0])
    s = table.position
    places = [hand(table, 0), hand(table, 1), texts(s.display), texts(s.pile), texts(s.discards)]

    assert sum(map(len, places)) == 65
    assert set().union(*places) == set(PACK)
    assert sum(step.seat == TABLE for step in table.steps) >= 8
