"""How large the numbers of a game are: measured in random play, once, before a net learns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from stammtisch.batch.vector import VectorEnvironment
from stammtisch.core.game import Game

_GAMES: Final = 1024
_DECISIONS: Final = 600


def measure_scales(
    game: Game, variants: Sequence[Mapping[str, object]], seed: int
) -> tuple[NDArray[np.float32], float]:
    """Return by what each number of an observation is multiplied, and how far results are apart.

    Numbers that are counts become about as large as those that are signs (0 or 1), which stay as they are. Results are
    worth divided by the number of seats, from one settled moment to the next; theirs is a standard deviation.
    """
    environment = VectorEnvironment(game, list(variants), games=_GAMES, seed=seed, reward="worth", skip_forced=True)
    squares = np.zeros(environment.observation.shape[1])
    running = np.zeros_like(environment.rewards)
    seats = environment.seats_of_rows[:, None]
    settled: list[NDArray[np.float32]] = []
    for _ in range(_DECISIONS):
        squares += (environment.observation.astype(np.float64) ** 2).mean(0)
        environment.step(environment.draw_actions())
        running += environment.rewards / seats
        ended = environment.ended != 0
        settled.append(running[ended][np.arange(environment.seats) < seats[ended]])
        running[ended] = 0
    environment.close()
    input_scale = 1 / np.maximum(1, np.sqrt(squares / _DECISIONS))
    results = np.concatenate(settled)
    return input_scale.astype(np.float32), float(results.std()) if len(results) > 1 and results.std() > 0 else 1.0
