"""End of game and winner: the first cockroach on a tile space."""

from __future__ import annotations

import pytest

from stammtisch import Table
from stammtisch.core.outcome import GameOutcome
from stammtisch.errors import Refused
from stammtisch.games.duel import rules
from stammtisch.games.duel.rules import Phase, Reason, Rule
from stammtisch.kernel import TABLE
from tests.games.duel.arrange import duel

GREENS_FOR_1 = "0: hide 4 | 1: turn 1, turn 2, turn 3"  # the cockroaches of lanes 1, 2 and 3 come one nearer to seat 1
MARCH_TO_1 = "1: hide 4 | 0: turn 4"  # and here too


def test_a_cockroach_on_the_tile_space_of_the_guesser_wins_in_mid_turn() -> None:
    table = duel(f"{GREENS_FOR_1} | 1: hide 1 | 0: turn 2, turn 3, turn 4 | 0: hide 4 | 1: turn 1", spaces=1)

    assert table.position.roach == [2, 0, 0, -1]
    assert (table.position.winner, table.over, table.steps[-1].seat) == (1, True, 1)


def test_a_win_in_mid_turn_leaves_the_other_tiles_covered() -> None:
    table = duel(f"{GREENS_FOR_1} | 1: hide 1 | 0: turn 2, turn 3, turn 4 | 0: hide 4 | 1: turn 1", spaces=1)

    assert table.position.turned == 0b0001


def test_a_third_green_that_wins_ends_the_game_and_not_only_the_round() -> None:
    table = duel(f"{GREENS_FOR_1} | 1: hide 1 | 0: turn 2, turn 3, turn 4 | 0: hide 4 | 1: turn 2, turn 3", spaces=1)
    table.play(1, "turn 1")

    assert (table.position.winner, table.position.rounds, table.waiting) == (1, 3, ())


def test_a_cockroach_that_marches_onto_the_tile_space_wins_for_the_bluffer() -> None:
    table = duel(f"{GREENS_FOR_1} | {MARCH_TO_1}", spaces=1)

    assert table.position.roach == [2, 2, 2, 0]
    assert (table.position.winner, Phase(table.position.phase)) == (1, Phase.OVER)


def test_the_roles_are_not_swapped_after_a_winning_march() -> None:
    table = duel(f"{GREENS_FOR_1} | {MARCH_TO_1}", spaces=1)

    assert (table.steps[-1].seat, table.action_name(table.steps[-1].action)) == (TABLE, "march")
    assert (table.position.bluffer, table.position.rounds) == (1, 2)


def test_the_last_space_of_a_lane_does_not_win_yet() -> None:
    table = duel(f"{GREENS_FOR_1} | {MARCH_TO_1} | {GREENS_FOR_1}")

    assert table.position.roach == [3, 3, 3, 0]
    assert not table.over


def test_the_fourth_space_from_the_middle_is_the_tile_space() -> None:
    table = duel(f"{GREENS_FOR_1} | {MARCH_TO_1} | {GREENS_FOR_1} | {MARCH_TO_1}")

    assert (table.position.roach, table.position.winner) == ([4, 4, 4, 0], 1)


def test_seat_0_wins_on_its_own_side() -> None:
    table = duel("0: hide 4 | 1: turn 4 | 1: hide 4 | 0: turn 2", spaces=1)

    assert (table.position.roach, table.position.winner) == ([-1, -2, -1, 0], 0)


def test_the_winner_has_one_point_and_the_first_place() -> None:
    table = duel(f"{GREENS_FOR_1} | {MARCH_TO_1}", spaces=1)

    assert table.outcome() == GameOutcome(scores=(0, 1), places=(2, 1), reason=Reason.LURED)


def test_nobody_wins_a_game_that_is_still_played() -> None:
    table = duel(GREENS_FOR_1)

    assert table.outcome() is None


@pytest.mark.parametrize("seat", [0, 1, TABLE])
@pytest.mark.parametrize("action", ["hide 1", "crown 1", "turn 4", "swap"])
def test_nobody_does_anything_after_the_end(seat: int, action: str) -> None:
    table = duel(f"{GREENS_FOR_1} | {MARCH_TO_1}", spaces=1)

    with pytest.raises(Refused) as refusal:
        table.play(seat, action)

    assert refusal.value.rule == Rule.GAME_OVER


def test_nobody_is_waited_for_after_the_end() -> None:
    table = duel(f"{GREENS_FOR_1} | {MARCH_TO_1}", spaces=1)

    assert (table.waiting, table.legal(0), table.legal(1)) == ((), [], [])


def test_a_finished_game_is_worth_one_to_the_winner_and_minus_one_to_the_other() -> None:
    table = duel(f"{GREENS_FOR_1} | {MARCH_TO_1}", spaces=1)

    assert [rules.worth(table.position, table.options, seat) for seat in (0, 1)] == [-1, 1]


def test_a_playout_may_stop_only_at_the_end() -> None:
    table = duel(f"{GREENS_FOR_1} | {MARCH_TO_1}", spaces=1)
    again = Table.undealt(table.game, 7, {"first_bluffer": 0, "spaces": 1})
    settled = []
    for step in table.steps:
        settled.append(rules.settled(again.position, again.options))
        again.follow(step.seat, step.action)

    assert settled == [False] * len(table.steps)
    assert rules.settled(again.position, again.options)
