"""The end: the round is played out, cards break the tie, and who shares which place."""

from __future__ import annotations

import pytest

from stammtisch import Table
from stammtisch.games.combo.position import Phase, Reason, Rule
from stammtisch.kernel import NONE
from tests.games.combo.arrange import carry_on, combo, draw, hand, result, rule_of

# By number of seats, a board on which one three of a kind places the last stone.
ONE_LEFT = {2: "u4 f4 s4 t2 a1", 3: "u4 f4 s2 t1 c1 a1", 4: "u4 f4 s1 t0 c1 a1"}


def race(hands: str, *finishing: int, seats: int = 3, first: int = 0) -> Table:
    """Return a table at which some seats need one three of a kind to place their last stone."""
    boards = " | ".join(f"{seat}: {ONE_LEFT[seats]}" for seat in finishing)
    return combo(hands, boards, seats=seats, first=first)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_one_stone_was_left(seats: int) -> None:
    table = race("0: rgb7", 0, seats=seats)

    assert (table.position.active[0], table.position.reserve[0]) == (1, 0)


def test_the_round_is_played_out() -> None:
    table = race("0: rgb7", 0)
    carry_on(table, "0: three rgb7")
    assert (table.over, table.waiting) == (False, (1,))
    draw(table, 1)
    assert (table.over, table.waiting) == (False, (2,))
    draw(table, 2)

    assert table.over
    assert (table.position.phase, table.position.turn, table.position.round_number) == (Phase.OVER, NONE, 1)


def test_it_ends_at_once_if_the_last_one_of_the_round_finishes() -> None:
    table = race("2: rgb7", 2)
    draw(table, 0)
    draw(table, 1)
    carry_on(table, "2: three rgb7")

    assert table.over
    assert result(table)[0] == (2, 2, 1)


@pytest.mark.parametrize(("first", "order"), [(1, [1, 2, 0]), (2, [2, 0, 1])])
def test_a_round_ends_before_the_seat_that_began(first: int, order: list[int]) -> None:
    table = race(f"{order[1]}: rgb7", order[1], first=first)
    draw(table, order[0])
    carry_on(table, f"{order[1]}: three rgb7")
    assert table.waiting == (order[2],)
    draw(table, order[2])

    assert table.over


def test_a_new_round_begins_where_nobody_has_finished() -> None:
    table = race("", 0)
    for seat in (0, 1, 2):
        assert table.position.round_number == 1
        draw(table, seat)

    assert (table.position.round_number, table.waiting) == (2, (0,))


def test_the_game_over_refuses_everything() -> None:
    table = race("1: rgb7", 1, seats=2)
    draw(table, 0)
    carry_on(table, "1: three rgb7")

    assert [rule_of(table, seat, action) for seat in (0, 1) for action in ("draw", "r1")] == [Rule.GAME_OVER] * 4
    assert (table.waiting, table.legal(0)) == ((), [])


def test_the_only_one_who_has_placed_everything_wins_and_the_others_share_the_next_place() -> None:
    table = race("0: r1 y4 g9 | 1: rgb7 | 2: v1 v2 v4 v5", 1)
    draw(table, 0)
    carry_on(table, "1: three rgb7")
    draw(table, 2)

    assert result(table) == ((2, 1, 2), (17, 0, 17), Reason.ALL_PLACED)


def test_of_two_who_have_the_one_with_more_cards_wins() -> None:
    table = race("0: rgb7 | 1: rgb8 y1", 0, 1)
    carry_on(table, "0: three rgb7 | 1: three rgb8")
    draw(table, 2)

    assert (len(hand(table, 0)), len(hand(table, 1))) == (0, 1)
    assert result(table)[:2] == ((2, 1, 2), (0, 0, 17))


def test_equal_hands_share_the_win() -> None:
    table = race("0: rgb7 v1 | 2: rgb8 y1", 0, 2)
    carry_on(table, "0: three rgb7")
    draw(table, 1)
    carry_on(table, "2: three rgb8")

    assert result(table)[:2] == ((1, 3, 1), (0, 17, 0))


def test_four_may_share_it() -> None:
    table = race("0: rgb7 | 1: rgb8 | 2: rgb9 | 3: rgb10", 0, 1, 2, 3, seats=4)
    carry_on(table, "0: three rgb7 | 1: three rgb8 | 2: three rgb9 | 3: three rgb10")

    assert result(table)[:2] == ((1, 1, 1, 1), (0, 0, 0, 0))


def test_two_who_finished_with_fewer_cards_share_the_place_of_those_who_did_not() -> None:
    table = race("0: rgb7 v1 v3 | 1: rgb8 | 2: rgb9 y1", 0, 1, 2, seats=4)
    carry_on(table, "0: three rgb7 | 1: three rgb8 | 2: three rgb9")
    draw(table, 3)

    assert result(table)[0] == (1, 2, 2, 2)


def test_a_player_who_did_not_finish_does_not_win_by_cards() -> None:
    table = race("0: rgb7 | 1: r1 y4 g9 b12 v2 y6", 0, seats=2)
    carry_on(table, "0: three rgb7")
    draw(table, 1)

    assert result(table)[0] == (1, 2)


def test_cards_count_after_the_discards() -> None:
    table = combo(
        "0: rgb7 r1 | 1: rgb8 y1-9",
        f"0: {ONE_LEFT[2]} | 1: u4 f4 c4 t1 a1",
        play="0: three rgb7 | 1: three rgb8",
    )

    assert (table.position.phase, table.position.owed, table.over) == (Phase.DISCARD, 4, False)
    table.play(1, *table.legal(1)[:1])
    while not table.over:
        table.play(1, table.legal(1)[0])
    assert (len(hand(table, 0)), len(hand(table, 1)), result(table)[0]) == (1, 5, (2, 1))


def test_standing_counts_stones_first_then_cards() -> None:
    table = race("0: rgb7 v1 | 2: rgb8", 0, 2)
    carry_on(table, "0: three rgb7")
    draw(table, 1)
    carry_on(table, "2: three rgb8")
    worth = [table.rules.worth(table.position, table.options, seat) for seat in range(3)]

    standing = 1, -17 * 65, 0
    assert worth == [3 * own - sum(standing) for own in standing]  # by how much each is before the others
    assert table.rules.settled(table.position, table.options)


def test_nothing_is_settled_before_the_end() -> None:
    table = race("0: rgb7", 0)

    assert not table.rules.settled(table.position, table.options)
    assert table.outcome() is None
