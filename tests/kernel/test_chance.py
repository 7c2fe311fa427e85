"""The generator gives the numbers of its specification, however it is run."""

from __future__ import annotations

from functools import cache
from typing import Any, Final, Self

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from stammtisch.kernel import chance
from stammtisch.kernel.chance import (
    CHOICES,
    DEALS,
    GAMES,
    STREAM_LENGTH,
    WORLDS,
    derived_seed,
    draw,
    open_stream,
    scramble,
)
from tests.kernel import second_chance
from tests.kernel.compiled import compiled

MOST_BELOW: Final = 2**31 - 1
Name = tuple[int, int, int]  # of a stream: seed, purpose, number

# From `second_chance`. They stand in docs/protocol.md too: whoever changes one of them changes every deal ever made.
VECTORS: Final[list[tuple[Name, tuple[int, int], list[int], list[int]]]] = [
    ((0, 1, 0), (0x7DAC58FA, 0xC1EC2272), [842247467, 1518903685, 1661887620, 1032771938], [20, 36, 40, 25]),
    ((7, 2, 3), (0x1D3F387F, 0xDDEEB6F5), [682272425, 1783271609, 940329098, 464117332], [16, 43, 22, 11]),
    (
        (2**63 - 1, 3, 2**40),
        (0x22E5F973, 0x0EB54FD7),
        [1022916090, 48375743, 1628497981, 769954588],
        [24, 1, 39, 18],
    ),
]

