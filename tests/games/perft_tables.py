"""The files `perft.txt` beside the tests of a game: how many rows of 1, 2, 3, … steps there are, by options.

A line is the options as text, a colon and the counts; `#` begins a line that says how they were obtained.
"""

from __future__ import annotations

from itertools import accumulate
from pathlib import Path
from typing import Final, Protocol, Self

ROWS: Final = 10_000  # as many as the fast run counts


class Counted(Protocol):
    """A simulator whose rows of steps can be counted; `count_rows` asks for nothing else."""

    @property
    def waiting(self) -> list[int | str]:
        """Who may act now."""
        ...

    def legal(self, who: int | str, /) -> set[str] | list[str]:
        """Return what somebody may do now."""
        ...

    def act(self, who: int | str, text: str, /) -> None:
        """Do it."""
        ...

    def copy(self) -> Self:
        """Return the same position once more."""
        ...


def read_counts(test_file: str) -> dict[str, list[int]]:
    """Return the counts in the `perft.txt` beside a test file, by the options of their lines."""
    text = Path(test_file).with_name("perft.txt").read_text("utf-8")
    lines = [line.partition(":") for line in text.splitlines() if line and not line.startswith("#")]
    return {options: [int(number) for number in numbers.split()] for options, _, numbers in lines}


def fast(counts: list[int]) -> list[int]:
    """Return the counts that are not too many for the fast run."""
    return counts[: sum(total <= ROWS for total in accumulate(counts))]


def count_rows(simulator: Counted, depth: int) -> list[int]:
    """Return how many rows of 1, 2, … `depth` actions there are; the first that is waited for acts."""
    if depth == 0 or not simulator.waiting:
        return [0] * depth
    who, counts = simulator.waiting[0], [0] * depth
    for text in simulator.legal(who):
        after = simulator.copy()
        after.act(who, text)
        counts[0] += 1
        for ply, number in enumerate(count_rows(after, depth - 1), start=1):
            counts[ply] += number
    return counts
