"""What people are told while something is compiled: that it is, what for, about how long, and on a terminal a bar.

It goes to standard error. Processes that somebody else speaks for are silent, and all where STAMMTISCH_QUIET is set.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dis import get_instructions
from types import CodeType, FunctionType, ModuleType
from typing import Any, Final

QUIET: Final = "STAMMTISCH_QUIET"  # in the environment
PURPOSES: Final = {  # what the compiled code of a game is for, longest first
    "tree_search": "bots that search",
    "against_bots": "a learner against bots",
    "recorded_games": "studies",
    "environment": "many games, every seat",
    "rules_calls": "bots",
    "table_steps": "one table of an environment",
    "net_decisions": "nets",
    "suggestions": "many games, rules of thumb",
    "playout": "whole random games",
    "forced_steps": "matches of bots",
}
_BYTES_A_SECOND: Final = 3500  # of Python's code, on one core of a cloud server
told = set[str]()  # about what a line was written
silent = [False]  # whether somebody else speaks for this process


def be_silent() -> None:
    """Say nothing in this process: whoever started it speaks for it."""
    silent[0] = True


@contextmanager
def announced(rules: ModuleType, driver: str, function: Callable[..., Any]) -> Iterator[None]:
    """Tell people what is compiled while it is."""
    if silent[0] or os.environ.get(QUIET):
        yield
        return
    sizes = code_sizes(function)
    name = getattr(sys.modules.get(rules.__package__ or ""), "NAME", rules.__name__)
    seconds = max(1, round(sum(sizes.values()) / _BYTES_A_SECOND))
    line = f"Compiling {name} for its first use: {PURPOSES.get(driver, driver)}, some {seconds} s"
    if sys.stderr.isatty() and not hasattr(sys.stderr, "rich_proxied_file"):  # no other bar is shown
        with _bar(line, sizes):
            yield
    else:
        tell_once(f"{name} {driver}", f"{line}; `stammtisch warm {name}` does it beforehand")
        yield


def tell_once(about: str, line: str) -> None:
    """Write a line, unless one was written about the same or this process is silent."""
    if about not in told and not silent[0] and not os.environ.get(QUIET):
        told.add(about)
        sys.stderr.write(f"{line}\n")
        sys.stderr.flush()


def code_sizes(function: Callable[..., Any]) -> dict[CodeType, int]:
    """Return the code that is compiled with a function, its own included, and how long each piece is."""
    found: dict[CodeType, int] = {}
    left: list[Any] = [function]
    while left:
        one = left.pop()
        code = one.__code__
        if code in found:
            continue
        found[code] = len(code.co_code)
        left += [value for value in _named(one) if isinstance(value, FunctionType) and not _is_foreign(value)]
    return found


def _named(function: Callable[..., Any]) -> Iterator[Any]:
    """Yield what a function takes from its module, and from modules that it finds there."""
    before: Any = None
    for step in get_instructions(function):
        value: Any = None
        if step.opname == "LOAD_GLOBAL":
            value = function.__globals__.get(step.argval)
        elif step.opname in ("LOAD_ATTR", "LOAD_METHOD") and isinstance(before, ModuleType):
            value = getattr(before, step.argval, None)
        yield value
        before = value


def _is_foreign(function: FunctionType) -> bool:
    return function.__module__.partition(".")[0] in ("numpy", "numba")


@contextmanager
def _bar(line: str, sizes: dict[CodeType, int]) -> Iterator[None]:
    """Show a bar that grows with every function that is compiled."""
    from numba.core.event import Event, Listener, install_listener  # noqa: PLC0415  # only imported to compile
    from rich.console import Console  # noqa: PLC0415
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn  # noqa: PLC0415

    columns = TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn()
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(line, total=sum(sizes.values()))

        class Advance(Listener):
            def on_start(self, event: Event) -> None:
                pass

            def on_end(self, event: Event) -> None:
                progress.advance(task, sizes.pop(event.data["dispatcher"].py_func.__code__, 0))

        with install_listener("numba:compile", Advance()):
            yield
