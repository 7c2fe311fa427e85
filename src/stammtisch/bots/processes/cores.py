"""How many cores there are to compute on."""

from __future__ import annotations

import os


def all_cores() -> int:
    """Return how many cores this process may use; where the system does not tell, how many there are."""
    if hasattr(os, "sched_getaffinity"):  # neither on macOS nor on Windows
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
