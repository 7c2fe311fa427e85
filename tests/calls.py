"""What something costs, on a machine that is as busy as it likes: how many functions are called."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable
from types import FrameType, FunctionType
from typing import cast


def calls_in(work: Callable[[], object], *, of: Callable[..., object] | None = None) -> int:
    """Return how many functions something calls, ours and those of Python; or how often one of ours."""
    calls, code = 0, cast(FunctionType, of).__code__ if of else None

    def count(frame: FrameType, event: str, _about: object) -> None:
        nonlocal calls
        if code is None:
            calls += event in ("call", "c_call")
        else:
            calls += event == "call" and frame.f_code is code

    gc.collect()
    gc.disable()  # what is cleared away meanwhile, of tests before, calls functions, too
    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(None)
        gc.enable()
    return calls
