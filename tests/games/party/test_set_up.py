"""Set-up: first cards on the floor, the tie card, and hands of three."""

from __future__ import annotations

import pytest

from stammtisch import Table
from stammtisch.games.party import notation
from stammtisch.games.party.position import Phase, Rule
from stammtisch.kernel import NATURE, NONE, TABLE
from tests.games.party.arrange import floor, followed_to, hand, party, rule_of, values

every_count = pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])


def test_everybody_begins_with_a_whole_set() -> None:
    table = Table.undealt(party().game, 7, {"seats": 5})

    assert [values(table.position.pile[seat]) for seat in range(6)] == [list(range(1, 14))] * 5 + [[]]
    assert list(table.position.pile_size) == [13] * 5 + [0]


def test_where_two_play_a_third_set_is_for_paul() -> None:
    table = Table.undealt(party().game, 7, {"seats": 2})

    assert list(table.position.pile_size) == [13, 13, 13, 0, 0, 0]


@every_count
def test_everybody_lays_a_first_card_onto_the_floor_and_paul_does_so_last(seats: int) -> None:
    first = {guest: 12 - guest for guest in range(max(seats, 3))}
    table = party(" | ".join(f"{guest}: {card}" for guest, card in first.items()), seats=seats)

    assert [table.action_name(step.action) for step in table.steps[: len(first)]] == [str(c) for c in first.values()]
    assert floor(table) == sorted(first.values())


def test_no_king_opens_the_dance_but_it_stays_in_the_pile() -> None:
    table = Table.undealt(party().game, 7, {"seats": 3})

    assert (table.waiting, table.legal(NATURE)) == ((NATURE,), [str(card) for card in range(1, 13)])
    table.follow(NATURE, notation.read("4"))
    assert 13 in values(table.position.pile[0])


def test_the_lowest_card_brings_the_tie_card() -> None:
    table = followed_to(party("0: 9 | 1: 4 | 2: 5"), Phase.TIE)

    assert (table.position.holder, table.waiting, table.legal(TABLE)) == (NONE, (TABLE,), ["tie1"])


def test_paul_never_gets_the_tie_card() -> None:
    table = followed_to(party("0: 9 | 1: 4 | 2: 1", seats=2), Phase.TIE)

    assert (table.waiting, table.legal(TABLE)) == ((TABLE,), ["tie1"])


def test_among_those_tied_for_lowest_chance_decides_if_nobody_told_the_ages() -> None:
    table = followed_to(party("0: 4 | 1: 9 | 2: 4 | 3: 4", seats=4), Phase.TIE)

    assert (table.waiting, table.legal(NATURE)) == ((NATURE,), ["tie0", "tie2", "tie3"])


@pytest.mark.parametrize(("youngest", "holder"), [("2,1,0,3", 2), ("1,3,0,2", 3), ([0, 3, 2, 1], 0)])
def test_the_youngest_of_those_tied_for_lowest_gets_the_tie_card(youngest: object, holder: int) -> None:
    table = followed_to(party("0: 4 | 1: 9 | 2: 4 | 3: 4", seats=4, youngest=youngest), Phase.TIE)

    assert (table.waiting, table.legal(TABLE)) == ((TABLE,), [f"tie{holder}"])


def test_a_young_age_does_not_help_against_a_lower_card() -> None:
    table = party("0: 4 | 1: 9 | 2: 3", youngest="1,0,2")

    assert table.position.holder == 2


def test_with_two_seats_only_their_cards_are_compared() -> None:
    table = followed_to(party("0: 4 | 1: 4 | 2: 4", seats=2), Phase.TIE)

    assert (table.waiting, table.legal(NATURE)) == ((NATURE,), ["tie0", "tie1"])


def test_hands_are_drawn_seat_by_seat() -> None:
    table = party("0: 1 4 5 6 | 1: 2 7 8 9 | 2: 3 10 11 12")

    assert [table.action_name(step.action) for step in table.steps[4:]] == [str(card) for card in range(4, 13)]
    assert [hand(table, seat) for seat in range(3)] == [[4, 5, 6], [7, 8, 9], [10, 11, 12]]


@every_count
@pytest.mark.parametrize(("face_down", "size"), [(False, 3), (True, 4)])
def test_everybody_draws_three_cards_or_four_where_one_is_laid_face_down(
    seats: int,
    face_down: bool,  # noqa: FBT001
    size: int,
) -> None:
    table = party(seats=seats, face_down=face_down)

    assert list(table.position.hand_size[:seats]) == [size] * seats
    assert list(table.position.pile_size[:seats]) == [12 - size] * seats


def test_paul_has_no_hand() -> None:
    table = party(seats=2)

    assert (table.position.hand_size[2], table.position.pile_size[2]) == (0, 12)


def test_a_card_that_has_been_drawn_does_not_come_up_again() -> None:
    table = followed_to(party("0: 1 4 5 6"), Phase.DRAW, turn=0, hand_size=[2, 0, 0, 0, 0, 0])

    assert table.legal(NATURE) == ["2", "3", "6", "7", "8", "9", "10", "11", "12", "13"]


def test_a_king_may_be_drawn() -> None:
    table = party("0: 1 13")

    assert hand(table, 0) == [2, 3, 13]


def test_the_first_round_begins_when_all_hands_are_full() -> None:
    table = followed_to(party(), Phase.DRAW)
    before = table.position.round_number
    table.carry_on()

    assert (before, table.position.round_number, table.position.phase) == (0, 1, Phase.PLAY)
    assert table.waiting == (0, 1, 2)


@pytest.mark.parametrize("phase", [Phase.FLOOR, Phase.TIE, Phase.DRAW])
def test_no_seat_takes_part_in_the_set_up(phase: Phase) -> None:
    assert rule_of(followed_to(party(), phase), 0, "5") == Rule.NOT_YOUR_TURN


@pytest.mark.parametrize(
    ("phase", "actor", "action"), [(Phase.FLOOR, NATURE, "13"), (Phase.TIE, TABLE, "tie1"), (Phase.DRAW, NATURE, "1")]
)
def test_what_cannot_come_up_is_no_action(phase: Phase, actor: int, action: str) -> None:
    table = followed_to(party("0: 1 | 1: 2 | 2: 3"), phase)

    assert rule_of(table, actor, action) == Rule.NOT_AN_ACTION_NOW
