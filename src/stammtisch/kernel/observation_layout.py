"""What stands where in an observation: named parts, one after another, described once for code and docs alike."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from stammtisch.kernel.bits import lowest_in
from stammtisch.kernel.compile import inlined, kernel
from stammtisch.kernel.record import Row

MOST: Final = 127  # what a number of an observation may be, either side of 0


@dataclass(frozen=True)
class LayoutPart:
    """Some numbers of an observation that belong together."""

    name: str
    begin: int
    size: int
    says: str  # what they mean, for the docs


class Layout:
    """The parts of an observation, each where the one before it ends."""

    def __init__(self, *parts: tuple[str, int, str]) -> None:
        self.parts: list[LayoutPart] = []
        self.size = 0
        for name, size, says in parts:
            self.parts.append(LayoutPart(name, self.size, size, says))
            self.size += size

    def __iter__(self) -> Iterator[int]:
        """Yield where each part begins."""
        return (part.begin for part in self.parts)


@inlined
def write_set(out: Row, begin: int, members: int) -> None:
    """Write a 1 for each member of a set given as bits; the rest of `out` is blank before."""
    while members:
        out[begin + lowest_in(members)] = 1
        members &= members - 1


@kernel
def bounded(number: int) -> int:
    """Return a number as it fits into an observation."""
    return max(-MOST, min(MOST, number))
