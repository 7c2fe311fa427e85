"""What a learning program is given at a table."""

from __future__ import annotations

import re
from random import Random
from types import SimpleNamespace
from typing import Any, cast

import pytest
from examples import kuhn, tictactoe

from stammtisch.core.game import Game
from stammtisch.core.observations.observation import (
    action_mask,
    check_numbers,
    features_of,
    is_open,
    observation,
    reward_number,
    reward_range,
    rewards,
    total_score,
)
from stammtisch.core.options import make_options
from stammtisch.core.table import Table
from stammtisch.errors import FeatureError
from stammtisch.games import duel, gang
from stammtisch.kernel.outcome import RANK, SCORE, WIN


def part(game: Game, table: Table, seat: int, name: str) -> list[int]:
    """Return the numbers of a part of an observation."""
    found = next(part for part in features_of(game).LAYOUT.parts if part.name == name)
    return [int(number) for number in observation(table, seat)[found.begin : found.begin + found.size]]


def duelled() -> Table:
    """A duel that is over."""
    table, random = Table(duel, seed=4, spaces=1, first_bluffer=0), Random(1)
    while not table.over:
        seat = table.waiting[0]
        table.play(seat, random.choice(table.actions(seat)))
    return table


def test_a_seat_observes_its_own_cards_and_nobody_elses() -> None:
    table = Table(gang, seed=3, seats=4)
    hand = table.view(2).hand[2]

    assert [card for card, held in enumerate(part(gang, table, 2, "hand")) if held] == [
        card for card in range(52) if hand >> card & 1
    ]
    assert part(gang, table, 2, "hand") != part(gang, table, 1, "hand")


def test_others_are_observed_in_the_order_of_play() -> None:
    table = Table(gang, seed=3, seats=4, rounds=1, first_round=4)  # nothing is passed
    leader = table.waiting[0]

    assert [part(gang, table, seat, "leader").index(1) for seat in range(4)] == [
        (leader - seat) % 4 for seat in range(4)
    ]


def test_the_mask_holds_what_a_seat_may_do_now() -> None:
    table = Table(gang, seed=3, seats=4, rounds=1, first_round=4)
    leader = table.waiting[0]

    assert action_mask(table, leader).nonzero()[0].tolist() == table.actions(leader)
    assert not action_mask(table, (leader + 1) % 4).any()


def test_nobody_is_paid_before_the_end() -> None:
    assert rewards(Table(duel, seed=4), WIN) == [0.0, 0.0]


def test_the_winner_of_a_duel_gets_everything() -> None:
    table = duelled()
    outcome = table.outcome()
    assert outcome
    winner = outcome.winners[0]
    expected = [1.0 if seat == winner else 0.0 for seat in range(2)]

    assert rewards(table, WIN) == rewards(table, RANK) == rewards(table, SCORE) == expected


def test_fewer_points_are_a_higher_reward_where_they_are_better() -> None:
    table = Table(gang, seed=8, seats=3, rounds=1)
    while not table.over:
        seat = table.waiting[0]
        table.play(seat, table.actions(seat)[0])
    outcome = table.outcome()
    assert outcome
    best = min(outcome.scores)

    assert rewards(table, SCORE) == [-score for score in outcome.scores]
    assert [reward > 0 for reward in rewards(table, WIN)] == [score == best for score in outcome.scores]
    assert sum(rewards(table, WIN)) == pytest.approx(1)
    assert sum(rewards(table, RANK)) == pytest.approx(1.5)  # three seats, each behind one half of the others


def test_rewards_lie_in_their_range() -> None:
    one_round = make_options(gang.rules, {"seats": 4, "rounds": 1})

    assert reward_range(gang, one_round, WIN) == reward_range(gang, one_round, RANK) == (0.0, 1.0)
    assert reward_range(gang, one_round, SCORE) == (-52.0, 52.0)
    assert reward_range(duel, make_options(duel.rules, {}), SCORE) == (0.0, 1.0)


def test_a_game_without_features_says_so() -> None:
    plain = cast(Game, cast(Any, SimpleNamespace(NAME="plain")))

    with pytest.raises(FeatureError, match=r"^plain has no features: nobody has written down how to observe it"):
        features_of(plain)


def test_a_seat_that_is_not_there_observes_nothing() -> None:
    for seat in (-1, 2, 63):
        with pytest.raises(FeatureError, match=rf"^seat is {seat}; it may be 0 to 1$"):
            observation(Table(duel, seed=4), seat)


@pytest.mark.parametrize("number", [-1, 0, 1.5, "2", None, 1 << 40])
def test_a_number_that_cannot_be_meant_is_refused(number: object) -> None:
    check_numbers(games=(1, 1), longest=(0, 0))
    with pytest.raises(FeatureError, match=rf"^games is {re.escape(repr(number))}; it may be 1 to 1099511627775$"):
        check_numbers(longest=(0, 0), games=(number, 1))


def test_a_reward_that_is_not_there_is_refused() -> None:
    assert [reward_number(name) for name in ("win", "score", "rank")] == [WIN, SCORE, RANK]
    with pytest.raises(FeatureError, match=r"^reward is 'glory'; it may be win, score, rank$"):
        reward_number("glory")


def test_a_game_may_say_what_its_scores_add_up_to() -> None:
    assert total_score(duel) is None
    assert total_score(cast(Game, kuhn)) == 0


def test_a_game_may_say_that_nothing_is_hidden_or_drawn() -> None:
    assert [is_open(cast(Game, game)) for game in (duel, kuhn, tictactoe)] == [False, False, True]
