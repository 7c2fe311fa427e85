"""Compile every driver of some games into the cache, longest first: then no test waits for another's compiler."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from time import monotonic
from types import ModuleType
from typing import cast

from stammtisch.bots.levels import has_net
from stammtisch.core.game import Game
from stammtisch.core.observations.observation import has_features
from stammtisch.kernel.compile import driver
from tests.subjects import SUBJECTS

DRIVERS = ("rules_calls", "tree_search", "environment", "net_decisions", "playout", "suggestions", "forced_steps")
OF_TESTS = {"combo": ("tests.games.combo.record",), "duel": ("stammtisch.kernel.drivers.recorded_games",)}


def main(names: Sequence[str]) -> None:
    """Compile; what is compiled already takes no time, and who asks for the same meanwhile waits for it."""
    for name in names:
        subject = SUBJECTS[name]
        wanted = [f"stammtisch.kernel.drivers.{each}" for each in DRIVERS if fits(each, subject.game)]
        for each in (*wanted, *OF_TESTS.get(name, ())):
            begin = monotonic()
            driver(each, cast(ModuleType, subject.game.rules))
            sys.stdout.write(f"{monotonic() - begin:6.1f} s  {name}: {each}\n")


def fits(name: str, game: Game) -> bool:
    """Whether a driver is of any use to a game: some show it to those who learn, and one asks its net."""
    if name == "net_decisions":
        return has_net(game)
    return name not in ("environment", "suggestions") or has_features(game)


if __name__ == "__main__":
    main(sys.argv[1:])
