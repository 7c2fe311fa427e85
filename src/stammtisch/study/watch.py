"""A game watched: at moments spread over it, how likely each seat is to win, and how much lies in what is hidden.

The evaluator draws worlds that a viewer cannot tell apart and plays each to its end, twice, by the rules of thumb on
all seats. The viewer of the chances is a spectator, who sees what everybody sees: sealed choices and hidden cards are
none of that. What lies in hidden things is asked from the eyes of whoever is to decide: results of the same world have
in common what the world decides, and what results of different worlds have in common is known without it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from stammtisch.kernel.bits import lowest_in
from stammtisch.kernel.search_tree import WHOLE
from stammtisch.kernel.seats import SPECTATOR
from stammtisch.study.game_record import Course

MOMENTS: Final = 32  # of a game, spread evenly over its turns
SPECTATOR_WORLDS: Final = 64  # at each moment
SEAT_WORLDS: Final = 16
TIMES: Final = 2  # that each world is played out
Action = tuple[int, int]  # a seat and what it does


def watch(
    games: Any, calls: Any, options: Any, deal_seed: int, seed: int, taken: Any, turns: Sequence[int], most: int
) -> Course:
    """Return how a game went, at some of its turns.

    Args:
        games: The driver `recorded_games`.
        calls: The driver `rules_calls`.
        options: The options record.
        deal_seed: The seed of NATURE.
        seed: Fixes all worlds.
        taken: What the seats did, a row for each action.
        turns: The number of the first action of each turn.
        most: Games that take more steps have no winner.
    """
    chances, hidden, spread = list[tuple[float, ...]](), 0.0, 0.0
    position = np.zeros(calls.STATE.itemsize // 8, np.int64)
    view = np.zeros_like(position)
    counts, nothing = np.zeros(3, np.int64), np.zeros((0, 6), np.int64)
    o = np.array(options.words(), np.int64)
    wins = np.zeros((SPECTATOR_WORLDS, TIMES, options.seats), np.int64)
    for moment, turn in enumerate(moments_of(turns)):
        position[:] = 0
        games.retrace(o, deal_seed, taken[:turn], nothing, counts, position)
        view[:] = 0
        calls.view(position, o, SPECTATOR, view)
        games.play_out(view, o, SPECTATOR, seed + 2 * moment, most, wins)
        chances.append(tuple(round(float(part), 6) for part in wins.mean((0, 1)) / WHOLE))
        seat = lowest_in(calls.waiting(position, o))
        view[:] = 0
        calls.view(position, o, seat, view)
        games.play_out(view, o, seat, seed + 2 * moment + 1, most, wins[:SEAT_WORLDS])
        parts = spread_of(wins[:SEAT_WORLDS] / WHOLE)
        hidden, spread = hidden + parts[0], spread + parts[1]
    found = tuple((int(seat), int(action)) for seat, action in taken.tolist())
    return Course(tuple(chances), round(hidden, 9), round(spread, 9), found)


def moments_of(turns: Sequence[int]) -> list[int]:
    """Return the turns that are looked at: all, or so many spread evenly."""
    if len(turns) <= MOMENTS:
        return list(turns)
    return [turns[number * (len(turns) - 1) // (MOMENTS - 1)] for number in range(MOMENTS)]


def spread_of(wins: Any) -> tuple[float, float]:
    """Return how much of the spread of results lies in the worlds, and all of it; without bias, summed over the seats.

    Args:
        wins: By world, time and seat; each world twice.
    """
    worlds = wins.shape[0]
    together = wins.sum(1)
    apart = (together.sum(0) ** 2 - (together**2).sum(0)) / (4 * worlds * (worlds - 1))  # results of different worlds
    same = (wins[:, 0] * wins[:, 1]).mean(0)
    square = (wins**2).mean((0, 1))
    return float((same - apart).sum()), float((square - apart).sum())
