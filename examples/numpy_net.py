"""A small net in NumPy alone: one hidden layer, and Adam's steps written out."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final, Self

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

_BATCH: Final = 1024  # decisions that are learnt from at once
_FADE, _FADE_SQUARES, _TINY = 0.9, 0.999, 1e-8  # Adam's


class NumpyNet:
    """Says what every action is worth; see `examples.monte_carlo.Policy`."""

    xp: Any = np

    def __init__(self, inputs: int, actions: int, *, hidden: int = 64, rate: float = 0.002, seed: int = 0) -> None:
        self._random = np.random.default_rng(seed)
        sizes = [(inputs, hidden), (hidden,), (hidden, actions), (actions,)]
        self._weights = [self._random.normal(0, size[0] ** -0.5, size).astype(np.float32) for size in sizes]
        self._means = [np.zeros_like(weight) for weight in self._weights]
        self._squares = [np.zeros_like(weight) for weight in self._weights]
        self._rate, self._steps = rate, 0

    @classmethod
    def load(cls, path: Path) -> Self:
        """Return the net that `save` wrote; as a learner it begins anew."""
        with np.load(path) as saved:
            weights = [saved[name] for name in saved.files]
        (inputs, hidden), actions = weights[0].shape, len(weights[-1])
        net = cls(inputs, actions, hidden=hidden)
        net._weights = weights
        return net

    def save(self, path: Path) -> None:
        """Write the weights to a file, as `numpy.savez` does."""
        with path.open("wb") as file:  # a name alone would get another ending
            np.savez(file, *self._weights)

    def chance(self, games: int) -> NDArray[np.float64]:
        """Return a number from 0 to 1 for each game, drawn anew."""
        return self._random.random(games)

    def values(self, observations: NDArray[np.int8]) -> Floats:
        """Return what every action is worth to the seat that is asked: a row for each game."""
        return self._run(observations.astype(np.float32))[1]

    def learn(self, observations: NDArray[np.int8], actions: NDArray[np.int64], returns: Floats) -> float:
        """Learn what actions led to, and return how far the values were from it: the mean square."""
        order = self._random.permutation(len(actions))
        errors = [
            self._descend(observations[part].astype(np.float32), actions[part], returns[part])
            for part in np.array_split(order, -(-len(order) // _BATCH))
        ]
        return float(np.mean(errors))

    def _run(self, inputs: Floats) -> tuple[Floats, Floats]:
        """Return the hidden layer and the values."""
        first, first_bias, second, second_bias = self._weights
        hidden = np.maximum(inputs @ first + first_bias, 0)
        return hidden, hidden @ second + second_bias

    def _descend(self, inputs: Floats, actions: NDArray[np.int64], returns: Floats) -> float:
        """Take one step against the gradient, and return the mean square of the errors."""
        hidden, values = self._run(inputs)
        rows = np.arange(len(actions))
        errors = values[rows, actions] - returns
        slope = np.zeros_like(values)
        slope[rows, actions] = errors / len(actions)
        hidden_slope = slope @ self._weights[2].T * (hidden > 0)
        gradients = [inputs.T @ hidden_slope, hidden_slope.sum(0), hidden.T @ slope, slope.sum(0)]
        self._steps += 1
        rate = self._rate * (1 - _FADE_SQUARES**self._steps) ** 0.5 / (1 - _FADE**self._steps)
        for index, gradient in enumerate(gradients):
            self._means[index] += (1 - _FADE) * (gradient - self._means[index])
            self._squares[index] += (1 - _FADE_SQUARES) * (gradient * gradient - self._squares[index])
            self._weights[index] -= rate * self._means[index] / (np.sqrt(self._squares[index]) + _TINY)
        return float(np.mean(errors * errors))
