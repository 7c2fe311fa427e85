"""The equilibrium of the duel on a board of any size: what each position is worth, and how both sides mix in it.

The value of a position is the chance of the bluffer to win. It is that of a matrix game whose payoffs are the values of
the positions after the round, seen from the other side. The game has no limit of rounds, so steps from payoffs to
values come closer only slowly. Once they are near, both sides' mixtures are held fast instead, the values that they
lead to are found by one linear solve, and a few rounds of this settle it.
"""

from __future__ import annotations

from collections.abc import Callable
from math import log
from typing import Final, NamedTuple

import numpy as np

from stammtisch.games.duel.rules import Options
from stammtisch.games.duel.solver.matrix_games import Floats, Indexes, solve
from stammtisch.games.duel.solver.rounds import ends_of, positions_of, queens_of

Progress = Callable[[float], None]  # is told which part of the work is done, from 0 to 1

_SETTLED: Final = 1e-13  # no value changes by more than this when its round is solved again
_NEAR: Final = 0.05
_PATIENCE: Final = 1000  # rounds of solving all matrix games; twenty are enough


class Equilibrium(NamedTuple):
    """Perfect play of every round, by position and queen."""

    values: Floats
    hiding: Floats  # and by lane of the red tile
    turning: Floats  # and by order of turning


def find_equilibrium(o: Options, progress: Progress) -> Equilibrium:
    """Compute perfect play.

    Raises:
        ArithmeticError: The values do not settle, as they do on every board that the rules know.
    """
    ends = _every_end(o, progress)
    values = np.full(len(ends), 0.5)
    near = _NEAR
    for _ in range(_PATIENCE):
        found = _solve_rounds(ends, values)
        better = found.values.max(axis=1)
        change = float(np.abs(better - values).max())
        if change < _SETTLED:
            return found
        progress(0.5 + 0.5 * min(1.0, log(change) / log(_SETTLED)))
        if change < near:
            near = change / 2  # the values that follow have to be that good, or ordinary steps go on from there
            better = values_if_held(ends, found, better)
        values = better
    raise ArithmeticError(f"the values of {len(values)} positions have not settled after {_PATIENCE} rounds")


def worth_of_ends(values: Floats) -> Floats:
    """Return what the bluffer of a round has of its end: by the next position, and of both sides' victories."""
    return np.concatenate([1.0 - values, [1.0, 0.0]])


def _every_end(o: Options, progress: Progress) -> Indexes:
    """Play every round: by position, queen, lane of the red tile and order of turning."""
    positions = positions_of(o)
    index = {position: number for number, position in enumerate(positions)}
    ends = []
    for number, position in enumerate(positions):
        progress(0.5 * number / len(positions))
        ends.append([ends_of(position, queen, o, index) for queen in queens_of(o)])
    return np.array(ends)


def _solve_rounds(ends: Indexes, values: Floats) -> Equilibrium:
    positions, queens, lanes, orders = ends.shape
    payoffs = worth_of_ends(values)[ends].reshape(-1, lanes, orders)
    worth, hiding, turning = solve(payoffs)
    by_queen = positions, queens
    return Equilibrium(worth.reshape(by_queen), hiding.reshape(*by_queen, -1), turning.reshape(*by_queen, -1))


def values_if_held(ends: Indexes, found: Equilibrium, otherwise: Floats) -> Floats:
    """Return the values if both sides keep to these mixtures, or others if that would go on for ever."""
    each = np.arange(len(ends))
    queen = found.values.argmax(axis=1)
    likely = found.hiding[each, queen][:, :, None] * found.turning[each, queen][:, None, :]
    leads = np.zeros((len(ends), len(ends) + 2))
    np.add.at(leads, (each[:, None, None], ends[each, queen]), likely)
    goes_on, won = leads[:, :-2], leads[:, -2]
    try:
        values = np.linalg.solve(np.eye(len(ends)) + goes_on, won + goes_on.sum(axis=1))
    except np.linalg.LinAlgError:
        return otherwise
    return np.clip(values, 0.0, 1.0)
