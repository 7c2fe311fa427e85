"""The last round: nothing is played, the guests take against the tie order, and then all is counted."""

from __future__ import annotations

import pytest

from stammtisch import Table
from stammtisch.games.party.position import Phase
from stammtisch.kernel import NONE, TABLE
from tests.games.party.arrange import carry_on, display, floor, followed_to, gone, party, play_to, takes

FIRST = "0: 5 | 1: 1 | 2: 8"  # seat 1 has the tie card


def last_round(*keep: int) -> Table:
    """Return a table where the last round begins, with these cards on the floor."""
    table = party(FIRST)
    play_to(table, 13, keep=keep)
    return table


def test_nothing_is_played_and_the_hands_are_empty() -> None:
    table = last_round(5, 7, 9)

    assert (table.position.phase, list(table.position.hand_size[:3])) == (Phase.TAKE, [0, 0, 0])
    assert list(table.position.played[:3]) == [NONE] * 3


def test_the_cards_played_last_are_shared_out() -> None:
    assert floor(last_round(3, 7, 9)) == [3, 7, 9]


@pytest.mark.parametrize("holder", range(5))
def test_the_right_neighbour_of_the_holder_begins_and_the_holder_is_last(holder: int) -> None:
    table = party(" | ".join(f"{seat}: {1 if seat == holder else 9}" for seat in range(5)), seats=5)
    play_to(table, 13, keep=(2, 3, 4, 5, 6))
    while not table.over:
        table.play(table.waiting[0], table.legal(table.waiting[0])[-1])
    order = [(holder - place) % 5 for place in range(1, 6)]

    assert takes(table, 13) == [f"{seat}: {6 - place}" for place, seat in enumerate(order[:-1])] + [
        f"{holder}: 2 by table"
    ]


def test_everybody_may_choose_from_what_is_left() -> None:
    table = last_round(3, 7, 9)

    assert (table.waiting, table.legal(0)) == ((0,), ["3", "7", "9"])
    table.play(0, "3")
    assert (table.waiting, table.legal(2)) == ((2,), ["7", "9"])


def test_a_king_on_the_floor_has_no_effect() -> None:
    table = last_round(13, 7, 9)

    assert (table.position.king, table.legal(0)) == (NONE, ["7", "9", "13"])


def test_where_all_cards_are_equal_nobody_is_asked() -> None:
    table = last_round()

    assert takes(table, 13) == [f"{seat}: 13 by table" for seat in (0, 2, 1)]


def test_pairs_leave_as_usual() -> None:
    table = last_round(3, 7, 3)
    assert 3 in display(table, 0)
    before = gone(table).count(3)
    table.play(0, "3")

    assert (3 in display(table, 0), gone(table).count(3)) == (False, before + 2)


def test_a_card_without_a_partner_stays() -> None:
    table = last_round(1, 2, 3)
    assert 1 not in display(table, 0)
    table.play(0, "1")

    assert 1 in display(table, 0)


def test_the_floor_is_empty_before_the_count() -> None:
    table = last_round(3, 7, 9)
    carry_on(table, "0:3 2:7")
    counting = followed_to(table, Phase.COUNT)

    assert (floor(counting), counting.waiting, counting.legal(TABLE)) == ([], (TABLE,), ["count"])
    assert (counting.position.turn, list(counting.position.points[:3])) == (NONE, [0, 0, 0])


def test_the_values_of_each_display_are_added_up() -> None:
    table = last_round(3, 7, 9)
    carry_on(table, "0:3 2:7")
    sums = [sum(display(table, seat)) for seat in range(3)]

    assert list(table.position.points[:3]) == list(table.position.total[:3]) == sums
    assert (table.over, table.position.phase) == (True, Phase.OVER)


def test_every_card_is_in_a_display_or_discarded_at_the_end() -> None:
    table = last_round(3, 7, 9)
    carry_on(table, "0:3 2:7")
    cards = [*gone(table), *(card for seat in range(3) for card in display(table, seat))]

    assert sorted(cards) == sorted([*range(1, 14)] * 3)
