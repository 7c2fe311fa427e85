"""Compile functions of tests with nothing kept on disk, and run Python in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar, cast

import numba

from stammtisch.kernel import compile as compiling

F = TypeVar("F", bound=Callable[..., Any])
ROOT = Path(__file__).parents[2]
_LONGEST = 250  # seconds for a process, on a busy machine too; what it complained of is shown before the test ends


def compiled(function: F) -> F:
    """Return a function of a test as compiled code that may call kernels.

    Bounds are checked in a process that was started with `NUMBA_BOUNDSCHECK=1`, and only there: Numba does not hand
    the option of one function on to the functions it calls.
    """
    compiling.register_kernels()
    return cast(F, numba.njit(function))


@contextmanager
def started(code: str, *, folder: Path = ROOT, **environment: str) -> Iterator[subprocess.Popen[str]]:
    """Start a fresh Python that runs `code` in `folder`, warnings as errors; it does not outlive the block."""
    process = subprocess.Popen(  # noqa: S603  # what it runs is written in our tests
        [sys.executable, "-W", "error", "-c", code],
        cwd=folder,
        env={**os.environ, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    with process:
        try:
            yield process
        finally:
            process.kill()


def finish(process: subprocess.Popen[str]) -> list[str]:
    """Return the lines that a process printed, once it is done and all was well."""
    out, complaints = process.communicate(timeout=_LONGEST)
    assert process.returncode == 0, complaints
    return out.splitlines()


def python(code: str, *, folder: Path = ROOT, **environment: str) -> list[str]:
    """Run `code` in a fresh Python and return the lines it printed."""
    with started(code, folder=folder, **environment) as process:
        return finish(process)
