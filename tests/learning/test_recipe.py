"""What a training is: numbers within their limits, variants that can be played, and scales that are measured."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from stammtisch.batch.vector import VectorEnvironment
from stammtisch.core.observations.observation import features_of
from stammtisch.errors import OptionError, TrainingError
from stammtisch.games import duel, gang
from stammtisch.learning.learner import NetSize
from stammtisch.learning.numpy_learner import NumpyLearner
from stammtisch.learning.recipe import Recipe, variants_of
from stammtisch.learning.scales import measure_scales
from stammtisch.learning.strength import lead_over
from tests.nets import drawn_weights


@pytest.mark.parametrize(
    ("name", "value", "says"),
    [
        ("decisions", 0, "decisions is 0; it may be 1 or more"),
        ("games", 0, "games is 0; it may be 1 or more"),
        ("stretch", 1, "stretch is 1; it may be 2 or more"),
        ("batch", -4, "batch is -4; it may be 1 or more"),
        ("width", 0, "width is 0; it may be 1 or more"),
        ("layers", -1, "layers is -1; it may be 0 or more"),
        ("seed", -1, "seed is -1; it may be 0 or more"),
        ("games", 1.5, "games is 1.5; it may be 1 or more"),
        ("learning_rate", -0.1, "learning_rate is -0.1; it may be 0 or more"),
        ("learning_rate", float("nan"), "learning_rate is nan; it may be 0 or more"),
        ("entropy", float("inf"), "entropy is inf; it may be 0 or more"),
        ("device", "tpu", "device is 'tpu'; it may be cuda, cpu, numpy"),
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence(name: str, value: Any, says: str) -> None:
    with pytest.raises(TrainingError) as refused:
        Recipe("duel", ({},), **{name: value})
    assert str(refused.value) == says


def test_variants_are_those_chosen_or_those_of_the_features_or_the_option_sets() -> None:
    assert variants_of(duel, [{"spaces": 2}]) == ({"spaces": 2},)
    assert variants_of(gang) == gang.features.TRAINING
    assert variants_of(duel) == tuple(map(dict, duel.rules.OPTION_SETS))
    with pytest.raises(OptionError, match=r"^spaces is 9; it may be 1 to 6$"):
        variants_of(duel, [{"spaces": 9}])


def test_the_net_of_gang_learns_all_numbers_of_seats_every_way_to_pass_and_matches() -> None:
    rounds = {(each["seats"], each["first_round"]) for each in gang.features.TRAINING if each.get("rounds") == 1}

    assert rounds == {(seats, number) for seats in (3, 4, 5, 6) for number in range(1, seats + 1)}
    assert {each["seats"] for each in gang.features.TRAINING if "rounds" not in each} == {3, 4, 5, 6}


def test_counts_become_about_as_large_as_signs_and_signs_stay_as_they_are() -> None:
    scale, value = measure_scales(gang, [{"seats": 4, "limit": 100}], 1)
    parts, begin = {}, 0
    for part in features_of(gang).LAYOUT.parts:
        parts[part.name] = scale[begin : begin + part.size]
        begin += part.size

    assert scale.dtype == np.float32
    assert (scale > 0).all()
    assert (parts["hand"] == 1).all()
    assert (parts["totals"][:4] < 0.2).all()
    assert 3 < value < 10  # crooks that a round is apart
    assert measure_scales(gang, [{"seats": 4, "limit": 100}], 1)[1] == value


def test_results_of_a_duel_are_half_a_point_apart() -> None:
    assert measure_scales(duel, [{"spaces": 1}], 1)[1] == pytest.approx(0.5, abs=0.01)


@pytest.mark.parametrize("opponent", ["random", "easy"])
def test_a_lead_is_what_was_won_beyond_the_share_of_everybody(opponent: str) -> None:
    size = NetSize(features_of(duel).LAYOUT.size, duel.rules.ACTIONS, 4, 1)
    learner = NumpyLearner(size, np.ones(size.inputs, np.float32), seed=1)
    learner.load(drawn_weights(size.inputs, size.actions, 4, 1, 2), {}, 0)
    judged = VectorEnvironment(duel, {"spaces": 1}, games=64, reward="worth")
    played = VectorEnvironment(duel, {"spaces": 1}, games=64, reward="win")
    lead = lead_over(learner, judged, opponent, 50)
    played.reset(seed=999_000_000)
    own, won, over = np.arange(64) % 2, 0.0, 0
    for _ in range(50):
        best, *_ = learner.act(played.observation, played.action_mask, greedy=True)
        other = played.suggest_actions() if opponent == "easy" else played.draw_actions()
        played.step(np.where(played.seat == own, best, other))
        won, over = won + played.rewards[np.arange(64), own].sum(), over + int((played.ended == 1).sum())

    assert over > 100
    assert lead == pytest.approx(won / over - 0.5)  # whoever wins every game leads by a half
