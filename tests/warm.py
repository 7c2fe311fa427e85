"""Compile every driver of some games into the cache, longest first: then no test waits for another's compiler."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from time import monotonic
from types import ModuleType
from typing import Final, cast

from stammtisch.kernel.compile import compile_entries, driver
from stammtisch.kernel.compiler.announcement import PURPOSES
from stammtisch.terminal.commands.researchers.warm import is_of_use
from tests.subjects import SUBJECTS

OF_TESTS: Final = {"combo": ("tests.games.combo.record",)}  # drivers of their own
FOR_SOME: Final = {"recorded_games": {"duel"}}  # of the drivers, those that tests ask for with these games alone


def main(names: Sequence[str]) -> None:
    """Compile; what is compiled already takes no time, and who asks for the same meanwhile waits for it."""
    for name in names:
        subject = SUBJECTS[name]
        of_use = [each for each in PURPOSES if is_of_use(each, subject.game) and name in FOR_SOME.get(each, {name})]
        for each in (*(f"stammtisch.kernel.drivers.{each}" for each in of_use), *OF_TESTS.get(name, ())):
            begin = monotonic()
            compile_entries(driver(each, cast(ModuleType, subject.game.rules)))
            sys.stdout.write(f"{monotonic() - begin:6.1f} s  {name}: {each}\n")


if __name__ == "__main__":
    main(sys.argv[1:])
