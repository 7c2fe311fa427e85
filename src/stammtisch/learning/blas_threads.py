"""How many threads multiply NumPy's matrices: one in our own runs, where nobody said otherwise.

OpenBLAS takes a thread for each core, and they spin while they wait for each other: with matrices as small as those of
our nets, or beside other work, that costs far more than it saves. Variables of the environment count only before NumPy
is imported, so OpenBLAS itself is told.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from ctypes import CDLL
from pathlib import Path
from typing import Any, Final

import numpy as np

SAID: Final = ("OPENBLAS_NUM_THREADS", "GOTO_NUM_THREADS", "OMP_NUM_THREADS")  # by whoever wants another number
_NAMES: Final = ("scipy_openblas_{}_num_threads64_", "scipy_openblas_{}_num_threads")  # as NumPy's packages have them


def use_one_blas_thread() -> None:
    """Let one thread multiply, unless the environment says how many; another BLAS than OpenBLAS is left as it is."""
    if not any(name in os.environ for name in SAID):
        for change in _functions("set"):
            change(1)


def blas_threads() -> list[int]:
    """Return how many threads multiply, for each OpenBLAS that came with NumPy: one, or none."""
    return [int(ask()) for ask in _functions("get")]


def _functions(verb: str) -> Iterator[Any]:
    """Yield a function of each OpenBLAS that came with NumPy; they are loaded already."""
    package = Path(np.__file__).parent
    for folder in (package.with_name("numpy.libs"), package / ".dylibs"):
        for path in sorted(folder.glob("*openblas*")):
            library = CDLL(str(path))
            names = [name.format(verb) for name in _NAMES]
            yield from [getattr(library, name) for name in names if hasattr(library, name)][:1]
