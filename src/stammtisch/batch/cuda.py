"""The same kernels on CUDA: whole random games with a thread each, and games that are stepped through.

It needs an NVIDIA GPU and `numba-cuda`, which you install yourself. Whatever it plays is equal to the last byte to what
the CPU plays.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Any, Final, cast

import numpy as np
from numba import int64

from stammtisch.batch.cpu import NO_LIMIT
from stammtisch.core.game import Game
from stammtisch.core.nature import SeededNature
from stammtisch.core.options import make_options
from stammtisch.kernel.bits import words_for
from stammtisch.kernel.chance import CHOICES, DEALS, STREAM_LENGTH, open_stream
from stammtisch.kernel.compile import driver

if not hasattr(np, "row_stack"):
    np.row_stack = np.vstack  # numba-cuda may still ask for it
cuda: Any = import_module("numba.cuda")  # has no types

BLOCK: Final = 128


@cache
def player(rules: ModuleType) -> Any:
    """Return a CUDA kernel that plays random games, one in each thread, with the position in local memory."""
    play_on = driver("stammtisch.kernel.drivers.playout", rules).play_on
    start, state, legal_words = rules.start, rules.State.dtype, words_for(rules.ACTIONS)
    length = rules.State.length

    @cuda.jit
    def play(positions: Any, options: Any, seed: int, first: int, most: int, counts: Any) -> None:
        row = cuda.grid(1)
        if row < len(positions):
            game = cuda.local.array(1, state)
            deals = cuda.local.array(STREAM_LENGTH, int64)
            choices = cuda.local.array(STREAM_LENGTH, int64)
            legal = cuda.local.array(legal_words, int64)
            open_stream(deals, seed, DEALS, first + row)
            open_stream(choices, seed, CHOICES, first + row)
            game[0] = positions[row]
            start(game[0], options[0])
            steps, moves = play_on(game[0], options[0], deals, choices, legal, most)
            positions[row] = game[0]
            counts[row, 0] = steps
            counts[row, 1] = moves

    assert length, "a state has words"
    return play


def play_random_games(
    game: Game,
    choices: Mapping[str, object] | None = None,
    *,
    games: int,
    seed: int,
    first: int = 0,
    most: int = NO_LIMIT,
) -> tuple[Any, Any]:
    """Play games in which NATURE and all seats choose evenly among their legal actions; see `batch.cpu`.

    Returns:
        The positions in which they ended and their counts of steps and player moves, both in the memory of the GPU.

    Raises:
        OptionError: An option is unknown or outside its limits.
        NatureError: The seed is out of range.
    """
    rules = cast(ModuleType, game.rules)
    SeededNature(seed)  # refuses what is no seed
    options = cuda.to_device(np.array(make_options(game.rules, choices or {}).words(), np.int64).view(rules.Options.dtype))
    positions = cuda.to_device(np.zeros(games, rules.State.dtype))
    counts = cuda.device_array((games, 2), np.int64)
    player(rules)[-(-games // BLOCK), BLOCK](positions, options, seed, first, most, counts)
    return positions, counts
