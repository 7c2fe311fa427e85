"""How often a test repeats itself: seldom in the fast run, as often as it can in `scripts/test --deep`."""

from __future__ import annotations

import os

DEEP = "STAMMTISCH_DEEP"  # set by `--deep`, for all processes of a run


def often(fast: int, *, deep: int) -> int:
    """Return how many examples, games or seeds this run takes."""
    return deep if os.environ.get(DEEP) else fast
