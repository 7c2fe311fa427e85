"""Phase 2: playing to tricks, and taking them."""

from __future__ import annotations

import pytest

from stammtisch.errors import Refused
from stammtisch.games.gang import notation
from stammtisch.games.gang.rules import Phase, Rule
from stammtisch.kernel import NONE, TABLE
from tests.games.gang.arrange import ONE_COLOUR_EACH, carry_on, gang, hand, texts

# Everybody has low green; seat 0 opens, and seat 1 takes the first trick with g12.
GREEN_FOR_ALL = "0: g0 g4 b0-10 | 1: g3 g12 r0-9 k0 | 2: g1 g5 r10-12 k1-8 | 3: g2 g6-8 k9-12"
FIRST_TO_1 = "0: g0 | 1: g12 | 2: g1 | 3: g2"
# Seat 3 has nothing but crooks and the politician; seat 1 has nothing but black and takes the lead late.
PENALTIES_ONLY = "0: g0-12 | 1: b0-12 | 2: r0-9 r11-12 k0 | 3: r10 k1-12"


def rule_of(hands: str, play: str, seat: int, action: str) -> Rule:
    """Return the rule that refuses this."""
    table = gang(hands, play=play)
    with pytest.raises(Refused) as refusal:
        table.play(seat, action)
    return Rule(refusal.value.rule)


@pytest.mark.parametrize(("seats", "opening"), [(3, "g1"), (4, "g0"), (5, "g0"), (6, "g1")])
def test_the_lowest_green_card_in_play_opens_the_round(seats: int, opening: str) -> None:
    table = gang(f"1: {opening}", seats=seats)

    assert (table.waiting, table.legal(1)) == ((1,), [opening])


def test_no_other_card_opens_the_round() -> None:
    assert rule_of(ONE_COLOUR_EACH, "", 0, "g5") == Rule.OPENING_CARD_FIRST


def test_only_the_holder_of_the_opening_card_begins() -> None:
    assert rule_of(ONE_COLOUR_EACH, "", 1, "b5") == Rule.NOT_YOUR_TURN


def test_play_goes_clockwise() -> None:
    table = gang("2: g0")
    order = list[int]()
    for _ in range(4):
        order += table.waiting
        table.follow(table.waiting[0], table.actions(table.waiting[0])[0])

    assert order == [2, 3, 0, 1]


def test_a_seat_with_the_colour_must_follow_it() -> None:
    table = gang(GREEN_FOR_ALL, play="0: g0")

    assert set(table.legal(1)) == {"g3", "g12"}
    assert rule_of(GREEN_FOR_ALL, "0: g0", 1, "r0") == Rule.MUST_FOLLOW_COLOUR


def test_a_seat_without_the_colour_may_play_anything_after_the_first_trick() -> None:
    table = gang("0: g0 g2 | 1: g1 b0-9 r10 k0 | 2: g4 | 3: g11-12")
    carry_on(table, "0: g0 | 1: g1 | 2: g4 | 3: g12 | 3: g11 | 0: g2")

    assert set(table.legal(1)) == hand(table, 1) == {*(f"b{number}" for number in range(10)), "r10", "k0"}


def test_a_card_that_is_not_in_the_hand_is_not_played() -> None:
    assert rule_of(GREEN_FOR_ALL, "0: g0", 1, "g1") == Rule.CARD_NOT_IN_HAND


@pytest.mark.parametrize("action", ["others", "self", "collect", "count", "next"])
def test_nothing_but_a_card_is_played(action: str) -> None:
    assert rule_of(GREEN_FOR_ALL, "0: g0", 1, action) == Rule.NOT_AN_ACTION_NOW


def test_a_seat_without_green_may_discard_any_harmless_card_in_the_first_trick() -> None:
    table = gang("0: g0-12 | 1: b0-5 r9-12 k0-2", play="0: g0")

    assert set(table.legal(1)) == hand(table, 1) - {"r10", "k0", "k1", "k2"}


@pytest.mark.parametrize("card", ["r10", "k0", "k2"])
def test_no_crook_and_no_politician_in_the_first_trick(card: str) -> None:
    assert rule_of("0: g0-12 | 1: b0-5 r9-12 k0-2", "0: g0", 1, card) == Rule.NO_PENALTY_IN_FIRST_TRICK


def test_whoever_holds_nothing_else_may_play_any_penalty_in_the_first_trick() -> None:
    table = gang(PENALTIES_ONLY, play="0: g0 | 1: b0 | 2: r0")

    assert set(table.legal(3)) == {"r10", *(f"k{number}" for number in range(1, 13))}


