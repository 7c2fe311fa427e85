"""Preparation: which cards are in play, and how they are dealt."""

from __future__ import annotations

import pytest

from stammtisch import Table
from stammtisch.games.gang import notation
from stammtisch.games.gang.rules import Phase
from stammtisch.kernel import NATURE, NONE
from tests.games.gang.arrange import ONE_COLOUR_EACH, gang, hand, stack, sweep
from tests.games.gang.cards import PACK

every_number_of_seats = pytest.mark.parametrize("seats", [3, 4, 5, 6])


@pytest.mark.parametrize(
    ("seats", "removed"),
    [(3, {"g0", "b0", "r0", "k0"}), (4, set()), (5, {"r0", "b0"}), (6, {"g0", "b0", "r0", "k0"})],
)
def test_some_zeros_stay_out_of_play_depending_on_the_number_of_seats(seats: int, removed: set[str]) -> None:
    table = gang(seats=seats)
    dealt = set().union(*(hand(table, seat) for seat in range(seats)))

    assert dealt == set(PACK) - removed


@pytest.mark.parametrize(("seats", "each"), [(3, 16), (4, 13), (5, 10), (6, 8)])
def test_everybody_is_dealt_equally_many_cards(seats: int, each: int) -> None:
    table = gang(seats=seats)

    assert [table.position.hand_size[seat] for seat in range(seats)] == [each] * seats
    assert [len(hand(table, seat)) for seat in range(seats)] == [each] * seats


@every_number_of_seats
def test_cards_are_dealt_one_by_one_beginning_with_seat_0(seats: int) -> None:
    table = Table("gang", seed=1, seats=seats)
    dealt = [table.action_name(step.action) for step in table.steps if step.seat == NATURE]

    assert [hand(table, seat) for seat in range(seats)] == [set(dealt[seat::seats]) for seat in range(seats)]


def test_nature_may_deal_any_card_that_is_left() -> None:
    table = Table.undealt(gang().game, 1, {})
    table.follow(NATURE, notation.read("k12"))

    assert set(table.legal(NATURE)) == set(PACK) - {"k12"}


def test_nobody_else_acts_during_the_deal() -> None:
    table = Table.undealt(gang().game, 1, {})

    assert table.waiting == (NATURE,)
    assert [table.legal(seat) for seat in range(4)] == [[], [], [], []]


@every_number_of_seats
def test_the_deal_ends_when_no_card_is_left(seats: int) -> None:
    table = gang(seats=seats)

    assert (table.position.deck, table.position.deck_size) == (0, 0)
    assert table.position.phase == Phase.PLAY


def test_the_same_seed_deals_the_same_hands() -> None:
    first, again, other = (Table("gang", seed=seed).position.hand for seed in (1, 1, 2))

    assert (first == again, first == other) == (True, False)


def test_every_round_deals_all_cards_anew() -> None:
    table = gang(ONE_COLOUR_EACH, "0: k0-12", limit=100)
    sweep(table)
    table.play(0, "others")

    assert hand(table, 0) == {f"k{number}" for number in range(13)}
    assert [table.position.hand_size[seat] for seat in range(4)] == [13] * 4


def test_a_new_round_forgets_the_tricks_of_the_one_before() -> None:
    table = gang(ONE_COLOUR_EACH, limit=100)
    sweep(table)
    table.play(0, "others")
    s = table.position

    assert (s.tricks, s.broken, s.leader, list(s.last)) == (0, 0, NONE, [NONE] * 6)
    assert [sum(row) for row in (s.played, s.taken, s.lacks, s.points)] == [0, 0, 0, 0]


def test_an_arranged_deck_is_dealt_as_it_was_listed() -> None:
    table = gang("0: k12 | 2: g0-3 r10")
    dealt = [table.action_name(step.action) for step in table.steps if step.seat == NATURE]

    assert dealt == stack("0: k12 | 2: g0-3 r10", 4)
    assert (hand(table, 0) >= {"k12"}, hand(table, 2) >= {"g0", "g3", "r10"}) == (True, True)
