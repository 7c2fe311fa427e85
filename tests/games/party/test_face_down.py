"""Variant 1: a card lies face down in every display, and may leave with its double."""

from __future__ import annotations

import pytest

from stammtisch import Table
from stammtisch.games.party.position import PAUL, Phase, Rule
from stammtisch.kernel import NONE
from tests.games.party.arrange import carry_on, display, floor, gone, hand, party, play_to, rollout, rule_of, takes

# Seat 2 has the tie card; on the floor lie 5, 8 and 9, and seats 0 and 1 can lay a 5 face down.
PILES = "0: 9 5 1 2 13 | 1: 8 5 1 2 3 | 2: 5 1 2 3 4"
SEALED = "0:5 1:5 2:4"


def fives(play: str = "", piles: str = PILES) -> Table:
    """Return a table at which seats 0 and 1 have laid a 5 face down."""
    return party(piles, face_down=True, play=f"{SEALED} {play}")


def test_everybody_is_asked_at_once_for_a_card_to_lay_face_down() -> None:
    table = party(PILES, face_down=True)

    assert (table.position.phase, table.waiting) == (Phase.SEAL, (0, 1, 2))
    assert [table.legal(seat) for seat in (0, 1)] == [["1", "2", "5"], ["1", "2", "3", "5"]]


def test_a_king_is_not_laid_face_down() -> None:
    assert rule_of(party(PILES, face_down=True), 0, "13") == Rule.KING_NOT_FACE_DOWN


def test_only_a_card_of_the_hand_is_laid_face_down() -> None:
    assert rule_of(party(PILES, face_down=True), 1, "13") == Rule.CARD_NOT_IN_HAND


def test_one_card_face_down_is_enough() -> None:
    assert rule_of(party(PILES, face_down=True, play="0:5"), 0, "1") == Rule.NOT_YOUR_TURN


@pytest.mark.parametrize("action", ["5+", "all", "keep", "down", "move", "tie0"])
def test_nothing_but_cards_is_laid_face_down(action: str) -> None:
    assert rule_of(party(PILES, face_down=True), 0, action) == Rule.NOT_AN_ACTION_NOW


def test_when_all_have_laid_one_down_the_first_round_begins_with_hands_of_three() -> None:
    table = fives()

    assert (table.position.phase, table.position.round_number) == (Phase.PLAY, 1)
    assert ([hand(table, seat) for seat in range(2)], list(table.position.face_down[:3])) == (
        [[1, 2, 13], [1, 2, 3]],
        [5, 5, 4],
    )


def test_the_order_of_laying_down_does_not_matter() -> None:
    assert party(PILES, face_down=True, play="2:4 1:5 0:5").position == fives().position


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_the_piles_are_empty_after_round_8_and_round_12_is_the_last(seats: int) -> None:
    sizes = {}
    table = party(seats=seats, face_down=True)
    for number in range(8, 13):
        play_to(table, number)
        sizes[number] = (table.position.pile_size[0], table.position.hand_size[0])

    assert sizes == {8: (1, 3), 9: (0, 3), 10: (0, 2), 11: (0, 1), 12: (0, 0)}
    assert table.position.phase == Phase.TAKE


def test_a_double_of_the_face_down_card_may_be_taken_either_way() -> None:
    table = fives("0:1 1:2 2:3")

    assert (table.waiting, table.legal(0)) == ((0,), ["5", "8", "9", "5+"])


def test_of_several_doubles_on_the_floor_one_is_taken() -> None:
    table = party("0: 9 5 1 | 1: 5 1 2 | 2: 5 2 1", face_down=True, play="0:5 1:1 2:1 0:1 1:2 2:2")

    assert table.legal(0) == ["5", "9", "5+"]
    table.play(0, "5+")
    assert (floor(table), gone(table)) == ([5, 9], [5, 5])


def test_taken_as_a_pair_both_leave() -> None:
    table = fives("0:1 1:2 2:3 0:5+")

    assert (display(table, 0), table.position.face_down[0], gone(table)) == ([], NONE, [5, 5])


def test_taken_without_it_both_stay() -> None:
    table = fives("0:1 1:2 2:3 0:5")

    assert (display(table, 0), table.position.face_down[0], gone(table)) == ([5], 5, [])


def test_taking_as_a_pair_is_one_decision() -> None:
    before = fives("0:1 1:2 2:3").position.decided[0]

    assert fives("0:1 1:2 2:3 0:5+").position.decided[0] == before + 1


def test_a_card_of_another_value_is_no_double() -> None:
    assert rule_of(fives("0:1 1:2 2:3"), 0, "8+") == Rule.FACE_DOWN_CARD_DIFFERS


