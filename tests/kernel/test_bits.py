"""Bits are sets of numbers: whatever is done to both leaves both with the same members."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

import numba
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stammtisch.kernel.bits import (
    WORD_BITS,
    add,
    clear,
    count,
    count_in,
    has,
    lowest_in,
    nth,
    nth_in,
    remove,
    words_for,
)
from stammtisch.kernel.compile import register_kernels
from stammtisch.kernel.compiler.processor import deposits_bits
from stammtisch.kernel.record import Row
from tests.kernel.compiled import compiled, python

ADD: Final = 0
REMOVE: Final = 1
CLEAR: Final = 2

word_counts = st.integers(1, 3)
EDGES: Final = [0, 61, 62, 63, 64, 124, 125, 126, 127, 188]  # the first and last numbers of each word, and neighbours


@st.composite
def sets(draw: st.DrawFn, *, least: int = 0) -> tuple[int, set[int]]:
    """Draw a number of words and numbers that they have room for, often those at the borders of words."""
    length = draw(word_counts)
    room = length * WORD_BITS
    numbers = st.integers(0, room - 1) | st.sampled_from([edge for edge in EDGES if edge < room])
    return length, draw(st.sets(numbers, min_size=least, max_size=room))


@st.composite
def histories(draw: st.DrawFn) -> tuple[int, list[tuple[int, int]]]:
    """Draw a number of words and what is done to them, as pairs of what and which number."""
    length = draw(word_counts)
    edges = st.sampled_from([edge for edge in EDGES if edge < length * WORD_BITS])
    numbers = st.integers(0, length * WORD_BITS - 1) | edges
    return length, draw(st.lists(st.tuples(st.sampled_from([ADD, ADD, ADD, REMOVE, REMOVE, CLEAR]), numbers)))


def as_words(length: int, numbers: set[int]) -> list[int]:
    """Return the words of a set, from their definition alone."""
    return [sum(2 ** (number % 63) for number in numbers if number // 63 == word) for word in range(length)]


def carry_out(bits: Row, what: int, number: int) -> None:
    if what == ADD:
        add(bits, number)
    elif what == REMOVE:
        remove(bits, number)
    else:
        clear(bits)


def afterwards(history: list[tuple[int, int]]) -> set[int]:
    """Return the set that a history leads to."""
    numbers = set[int]()
    for what, number in history:
        numbers = {ADD: numbers | {number}, REMOVE: numbers - {number}, CLEAR: set[int]()}[what]
    return numbers


@given(histories())
def test_bits_hold_what_a_set_would(history: tuple[int, list[tuple[int, int]]]) -> None:
    length, doings = history
    bits = [0] * length
    for what, number in doings:
        carry_out(bits, what, number)

    assert bits == as_words(length, afterwards(doings))


@given(sets())
def test_every_member_is_in_and_nothing_else_is(drawn: tuple[int, set[int]]) -> None:
    length, numbers = drawn
    bits = as_words(length, numbers)

    assert {number for number in range(-70, 63 * (length + 1) + 70) if has(bits, number)} == numbers
    assert count(bits) == len(numbers)


@given(sets())
def test_the_nth_member_is_the_nth_in_ascending_order(drawn: tuple[int, set[int]]) -> None:
    length, numbers = drawn
    bits = as_words(length, numbers)

    assert [nth(bits, n) for n in range(len(numbers))] == sorted(numbers)


@given(st.sets(st.integers(0, 62) | st.sampled_from([0, 61, 62]), min_size=1))
def test_one_word_is_counted_and_searched(numbers: set[int]) -> None:
    [word] = as_words(1, numbers)

    assert count_in(word) == len(numbers)
    assert lowest_in(word) == min(numbers)
    assert [nth_in(word, n) for n in range(len(numbers))] == sorted(numbers)


def test_an_empty_word_holds_nothing() -> None:
    assert count_in(0) == 0


@pytest.mark.parametrize(("number", "words"), [(62, [1 << 62, 0, 0]), (63, [0, 1, 0]), (125, [0, 1 << 62, 0])])
def test_numbers_at_the_borders_of_words_have_their_places(number: int, words: list[int]) -> None:
    bits = [0, 0, 0]
    add(bits, number)

    assert bits == words
    assert nth(bits, 0) == number


def test_number_126_opens_the_third_word() -> None:
    bits = [0, 0, 0]
    add(bits, 126)

    assert bits == [0, 0, 1]
    assert not has(bits[:2], 126)
    assert (has(bits, 126), has(bits, 125), has(bits, 189), has(bits, -1)) == (True, False, False, False)


@pytest.mark.parametrize(("numbers", "words"), [(0, 0), (1, 1), (62, 1), (63, 1), (64, 2), (126, 2), (127, 3)])
def test_words_hold_63_numbers_each(numbers: int, words: int) -> None:
    assert words_for(numbers) == words


def relive(bits: Any, doings: Any, members: Any) -> int:
    """Carry out a history, list the members, and return how many numbers `has` finds: all kernels, for compiling."""
    for row in range(len(doings)):
        if doings[row][0] == ADD:
            add(bits, doings[row][1])
        elif doings[row][0] == REMOVE:
            remove(bits, doings[row][1])
        else:
            clear(bits)
    for n in range(count(bits)):
        members[n] = nth(bits, n)
    found = 0
    for number in range(-70, WORD_BITS * (len(bits) + 1)):
        if has(bits, number):
            found += 1
    return found


@cache
def compiled_relive() -> Any:
    return compiled(relive)


@settings(deadline=None)
@given(histories())
def hold_compiled(history: tuple[int, list[tuple[int, int]]]) -> None:
    """Hold compiled bits against sets; a process with bounds checks runs this too."""
    length, doings = history
    table = np.array(doings, np.int64).reshape(-1, 2)
    numbers = sorted(afterwards(doings))
    for run in (relive, compiled_relive()):
        bits, members = np.zeros(length, np.int64), np.full(length * WORD_BITS, -1, np.int64)

        assert run(bits, table, members) == len(numbers)
        assert bits.tolist() == as_words(length, set(numbers))
        assert members.tolist() == numbers + [-1] * (len(members) - len(numbers))


def hold_everything_compiled() -> None:
    """Put in every number that three words have room for."""
    everything = np.array([(ADD, number) for number in range(189)], np.int64)
    bits, members = np.zeros(3, np.int64), np.zeros(189, np.int64)

    assert compiled_relive()(bits, everything, members) == 189
    assert bits.tolist() == [(1 << 63) - 1] * 3
    assert members.tolist() == list(range(189))


def test_bits_on_arrays_hold_the_same_interpreted_and_compiled() -> None:
    hold_compiled()
    hold_everything_compiled()


def add_where_there_is_no_room() -> None:
    """Make a compiled kernel write behind the end of its words; only where bounds are checked this is seen."""
    compiled_relive()(np.zeros(1, np.int64), np.array([(ADD, 63)], np.int64), np.zeros(63, np.int64))


def test_bits_compiled_with_bounds_checks_hold_the_same_and_refuse_what_they_have_no_room_for() -> None:
    code = """
from tests.kernel.test_bits import add_where_there_is_no_room, hold_compiled, hold_everything_compiled
hold_compiled()
hold_everything_compiled()
try:
    add_where_there_is_no_room()
except IndexError:
    print("no room")
"""

    assert python(code, NUMBA_BOUNDSCHECK="1") == ["no room"]


def test_bits_compiled_for_a_processor_without_special_instructions_hold_the_same() -> None:
    code = """
from tests.kernel.test_bits import hold_compiled, hold_everything_compiled
hold_compiled()
hold_everything_compiled()
print("as sets do")
"""

    assert python(code, NUMBA_CPU_NAME="generic") == ["as sets do"]


def machine_code(function: Any) -> str:
    """Return the assembly of a function of two integers."""
    return "".join(numba.njit("int64(int64, int64)")(function).inspect_asm().values())


def test_the_nth_member_takes_one_instruction_where_the_processor_has_it() -> None:
    def found(word: int, n: int) -> int:
        return nth_in(word, n)

    register_kernels()

    assert ("pdep" in machine_code(found)) == deposits_bits()
    assert "pdep" not in machine_code(lambda word, n: word >> n)
