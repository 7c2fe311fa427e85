"""The Party King: whoever plays a 13 takes the whole floor, and nobody else takes anything."""

from __future__ import annotations

import pytest

from stammtisch.games.party.position import Phase, Rule
from stammtisch.kernel import NONE, TABLE
from tests.games.party.arrange import carry_on, display, floor, followed_to, gone, party, rule_of, takes

# Seat 1 has the tie card; everybody has the king and lower cards.
HANDS = "0: 5 13 2 | 1: 1 13 3 | 2: 8 13 4"


def test_a_king_takes_the_whole_floor_and_the_others_nothing() -> None:
    table = party(HANDS, play="0:13 1:3 2:4")

    assert takes(table, 1) == ["0: all by table"]
    assert [display(table, seat) for seat in range(3)] == [[1, 5, 8], [], []]


def test_the_king_then_moves_onto_the_floor_like_any_card() -> None:
    table = party(HANDS, play="0:13 1:3 2:4")

    assert (floor(table), table.position.round_number) == ([3, 4, 13], 2)


def test_a_forced_take_of_everything_is_a_step_of_its_own() -> None:
    table = followed_to(party(HANDS, play="0:13 1:3 2:4"), Phase.TAKE)

    assert (table.position.king, table.position.turn, table.waiting) == (0, 0, (TABLE,))
    assert table.legal(TABLE) == ["all"]


def test_the_king_is_forgotten_when_the_cards_have_moved() -> None:
    moving = followed_to(party(HANDS, play="0:13 1:3 2:4"), Phase.MOVE)
    before = moving.position.king
    moving.carry_on()

    assert (before, moving.position.king) == (0, NONE)


@pytest.mark.parametrize(
    ("kings", "taker"), [((0, 1), 1), ((0, 2), 2), ((1, 2), 1), ((0, 1, 2), 1), ((0,), 0), ((2,), 2)]
)
def test_of_several_kings_only_the_first_in_tie_order_takes(kings: tuple[int, ...], taker: int) -> None:
    play = " ".join(f"{seat}:{13 if seat in kings else seat + 2}" for seat in range(3))
    table = party(HANDS, play=play)

    assert takes(table, 1) == [f"{taker}: all by table"]
    assert display(table, taker) == [1, 5, 8]


@pytest.mark.parametrize("holder", range(6))
def test_the_tie_order_goes_round_the_table(holder: int) -> None:
    piles = " | ".join(f"{seat}: {1 if seat == holder else 2} 13" for seat in range(6))
    kings = [(holder + 2) % 6, (holder + 5) % 6]
    play = " ".join(f"{seat}:{13 if seat in kings else 3}" for seat in range(6))
    table = party(piles, seats=6, play=play)

    assert takes(table, 1) == [f"{kings[0]}: all by table"]


def test_all_kings_at_once_lie_on_the_floor_afterwards() -> None:
    assert floor(party(HANDS, play="0:13 1:13 2:13")) == [13, 13, 13]


def test_a_king_on_the_floor_is_an_ordinary_card() -> None:
    table = party(HANDS, play="0:13 1:3 2:4 0:2 1:2 2:1")

    assert (table.waiting, table.legal(2)) == ((2,), ["3", "4", "13"])
    carry_on(table, "2:13 1:3")
    assert takes(table, 2) == ["2: 13", "1: 3", "0: 4 by table"]


def test_two_kings_in_a_display_leave_like_any_pair() -> None:
    table = party(HANDS, play="0:13 1:3 2:13 0:2 1:13 2:4")

    assert takes(table, 2) == ["1: all by table"]
    assert (display(table, 1), gone(table)) == ([3], [13, 13])


def test_one_cannot_take_a_single_card_with_a_king() -> None:
    assert rule_of(followed_to(party(HANDS, play="0:13 1:3 2:4"), Phase.TAKE), TABLE, "5") == Rule.KING_TAKES_ALL


def test_nobody_else_is_asked_while_a_king_takes() -> None:
    assert rule_of(followed_to(party(HANDS, play="0:13 1:3 2:4"), Phase.TAKE), 1, "5") == Rule.NOT_YOUR_TURN


@pytest.mark.parametrize(
    ("first", "kept", "left"),
    [
        ([5, 5, 7], [7], [5, 5]),
        ([5, 5, 5], [5], [5, 5]),
        ([5, 5, 5, 5], [], [5, 5, 5, 5]),
        ([5, 5, 5, 5, 5, 7], [5, 7], [5, 5, 5, 5]),
        ([5, 5, 5, 7, 7, 7], [5, 7], [5, 5, 7, 7]),
    ],
    ids=str,
)
def test_equal_cards_that_a_king_takes_leave_in_pairs(first: list[int], kept: list[int], left: list[int]) -> None:
    piles = " | ".join(f"{seat}: {card} 13" for seat, card in enumerate(first))
    play = " ".join(f"{seat}:{1 if seat else 13}" for seat in range(len(first)))
    table = party(piles, seats=len(first), play=play)

    assert (display(table, 0), gone(table)) == (kept, left)


def test_what_a_king_takes_pairs_with_what_already_lies_there() -> None:
    table = party("0: 5 1 13 | 1: 4 5 2 | 2: 8 5 3", play="0:1 1:5 2:5 0:5 1:4 0:13 1:2 2:3")

    assert takes(table, 2) == ["0: all by table"]
    assert (display(table, 0), gone(table)) == ([1, 5], [5, 5])
