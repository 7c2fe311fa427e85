"""What somebody with some experience does at Gang of Crooks."""

from __future__ import annotations

import pytest

from stammtisch import Table
from stammtisch.bots.rule_bot import RuleBot
from stammtisch.games.gang import hints, notation, rules
from tests.games.gang.arrange import EVERYTHING, carry_on, gang, later, sweep


def suggested(table: Table, seat: int) -> str:
    """Return what the rules of thumb suggest to a seat that knows its view."""
    (action,) = RuleBot(table.game).choose(table.view(seat), table.options, seat, 1, len(table.steps))
    return table.action_name(action)


def test_the_politician_and_those_above_him_are_passed_when_few_guard_them() -> None:
    table = gang("0: r10-12 r3 g1-5 b1-4", first_round=1)
    passed = []
    for _ in range(3):
        passed.append(suggested(table, 0))
        rules.apply(table.position, table.options, 0, table.game.notation.read(passed[-1]))

    assert sorted(passed) == ["r10", "r11", "r12"]


def test_a_politician_with_many_guards_is_kept() -> None:
    table = gang("0: r2-8 r10 k12 k11 b12 g1-2", first_round=1)

    assert suggested(table, 0) != "r10"


def test_whoever_cannot_follow_throws_the_politician() -> None:
    table = gang("0: g0-12 | 1: b0-12 | 2: k0-12 | 3: r0-12", play="0: g0 | 1: b0 | 2: k12 | 3: r0 | 0: g1 | 1: b1")

    assert suggested(table, 3 if table.waiting == (3,) else 2) in table.legal(2)
    table.play(2, "k0")
    assert suggested(table, 3) == "r10"


def test_whoever_cannot_follow_and_has_no_politician_throws_a_high_crook() -> None:
    table = gang("0: g0-12 | 1: b0-5 k9 r1-6 | 2: b6-12 k0-5 | 3: k6-8 k10-12 r0 r7-12", play="0: g0 | 1: b0 | 2: b6")
    carry_on(table, "3: r0 | 0: g1")

    assert suggested(table, 1) == "k9"


def test_one_stays_just_below_the_highest_card() -> None:
    assert suggested(later("0: b9 | 1: b3 b7 b11 | 2: b0-2 b4-6 | 3: b8 b10 b12", "0: b9"), 1) == "b7"


def test_whoever_must_be_above_it_and_is_not_the_last_one_plays_low() -> None:
    assert suggested(later("0: b2 | 1: b3 b7 b11 | 2: b0-1 b4-6 | 3: b8-10 b12", "0: b2"), 1) == "b3"


def test_the_last_one_takes_a_harmless_trick_with_the_highest_card() -> None:
    assert suggested(later("0: b9 | 1: b3 | 2: b4 | 3: b7 b11", "0: b9 | 1: b3 | 2: b4"), 3) == "b11"


def test_the_last_one_leaves_a_trick_with_a_crook_to_others() -> None:
    table = later("0: b9 | 1: k3 g0-11 | 2: b4 | 3: b7 b11", "0: b9 | 1: k3 | 2: b4")

    assert suggested(table, 3) == "b7"


@pytest.mark.parametrize(("led", "answer"), [("r11", "r10"), ("r5", "r4")])
def test_the_politician_is_played_under_a_higher_red_card_but_not_on_a_lower_one(led: str, answer: str) -> None:
    assert suggested(later("0: r5 r11 | 1: r10 r4 r6", f"0: {led}"), 1) == answer


def test_red_is_led_from_below_to_bring_the_politician_out() -> None:
    assert suggested(later("0: r2 r4 b12 b11 b10 g12 g11 g10 g9 b9 b8 b7 k12 | 1: r10"), 0) == "r2"


def test_red_is_not_led_by_whoever_holds_the_politician_or_a_card_above_him() -> None:
    for held in ("r10", "r12"):
        assert suggested(later(f"0: r2 {held} b3 b5 b7 b9 k4-8 g3 g4"), 0)[0] != "r"


def about_to_unite(table: Table, taker: int) -> Table:
    """Let a seat have taken three crooks that are in nobody's hand."""
    table.position.taken[taker] = 0b111 << notation.read("k0")
    return table


def test_nobody_throws_crooks_to_whoever_takes_them_all() -> None:
    table = about_to_unite(later("0: b12 | 1: k3 k9 r10 g1-5 r0-4", "0: b12"), 0)

    assert suggested(table, 1)[0] != "k"
    assert suggested(table, 1) != "r10"


