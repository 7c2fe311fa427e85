"""Variant 1 and kings: whoever has a face-down card takes the whole floor in person, and may pair."""

from __future__ import annotations

import pytest

from stammtisch import Table
from stammtisch.games.party.position import Rule
from stammtisch.kernel import NONE
from tests.games.party.arrange import display, floor, gone, party, rule_of, takes

# Seat 2 has the tie card; on the floor lie 5, 8 and 9, and seats 0 and 1 lay a 5 face down.
PILES = "0: 9 5 1 2 13 | 1: 8 5 1 2 3 | 2: 5 1 2 3 4"


def fives(play: str) -> Table:
    """Return a table at which seats 0 and 1 have laid a 5 face down."""
    return party(PILES, face_down=True, play=f"0:5 1:5 2:4 {play}")


def test_without_a_face_down_card_nobody_is_asked() -> None:
    table = fives("0:1 1:2 2:3 0:5+ 1:8 2:9 0:13 1:3 2:1")

    assert takes(table, 2) == ["0: all by table"]


def test_whoever_has_one_takes_the_whole_floor_in_person_and_may_pair() -> None:
    table = fives("0:13 1:2 2:3")

    assert (table.waiting, table.legal(0)) == ((0,), ["all", "all+"])
    table.play(0, "all+")
    assert (display(table, 0), gone(table), table.position.face_down[0]) == ([8, 9], [5, 5], NONE)


def test_a_king_may_decline_as_well() -> None:
    table = fives("0:13 1:2 2:3 0:all")

    assert (display(table, 0), gone(table), table.position.face_down[0]) == ([5, 8, 9], [], 5)


def test_a_king_takes_all_even_of_those_who_could_pair() -> None:
    assert rule_of(fives("0:13 1:2 2:3"), 0, "5+") == Rule.KING_TAKES_ALL
    assert rule_of(fives("0:13 1:2 2:3"), 0, "8") == Rule.KING_TAKES_ALL
    assert rule_of(fives("0:1 1:2 2:3"), 0, "all+") == Rule.NO_KING_PLAYED


def with_a_king(*first: int) -> Table:
    """Return a table at which seat 0, with a 5 face down, has played a king while these cards lay on the floor."""
    others = range(1, len(first))
    piles = " | ".join(["0: 9 13 5", *(f"{seat}: {first[seat]} 1 2" for seat in others)])
    play = ["0:5", *(f"{seat}:1" for seat in others), "0:13", *(f"{seat}:2" for seat in others)]
    return party(piles, seats=len(first), face_down=True, play=" ".join(play))


@pytest.mark.parametrize("first", [(9, 8, 5), (9, 5, 5, 5), (9, 5, 5, 5, 5, 5)], ids=str)
def test_with_a_king_an_odd_number_of_doubles_leaves_one_for_the_face_down_card(first: tuple[int, ...]) -> None:
    table = with_a_king(*first)
    table.play(0, "all+")

    assert (5 in display(table, 0), table.position.face_down[0]) == (False, NONE)
    assert gone(table) == [5] * (first.count(5) + 1)


@pytest.mark.parametrize("first", [(9, 5, 5), (9, 5, 5, 5, 5)], ids=str)
def test_with_a_king_an_even_number_of_doubles_leaves_by_itself(first: tuple[int, ...]) -> None:
    table = with_a_king(*first)

    assert rule_of(table, 0, "all+") == Rule.OPEN_PAIR_FIRST
    table.play(0, "all")
    assert (5 in display(table, 0), table.position.face_down[0]) == (False, 5)


def test_with_a_king_a_double_must_be_among_the_cards() -> None:
    assert rule_of(with_a_king(9, 8, 4), 0, "all+") == Rule.FACE_DOWN_CARD_DIFFERS


def test_with_a_king_an_open_card_of_that_value_counts_among_the_doubles() -> None:
    table = party(
        "0: 9 5 1 13 | 1: 8 5 1 2 | 2: 5 1 2 3", face_down=True, play="0:5 1:1 2:3 0:1 1:5 2:2 0:5 2:8 1:9 0:13 1:2 2:1"
    )
    assert (display(table, 0), floor(table)) == ([5], [1, 2, 5])

    assert rule_of(table, 0, "all+") == Rule.OPEN_PAIR_FIRST
