"""Variant 2: as many games as people, and a mirror that throws out a card, for whoever has the highest total."""

from __future__ import annotations

import pytest

from stammtisch import Table
from stammtisch.games.party.position import Phase, Rule
from stammtisch.kernel import NONE, TABLE
from tests.games.party.arrange import (
    carry_on,
    display,
    floor,
    followed_to,
    gone,
    party,
    play_to,
    replayed,
    rollout,
    rule_of,
    values,
)

# The second game for two: seat 0 has the mirror and seat 1 the tie card; everybody has the king and lower cards.
PILES = "0: 5 13 2 3 4 | 1: 1 13 3 2 4 | 2: 8 6 9 10"

# The same, with nothing in the display of seat 0 at the end of round 9, and with one card.
NOTHING_LEFT = "0: 4 2 11 8 1 3 7 10 9 5 12 6 13 | 1: 10 8 1 2 4 11 5 12 7 3 13 9 6 | 2: 11 7 1 2 8 5 9 12 10 3 4 6 13"
NOTHING_LEFT_PLAY = (
    "0:11 1:8 1:4 0:10 0:keep 0:1 1:4 0:7 1:11 0:keep 0:8 1:2 1:4 0:keep 0:7 1:11 0:2 1:8 0:keep 0:3 1:1 1:11 0:7 "
    "0:keep 0:2 1:7 0:1 1:3 0:keep 0:5 1:12 0:2 1:9 0:keep 0:9 1:13 0:keep 0:12 1:5 1:9 0:10"
)
ONE_LEFT = "0: 11 8 5 13 4 2 1 3 10 6 12 9 7 | 1: 3 4 12 8 2 9 5 11 6 1 13 10 7 | 2: 1 11 8 5 3 6 10 12 2 7 13 4 9"
ONE_LEFT_PLAY = (
    "0:13 1:4 0:keep 0:8 1:12 0:11 1:4 0:keep 0:2 1:8 0:8 1:8 0:keep 0:4 1:9 0:8 1:2 0:keep 0:1 1:11 0:3 1:4 0:keep "
    "0:5 1:2 1:6 0:1 0:10 1:6 1:5 0:2 0:keep 0:3 1:5 0:6 1:12 0:keep 0:9 1:10 0:2 1:3"
)


def second_game(piles: str = PILES, play: str = "") -> Table:
    """Return a match for two whose second game has gone like this."""
    table = party("", piles, seats=2, mirror=True)
    play_to(table, 1, game=2)
    carry_on(table, play)
    return table


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_a_match_has_as_many_games_as_people(seats: int) -> None:
    table = party(seats=seats, mirror=True)
    rollout(table)

    assert table.position.game_number == seats


def test_the_first_game_is_played_without_the_mirror() -> None:
    table = second_game()
    first = [again.position.mirror for again in replayed(table) if again.position.game_number == 1]

    assert set(first) == {NONE}


def test_a_game_is_written_down_before_the_next_one_begins() -> None:
    table = followed_to(second_game(), Phase.SCORED)

    assert (table.waiting, table.legal(TABLE), table.position.mirror) == ((TABLE,), ["next"], NONE)
    assert list(table.position.points[:3]) == list(table.position.total[:3]) == [91, 79, 79]


def test_whoever_has_the_highest_total_gets_the_mirror_for_the_next_game() -> None:
    assert second_game().position.mirror == 0


def test_all_sets_are_complete_again_in_the_next_game() -> None:
    table = followed_to(second_game(), Phase.FLOOR, game_number=2)

    assert [values(table.position.pile[guest]) for guest in range(3)] == [list(range(1, 14))] * 3
    assert [display(table, guest) for guest in range(3)] == [[], [], []]
    assert (gone(table), floor(table), table.position.holder, table.position.round_number) == ([], [], NONE, 0)
    assert list(table.position.points[:3]) == [0, 0, 0]
    assert list(table.position.total[:3]) == [91, 79, 79]


def test_the_tie_card_is_given_anew_in_every_game() -> None:
    table = second_game()
    before = followed_to(table, Phase.SCORED).position.holder

    assert (before, table.position.holder) == (0, 1)


@pytest.mark.parametrize("holder", range(4))
def test_of_several_with_the_highest_total_the_first_in_tie_order_gets_the_mirror(holder: int) -> None:
    table = party(f"tie {holder}", seats=4, mirror=True)
    play_to(table, 1, game=2)

    assert list(table.position.total[:4]) == [79] * 4
    assert table.position.mirror == holder


@pytest.mark.parametrize(
    ("first", "total", "holder", "owner"),
    [
        ("0: 8 | 1: 5 | 2: 11", [61, 55, 61], 1, 2),
        ("0: 9 | 1: 7 | 2: 5", [64, 64, 61], 2, 0),
        ("0: 3 | 1: 8 | 2: 6", [65, 66, 66], 0, 1),
    ],
)
def test_that_is_so_where_the_holder_of_the_tie_card_is_none_of_them(
    first: str, total: list[int], holder: int, owner: int
) -> None:
    table = party(first, mirror=True)
    play_to(table, 1, game=2)

    assert (list(table.position.total[:3]), table.position.mirror) == (total, owner)
    assert followed_to(table, Phase.SCORED).position.holder == holder