def test_crooks_go_to_somebody_else_than_whoever_takes_them_all() -> None:
    table = about_to_unite(later("0: b5 | 1: b9 | 2: k3 k9 g1-6 r0-4", "0: b5 | 1: b9"), 0)

    assert suggested(table, 2) == "k9"


def test_whoever_can_stop_a_united_gang_does() -> None:
    table = about_to_unite(later("0: b9 | 1: k9 g0-11 | 2: b4 b12", "0: b9 | 1: k9"), 0)

    assert suggested(table, 2) == "b12"


def dared(table: Table, seat: int) -> str:
    """Return what the daring plan does."""
    legal = [0]
    rules.legal(table.view(seat), table.options, seat, legal)
    return table.action_name(hints.dare(table.view(seat), table.options, seat, legal, []))


def test_the_daring_pass_low_cards_but_not_those_of_a_colour_that_they_draw_from_everybody() -> None:
    table = gang("0: g12 g11 g10 g9 g8 g1 b12 b11 b7 r12 r11 k12 k11", first_round=1)

    assert dared(table, 0) == "b7"


def test_the_daring_lead_what_nobody_can_beat() -> None:
    assert dared(later("0: g12 g11 g10 g9 b12 b11 b10 r12 r11 k12 k11 k10 k9"), 0) == "r12"
    assert dared(later("0: g12 g11 g10 g9 b11 b10 b9 b8 b7 b6 b5 b4 b3"), 0) == "g12"


def test_the_daring_lead_low_cards_as_long_as_everybody_is_likely_to_follow() -> None:
    assert dared(later("0: g12 g11 b12 b2 r12 r11 k12"), 0) == "b2"
    assert dared(later("0: b12 b2-10 k12 k11 k10"), 0) == "b12"


def test_the_daring_lead_a_crook_only_if_nothing_is_as_safe() -> None:
    table = later("0: g10-12 b9-12 r9-12 k2 k12")
    table.position.broken = 1

    assert dared(table, 0) == "g12"


def test_the_daring_keep_the_politician_for_tricks_of_their_own() -> None:
    assert dared(later("0: g9-12 b9-12 r10 k9-12"), 0) == "g12"
    assert dared(later("0: r5 | 1: r10 r12 g0-10", "0: r5"), 1) == "r12"
    assert dared(later("0: r12 | 1: r10 r11 g0-10", "0: r12"), 1) == "r11"


def test_the_daring_take_penalties_as_cheaply_as_they_surely_can() -> None:
    assert dared(later("0: b4 | 1: k9 g0-11 | 2: b5 b8 b12", "0: b4 | 1: k9"), 2) == "b12"
    assert dared(later("0: b4 | 1: k9 g0-11 | 2: b3 | 3: b2 b5 b8 b12", "0: b4 | 1: k9 | 2: b3"), 3) == "b5"


def test_the_daring_leave_tricks_without_penalties_to_others_if_that_rids_them_of_a_low_card() -> None:
    assert dared(later("0: b9 | 1: b2 b4 b11 g0-9 | 2: b12", "0: b9"), 1) == "b2"
    assert dared(later("0: b9 | 1: b12 b11 g0-10", "0: b9"), 1) == "b12"


def test_the_daring_save_what_cannot_take_a_trick() -> None:
    assert dared(later("0: b12 | 1: b2 b4 b11 | 2: b0-1 b3 b5-10", "0: b12"), 1) == "b2"


def test_the_daring_throw_away_low_cards_of_short_colours_but_no_penalty() -> None:
    assert dared(later("0: b12 | 1: k0 k12 g0 g2 g5 r3 r10 r11 r12 g9-12", "0: b12"), 1) == "r3"
    assert dared(later("0: b12 | 1: g1 g10-12 r3 k5-12", "0: b12"), 1) == "r3"
    assert dared(later("0: b12 | 1: k0-12", "0: b12"), 1) == "k0"


def test_the_daring_become_cautious_when_somebody_else_has_a_crook() -> None:
    table = about_to_unite(later("0: b12 | 1: k3 k9 g1-6 r0-4", "0: b12"), 2)

    assert dared(table, 1) == suggested(table, 1) == "k9"


@pytest.mark.parametrize(("limit", "answer"), [(20, "others"), (51, "others"), (52, "self"), (100, "self")])
def test_a_united_gang_burdens_the_others_where_that_wins_the_match(limit: int, answer: str) -> None:
    table = gang(EVERYTHING[4], limit=limit)
    sweep(table)

    assert suggested(table, 0) == answer
