"""The same kernels on CUDA: the same draws and the same games, byte for byte."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from numba import int64

from stammtisch.batch.cpu import NO_LIMIT, play_random_games
from stammtisch.core.options import make_options
from stammtisch.games import combo, duel, gang, party
from stammtisch.kernel.bits import words_for
from stammtisch.kernel.chance import CHOICES, DEALS, STREAM_LENGTH, draw, open_stream
from stammtisch.kernel.compile import driver

if not hasattr(np, "row_stack"):
    np.row_stack = np.vstack  # numba-cuda may still ask for it
cuda: Any = import_module("numba.cuda")  # has no types

GAMES = 20_000
BLOCK = 128


@cuda.jit
def _draw_all(seeds: Any, out: Any) -> None:
    row = cuda.grid(1)
    if row < len(seeds):
        stream = cuda.local.array(STREAM_LENGTH, int64)
        open_stream(stream, seeds[row], DEALS, row)
        for index in range(out.shape[1]):
            out[row, index] = draw(stream, index + 1)


def test_draws_on_cuda_are_the_draws_of_plain_python() -> None:
    driver("stammtisch.kernel.drivers.playout", duel.rules)  # registers the kernels
    seeds = np.array([0, 1, 7, 2**32, 2**63 - 1], np.int64)
    out = np.zeros((len(seeds), 100), np.int64)
    _draw_all[1, BLOCK](seeds, out)

    for row, seed in enumerate(seeds):
        stream = [0] * STREAM_LENGTH
        open_stream(stream, int(seed), DEALS, row)
        assert out[row].tolist() == [draw(stream, index + 1) for index in range(100)]


def _player(rules: ModuleType) -> Any:
    """Return a CUDA kernel that plays one random game in each thread, its position in local memory."""
    play_on = driver("stammtisch.kernel.drivers.playout", rules).play_on
    start, state, legal_words = rules.start, rules.State.dtype, words_for(rules.ACTIONS)

    @cuda.jit
    def play(positions: Any, options: Any, seed: int) -> None:
        row = cuda.grid(1)
        if row < len(positions):
            game = cuda.local.array(1, state)
            deals = cuda.local.array(STREAM_LENGTH, int64)
            choices = cuda.local.array(STREAM_LENGTH, int64)
            legal = cuda.local.array(legal_words, int64)
            open_stream(deals, seed, DEALS, row)
            open_stream(choices, seed, CHOICES, row)
            game[0] = positions[row]
            start(game[0], options[0])
            play_on(game[0], options[0], deals, choices, legal, NO_LIMIT)
            positions[row] = game[0]

    return play


PLACES: list[tuple[Any, Mapping[str, object]]] = [
    (game, choices) for game in (combo, duel, gang, party) for choices in game.rules.OPTION_SETS
]


@pytest.mark.parametrize(("game", "choices"), PLACES, ids=str)
def test_random_games_end_in_the_same_bytes_on_cuda(game: Any, choices: Mapping[str, object]) -> None:
    rules = game.rules
    expected = play_random_games(game, choices, games=GAMES, seed=3).positions
    positions = np.zeros(GAMES, rules.State.dtype)
    options = np.array(make_options(rules, choices).words(), np.int64).view(rules.Options.dtype)
    _player(rules)[(GAMES + BLOCK - 1) // BLOCK, BLOCK](positions, options, 3)

    assert positions.tobytes() == expected.tobytes()
