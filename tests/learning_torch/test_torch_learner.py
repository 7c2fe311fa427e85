"""The net in PyTorch is the net in NumPy: the same answers, the same steps, and either goes on for the other."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from stammtisch.games import duel
from stammtisch.learning.checkpoint import checkpoint_of, read_checkpoint
from stammtisch.learning.experience import Experience
from stammtisch.learning.learner import Weights
from stammtisch.learning.numpy_learner import NumpyLearner
from stammtisch.learning.torch_learner import TorchLearner
from tests.learning.batches import drawn_batch
from tests.learning.test_numpy_learner import ALL, SCALE, SIZE, TERMS, a_learner
from tests.learning.test_trainer import SERIOUS, TINY, a_training, leads_over_random

torch.set_num_threads(1)  # more of them spin, and on busy cores that takes minutes
STEP = ALL.learning_rate  # as far as a weight moves, about


def with_torch(weights: Weights, moments: Weights | None = None, steps: int = 0) -> TorchLearner:
    learner = TorchLearner(SIZE, SCALE, device="cpu", seed=1)
    learner.load(weights, moments or {}, steps)
    return learner


def tensors(batch: dict[str, Any]) -> dict[str, torch.Tensor]:
    return {name: torch.as_tensor(array) for name, array in batch.items()}


def assert_close(one: Weights, other: Weights, *, within: float) -> None:
    assert one.keys() == other.keys()
    for name, array in one.items():
        np.testing.assert_allclose(array, other[name], atol=within, rtol=1e-4, err_msg=name)
        assert array.shape == other[name].shape, name


def test_weights_are_kept_in_the_same_form() -> None:
    weights = a_learner().weights()
    learner = with_torch(weights)

    assert all(np.array_equal(array, weights[name]) for name, array in learner.weights().items())
    assert learner.moments() == ({}, 0)


def test_the_same_weights_do_and_expect_the_same() -> None:
    batch, other = drawn_batch(SIZE), with_torch(a_learner().weights())
    action, log, value = a_learner().act(batch["observation"], batch["mask"], greedy=True)
    its_action, its_log, its_value = other.act(
        torch.as_tensor(batch["observation"]), torch.as_tensor(batch["mask"]), greedy=True
    )

    assert its_action.tolist() == action.tolist()
    np.testing.assert_allclose(its_log.numpy(), log, atol=1e-5)
    np.testing.assert_allclose(its_value.numpy(), value, rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("term", TERMS)
def test_a_step_leads_to_the_same_weights(term: str) -> None:
    rates, batch, one = replace(TERMS[term], gradient=0.5), drawn_batch(SIZE), a_learner()
    other = with_torch(one.weights())
    before = one.weights()
    for _ in range(4):
        losses, its_losses = one.learn(batch, rates), other.learn(tensors(batch), rates)

        np.testing.assert_allclose(its_losses.numpy(), losses, rtol=1e-4, atol=1e-5)
        assert_close(other.weights(), one.weights(), within=STEP / 50)
    assert np.abs(one.weights()["first"] - before["first"]).max() > STEP
    moments, steps = one.moments()
    its_moments, its_steps = other.moments()
    assert steps == its_steps == 4
    assert_close(its_moments, moments, within=1e-6)


def test_it_goes_on_from_its_moments_as_if_nothing_had_been() -> None:
    batch, one = tensors(drawn_batch(SIZE)), with_torch(a_learner().weights())
    for _ in range(3):
        one.learn(batch, ALL)
    moments, steps = one.moments()
    other = with_torch(one.weights(), moments, steps)
    for _ in range(3):
        assert one.learn(batch, ALL).tolist() == other.learn(batch, ALL).tolist()
    assert all(np.array_equal(array, other.weights()[name]) for name, array in one.weights().items())
    assert other.moments()[1] == 6


def test_either_goes_on_with_what_the_other_has_kept(tmp_path: Path) -> None:
    batch, one = drawn_batch(SIZE), a_learner()
    for _ in range(3):
        one.learn(batch, ALL)
    checkpoint_of(one, {}, {}, SCALE).save(tmp_path)
    found = read_checkpoint(tmp_path)
    assert found is not None
    other = with_torch(found.weights, found.moments, found.steps)
    other.learn(tensors(batch), ALL)
    one.learn(batch, ALL)

    assert_close(other.weights(), one.weights(), within=STEP / 20)  # moments are kept to 8 bits

    back = NumpyLearner(SIZE, SCALE, seed=2)
    back.load(other.weights(), *other.moments())
    back.learn(batch, ALL)
    other.learn(tensors(batch), ALL)

    assert_close(back.weights(), other.weights(), within=STEP / 50)


def test_only_what_is_legal_is_drawn_as_often_as_its_chance_and_a_seed_fixes_it() -> None:
    batch, learner = tensors(drawn_batch(SIZE)), with_torch(a_learner().weights())
    learner.seed(3)
    mask, rows = batch["mask"].numpy(), np.arange(len(batch["mask"]))
    counts, chances, drawn = np.zeros(mask.shape), np.zeros(mask.shape), []
    for _ in range(3000):
        action, log, _ = learner.act(batch["observation"], batch["mask"])
        drawn.append(action.tolist())
        counts[rows, action.numpy()] += 1
        chances[rows, action.numpy()] = np.exp(log.numpy())
    learner.seed(3)

    assert not counts[mask == 0].any()
    np.testing.assert_allclose(counts / 3000, chances, atol=0.045)
    assert learner.act(batch["observation"], batch["mask"])[0].tolist() == drawn[0]
    assert sorted(learner.shuffled(torch.arange(30)).tolist()) == list(range(30))


def test_batches_are_those_of_numpy() -> None:
    chance = np.random.default_rng(1)
    returns, counts = chance.normal(0, 1, (30, 4)), chance.random((30, 4)) < 0.7
    found = []
    for learner in (a_learner(), with_torch(a_learner().weights())):
        experience = Experience.blank(learner, 30, 4)
        experience.returns[:] = learner.wrap(returns)
        experience.counts[:] = learner.wrap(counts)
        batches = list(experience.batches(learner, 16))
        assert len(batches) == round(counts.sum() / 16)
        pairs = [pair for batch in batches for pair in zip(batch["returns"], batch["advantage"], strict=True)]
        found.append({round(float(result), 4): float(advantage) for result, advantage in pairs})
    both = found[0].keys() & found[1].keys()

    assert len(both) > 60
    assert [found[0][result] for result in both] == pytest.approx([found[1][result] for result in both], abs=1e-4)


def test_a_single_decision_teaches_without_harm() -> None:
    learner = with_torch(a_learner().weights())
    experience = Experience.blank(learner, 5, 1)
    experience.counts[2, 0] = True
    (batch,) = experience.batches(learner, 4)

    assert batch["advantage"].tolist() == [0.0]


def test_a_small_net_learns_in_seconds_to_beat_random_bots(tmp_path: Path) -> None:
    before, after = leads_over_random(tmp_path, replace(SERIOUS, device="cpu", decisions=110_000))

    assert before < 0.8
    assert after > 1.4


def test_a_training_of_numpy_goes_on_with_pytorch(tmp_path: Path) -> None:
    first = a_training(tmp_path)
    next(first.run())
    again = a_training(tmp_path, replace(TINY, device="cpu"), duel)

    assert isinstance(again.learner, TorchLearner)
    assert all(np.array_equal(array, first.learner.weights()[name]) for name, array in again.learner.weights().items())
    assert [progress.decisions for progress in again.run()] == [1024, 1536, 2048]
    assert all(np.isfinite(array).all() for array in again.learner.weights().values())
