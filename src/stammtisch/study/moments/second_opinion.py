"""What a net says of the chances of whoever is to decide, beside what playouts say, and what came of it.

A net learnt how likely a seat is to be ahead where the game is next settled: at its end, or at that of a round. So
playouts end there, too, and what came of it is who was ahead there.
"""

from __future__ import annotations

from types import ModuleType
from typing import Any, cast

import numpy as np

from stammtisch.bots.nets.net import Net
from stammtisch.core.game import Game
from stammtisch.kernel.compile import compile_entries, driver
from stammtisch.kernel.net import ACTIONS, AHEAD, HEADS, chance_of
from stammtisch.study.game_record import SecondOpinion


class NetOpinion:
    """Asks a net."""

    def __init__(self, game: Game, net: Net) -> None:
        self._driver = driver("stammtisch.kernel.drivers.net_decisions", cast(ModuleType, game.rules))
        self._net = net

    def compile(self) -> None:
        """Have compiled what asks the net, or find it on disk."""
        compile_entries(self._driver, "ask_net")

    def chance(self, view: Any, options: Any, seat: int) -> float:
        """Return how likely a seat is to be ahead, by what it knows."""
        net = self._net
        out = np.zeros(int(net.shape[ACTIONS]) + HEADS, np.float32)
        self._driver.ask_net(view, options, seat, net.shape, net.weights, net.numbers, out)
        return chance_of(float(out[net.shape[ACTIONS] + AHEAD]))


def second_opinion(net: float, by_world: Any, happened: float) -> SecondOpinion:
    """Return what both say of a seat's chance, and what came of it.

    Args:
        net: The chance by the net.
        by_world: The seat's mean part of being ahead in each world that was played out.
        happened: Its part of being ahead in the game.
    """
    error = float(by_world.var(ddof=1)) / len(by_world)
    return SecondOpinion(round(net, 6), round(float(by_world.mean()), 6), round(error, 9), round(happened, 6))
