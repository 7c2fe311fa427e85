"""Run a program as if the core of Stammtisch were all that is installed: `python -m tests.install.core_alone FILE`."""

from __future__ import annotations

import runpy
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.metadata import packages_distributions, requires
from types import ModuleType
from typing import Final

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

NO_EXTRA: Final = {"extra": ""}


def core() -> set[str]:
    """Return the distributions that come with Stammtisch without any extra."""
    found, left = set[str](), ["stammtisch"]
    while left:
        name = canonicalize_name(left.pop())
        if name not in found:
            found.add(name)
            needed = map(Requirement, requires(name) or ())
            left += [one.name for one in needed if one.marker is None or one.marker.evaluate(NO_EXTRA)]
    return found


class Hidden(MetaPathFinder):
    """Finds nothing of what other distributions brought."""

    def __init__(self) -> None:
        kept = core()
        brought = packages_distributions().items()
        self.modules = {module for module, by in brought if kept.isdisjoint(map(canonicalize_name, by))}

    def find_spec(self, fullname: str, _path: Sequence[str] | None, _target: ModuleType | None = None) -> None:
        """Say of a hidden module that it is not there."""
        if fullname.partition(".")[0] in self.modules:
            raise ModuleNotFoundError(f"No module named {fullname!r}", name=fullname)


def main() -> None:
    """Forget what is hidden, and run the program."""
    hidden = Hidden()
    sys.meta_path.insert(0, hidden)
    for name in [name for name in sys.modules if name.partition(".")[0] in hidden.modules]:
        del sys.modules[name]
    del sys.argv[0]
    runpy.run_path(sys.argv[0], run_name="__main__")


if __name__ == "__main__":
    main()
