"""The net in NumPy: its gradients are slopes of what it loses, and it goes on from what was kept of it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

import numpy as np
import pytest

from stammtisch.learning.experience import UNSETTLED
from stammtisch.learning.learner import NetSize, Rates
from stammtisch.learning.numpy_learner import NumpyLearner
from tests.learning.batches import drawn_batch, loss_of, losses_of
from tests.nets import drawn_weights

SIZE: Final = NetSize(inputs=5, actions=4, width=6, layers=2)
SCALE: Final = np.array([1, 0.5, 0.25, 1, 0.7], np.float32)
UNLIMITED: Final = 1e9  # no gradient is as long
ALL: Final = Rates(1e-3, 0.3, gradient=UNLIMITED)
NONE: Final = Rates(1e-3, 0, value=0, ahead=0, gradient=UNLIMITED)
TERMS: Final = {
    "policy": NONE,
    "value": replace(NONE, value=0.8),
    "entropy": replace(NONE, entropy=0.6),
    "ahead": replace(NONE, ahead=0.9),
    "all": ALL,
}


def a_learner(seed: int = 4) -> NumpyLearner:
    learner = NumpyLearner(SIZE, SCALE, seed=seed)
    learner.load(drawn_weights(SIZE.inputs, SIZE.actions, SIZE.width, SIZE.layers, seed), {}, 0)
    return learner


def gradients(learner: NumpyLearner, batch: dict[str, Any], rates: Rates) -> dict[str, Any]:
    """Learn, and return the gradients: a tenth of them is the first moment of a learner that remembers nothing yet."""
    learner.learn(batch, rates)
    moments, steps = learner.moments()
    assert steps == 1
    return {name: 10 * moments[f"first.{name}"] for name in learner.weights()}


@pytest.mark.parametrize("term", TERMS)
def test_every_gradient_is_the_slope_of_the_loss(term: str) -> None:
    rates, batch, learner = TERMS[term], drawn_batch(SIZE), a_learner()
    if term not in ("policy", "all"):
        batch["advantage"][:] = 0
    weights = {name: array.astype(np.float64) for name, array in learner.weights().items()}
    found = gradients(learner, batch, rates)
    for name, array in weights.items():
        slope = np.zeros_like(array)
        for place in np.ndindex(array.shape):
            ends = []
            for step in (1e-6, -1e-6):
                moved = array.copy()
                moved[place] += step
                ends.append(loss_of({**weights, name: moved}, SCALE, batch, rates))
            slope[place] = (ends[0] - ends[1]) / 2e-6
        np.testing.assert_allclose(found[name], slope, rtol=2e-3, atol=2e-5, err_msg=name)
        assert found[name].shape == array.shape
    moved_by = {
        "policy": {"policy"},
        "entropy": {"policy"},
        "value": {"value"},
        "ahead": {"ahead"},
        "all": {"policy", "value", "ahead"},
    }
    assert {head for head in ("policy", "value", "ahead") if np.abs(found[head]).max() > 1e-3} == moved_by[term]
    assert all(np.abs(found[name]).max() > 1e-3 for name in ("first", "first_bias", "layers", "layer_biases"))


def test_the_batch_has_ratios_on_either_side_of_the_clip() -> None:
    batch, learner = drawn_batch(SIZE), a_learner()
    wide = replace(NONE, clip=1e9)
    each = [{name: array[row : row + 1] for name, array in batch.items()} for row in range(len(batch["action"]))]
    differs = [
        loss_of(learner.weights(), SCALE, row, NONE) != loss_of(learner.weights(), SCALE, row, wide) for row in each
    ]

    assert 3 < sum(differs) < len(differs) - 3


def test_it_says_what_it_lost() -> None:
    batch, learner = drawn_batch(SIZE), a_learner()
    expected = losses_of(learner.weights(), SCALE, batch, ALL)

    np.testing.assert_allclose(learner.learn(batch, ALL), expected, rtol=1e-4)


def test_what_is_not_settled_teaches_nothing_about_who_is_ahead() -> None:
    batch = drawn_batch(SIZE)
    batch["advantage"][:] = 0
    batch["ahead"][:] = UNSETTLED
    learner = a_learner()
    before = learner.weights()

    assert not any(np.abs(array).any() for array in gradients(learner, batch, TERMS["ahead"]).values())
    assert all(np.array_equal(array, before[name]) for name, array in learner.weights().items())


def test_a_long_gradient_is_shortened_and_keeps_its_direction() -> None:
    batch = drawn_batch(SIZE)
    whole = gradients(a_learner(), batch, ALL)
    short = gradients(a_learner(), batch, replace(ALL, gradient=0.01))
    length = np.sqrt(sum((array.astype(np.float64) ** 2).sum() for array in whole.values()))

    assert length > 0.1
    for name, array in short.items():
        np.testing.assert_allclose(array, whole[name] * 0.01 / length, rtol=1e-3, atol=1e-8)


def test_steps_against_the_gradient_make_the_loss_smaller() -> None:
    batch, learner = drawn_batch(SIZE), a_learner()
    lost = [loss_of(learner.weights(), SCALE, batch, ALL)]
    for _ in range(40):
        learner.learn(batch, replace(ALL, learning_rate=3e-3))
        lost.append(loss_of(learner.weights(), SCALE, batch, ALL))

    assert lost[-1] < lost[20] < lost[0] - 0.1


def test_it_goes_on_from_its_weights_and_moments_as_if_nothing_had_been() -> None:
    batch, one, other = drawn_batch(SIZE), a_learner(), NumpyLearner(SIZE, SCALE, seed=9)
    for _ in range(3):
        one.learn(batch, ALL)
    other.load(one.weights(), *one.moments())
    for _ in range(3):
        assert one.learn(batch, ALL).tolist() == other.learn(batch, ALL).tolist()
    assert all(np.array_equal(array, other.weights()[name]) for name, array in one.weights().items())
    assert one.moments()[1] == other.moments()[1] == 6


def test_only_what_is_legal_is_done_and_drawn_as_often_as_its_chance() -> None:
    learner, batch = a_learner(), drawn_batch(SIZE)
    observation, mask = batch["observation"], batch["mask"]
    best, log, value = learner.act(observation, mask, greedy=True)
    rows, counts = np.arange(len(best)), np.zeros(mask.shape)
    chances = np.zeros(mask.shape)
    for _ in range(4000):
        action, drawn_log, drawn_value = learner.act(observation, mask)
        counts[rows, action] += 1
        chances[rows, action] = np.exp(drawn_log)
        assert np.array_equal(drawn_value, value)

    assert not counts[mask == 0].any()
    assert mask[rows, best].all()
    np.testing.assert_allclose(counts / 4000, chances, atol=0.04)
    assert np.array_equal(chances.argmax(1), best)
    np.testing.assert_allclose(chances.sum(1), 1, atol=0.02)  # all but what hardly ever happens
    np.testing.assert_allclose(np.exp(log), chances.max(1), rtol=1e-6)


def test_a_seed_fixes_what_is_drawn() -> None:
    learner, batch = a_learner(), drawn_batch(SIZE)
    drawn = []
    for seed in (5, 5, 6):
        learner.seed(seed)
        drawn.append([learner.act(batch["observation"], batch["mask"])[0].tolist() for _ in range(5)])
        drawn[-1].append(learner.shuffled(np.arange(30)).tolist())

    assert drawn[0] == drawn[1]
    assert drawn[0][:5] != drawn[2][:5]
    assert drawn[0][5] != drawn[2][5]
    assert sorted(drawn[0][5]) == list(range(30))
