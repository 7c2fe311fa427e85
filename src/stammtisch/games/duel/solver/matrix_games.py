"""Many small matrix games at once: their values, and how both sides mix, to the precision of the numbers themselves."""

from __future__ import annotations

from itertools import count
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Indexes = NDArray[np.int64]

_NOTHING: Final = 1e-12  # what is smaller counts as zero
_HURRY: Final = 50  # pivots; ordinary games need a dozen


class Solved(NamedTuple):
    """What both sides can do in each of the games."""

    values: Floats  # by game: what either side can be sure of, on average
    rows: Floats  # by game and row: how often it is chosen
    columns: Floats  # by game and column: how often it is chosen


def solve(payoffs: Floats, hurry: int = _HURRY) -> Solved:
    """Solve games in which rows want the payoffs, from 0 to 1, to be high, and columns want them to be low.

    The simplex method, in all games side by side, finds which rows and columns are in use. One linear solve for each
    game then makes the mixtures anew from the payoffs, without the rounding that pivots have left behind. After `hurry`
    pivots the method goes on with care.
    """
    games, rows, columns = payoffs.shape
    slacks = np.broadcast_to(np.eye(rows), (games, rows, rows))
    whole = np.concatenate([payoffs + 1.0, slacks], axis=2)  # raised, so that every value is above 0
    basis = _optimal_basis(whole, hurry)
    used = np.take_along_axis(whole, basis[:, None, :], axis=2)
    ours = basis < columns  # and the others are slacks
    row_weights = np.linalg.solve(used.transpose(0, 2, 1), ours[:, :, None].astype(np.float64))[:, :, 0]
    used_weights = np.linalg.solve(used, np.ones((games, rows, 1)))[:, :, 0]
    column_weights = np.zeros((games, columns + rows))
    np.put_along_axis(column_weights, basis, used_weights, axis=1)
    values = 1.0 / used_weights.sum(axis=1, where=ours) - 1.0
    return Solved(values, _parts(row_weights), _parts(column_weights[:, :columns]))


def _optimal_basis(whole: Floats, hurry: int) -> Indexes:
    """Return by game as many columns as it has rows: those with which the columns' weights add up to most.

    No row may get more than 1. The column that helps most comes in; should that go on for long, the first one that
    helps, since it might go round in circles otherwise.
    """
    games, rows, columns = whole.shape
    table = np.zeros((games, rows + 1, columns + 1))  # its last row counts, its last column holds the weights
    table[:, :rows, :columns] = whole
    table[:, :rows, columns] = 1.0
    table[:, rows, : columns - rows] = -1.0
    basis = np.tile(np.arange(columns - rows, columns), (games, 1))
    going = np.arange(games)
    for pivots in count():
        helps = table[going, rows, :columns] < -_NOTHING
        going, helps = going[helps.any(axis=1)], helps[helps.any(axis=1)]
        if len(going) == 0:
            break
        here, each = table[going], np.arange(len(going))
        entering = here[:, rows, :columns].argmin(axis=1) if pivots < hurry else helps.argmax(axis=1)
        leaving = _leaving(here[each, :rows, entering], here[:, :rows, columns], basis[going])
        pivot_row = here[each, leaving] / here[each, leaving, entering][:, None]
        here -= here[each, :, entering][:, :, None] * pivot_row[:, None, :]
        here[each, leaving] = pivot_row
        table[going] = here
        basis[going, leaving] = entering
    return basis


def _leaving(slopes: Floats, weights: Floats, basis: Indexes) -> Indexes:
    """Return by game the row that is the first to be full; of several the one whose column comes first."""
    room = np.full_like(slopes, np.inf)
    np.divide(weights, slopes, out=room, where=slopes > _NOTHING)
    first = room <= room.min(axis=1, keepdims=True) + _NOTHING
    leaving: Indexes = np.where(first, basis, basis.max() + 1).argmin(axis=1)
    return leaving


def _parts(weights: Floats) -> Floats:
    """Return weights as parts of a whole."""
    whole = weights.sum(axis=1, keepdims=True)
    parts: Floats = np.where(weights > _NOTHING * whole, weights, 0.0)
    parts /= parts.sum(axis=1, keepdims=True)
    return parts
