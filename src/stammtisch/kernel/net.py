"""A net in compiled code: a first layer, residual layers and heads, of 8-bit weights. It knows no game and no library.

The columns of each matrix have a scale of their own. Every sum is taken in the order of its inputs and nothing is
rounded twice, so the same net says the same on every processor, however many games are asked for at once. Inputs that
are nothing cost nothing: observations are mostly zeros, and so is what a layer makes of them.
"""

from __future__ import annotations

from math import exp
from typing import Any

import numpy as np

from stammtisch.kernel.bits import count, nth
from stammtisch.kernel.chance import draw
from stammtisch.kernel.compile import kernel
from stammtisch.kernel.record import Row

INPUTS, WIDTH, LAYERS, ACTIONS = range(4)  # what the shape of a net says
VALUE, AHEAD = range(2)  # what is said behind the logits of the actions
HEADS = 2
_FINE = 1 << 30  # parts of a chance


@kernel
def run_net(
    observation: Any, shape: Row, weights: Any, numbers: Any, places: Row, hidden: Any, sums: Any, out: Any
) -> None:
    """Write what a net says of an observation.

    Args:
        observation: What a seat knows.
        shape: Inputs, width, residual layers, actions.
        weights: The matrices one after another, each by input and then by column, in 8 bits.
        numbers: By what each input is multiplied; then for each matrix the scales and the biases of its columns.
        places: Memory, as long as the longest side of a matrix.
        hidden: Memory, likewise.
        sums: Memory, likewise.
        out: The logits of all actions, the value, and the logit of being ahead.
    """
    inputs, width, heads = shape[INPUTS], shape[WIDTH], shape[ACTIONS] + HEADS
    for index in range(inputs):
        hidden[index] = observation[index] * numbers[index]
    at, then = 0, inputs
    _multiply(hidden, inputs, width, weights, at, places, sums)
    for column in range(width):
        more = sums[column] * numbers[then + column] + numbers[then + width + column]
        hidden[column] = more if more > 0 else np.float32(0)
    at, then = at + inputs * width, then + 2 * width
    for _ in range(shape[LAYERS]):
        _multiply(hidden, width, width, weights, at, places, sums)
        for column in range(width):
            more = sums[column] * numbers[then + column] + numbers[then + width + column]
            hidden[column] += more if more > 0 else np.float32(0)
        at, then = at + width * width, then + 2 * width
    _multiply(hidden, width, heads, weights, at, places, sums)
    for column in range(heads):
        out[column] = sums[column] * numbers[then + column] + numbers[then + heads + column]


@kernel
def _multiply(inputs: Any, rows: int, columns: int, weights: Any, at: int, places: Row, sums: Any) -> None:
    """Add up the rows of a matrix, each times its input; four at a time, so that sums are fetched less often.

    Rows are slices: an index that is a sum might be negative to the compiler, and then it takes one column at a time.
    """
    sums = sums[:columns]
    for column in range(columns):
        sums[column] = 0
    found = 0
    for row in range(rows):
        if inputs[row] != 0:
            places[found] = row
            found += 1
    index = 0
    while index + 4 <= found:
        a, b, c, d = places[index], places[index + 1], places[index + 2], places[index + 3]
        u, v, w, x = inputs[a], inputs[b], inputs[c], inputs[d]
        a, b, c, d = at + a * columns, at + b * columns, at + c * columns, at + d * columns
        first, second = weights[a : a + columns], weights[b : b + columns]
        third, fourth = weights[c : c + columns], weights[d : d + columns]
        for column in range(columns):
            sums[column] += (
                u * np.float32(first[column])
                + v * np.float32(second[column])
                + w * np.float32(third[column])
                + x * np.float32(fourth[column])
            )
        index += 4
    while index < found:
        a, u = at + places[index] * columns, inputs[places[index]]
        first = weights[a : a + columns]
        for column in range(columns):
            sums[column] += u * np.float32(first[column])
        index += 1


@kernel
def likeliest(logits: Any, legal: Row) -> int:
    """Return the legal action with the highest logit, the first of equals."""
    best = nth(legal, 0)
    for index in range(1, count(legal)):
        action = nth(legal, index)
        if logits[action] > logits[best]:
            best = action
    return best


@kernel
def drawn(logits: Any, legal: Row, stream: Row) -> int:
    """Draw a legal action by its chance."""
    most = logits[likeliest(logits, legal)]
    whole = 0.0
    for index in range(count(legal)):
        whole += exp(logits[nth(legal, index)] - most)
    left = draw(stream, _FINE) / _FINE * whole
    action = -1
    for index in range(count(legal)):
        action = nth(legal, index)
        left -= exp(logits[action] - most)
        if left < 0:
            return action
    return action


@kernel
def chance_of(logit: float) -> float:
    """Return the chance of a logit."""
    return 1 / (1 + exp(-logit))