halves = st.integers(0, 2**32 - 1) | st.sampled_from([0, 1, 2**31, 2**32 - 1])
seeds = st.builds(lambda low, top: low | top >> 1 << 32, halves, halves)  # 63 bits, both words anything
names = st.tuples(seeds, st.integers(0, 2**31), seeds)
limits = st.integers(1, MOST_BELOW) | st.sampled_from([1, 2, 52, MOST_BELOW])
counters = st.integers(0, 1000) | seeds.map(lambda number: number // 2)


def opened(name: Name) -> list[int]:
    stream = [0] * STREAM_LENGTH
    open_stream(stream, *name)
    return stream


def drawn(name: Name, below: int, count: int) -> list[int]:
    stream = opened(name)
    return [draw(stream, below) for _ in range(count)]


@pytest.mark.parametrize(("name", "keys", "wide", "cards"), VECTORS)
def test_the_published_vectors_hold(name: Name, keys: tuple[int, int], wide: list[int], cards: list[int]) -> None:
    assert opened(name) == [*keys, 0]
    assert drawn(name, MOST_BELOW, 4) == wide
    assert drawn(name, 52, 4) == cards


@pytest.mark.parametrize(("name", "keys", "wide", "cards"), VECTORS)
def test_the_published_vectors_are_those_of_the_second_implementation(
    name: Name, keys: tuple[int, int], wide: list[int], cards: list[int]
) -> None:
    assert tuple(int(key[0]) for key in second_chance.keys(*name)) == keys
    assert second_chance.draws(*name, np.arange(4), MOST_BELOW).tolist() == wide
    assert second_chance.draws(*name, np.arange(4), 52).tolist() == cards


@given(names, counters, limits)
@example((2**63 - 1, 2**31, 2**63 - 1), 2**32 - 1, MOST_BELOW)
def test_both_implementations_draw_the_same(name: Name, counter: int, below: int) -> None:
    stream = opened(name)
    stream[2] = counter

    assert draw(stream, below) == second_chance.draws(*name, counter, below)[0]
    assert tuple(stream[:2]) == tuple(int(key[0]) for key in second_chance.keys(*name))


@given(names, st.integers(0, 200), limits)
def test_draw_k_depends_on_nothing_but_k(name: Name, k: int, below: int) -> None:
    stream = opened(name)
    for number in range(k):
        draw(stream, 2 + number)
    jumped = opened(name)
    jumped[2] = k

    assert stream == jumped
    assert draw(stream, below) == draw(jumped, below)
    assert stream[2] == k + 1


@given(names, limits)
def test_a_draw_is_at_least_0_and_below_its_limit(name: Name, below: int) -> None:
    assert all(0 <= number < below for number in drawn(name, below, 20))


def test_a_stream_is_opened_at_its_beginning_whatever_was_there() -> None:
    stream = [1, 2, 3]
    open_stream(stream, 7, DEALS, 0)

    assert stream == opened((7, DEALS, 0))


def test_purposes_are_different_and_keep_their_numbers() -> None:
    assert (DEALS, CHOICES, WORLDS, GAMES) == (1, 2, 3, 4)


class Narrow(int):
    """An integer that refuses to become one that a signed 64-bit word could not hold."""

    def _held(self, value: int) -> Self:
        assert -(2**63) <= value < 2**63, f"{value} leaves 64 bits"
        return type(self)(value)

    def __add__(self, other: int) -> Self:
        return self._held(int(self) + other)

    def __mul__(self, other: int) -> Self:
        return self._held(int(self) * other)

    def __and__(self, other: int) -> Self:
        return self._held(int(self) & other)

    def __xor__(self, other: int) -> Self:
        return self._held(int(self) ^ other)

    def __rshift__(self, other: int) -> Self:
        return self._held(int(self) >> other)

    __radd__, __rmul__, __rand__, __rxor__ = __add__, __mul__, __and__, __xor__


def test_a_narrow_integer_refuses_to_grow() -> None:
    assert (Narrow(2**62) + 2**61) * 1 == 2**62 + 2**61
    with pytest.raises(AssertionError, match="leaves 64 bits"):
        Narrow(2**32) * 2**31


@given(names, counters, limits)
@example((2**63 - 1, 2**31, 2**63 - 1), 2**63 - 2, MOST_BELOW)
def test_nothing_on_the_way_to_a_draw_leaves_64_bits(name: Name, counter: int, below: int) -> None:
    seed, purpose, number = map(Narrow, name)
    stream = [0, 0, Narrow(counter)]
    open_stream(stream, seed, purpose, number)
    stream[2] = Narrow(counter)

    assert isinstance(draw(stream, Narrow(below)), Narrow)
    assert all(isinstance(word, Narrow) for word in stream)


@pytest.mark.parametrize(
    "factor",
    [chance._FIRST_MULTIPLIER, chance._SECOND_MULTIPLIER, chance._THIRD_MULTIPLIER, MOST_BELOW],
)
def test_no_product_of_any_32_bit_word_leaves_64_bits(factor: int) -> None:
    assert factor < 2**31
    assert (2**32 - 1) * factor < 2**63


@given(halves)
@example(2**32 - 1)
def test_a_scrambled_word_is_a_word(word: int) -> None:
    assert 0 <= scramble(Narrow(word)) < 2**32


def fill(stream: Any, seed: int, purpose: int, number: int, counter: int, below: int, out: Any) -> None:
    """Open a stream, jump to a draw and write as many as `out` holds: for compiling."""
    open_stream(stream, seed, purpose, number)
    stream[2] = counter
    for index in range(len(out)):
        out[index] = draw(stream, below)


@cache
def compiled_fill() -> Any:
    return compiled(fill)


@given(names, counters, limits)
@example((2**63 - 1, 2**31, 2**63 - 1), 2**32 - 2, MOST_BELOW)
def test_lists_arrays_and_compiled_code_draw_the_same(name: Name, counter: int, below: int) -> None:
    stream, out = [0] * STREAM_LENGTH, [0] * 4
    fill(stream, *name, counter, below, out)
    for run in (fill, compiled_fill()):
        words, numbers = np.zeros(STREAM_LENGTH, np.int64), np.zeros(4, np.int64)
        run(words, *name, counter, below, numbers)

        assert numbers.tolist() == out
        assert words.tolist() == stream


def test_seeds_that_follow_from_one_another_are_seeds_and_none_comes_twice() -> None:
    stream, seed, seen = [0] * STREAM_LENGTH, 0, set[int]()
    for _ in range(3000):
        seed = derived_seed(stream, seed, GAMES, 0)
        seen.add(seed)

    assert len(seen) == 3000
    assert all(0 <= seed < 2**63 for seed in seen)
    assert max(seen) > 2**62
    assert derived_seed(stream, 1, GAMES, 0) != derived_seed(stream, 1, CHOICES, 0)
