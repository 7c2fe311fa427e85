"""What a server's own watchdog says of its event loop, read from its figures."""

from __future__ import annotations

import re
from dataclasses import dataclass
from math import inf
from typing import Self

_LINE = re.compile(r'^stammtisch_loop_(delay|busy)_seconds_bucket\{le="([^"]+)"\} (\S+)$', re.MULTILINE)


@dataclass(frozen=True)
class LoopFigures:
    """How often the loop was late, or busy, for up to so many seconds."""

    delays: dict[float, float]  # by the upper edge of a bucket: how many looks of the watchdog lie in or below it
    busy: dict[float, float]

    @classmethod
    def read(cls, figures: str) -> Self:
        """Return those in the text of `/metrics`."""
        found: dict[str, dict[float, float]] = {"delay": {}, "busy": {}}
        for kind, edge, number in _LINE.findall(figures):
            found[kind][float(edge)] = float(number)
        return cls(found["delay"], found["busy"])

    def since(self, before: LoopFigures) -> LoopFigures:
        """Return what has been added since."""
        return LoopFigures(
            {edge: number - before.delays[edge] for edge, number in self.delays.items()},
            {edge: number - before.busy[edge] for edge, number in self.busy.items()},
        )

    @property
    def looks(self) -> int:
        """How often the watchdog has looked."""
        return int(self.delays[inf])

    @property
    def longest_delay(self) -> float:
        """The upper edge of the bucket with the longest delay."""
        return _quantile(self.delays, 1.0)

    @property
    def longest_busy(self) -> float:
        """The upper edge of the bucket with the longest work without a pause."""
        return _quantile(self.busy, 1.0)

    def delay(self, share: float) -> float:
        """Return the upper edge of the bucket in which so large a share of all delays has ended."""
        return _quantile(self.delays, share)

    def busy_for(self, share: float) -> float:
        """Return the upper edge of the bucket in which so large a share of all work has ended."""
        return _quantile(self.busy, share)


def _quantile(buckets: dict[float, float], share: float) -> float:
    return min((edge for edge, number in buckets.items() if number >= share * buckets[inf]), default=inf)
