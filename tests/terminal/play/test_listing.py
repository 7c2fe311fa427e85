"""The numbers that people type: a number that names a card means that card."""

from __future__ import annotations

from stammtisch.games.gang import notation as letters
from stammtisch.games.party import notation
from stammtisch.games.party.position import ALL, KEEP, PAIR
from stammtisch.terminal.play.listing import numbered
from tests.terminal.conftest import Stammtisch


def test_cards_keep_their_numbers_and_other_actions_get_numbers_that_name_nothing() -> None:
    assert numbered([3, 7], notation) == {3: 3, 7: 7}
    assert numbered([KEEP, 3, 12], notation) == {3: 3, 12: 12, 14: KEEP}
    assert numbered([3, 7, PAIR + 3], notation) == {3: 3, 7: 7, 14: PAIR + 3}
    assert numbered([ALL], notation) == {14: ALL}


def test_actions_without_numbers_are_counted() -> None:
    assert numbered([5, 6], letters) == {1: 5, 2: 6}


def test_a_card_that_is_not_in_the_list_is_refused_with_its_rule(stammtisch: Stammtisch) -> None:
    run = stammtisch("play", "party", "--seed", "3", "-o", "seats=3", typed="1\n2\n3\n4\n5\n6\n99\n")
    assert "is still in the draw pile." in run.out
    assert "To read more, type: rules card-not-in-hand" in run.out
    assert "There is no number 99 in the list." in run.out