def test_the_highest_card_of_the_colour_led_takes_the_trick() -> None:
    table = gang(GREEN_FOR_ALL, play=FIRST_TO_1)

    assert (table.position.leader, table.waiting) == (1, (1,))
    assert texts(table.position.taken[1]) == {"g0", "g12", "g1", "g2"}


def test_a_higher_card_of_another_colour_takes_nothing() -> None:
    table = gang(ONE_COLOUR_EACH, play="0: g0 | 1: b12 | 2: r12 | 3: k12")

    assert texts(table.position.taken[0]) == {"g0", "b12", "r12", "k12"}


def test_a_whole_trick_lies_there_before_the_table_collects_it() -> None:
    table = gang(ONE_COLOUR_EACH, play="0: g0 | 1: b5 | 2: r5")
    table.follow(3, notation.read("k5"))

    assert (table.position.phase, table.waiting, table.legal(TABLE)) == (Phase.TRICK, (TABLE,), ["collect"])
    assert [notation.write(table.position.trick[seat]) for seat in range(4)] == ["g0", "b5", "r5", "k5"]


def test_a_collected_trick_can_still_be_looked_at() -> None:
    table = gang(ONE_COLOUR_EACH, play="0: g0 | 1: b5 | 2: r5 | 3: k5")

    assert [notation.write(table.position.last[seat]) for seat in range(4)] == ["g0", "b5", "r5", "k5"]
    assert list(table.position.trick) == [NONE] * 6


def test_the_winner_of_a_trick_opens_the_next_with_a_card_of_its_choice() -> None:
    table = gang(GREEN_FOR_ALL, play=FIRST_TO_1)

    assert set(table.legal(1)) == {"g3", *(f"r{number}" for number in range(10))}


def test_no_crook_is_led_before_one_was_played() -> None:
    assert rule_of(GREEN_FOR_ALL, FIRST_TO_1, 1, "k0") == Rule.CROOKS_NOT_BROKEN


def test_a_crook_is_led_once_one_was_played() -> None:
    table = gang(GREEN_FOR_ALL, play=f"{FIRST_TO_1} | 1: r9 | 2: r11 | 3: k12 | 0: b0")

    assert (table.position.leader, table.position.broken) == (2, 1)
    assert set(table.legal(2)) == hand(table, 2)


def test_the_politician_does_not_break_the_crooks() -> None:
    table = gang(GREEN_FOR_ALL, play=f"{FIRST_TO_1} | 1: r9 | 2: r10 | 3: g6 | 0: b0")

    assert (table.position.leader, table.position.broken) == (2, 0)
    assert set(table.legal(2)) == {"g5", "r11", "r12"}


def test_the_politician_may_be_led_before_a_crook_was_played() -> None:
    table = gang("0: g0 | 1: g12 r10 k5 | 2: g8 | 3: b8", play="0: g0 | 1: g12 | 2: g8 | 3: b8")

    assert "r10" in table.legal(1)


def test_a_crook_forced_out_in_the_first_trick_breaks_them() -> None:
    table = gang(PENALTIES_ONLY, play="0: g0 | 1: b0 | 2: r0 | 3: k5")

    assert table.position.broken == 1


def test_whoever_holds_only_crooks_may_lead_one_unbroken() -> None:
    table = gang("0: g0 g2 b0-10 | 1: g12 k0-11 | 2: g1 g3-11 b11-12 r0 | 3: r1-12 k12")
    carry_on(table, "0: g0 | 1: g12 | 2: g1 | 3: r1")

    assert table.position.broken == 0
    assert set(table.legal(1)) == {f"k{number}" for number in range(12)}


def test_with_crooks_and_the_politician_alone_the_politician_is_led_unbroken() -> None:
    hands = "0: g0 g2 b0-10 | 1: g12 r10 k0-10 | 2: g1 g3-11 b11-12 r0 | 3: r1-9 r11-12 k11-12"
    table = gang(hands, play="0: g0 | 1: g12 | 2: g1 | 3: r1")

    assert table.legal(1) == ["r10"]
    assert rule_of(hands, "0: g0 | 1: g12 | 2: g1 | 3: r1", 1, "k3") == Rule.CROOKS_NOT_BROKEN


def test_a_crook_in_hand_does_not_break_them() -> None:
    table = gang(GREEN_FOR_ALL, play=FIRST_TO_1)

    assert table.position.broken == 0


def test_the_round_ends_when_all_cards_are_played() -> None:
    table = gang(ONE_COLOUR_EACH)
    for number in range(13):
        for seat, colour in enumerate("gbrk"):
            table.follow(seat, notation.read(f"{colour}{number}"))
        table.follow(TABLE, notation.read("collect"))

    assert (table.position.phase, table.position.tricks, table.legal(TABLE)) == (Phase.ROUND, 13, ["count"])