def test_paul_never_gets_the_mirror() -> None:
    table = party("2: 12", seats=2, mirror=True)
    play_to(table, 1, game=2)

    assert list(table.position.total[:3]) == [78, 79, 90]
    assert table.position.mirror == 1


def test_the_owner_is_asked_when_the_floor_is_full_and_before_anybody_draws() -> None:
    table = second_game(play="0:2 1:3 0:8 1:5")

    assert (table.position.phase, table.waiting, table.position.turn) == (Phase.MIRROR, (0,), 0)
    assert (floor(table), list(table.position.hand_size[:2])) == ([2, 3, 6], [2, 2])


def test_any_card_of_the_display_may_be_thrown_out_or_the_mirror_kept() -> None:
    table = second_game(play="0:13 1:3")

    assert table.legal(0) == ["keep", "1", "5", "8"]


def test_a_card_thrown_out_takes_the_mirror_with_it() -> None:
    table = second_game(play="0:13 1:3 0:8")

    assert (display(table, 0), gone(table), table.position.mirror) == ([1, 5], [8], NONE)


def test_then_everybody_draws_and_nobody_is_asked_again() -> None:
    table = second_game(play="0:13 1:3 0:8")
    rollout(table)
    asked = [again.position.round_number for again in replayed(table) if again.position.phase == Phase.MIRROR]

    assert asked == [1]


def test_a_mirror_that_is_kept_changes_nothing() -> None:
    table = second_game(play="0:13 1:3 0:keep")

    assert (display(table, 0), gone(table), table.position.mirror) == ([1, 5, 8], [], 0)
    assert (table.position.phase, table.position.round_number) == (Phase.PLAY, 2)


def test_its_owner_is_asked_in_every_round_with_a_draw() -> None:
    table = second_game()
    rollout(table)
    asked = [again.position.round_number for again in replayed(table) if again.position.phase == Phase.MIRROR]

    assert asked == list(range(1, 10))


def test_without_a_card_in_the_display_the_owner_is_not_asked() -> None:
    table = second_game(play="0:2 1:13")

    assert (display(table, 0), table.position.phase, table.position.round_number) == ([], Phase.PLAY, 2)
    assert table.position.mirror == 0


def test_the_decision_is_counted() -> None:
    before = second_game(play="0:13 1:3").position.decided[0]

    assert second_game(play="0:13 1:3 0:keep").position.decided[0] == before + 1


def test_a_card_that_does_not_lie_there_is_not_thrown_out() -> None:
    assert rule_of(second_game(play="0:13 1:3"), 0, "6") == Rule.NOT_IN_YOUR_DISPLAY


def test_without_a_face_down_card_none_is_thrown_out() -> None:
    assert rule_of(second_game(play="0:13 1:3"), 0, "down") == Rule.NO_FACE_DOWN_CARD


@pytest.mark.parametrize("action", ["unused", "all", "1+", "move", "tie0"])
def test_nothing_else_is_done_with_the_mirror(action: str) -> None:
    assert rule_of(second_game(play="0:13 1:3"), 0, action) == Rule.NOT_AN_ACTION_NOW


def test_nobody_else_decides_about_the_mirror() -> None:
    assert rule_of(second_game(play="0:13 1:3"), 1, "1") == Rule.NOT_YOUR_TURN


def test_at_the_end_of_round_9_the_mirror_must_go() -> None:
    table = second_game()
    while (table.position.round_number, table.position.phase) != (9, Phase.MIRROR):
        table.play(table.waiting[0], table.actions(table.waiting[0])[0])

    assert table.legal(0) == [str(card) for card in display(table, 0)]
    assert rule_of(table, 0, "keep") == Rule.MIRROR_MUST_GO


def test_a_single_card_then_leaves_by_itself() -> None:
    table = followed_to(second_game(ONE_LEFT, ONE_LEFT_PLAY), Phase.MIRROR, round_number=9)

    assert len(display(table, 0)) == 1
    assert (table.waiting, table.legal(TABLE)) == ((TABLE,), [str(display(table, 0)[0])])
    assert rule_of(table, TABLE, "keep") == Rule.MIRROR_MUST_GO


def test_with_nothing_left_the_mirror_is_discarded_unused() -> None:
    table = second_game(NOTHING_LEFT, NOTHING_LEFT_PLAY)
    leaving = followed_to(table, Phase.MIRROR, round_number=9)

    assert (display(leaving, 0), leaving.waiting, leaving.legal(TABLE)) == ([], (TABLE,), ["unused"])
    assert (table.position.mirror, table.position.round_number, gone(table)) == (NONE, 10, gone(leaving))


def test_a_mirror_in_the_display_has_no_value() -> None:
    table = second_game()
    rollout(table)

    assert table.position.points[0] == sum(display(table, 0))


def test_the_sums_of_all_games_are_added_up() -> None:
    table = second_game()
    rollout(table)
    s = table.position

    assert [s.total[guest] - s.points[guest] for guest in range(3)] == [91, 79, 79]
