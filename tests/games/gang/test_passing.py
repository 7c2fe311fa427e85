"""Phase 1: everybody chooses three cards and passes them on, all at once."""

from __future__ import annotations

import pytest

from stammtisch.errors import Refused, RowError
from stammtisch.games.gang.rules import Phase, Rule
from stammtisch.kernel import NONE
from tests.games.gang.arrange import ALL_BUT_THE_LAST, ONE_COLOUR_EACH, carry_on, gang, hand, sweep

LOWEST_THREE = "0: g0 g1 g2 | 1: b0 b1 b2 | 2: r0 r1 r2 | 3: k0 k1 k2"


def rule_of(seat: int, *actions: str, play: str = "") -> Rule:
    """Return the rule that refuses this while cards are chosen, one colour in each hand."""
    table = gang(ONE_COLOUR_EACH, play=play, first_round=1)
    with pytest.raises(Refused) as refusal:
        table.play(seat, *actions)
    return Rule(refusal.value.rule)


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
@pytest.mark.parametrize("number", [1, 2, 3, 4, 5, 6])
def test_cards_are_passed_as_many_seats_to_the_left_as_the_round_says(seats: int, number: int) -> None:
    table = gang(seats=seats, first_round=number)
    distance = number % seats
    if distance == 0:
        assert table.position.phase == Phase.PLAY
        return
    gifts = [sorted(hand(table, seat))[:3] for seat in range(seats)]
    for seat, gift in enumerate(gifts):
        table.play(seat, *gift)

    assert all(hand(table, (seat + distance) % seats) >= set(gift) for seat, gift in enumerate(gifts))


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_nobody_passes_in_a_round_in_which_cards_would_come_back(seats: int) -> None:
    table = gang(seats=seats, first_round=seats)

    assert (table.position.phase, len(table.waiting)) == (Phase.PLAY, 1)
    assert [table.position.passed_size[seat] for seat in range(seats)] == [0] * seats


def test_the_rounds_are_counted_through_the_whole_match() -> None:
    table = gang(ALL_BUT_THE_LAST[4], first_round=4)
    sweep(table)
    table.play(0, "others")

    assert (table.position.round_number, table.position.phase) == (5, Phase.PASS)
    gift = sorted(hand(table, 0))[:3]
    table.play(0, *gift)
    for seat in (1, 2, 3):
        table.play(seat, *sorted(hand(table, seat))[:3])

    assert hand(table, 1) >= set(gift)


def test_everybody_is_asked_at_once_for_any_card_of_the_hand() -> None:
    table = gang(ONE_COLOUR_EACH, first_round=1)

    assert table.waiting == (0, 1, 2, 3)
    assert [set(table.legal(seat)) for seat in range(4)] == [hand(table, seat) for seat in range(4)]


def test_even_crooks_the_politician_and_the_opening_card_may_be_passed() -> None:
    table = gang("0: g0 r10 k5", first_round=1)
    table.play(0, "g0", "r10", "k5")

    assert table.position.passed_size[0] == 3


def test_a_card_chosen_to_be_passed_has_left_the_hand() -> None:
    table = gang(ONE_COLOUR_EACH, play="0: g4", first_round=1)

    assert "g4" not in hand(table, 0)
    assert (table.position.hand_size[0], table.position.passed_size[0]) == (12, 1)


def test_a_card_is_not_passed_twice() -> None:
    assert rule_of(0, "g4", play="0: g4") == Rule.CARD_NOT_IN_HAND


def test_a_card_of_somebody_else_is_not_passed() -> None:
    assert rule_of(0, "b4") == Rule.CARD_NOT_IN_HAND


def test_three_cards_are_enough() -> None:
    assert rule_of(0, "g3", play="0: g0 g1 g2") == Rule.NOT_YOUR_TURN


def test_four_cards_at_once_are_too_many_and_none_is_taken() -> None:
    table = gang(ONE_COLOUR_EACH, first_round=1)

    with pytest.raises(RowError):
        table.play(0, "g0", "g1", "g2", "g3")

    assert table.position.passed_size[0] == 0


@pytest.mark.parametrize("action", ["others", "self", "collect", "count", "next"])
def test_nothing_but_cards_is_passed(action: str) -> None:
    assert rule_of(0, action) == Rule.NOT_AN_ACTION_NOW


def test_nobody_receives_anything_before_all_have_chosen() -> None:
    table = gang(ONE_COLOUR_EACH, play="0: g0 g1 g2 | 1: b0 b1 b2 | 2: r0 r1 r2 | 3: k0 k1", first_round=1)

    assert [table.position.hand_size[seat] for seat in range(4)] == [10, 10, 10, 11]
    assert table.waiting == (3,)


def test_the_last_card_chosen_passes_them_all() -> None:
    table = gang(ONE_COLOUR_EACH, play=LOWEST_THREE, first_round=1)

    assert hand(table, 1) == {"g0", "g1", "g2"} | {f"b{number}" for number in range(3, 13)}
    assert [table.position.hand_size[seat] for seat in range(4)] == [13] * 4


def test_the_order_of_choosing_does_not_matter() -> None:
    table = gang(ONE_COLOUR_EACH, play=LOWEST_THREE, first_round=1)
    mixed = gang(ONE_COLOUR_EACH, first_round=1)
    carry_on(mixed, "3: k2 | 0: g1 | 3: k0 | 2: r0 r2 r1 | 0: g0 g2 | 1: b2 b1 b0 | 3: k1")

    assert mixed.position == table.position


def test_three_cards_are_one_decision() -> None:
    table = gang(ONE_COLOUR_EACH, play="0: g0 g1 g2 | 1: b0 b1", first_round=1)

    assert list(table.position.decided[:4]) == [1, 0, 0, 0]


def test_whoever_has_the_opening_card_after_passing_begins() -> None:
    before = gang(ONE_COLOUR_EACH, play="0: g0 g1 g2 | 1: b0 b1 b2 | 2: r0 r1 r2", first_round=1)
    after = gang(ONE_COLOUR_EACH, play=LOWEST_THREE, first_round=1)

    assert (before.position.leader, after.position.leader, after.waiting) == (NONE, 1, (1,))
