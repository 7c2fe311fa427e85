"""Batches to learn from, and what is lost on them, written down once more: forwards only, in all digits."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from stammtisch.learning.experience import UNSETTLED
from stammtisch.learning.learner import NetSize, Rates

ROWS = 24
Arrays = Mapping[str, NDArray[Any]]


def drawn_batch(size: NetSize, *, seed: int = 2) -> dict[str, NDArray[Any]]:
    """Return decisions of every kind: some likelier now and some less, good and bad ones, settled and not."""
    chance = np.random.default_rng(seed)
    mask = (chance.random((ROWS, size.actions)) < 0.6).astype(np.int8)
    mask[np.arange(ROWS), chance.integers(0, size.actions, ROWS)] = 1
    return {
        "observation": chance.integers(-2, 4, (ROWS, size.inputs)).astype(np.int8),
        "mask": mask,
        "action": np.array([chance.choice(np.flatnonzero(row)) for row in mask]),
        "log_chance": chance.normal(-1, 0.6, ROWS).astype(np.float32),
        "advantage": chance.normal(0, 1, ROWS).astype(np.float32),
        "returns": chance.normal(0, 1, ROWS).astype(np.float32),
        "ahead": chance.choice([UNSETTLED, 0, 0.5, 1], ROWS).astype(np.float32),
    }


def losses_of(weights: Arrays, scale: NDArray[Any], batch: Arrays, rates: Rates) -> NDArray[np.float64]:
    """Return the four losses of a batch: of the policy, of the value, the entropy, and of who is ahead."""
    own = {name: np.asarray(array, np.float64) for name, array in weights.items()}
    hidden = np.maximum(batch["observation"] * scale.astype(np.float64) @ own["first"] + own["first_bias"], 0)
    for matrix, bias in zip(own["layers"], own["layer_biases"], strict=True):
        hidden = hidden + np.maximum(hidden @ matrix + bias, 0)
    logits = hidden @ own["policy"] + own["policy_bias"]
    policy = entropy = 0.0
    for row, legal in enumerate(batch["mask"] == 1):
        chances = np.exp(logits[row][legal]) / np.exp(logits[row][legal]).sum()
        own_chance = chances[np.flatnonzero(legal).tolist().index(batch["action"][row])]
        ratio, advantage = own_chance / np.exp(np.float64(batch["log_chance"][row])), batch["advantage"][row]
        policy -= min(ratio * advantage, min(max(ratio, 1 - rates.clip), 1 + rates.clip) * advantage) / len(logits)
        entropy -= (chances * np.log(chances)).sum() / len(logits)
    value = ((hidden @ own["value"] + own["value_bias"] - batch["returns"]) ** 2).mean()
    settled = batch["ahead"] != UNSETTLED
    chance, target = 1 / (1 + np.exp(-(hidden @ own["ahead"] + own["ahead_bias"])))[settled], batch["ahead"][settled]
    surprise = -(target * np.log(chance) + (1 - target) * np.log(1 - chance))
    return np.array([policy, value, entropy, surprise.mean() if settled.any() else 0.0])


def loss_of(weights: Arrays, scale: NDArray[Any], batch: Arrays, rates: Rates) -> float:
    """Return what is made as small as possible."""
    policy, value, entropy, ahead = losses_of(weights, scale, batch, rates)
    return float(policy + rates.value * value + rates.ahead * ahead - rates.entropy * entropy)
