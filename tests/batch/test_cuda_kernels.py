"""What runs on a GPU calls only what Numba may compile for one: this is known without a GPU, and without numba-cuda.

Numba finds out only when a GPU is there, and only in a process in which nothing was compiled for the CPU before.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from stammtisch.kernel.bits import has
from tests.kernel.compiled import ROOT, python


def cuda_kernels() -> Iterator[Any]:
    """Yield everything of ours that is compiled for a GPU, as the GPU is asked to run it."""
    from stammtisch.batch import cuda, cuda_net, cuda_steps  # noqa: PLC0415  # nobody else needs numba.cuda here
    from stammtisch.games import combo, duel, gang, party  # noqa: PLC0415

    for game in (combo, duel, gang, party):
        yield cuda.player(game.rules)[0]
        for made in (cuda_steps._beginner, cuda_steps._stepper, cuda_steps._suggester):
            yield made(game.rules)
        yield cuda_steps._hider(game.rules)[0]
    yield from (cuda_net._chooser(), cuda_steps._draw_actions, cuda_steps._fill_with_zeros)


def reached(function: Any) -> set[Any]:
    """Return the functions that one calls, and what they call, that are neither Python's, NumPy's nor Numba's."""
    found, left = set[Any](), [function]
    while left:
        here = left.pop()
        new = {value for value in map(plain, named(here)) if isinstance(value, FunctionType) and is_ours(value)} - found
        found |= new
        left += new
    return found


def plain(value: Any) -> Any:
    """Return the function behind what is compiled for a GPU; anything else is what it is."""
    return getattr(value, "py_func", value)


def is_ours(function: FunctionType) -> bool:
    return function.__module__.partition(".")[0] not in ("math", "numba", "numba_cuda", "numpy")


def named(function: Any) -> Iterator[Any]:
    """Yield what a function takes from where it stands, and from the modules that it finds there."""
    variables = inspect.getclosurevars(function)
    for value in (*variables.globals.values(), *variables.nonlocals.values()):
        yield value
        if isinstance(value, ModuleType):
            yield from (getattr(value, name) for name in function.__code__.co_names if hasattr(value, name))


def untyped(functions: Iterable[Callable[..., Any]]) -> list[str]:
    """Return the names of those that Numba would not know if compiled code called them now."""
    from numba.core.typing.templates import builtin_registry  # noqa: PLC0415  # in the process that it is about

    known = [value for value, _ in builtin_registry.globals]
    return sorted(f"{one.__module__}.{one.__qualname__}" for one in functions if one not in known)


def survey() -> Iterator[str]:
    """Yield the CUDA kernels, how many functions they reach, and which of those Numba does not know as each is made."""
    compiled, called, unknown = set[str](), set[Any](), set[str]()
    for made in cuda_kernels():
        functions = reached(plain(made))
        inside = {one for one in functions if one.__module__.startswith("stammtisch.batch")}  # compiled with it
        compiled |= {one.__name__ for one in (plain(made), *inside)}
        called |= functions - inside
        unknown |= {*untyped(functions - inside)}
    yield " ".join(sorted(compiled))
    yield str(len(called))
    yield from sorted(unknown)


def test_whatever_a_cuda_kernel_reaches_may_be_compiled_in_a_fresh_process() -> None:
    kernels, functions, *unknown = python("from tests.batch.test_cuda_kernels import *; print(*survey(), sep=chr(10))")
    sources = "".join(path.read_text(encoding="utf-8") for path in Path(ROOT, "src/stammtisch").rglob("cuda*.py"))

    assert unknown == []
    assert int(functions) > 150
    assert kernels.split() == sorted({*re.findall(r"@cuda\.jit.*\n *def (\w+)", sources)})


def test_a_function_that_nobody_marked_is_missed() -> None:
    def nobody_marked(word: int) -> int:
        return word + 1

    def calls(word: int) -> int:
        return nobody_marked(word) + has([word], 0)

    code = """
from stammtisch.kernel.bits import has
from tests.batch.test_cuda_kernels import untyped
print(*untyped([has]))
"""

    assert {one.__name__ for one in reached(calls)} == {"nobody_marked", "has"}
    assert untyped(reached(calls))[-1].endswith("nobody_marked")
    assert python(code) == ["stammtisch.kernel.bits.has"]
