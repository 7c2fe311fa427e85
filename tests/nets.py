"""Small nets whose weights are drawn, and what NumPy says of them: for whoever tests what reads nets."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from stammtisch.bots.nets.net import Net, make_net
from stammtisch.core.game import Game
from stammtisch.core.observations.observation import features_of
from stammtisch.kernel.net import ACTIONS, HEADS, INPUTS, LAYERS, WIDTH

Floats = NDArray[np.float32]


def drawn_weights(inputs: int, actions: int, width: int, layers: int, seed: int) -> dict[str, Any]:
    """Return weights as a learner keeps them, none of them 0 as a rule, of every sign."""
    chance = np.random.default_rng(seed)

    def drawn(*shape: int) -> Floats:
        return chance.normal(0, 0.5, shape).astype(np.float32)

    return {
        "first": drawn(inputs, width),
        "first_bias": drawn(width),
        "layers": drawn(layers, width, width),
        "layer_biases": drawn(layers, width),
        "policy": drawn(width, actions),
        "policy_bias": drawn(actions),
        "value": drawn(width),
        "value_bias": drawn()[()],
        "ahead": drawn(width),
        "ahead_bias": drawn()[()],
    }


def drawn_net(game: Game, *, width: int = 6, layers: int = 2, seed: int = 1) -> Net:
    """Return a net of a game that has learnt nothing, and says something else of every position."""
    inputs = features_of(game).LAYOUT.size
    weights = drawn_weights(inputs, game.rules.ACTIONS, width, layers, seed)
    scale = np.random.default_rng(seed).uniform(0.1, 1, inputs).astype(np.float32)
    return make_net(game, weights, scale, {"value_scale": 3.0})


def matrices_of(net: Net) -> list[tuple[NDArray[np.float64], NDArray[np.float64]]]:
    """Return the matrices of a net as they are meant, each with its biases."""
    inputs, width, heads = (int(net.shape[INPUTS]), int(net.shape[WIDTH]), int(net.shape[ACTIONS]) + HEADS)
    sides = [(inputs, width), *[(width, width)] * int(net.shape[LAYERS]), (width, heads)]
    found, at, then = [], 0, inputs
    for rows, columns in sides:
        whole = net.weights[at : at + rows * columns].reshape(rows, columns).astype(np.float64)
        scale, bias = net.numbers[then : then + columns], net.numbers[then + columns : then + 2 * columns]
        found.append((whole * scale, bias.astype(np.float64)))
        at, then = at + rows * columns, then + 2 * columns
    assert (at, then) == (len(net.weights), len(net.numbers))
    return found


def said_by_numpy(net: Net, observation: Any) -> NDArray[np.float64]:
    """Return what a net says, by matrices."""
    (first, first_bias), *layers, (heads, head_bias) = matrices_of(net)
    numbers = np.asarray(observation, np.float64) * net.numbers[: len(first)]
    hidden = np.maximum(numbers @ first + first_bias, 0)
    for matrix, bias in layers:
        hidden = hidden + np.maximum(hidden @ matrix + bias, 0)
    return np.asarray(hidden @ heads + head_bias)
