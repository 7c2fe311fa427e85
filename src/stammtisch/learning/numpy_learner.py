"""The same net in NumPy alone: for small nets, for tests, and where there is no PyTorch."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from stammtisch.learning.learner import NetSize, Rates, Weights

_NEVER: Final = -1e9  # the logit of what may not be done
_BETAS: Final = (0.9, 0.999)
_EPSILON: Final = 1e-5
_SMALL: Final = 1e-7  # as near as a chance comes to 0 and 1


class NumpyLearner:
    """A net that learns by NumPy, with gradients written out."""

    arrays = np

    def __init__(self, size: NetSize, input_scale: NDArray[np.float32], *, seed: int) -> None:
        self.size = size
        self._input_scale = input_scale
        self.seed(seed)
        self._weights = _begin(size, self._chance)
        self._moments = {f"{kind}.{name}": np.zeros_like(w) for kind in _KINDS for name, w in self._weights.items()}
        self._steps = 0

    def act(
        self, observation: NDArray[np.int8], mask: NDArray[np.int8], *, greedy: bool = False
    ) -> tuple[NDArray[np.int64], NDArray[np.float32], NDArray[np.float32]]:
        """Return an action for each row, drawn from the policy or the best, the log of its chance, and the value."""
        hidden = self._hidden(observation)
        logs = self._log_chances(hidden[-1], mask)
        noise = 0 if greedy else self._chance.gumbel(size=logs.shape)
        action = (logs + noise).argmax(1)
        return action, np.take_along_axis(logs, action[:, None], 1)[:, 0], self._head("value", hidden[-1])

    def learn(self, batch: Mapping[str, Any], rates: Rates) -> NDArray[np.float32]:
        """Take one step of the optimizer; return the numbers of `Losses` as an array."""
        hidden = self._hidden(batch["observation"])
        logs = self._log_chances(hidden[-1], batch["mask"])
        chances, rows, action = np.exp(logs), np.arange(len(logs)), batch["action"]
        ratio, advantage = np.exp(logs[rows, action] - batch["log_chance"]), batch["advantage"]
        plain, clipped = ratio * advantage, np.clip(ratio, 1 - rates.clip, 1 + rates.clip) * advantage
        off = self._head("value", hidden[-1]) - batch["returns"]
        entropy = -(chances * np.where(chances > 0, logs, 0)).sum(1)
        # Backwards, from the losses to the logits: a ratio that is clipped has no slope.
        slope = np.where(plain <= clipped, plain, 0) / len(rows)
        logits = chances * slope[:, None]
        logits[rows, action] -= slope
        logits += rates.entropy / len(rows) * chances * (np.where(chances > 0, logs, 0) + entropy[:, None])
        settled, target = batch["ahead"] >= 0, batch["ahead"]
        chance = np.clip(1 / (1 + np.exp(-self._head("ahead", hidden[-1]))), _SMALL, 1 - _SMALL)
        ahead = np.where(settled, chance - target, 0) / max(settled.sum(), 1)
        surprise = -np.where(settled, target * np.log(chance) + (1 - target) * np.log(1 - chance), 0)
        slopes = {"value": 2 * rates.value / len(rows) * off, "ahead": rates.ahead * ahead}
        self._step(self._backwards(batch["observation"], hidden, logits, slopes), rates)
        losses = -np.minimum(plain, clipped).mean(), (off**2).mean(), entropy.mean()
        return np.array([*losses, surprise.sum() / max(settled.sum(), 1)], np.float32)

    def zeros(self, shape: tuple[int, ...], kind: str) -> NDArray[Any]:
        """Return an array of zeros."""
        return np.zeros(shape, kind)

    def wrap(self, array: Any) -> NDArray[Any]:
        """Return an array of an environment: it is one of NumPy's."""
        return np.asarray(array)

    def shuffled(self, array: NDArray[Any]) -> NDArray[Any]:
        """Return the members of an array in a random order."""
        return self._chance.permutation(array)

    def seed(self, seed: int) -> None:
        """Fix what follows."""
        self._chance = np.random.default_rng(seed)

    def weights(self) -> Weights:
        """Return the weights, inputs first."""
        return {name: array.copy() for name, array in self._weights.items()}

    def load(self, weights: Mapping[str, NDArray[Any]], moments: Mapping[str, NDArray[Any]], steps: int) -> None:
        """Go on with weights and what the optimizer remembers of them."""
        self._weights = {name: np.array(weights[name], np.float32) for name in self._weights}
        if steps:
            self._moments = {name: np.array(moments[name], np.float32) for name in self._moments}
        self._steps = steps

    def moments(self) -> tuple[Weights, int]:
        """Return the optimizer's moments, and its steps."""
        return {name: array.copy() for name, array in self._moments.items()}, self._steps

    def _hidden(self, observation: NDArray[np.int8]) -> list[NDArray[np.float32]]:
        """Return what the first layer makes of observations, and after it each residual one."""
        own = self._weights
        found = [np.maximum(observation * self._input_scale @ own["first"] + own["first_bias"], 0)]
        for layer in range(self.size.layers):
            more = found[-1] @ own["layers"][layer] + own["layer_biases"][layer]
            found.append(found[-1] + np.maximum(more, 0))
        return found

    def _log_chances(self, hidden: NDArray[np.float32], mask: NDArray[np.int8]) -> NDArray[np.float32]:
        logits = np.where(mask == 0, _NEVER, hidden @ self._weights["policy"] + self._weights["policy_bias"])
        logits -= logits.max(1, keepdims=True)
        return np.asarray(logits - np.log(np.exp(logits).sum(1, keepdims=True)), np.float32)

    def _head(self, name: str, hidden: NDArray[np.float32]) -> NDArray[np.float32]:
        return np.asarray(hidden @ self._weights[name] + self._weights[f"{name}_bias"], np.float32)

    def _backwards(
        self, observation: NDArray[np.int8], hidden: list[NDArray[np.float32]], logits: Any, slopes: Mapping[str, Any]
    ) -> Weights:
        """Return the gradients of all weights from those of the logits and of the other heads."""
        own, found = self._weights, {name: np.zeros_like(array) for name, array in self._weights.items()}
        found["policy"], found["policy_bias"] = hidden[-1].T @ logits, logits.sum(0)
        back = logits @ own["policy"].T
        for name, slope in slopes.items():
            found[name], found[f"{name}_bias"] = hidden[-1].T @ slope, np.asarray(slope.sum(), np.float32)
            back = back + np.outer(slope, own[name])
        for layer in range(self.size.layers - 1, -1, -1):
            through = back * (hidden[layer + 1] > hidden[layer])  # where the layer added something
            found["layers"][layer], found["layer_biases"][layer] = hidden[layer].T @ through, through.sum(0)
            back = back + through @ own["layers"][layer].T
        back = back * (hidden[0] > 0)
        found["first"], found["first_bias"] = (observation * self._input_scale).T @ back, back.sum(0)
        return found

    def _step(self, gradients: Weights, rates: Rates) -> None:
        """Take a step of Adam (Kingma and Ba, 2015), of a gradient that is not too long."""
        length = float(np.sqrt(sum(float((g**2).sum()) for g in gradients.values())))
        self._steps += 1
        for name, gradient in gradients.items():
            short = gradient * min(1.0, rates.gradient / (length + 1e-6))
            first, second = (self._moments[f"{kind}.{name}"] for kind in _KINDS)
            first += (1 - _BETAS[0]) * (short - first)
            second += (1 - _BETAS[1]) * (short**2 - second)
            mean, square = first / (1 - _BETAS[0] ** self._steps), second / (1 - _BETAS[1] ** self._steps)
            self._weights[name] -= np.float32(rates.learning_rate) * mean / (np.sqrt(square) + _EPSILON)


_KINDS: Final = ("first", "second")  # moments


def _begin(size: NetSize, chance: np.random.Generator) -> Weights:
    """Return weights to begin with: even, as PyTorch draws those of its layers; heads say nothing yet."""

    def drawn(*shape: int, inputs: int) -> NDArray[np.float32]:
        return chance.uniform(-1, 1, shape).astype(np.float32) / np.float32(np.sqrt(inputs))

    return {
        "first": drawn(size.inputs, size.width, inputs=size.inputs),
        "first_bias": drawn(size.width, inputs=size.inputs),
        "layers": drawn(size.layers, size.width, size.width, inputs=size.width),
        "layer_biases": drawn(size.layers, size.width, inputs=size.width),
        "policy": np.zeros((size.width, size.actions), np.float32),
        "policy_bias": np.zeros(size.actions, np.float32),
        "value": np.zeros(size.width, np.float32),
        "value_bias": np.zeros((), np.float32),
        "ahead": np.zeros(size.width, np.float32),
        "ahead_bias": np.zeros((), np.float32),
    }
