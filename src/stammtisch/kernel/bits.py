"""Sets of small numbers as bits: one word holds 0 to 62, several words hold any number."""

from __future__ import annotations

from typing import Final

from stammtisch.kernel.compile import kernel
from stammtisch.kernel.record import Row

WORD_BITS: Final = 63  # the sign bit stays free, so a word is never negative


def words_for(numbers: int) -> int:
    """Return how many words hold the numbers below `numbers`.

    >>> words_for(63), words_for(64)
    (1, 2)
    """
    return (numbers + WORD_BITS - 1) // WORD_BITS


@kernel
def count_in(word: int) -> int:
    """Return how many numbers one word holds."""
    count = 0
    while word:  # compiles to one popcount
        word &= word - 1
        count += 1
    return count


@kernel
def lowest_in(word: int) -> int:
    """Return the smallest number in a word that is not empty."""
    return count_in((word & -word) - 1)


@kernel
def has_in(word: int, number: int) -> bool:
    """Whether a word holds the number; a number that no word has room for is in none."""
    return 0 <= number < WORD_BITS and (word >> number) & 1 == 1


@kernel
def nth_in(word: int, n: int) -> int:
    """Return the number with `n` smaller ones beside it in the word.

    The half that holds it is found again and again: on a GPU all threads of a group then take the same way.
    """
    number = 0
    for width in (32, 16, 8, 4, 2, 1):
        below = count_in(word & ((1 << width) - 1))
        if n >= below:
            n -= below
            word >>= width
            number += width
    return number


@kernel
def clear(bits: Row) -> None:
    """Take every number out."""
    for index in range(len(bits)):
        bits[index] = 0


@kernel
def assign(row: Row, other: Row) -> None:
    """Let a row hold what another of the same length holds: quicker to compile than a slice, which compares shapes."""
    for index in range(len(row)):
        row[index] = other[index]


@kernel
def add(bits: Row, number: int) -> None:
    """Put a number in."""
    bits[number // WORD_BITS] |= 1 << (number % WORD_BITS)


@kernel
def remove(bits: Row, number: int) -> None:
    """Take a number out."""
    bits[number // WORD_BITS] &= ~(1 << (number % WORD_BITS))


@kernel
def has(bits: Row, number: int) -> bool:
    """Whether the number is in; numbers the words have no room for are not."""
    if number < 0 or number >= WORD_BITS * len(bits):
        return False
    return (bits[number // WORD_BITS] >> (number % WORD_BITS)) & 1 == 1


@kernel
def count(bits: Row) -> int:
    """Return how many numbers are in."""
    total = 0
    for index in range(len(bits)):
        total += count_in(bits[index])
    return total


@kernel
def nth(bits: Row, n: int) -> int:
    """Return the number with `n` smaller ones in the set; the set must hold more than `n`."""
    index = 0
    here = count_in(bits[0])
    while n >= here:
        n -= here
        index += 1
        here = count_in(bits[index])
    return index * WORD_BITS + nth_in(bits[index], n)
