"""The generator of simulations a second time, from its specification and in another arithmetic.

Words are unsigned and 32 bits wide, and products wrap around. Every argument may be an array.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

Word = NDArray[np.uint32]

START_A: Final = 0x243F6A88
START_B: Final = 0x85A308D3


def word(value: Any) -> Word:
    """Return the lowest 32 bits."""
    return np.atleast_1d(np.asarray(value, np.uint64) & np.uint64(0xFFFFFFFF)).astype(np.uint32)


def high(value: Any) -> Word:
    """Return the 32 bits above those of `word`."""
    return word(np.asarray(value, np.uint64) >> np.uint64(32))


def mixed(x: Word) -> Word:
    """Mix one word: xor-shift by 16, multiply, xor-shift by 15, multiply, xor-shift by 15."""
    x = x ^ (x >> np.uint32(16))
    x = x * np.uint32(0x21F0AAAD)
    x = x ^ (x >> np.uint32(15))
    x = x * np.uint32(0x735A2D97)
    return x ^ (x >> np.uint32(15))


def key(start: int, seed: Any, purpose: Any, number: Any) -> Word:
    """Return one of the two keys of a stream."""
    x = mixed(word(start) ^ word(seed))
    for part in (high(seed), word(purpose), word(number), high(number)):
        x = mixed(x + part)
    return x


def keys(seed: Any, purpose: Any, number: Any) -> tuple[Word, Word]:
    """Return both keys of a stream."""
    return key(START_A, seed, purpose, number), key(START_B, seed, purpose, number)


def draws(seed: Any, purpose: Any, number: Any, counter: Any, below: Any) -> NDArray[np.uint64]:
    """Return the draw that has this number in its stream."""
    key_a, key_b = keys(seed, purpose, number)
    first = (key_a ^ word(counter)).astype(np.uint64) * np.uint64(0x7A5662C5)
    x = word(first) ^ word(first >> np.uint64(31))
    x = x + key_b
    second = (x ^ (x >> np.uint32(15))).astype(np.uint64) * np.uint64(0x735A2D97)
    x = word(second) ^ high(second)
    return (x.astype(np.uint64) * np.uint64(below)) >> np.uint64(32)
