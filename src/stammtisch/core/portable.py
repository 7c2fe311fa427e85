"""What can be pickled and copied although it holds modules, such as a game and its rules: they go by their names."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from types import ModuleType
from typing import Any


@dataclass(frozen=True)
class ModuleName:
    """A module, in place of itself."""

    name: str

    @property
    def module(self) -> ModuleType:
        """The module, imported if it is not there."""
        return import_module(self.name)


class Portable:
    """Whatever has a `__dict__` in which modules may be; those that nobody can import stay behind."""

    def __getstate__(self) -> dict[str, Any]:
        """Return the attributes, with names in place of modules."""
        return {
            name: ModuleName(value.__name__) if isinstance(value, ModuleType) else value
            for name, value in self.__dict__.items()
        }

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Take the attributes over, with modules in place of their names."""
        for name, value in state.items():
            self.__dict__[name] = value.module if isinstance(value, ModuleName) else value
