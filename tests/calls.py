"""What something costs, on a machine that is as busy as it likes: how many functions are called."""

from __future__ import annotations

import sys
from collections.abc import Callable


def calls_in(work: Callable[[], object]) -> int:
    """Return how many functions something calls, ours and those of Python."""
    calls = 0

    def count(_frame: object, event: str, _about: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(None)
    return calls
