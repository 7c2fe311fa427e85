"""The generator of simulations: counter-based, small, the same numbers interpreted, compiled and on CUDA.

A stream is three numbers outside the position: two keys and a counter. Draw k of a stream is a function of its
keys and of k alone. All words are 32 bits wide and the multipliers below 2^31, so that no product leaves a signed
64-bit integer. `docs/protocol.md` has the specification and test vectors. Live tables never use it.
"""

from __future__ import annotations

from typing import Final

from stammtisch.kernel.compile import kernel
from stammtisch.kernel.record import Row

STREAM_LENGTH: Final = 3  # key, key, counter

# What streams are for: streams of one seed with different purposes are unrelated.
DEALS: Final = 1  # the choices of NATURE
CHOICES: Final = 2  # the choices of seats that play at random
WORLDS: Final = 3  # worlds drawn by `redeal`
GAMES: Final = 4  # the seeds of games that follow one another

TRIES: Final = 8  # that a bot has whose choice is barred, each with a stream of its own, to name an action that is left
_SEATS: Final = 64  # more than any table has, so that no two seats share a stream

_MASK: Final = 0xFFFFFFFF
_FIRST_MULTIPLIER: Final = 0x21F0AAAD
_SECOND_MULTIPLIER: Final = 0x735A2D97
_THIRD_MULTIPLIER: Final = 0x7A5662C5
_KEY_A: Final = 0x243F6A88  # the digits of pi, so that nobody chose them
_KEY_B: Final = 0x85A308D3


@kernel
def scramble(word: int) -> int:
    """Return another 32-bit word for each; one bit of difference changes about half of them."""
    word = ((word ^ (word >> 16)) * _FIRST_MULTIPLIER) & _MASK
    word = ((word ^ (word >> 15)) * _SECOND_MULTIPLIER) & _MASK
    return word ^ (word >> 15)


@kernel
def open_stream(stream: Row, seed: int, purpose: int, number: int) -> None:
    """Set `stream` to the beginning of the stream with this seed, purpose and number, each at least 0."""
    stream[0] = _key(_KEY_A, seed, purpose, number)
    stream[1] = _key(_KEY_B, seed, purpose, number)
    stream[2] = 0


@kernel
def _key(word: int, seed: int, purpose: int, number: int) -> int:
    word = scramble(word ^ (seed & _MASK))
    word = scramble((word + (seed >> 32)) & _MASK)
    word = scramble((word + purpose) & _MASK)
    word = scramble((word + (number & _MASK)) & _MASK)
    return scramble((word + (number >> 32)) & _MASK)


@kernel
def draw(stream: Row, below: int) -> int:
    """Return a number from 0 to `below` - 1, all as good as equally likely; `below` is less than 2^31."""
    product = (stream[0] ^ (stream[2] & _MASK)) * _THIRD_MULTIPLIER
    word = ((product ^ (product >> 31)) + stream[1]) & _MASK
    product = (word ^ (word >> 15)) * _SECOND_MULTIPLIER
    word = (product ^ (product >> 32)) & _MASK
    stream[2] += 1
    return (word * below) >> 32


@kernel
def derived_seed(stream: Row, seed: int, purpose: int, number: int) -> int:
    """Return a seed that another one fixes; `stream` is memory."""
    open_stream(stream, seed, purpose, number)
    return (stream[0] << 31) ^ stream[1]


@kernel
def open_own_stream(stream: Row, seat: int, seed: int, number: int) -> None:
    """Set `stream` to the chance that a seat has of its own at a step."""
    open_stream(stream, seed, CHOICES, number * _SEATS + seat)


def stream_for(seat: int, seed: int, number: int) -> list[int]:
    """Return the stream of chance that a seat has of its own at a step."""
    stream = [0] * STREAM_LENGTH
    open_own_stream(stream, seat, seed, number)
    return stream
