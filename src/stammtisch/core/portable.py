"""What can be pickled and copied although it holds modules, such as a game and its rules: they go by their names."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from types import ModuleType
from typing import Any


@dataclass(frozen=True)
class _Named:
    """A module, in place of itself."""

    name: str


class Portable:
    """Whatever has a `__dict__` in which modules may be; those that nobody can import stay behind."""

    def __getstate__(self) -> dict[str, Any]:
        """Return the attributes, with names in place of modules."""
        return {
            name: _Named(value.__name__) if isinstance(value, ModuleType) else value
            for name, value in self.__dict__.items()
        }

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Take the attributes over, with modules in place of their names."""
        for name, value in state.items():
            self.__dict__[name] = import_module(value.name) if isinstance(value, _Named) else value
