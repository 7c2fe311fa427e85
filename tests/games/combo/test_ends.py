"""Every game ends, whatever the seats do within reason; `bench/rounds.py` says how soon."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import pytest

from stammtisch.batch.cpu import play_random_games
from stammtisch.core.options import make_options
from stammtisch.core.outcome import outcome_of
from stammtisch.games import combo
from stammtisch.games.combo.position import OPTION_SETS, Phase, Reason, State
from stammtisch.games.combo.stones import stones_left
from tests.games.combo.greedy import MOST, at_random, greedy, rollout


def name(choices: Mapping[str, object]) -> str:
    """Return an option set as the name of a test."""
    words = [f"{choices['seats']} seats", *(word for word in ("quick", "expert", "board") if choices.get(word))]
    return " ".join(words)


every_option_set = pytest.mark.parametrize("choices", OPTION_SETS, ids=name)


def ends_well(s: State, choices: Mapping[str, object]) -> bool:
    """Whether a game is over and there is a reason for it."""
    o = make_options(combo.rules, choices)
    outcome = outcome_of(combo.rules, s, o)
    finished = [seat for seat in range(o.seats) if stones_left(s, seat) == 0]
    blocked = [seat for seat in range(o.seats) if s.blocked >> seat & 1]
    if outcome.reason == Reason.ONE_LEFT:
        return s.phase == Phase.OVER and not finished and len(blocked) == o.seats - 1
    return s.phase == Phase.OVER and set(outcome.winners) <= set(finished) and len(outcome.winners) > 0


@every_option_set
def test_random_play_ends(choices: Mapping[str, object]) -> None:
    batch = play_random_games(combo, choices, games=200, seed=1, most=MOST)

    assert all(ends_well(State.of(words), choices) for words in batch.positions)


@every_option_set
def test_greedy_play_ends_sooner(choices: Mapping[str, object]) -> None:
    batch = play_random_games(combo, choices, games=200, seed=2, most=MOST)
    rounds = sorted(State.of(words).round_number for words in batch.positions)
    s = rollout(choices, Random(1), greedy)

    assert ends_well(s, choices)
    assert s.round_number < rounds[100]


@pytest.mark.deep
@every_option_set
def test_a_hundred_greedy_games_and_ten_random_ones_end_interpreted(choices: Mapping[str, object]) -> None:
    assert all(ends_well(rollout(choices, Random(seed), greedy), choices) for seed in range(100))
    assert all(ends_well(rollout(choices, Random(seed), at_random), choices) for seed in range(10))