def test_a_double_must_lie_on_the_floor() -> None:
    assert rule_of(fives("0:1 1:2 2:3 0:5"), 1, "5+") == Rule.NOT_ON_THE_FLOOR


def test_without_a_face_down_card_there_is_no_such_pair() -> None:
    table = fives("0:1 1:2 2:3 0:5+ 1:8 2:9 0:2 1:3 2:1 2:1")

    assert rule_of(table, 0, "2+") == Rule.NO_FACE_DOWN_CARD


# Seat 0 has taken one 5 openly; another lies on the floor in round 2, and in round 3 a third.
DECLINED = "0: 9 5 1 2 3 | 1: 8 5 6 7 1 | 2: 5 1 3 4 2 | 3: 10 6 7 8 5"
DECLINED_PLAY = "0:5 1:7 2:4 3:8 0:1 1:5 2:3 3:6 0:5 2:8 1:9 3:10 0:2 1:6 2:1 3:5"


def declined(play: str = "") -> Table:
    """Return a table at which seat 0 has not paired its face-down 5 with the first that came."""
    return party(DECLINED, seats=4, face_down=True, play=f"{DECLINED_PLAY} {play}")


def test_an_open_double_that_was_declined_pairs_with_the_next_card_first() -> None:
    table = declined("2:1")
    assert (table.waiting, display(table, 0), floor(table)) == ((0,), [5], [3, 5, 6])

    assert rule_of(table, 0, "5+") == Rule.OPEN_PAIR_FIRST


def test_an_open_double_from_an_earlier_round_is_no_pair_by_itself() -> None:
    table = declined("2:5")
    assert (display(table, 0), floor(table), table.legal(0)) == ([5], [1, 3, 6], ["1", "3", "6"])

    assert rule_of(table, 0, "5+") == Rule.NOT_ON_THE_FLOOR


def test_then_the_face_down_card_waits_for_another() -> None:
    table = declined("2:1 0:5")
    assert (display(table, 0), table.position.face_down[0], gone(table)) == ([], 5, [5, 5])
    carry_on(table, "3:3 1:6 0:3 1:1 2:2 3:7 1:1 2:2")

    assert (table.waiting, table.legal(0)) == ((0,), ["5", "6", "5+"])


def test_a_face_down_card_that_lay_beside_its_open_double_is_not_paired_by_another_value() -> None:
    assert rule_of(declined("2:1"), 0, "3+") == Rule.FACE_DOWN_CARD_DIFFERS


def test_whoever_has_a_face_down_card_takes_the_last_card_in_person() -> None:
    table = fives("0:1 1:2 2:3 0:9 1:8")

    assert (table.waiting, table.legal(2)) == ((2,), ["5"])
    table.play(2, "5")
    assert takes(table, 1) == ["0: 9", "1: 8", "2: 5"]


def last_round(card: int, *keep: int) -> Table:
    """Return a table where the last round begins, seat 1 is to take and seat 0 has this card face down."""
    table = party(f"0: 9 {card} | 1: 8 | 2: 7", face_down=True, play=f"0:{card} 1:4 2:4")
    play_to(table, 12, keep=keep)
    return table


def test_in_the_last_round_pairing_works_as_usual() -> None:
    table = last_round(3, 6, 3, 7)
    assert (floor(table), table.waiting) == ([3, 6, 13], (1,))
    carry_on(table, "1:6 0:3+ 2:13")

    assert (table.over, table.position.face_down[0], takes(table, 12)) == (True, NONE, ["1: 6", "0: 3+", "2: 13"])


def test_at_the_end_the_face_down_card_is_added() -> None:
    table = party(face_down=True)
    rollout(table)
    sums = [sum(display(table, seat)) + table.position.face_down[seat] for seat in range(3)]

    assert list(table.position.points[:3]) == sums
    assert all(card > 0 for card in table.position.face_down[:3])


def test_it_is_added_even_beside_an_open_card_of_its_value() -> None:
    table = last_round(5, 6, 5, 7)
    carry_on(table, "1:5 0:6 2:13")

    assert (table.position.face_down[0], display(table, 0)) == (5, [1, 2, 3, 5, 6, 7, 10])
    assert table.position.points[0] == 5 + 34


def test_paul_has_no_face_down_card_and_his_last_card_counts_nowhere() -> None:
    table = party(seats=2, face_down=True)
    rollout(table)

    assert (table.position.face_down[PAUL], table.position.pile_size[PAUL]) == (NONE, 1)
    assert table.position.points[PAUL] == sum(display(table, PAUL))
