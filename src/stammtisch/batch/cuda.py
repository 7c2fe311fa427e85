"""The same kernels on CUDA: whole random games, one in each thread.

It needs an NVIDIA GPU and `numba-cuda`, which you install yourself. What it plays is equal, to the last byte, to what
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
from stammtisch.core.game import Game, find_game
from stammtisch.core.nature import SeededNature
from stammtisch.core.options import make_options
from stammtisch.kernel.bits import words_for
from stammtisch.kernel.chance import CHOICES, DEALS, STREAM_LENGTH, open_stream
from stammtisch.kernel.compile import driver, register_kernels

if not hasattr(np, "row_stack"):
    np.row_stack = np.vstack  # numba-cuda may still ask for it
cuda: Any = import_module("numba.cuda")  # has no types
register_kernels()  # before any of them is compiled for a GPU: Numba does that when it is first called

SHARED: Final = 48 * 1024  # bytes of fast memory that a block may have
_WORD: Final = 8  # bytes
_LARGE: Final = 128  # threads of a block whose positions do not fit there
_SMALL: Final = 64  # of one whose positions do
_BLOCKS: Final = 16  # at least so many for each multiprocessor, so that none waits


def play_random_games(
    game: Game | str,
    choices: Mapping[str, object] | None = None,
    *,
    games: int,
    seed: int,
    first: int = 0,
    most: int = NO_LIMIT,
) -> tuple[Any, Any]:
    """Play games in which NATURE and all seats choose evenly among their legal actions; see `batch.cpu`.

    Returns:
        The positions in which they ended, as records, and a row of steps and player moves for each; both are in the
        memory of the GPU, and may not be complete before `cuda.synchronize`.

    Raises:
        UnknownGame: No game of this name is installed.
        OptionError: An option is unknown or outside its limits.
        NatureError: The seed is out of range.
    """
    game = find_game(game) if isinstance(game, str) else game
    rules = cast(ModuleType, game.rules)
    SeededNature(seed)  # refuses what is no seed
    options = cuda.to_device(
        np.array(make_options(game.rules, choices or {}).words(), np.int64).view(rules.Options.dtype)
    )
    blank = cuda.to_device(np.zeros(1, rules.State.dtype))
    positions = cuda.device_array(games, rules.State.dtype)
    counts = cuda.device_array((games, 2), np.int64)
    play, threads = player(rules)
    blocks = min(-(-games // threads), _BLOCKS * cuda.get_current_device().MULTIPROCESSOR_COUNT)
    play[blocks, threads](positions, options, blank, seed, first, most, counts)
    return positions, counts


@cache
def player(rules: ModuleType) -> tuple[Any, int]:
    """Return a CUDA kernel that plays random games, and with how many threads a block.

    Positions that are small enough lie in fast memory that a block shares: in local memory every write goes on to the
    second cache, and that is what `gang` waits for. Larger ones lie in local memory, since too few would fit.
    """
    each = rules.State.dtype.itemsize + _WORD * (2 * STREAM_LENGTH + words_for(rules.ACTIONS))
    if each * _SMALL <= SHARED:
        return _player_in_shared_memory(rules, _SMALL), _SMALL
    return _player_in_local_memory(rules), _LARGE


def _player_in_shared_memory(rules: ModuleType, threads: int) -> Any:
    play_on = driver("stammtisch.kernel.drivers.playout", rules).play_on
    start, state = rules.start, rules.State.dtype
    drawing = threads, 2 * STREAM_LENGTH + words_for(rules.ACTIONS)

    @cuda.jit
    def play(positions: Any, options: Any, blank: Any, seed: int, first: int, most: int, counts: Any) -> None:
        place = cuda.threadIdx.x
        games = cuda.shared.array(threads, state)
        words = cuda.shared.array(drawing, int64)
        deals = words[place, :STREAM_LENGTH]
        choices = words[place, STREAM_LENGTH : 2 * STREAM_LENGTH]
        legal = words[place, 2 * STREAM_LENGTH :]
        for row in range(cuda.grid(1), len(positions), cuda.gridsize(1)):
            open_stream(deals, seed, DEALS, first + row)
            open_stream(choices, seed, CHOICES, first + row)
            games[place] = blank[0]
            start(games[place], options[0])
            steps, moves = play_on(games[place], options[0], deals, choices, legal, most)
            positions[row] = games[place]
            counts[row, 0] = steps
            counts[row, 1] = moves

    return play


def _player_in_local_memory(rules: ModuleType) -> Any:
    play_on = driver("stammtisch.kernel.drivers.playout", rules).play_on
    start, state, legal_words = rules.start, rules.State.dtype, words_for(rules.ACTIONS)

    @cuda.jit
    def play(positions: Any, options: Any, blank: Any, seed: int, first: int, most: int, counts: Any) -> None:
        game = cuda.local.array(1, state)
        deals = cuda.local.array(STREAM_LENGTH, int64)
        choices = cuda.local.array(STREAM_LENGTH, int64)
        legal = cuda.local.array(legal_words, int64)
        for row in range(cuda.grid(1), len(positions), cuda.gridsize(1)):
            open_stream(deals, seed, DEALS, first + row)
            open_stream(choices, seed, CHOICES, first + row)
            game[0] = blank[0]
            start(game[0], options[0])
            steps, moves = play_on(game[0], options[0], deals, choices, legal, most)
            positions[row] = game[0]
            counts[row, 0] = steps
            counts[row, 1] = moves

    return play
