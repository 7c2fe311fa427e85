"""Rows of an array in shares, one for each core, and the threads that work on them."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any, Final

import numpy as np

from stammtisch.bots.processes.cores import all_cores

_FEWEST: Final = 256  # rows below which another thread costs more than it brings


class RowShares:
    """So many rows in shares as equal as can be."""

    def __init__(self, rows: int, threads: int | None = None) -> None:
        """Part them.

        Args:
            rows: How many there are.
            threads: How many cores to use; all by default, fewer where rows are few.
        """
        shares = min(threads or all_cores(), -(-rows // _FEWEST))
        bounds = np.linspace(0, rows, shares + 1).astype(int).tolist()
        self.slices = [slice(begin, end) for begin, end in pairwise(bounds)]
        self._pool: ThreadPoolExecutor | None = None
        self._process = 0  # to which the pool belongs: its threads do not follow into a copy of the process

    def work(self, function: Callable[[slice], object]) -> None:
        """Do work on all rows, a share of them on each core."""
        if len(self.slices) == 1:
            function(self.slices[0])
            return
        if self._pool is None or self._process != os.getpid():
            self._pool, self._process = ThreadPoolExecutor(len(self.slices)), os.getpid()
        for _ in self._pool.map(function, self.slices):
            pass

    def close(self) -> None:
        """End the threads; the next work starts others."""
        if self._pool is not None:
            self._pool.shutdown()
            self._pool = None

    def __getstate__(self) -> dict[str, Any]:
        """Return all but the threads."""
        return {**self.__dict__, "_pool": None}
