"""What somebody with some experience does at Combination Race."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from stammtisch import Table
from stammtisch.bots.rule_bot import RuleBot
from stammtisch.core.game import find_game
from stammtisch.games.combo import hints, rules
from stammtisch.games.combo.position import OPTION_SETS, Options, Phase, State
from stammtisch.kernel.bits import words_for
from stammtisch.testing.walk import Position, begin, legal_actions, seats_waited_for, step_on, view_of
from tests.games.combo.arrange import carry_on, combo
from tests.games.combo.test_expert import BRINK, NARROW, expert

IDS = [f"{number}" for number in range(len(OPTION_SETS))]
OFTEN = {Phase.START, Phase.TURN, Phase.TAKE, Phase.LAY, Phase.EXCHANGE, Phase.DISCARD}  # asked in every game


def suggested(table: Table, seat: int = 0) -> str:
    """Return what the rules of thumb suggest to a seat that knows its view."""
    (action,) = RuleBot(table.game).choose(table.view(seat), table.options, seat, 1, len(table.steps))
    return table.action_name(action)


def row(table: Table, seat: int = 0) -> list[str]:
    """Return all that they suggest, one after the other, until somebody else is asked or another question comes."""
    actions, phase, o = [], None, table.options
    while table.position.waits == 1 << seat and phase in (None, table.position.phase):
        phase = table.position.phase
        actions.append(suggested(table, seat))
        rules.apply(table.position, o, seat, table.game.notation.read(actions[-1]))
    return actions


@pytest.mark.parametrize(
    ("choices", "placement"),
    [
        ({}, "start uus"),
        ({"quick": True}, "start uut"),
        ({"expert": True}, "start us"),
        ({"expert": True, "quick": True}, "start uu"),
        ({"expert": True, "seats": 4}, "start uu"),
    ],
)
def test_one_begins_with_cards_from_the_pile(choices: dict[str, Any], placement: str) -> None:
    table = Table("combo", first=0, **choices)

    assert suggested(table, table.waiting[0]) == placement


def test_the_next_expert_begins_on_other_fields() -> None:
    table = Table("combo", first=0, expert=True)
    table.play(1, "start us")

    assert suggested(table) != "start us"
    assert suggested(table) in table.legal(0)


def test_who_has_room_for_cards_and_nothing_to_lay_draws() -> None:
    assert suggested(combo("0: r1 y5 g9")) == "draw"


def test_what_can_be_laid_is_laid() -> None:
    assert suggested(combo("0: r1 y5 g9 b9 v9")) == "three"
    assert suggested(combo("0: r1 y1 g9 b9 v12")) == "pairs"


def test_what_brings_stones_faster_comes_before_a_column() -> None:
    assert suggested(combo("0: r1 y1 g9 b9 v9", "0: u2 s1")) == "three"


def test_the_last_stones_come_before_anything_else() -> None:
    assert suggested(combo("0: r1 y1 g9 b9 v9", "0: u4 f4 s4 t1 a2")) == "pairs"


def test_four_of_a_kind_saves_active_stones() -> None:
    table = combo("0: rygb7 rv1", "0: u2 s1 t4 c1")

    assert row(table) == ["four"]
    assert row(table) == ["r7", "y7", "g7", "b7"]
    assert row(table) == ["reserve 2"]


def test_four_equal_cards_are_three_of_a_kind_as_long_as_stones_come_slowly() -> None:
    assert suggested(combo("0: rygb7 v1", "0: u2 s1 c1")) == "three"


def test_five_of_a_kind_fills_two_columns_if_little_is_left_to_be_gained() -> None:
    table = combo("0: rygbv7", "0: u4 f2 t4 a3")

    assert row(table) == ["five"]
    assert row(table) == ["r7", "y7", "g7", "b7", "v7"]
    assert row(table) == ["into columns"]
    assert row(table) == ["reserve 3"]


def test_five_of_a_kind_that_finds_no_room_is_no_reason_for_anything() -> None:
    assert suggested(expert("0: rygbv7", "0: u4 f4 t3 s2 a2", board=NARROW)) == "draw"  # what is free wants four


def test_five_of_a_kind_makes_exchanges_better_early() -> None:
    assert suggested(combo("0: rygbv7", "0: u2 s1", play="0: five rygbv7")) == "into three"


def test_a_full_hand_without_a_combination_is_exchanged() -> None:
    table = combo("0: r1 y3 g6 b8 v11", "0: t1 u2")

    assert row(table) == ["exchange"]
    assert len(row(table)) == 2


def test_a_full_hand_is_not_exchanged_for_one_stone() -> None:
    assert suggested(combo("0: r1 y3 g6 b8 v11", "0: u2 s1")) == "draw"


def test_a_complete_combination_that_lacks_stones_makes_one_exchange_others() -> None:
    table = combo("0: r1 y3 g9 b9 v9", "0: u2 s1 t2 c1 a1")

    assert row(table) == ["exchange"]
    assert row(table) == ["r1", "y3", "done"]


def test_if_all_cards_count_the_one_that_counts_least_is_exchanged() -> None:
    table = combo("0: ryg1 bv9", "0: u1 s1 t2 c2 a0")

    assert row(table) == ["exchange"]
    assert row(table) == ["b9", "v9", "done"]


def test_one_who_may_not_exchange_draws() -> None:
    assert suggested(expert("0: r1 y3 g6 b8 v11", "0: t4 a5")) == "draw"


def test_from_the_display_comes_what_completes_a_triple() -> None:
    table = combo("0: r4 y9 b9", "0: u0 f1", display="y1 v7 g9 r12", play="0: draw")

    assert "g9" in row(table)


def test_lonely_cards_are_discarded() -> None:
    table = combo("0: r4 y9 b9 g9 v12", "0: u0", display="b3 r6 y6 g12", pile="b1", play="0: draw | 0: b3")

    assert row(table) == ["b1", "b3"]


def test_four_of_a_colour_are_kept() -> None:
    table = combo("0: r1 r4 r7 r11 b3", "0: u0", display="b5 g6 y8 v13", pile="g10", play="0: draw | 0: b5")

    assert row(table) == ["b3", "b5"]


def test_a_straight_is_laid_from_cards_that_are_good_for_nothing_else() -> None:
    table = combo("0: r4 y5 g6 b7 v8 r8 y8", "0: s2 u1 t4", play="0: straight")

    assert row(table)[:4] == ["r4", "y5", "g6", "b7"]


def test_in_the_quick_game_one_draws_first_then_lays() -> None:
    table = combo("0: r1 y5 g9 b9 v9", quick=True)

    assert suggested(table) == "draw"
    carry_on(table, "0: draw")
    row(table)
    assert suggested(table) == "three"


def test_in_the_quick_game_what_is_over_the_limit_is_exchanged_however_good() -> None:
    hands, shown = "0: ryg2 ryg7", "v4 b9 r11 y13"
    table = combo(hands, "0: t2 a0", quick=True, display=shown, pile="b6", play="0: draw | 0: v4")

    assert row(table) == ["exchange"]
    assert row(table) == ["r2", "v4", "b6"]


def test_in_the_quick_game_one_is_done_rather_than_blocked() -> None:
    shown = "y1 b9 r11 y13"
    table = expert("0: rgb7", f"0: {BRINK[2]}", quick=True, display=shown, pile="v3 v4 v6 v9 v10", play="0: draw")
    while table.position.phase == Phase.TAKE:
        row(table)

    assert "three" in table.legal(0)
    assert suggested(table) == "done"


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_an_expert_does_not_block_himself(seats: int) -> None:
    table = expert("0: rgb7", f"0: {BRINK[seats]}", seats=seats)

    assert "three" in table.legal(0)
    assert suggested(table) != "three"


def asked(s: State, o: Options, seat: int) -> int:
    """Return what is suggested in a position or a view."""
    legal = [0] * words_for(rules.ACTIONS)
    rules.legal(s, o, seat, legal)
    return hints.suggest(s, o, seat, legal, [])


def half_ruled(choices: Mapping[str, object], random: Random, most: int) -> list[Position]:
    """Return positions of a game in which decisions are taken at random and by rules of thumb in turn."""
    at, positions = begin(find_game("combo"), choices), []
    for number in range(most):
        waited_for = seats_waited_for(rules, at.s, at.o)
        if not waited_for:
            break
        positions.append(at)
        seat = random.choice(waited_for)
        ruled = seat < at.o.seats and number // 40 % 3 > 0
        at = step_on(
            at, seat, asked(at.s, at.o, seat) if ruled else random.choice(legal_actions(rules, at.s, at.o, seat))
        )
    return positions


@pytest.mark.parametrize("choices", OPTION_SETS, ids=IDS)
def test_hints_are_legal_and_the_same_on_the_view_and_change_nothing(choices: Mapping[str, object]) -> None:
    met = set[int]()
    for at in half_ruled(choices, Random(7), 400):
        for seat in set(seats_waited_for(rules, at.s, at.o)) & set(range(at.o.seats)):
            before = at.s.copy()
            action = asked(at.s, at.o, seat)
            met.add(at.s.phase)

            assert action in legal_actions(rules, at.s, at.o, seat)
            assert action == asked(view_of(rules, at.s, at.o, seat), at.o, seat)
            assert at.s == before

    assert met >= OFTEN | ({Phase.THEN} if choices.get("quick") else set())
