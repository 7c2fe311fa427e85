"""A driver bound to a game: a module whose entries are compiled when somebody first asks for them.

Whoever asks for one function of a driver does not wait for the others, and CUDA, which compiles kernels by itself,
waits for none.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from types import ModuleType
from typing import Any

Compile = Callable[[Callable[..., Any]], Any]


class DriverEntry:
    """A function of a driver that is still to be compiled, and how."""

    def __init__(self, function: Callable[..., Any], compiled: Compile) -> None:
        self.function = function
        self.compiled = compiled


Guard = Callable[[DriverEntry, str], AbstractContextManager[None]]  # is given what is compiled, and its name


class BoundDriver(ModuleType):
    """The module of a driver: all that it says, and its entries once they are compiled."""

    _entries: dict[str, DriverEntry]
    _guard: Guard

    def __getattr__(self, name: str) -> Any:
        """Compile an entry, or find it on disk; only names that are not there yet are looked for here."""
        entry = self.__dict__.get("_entries", {}).get(name)
        if entry is None:
            raise AttributeError(f"the driver {self.__name__} has no {name!r}", name=name, obj=self)
        with self._guard(entry, name):
            if name not in self.__dict__:  # another thread may have been first
                self.__dict__[name] = entry.compiled(entry.function)
        return self.__dict__[name]


def bind(module: ModuleType, guard: Guard) -> BoundDriver:
    """Make a module that was loaded the driver of a game: `guard` is held while an entry is compiled."""
    entries = {name: found for name, found in vars(module).items() if isinstance(found, DriverEntry)}
    for name in entries:
        delattr(module, name)
    module.__class__ = BoundDriver
    bound: Any = module
    bound._entries, bound._guard = entries, guard
    return bound  # type: ignore[no-any-return]


def entry_names(module: ModuleType) -> tuple[str, ...]:
    """Return the names of all entries of a driver, compiled or not."""
    assert isinstance(module, BoundDriver)
    return tuple(module._entries)
