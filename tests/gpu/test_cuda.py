"""The same kernels on CUDA: the same draws and the same games, byte for byte."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

import numpy as np
import pytest
from numba import int64

from stammtisch.batch import cuda as gpu
from stammtisch.batch.cpu import play_random_games
from stammtisch.batch.cuda_steps import CudaEnvironment
from stammtisch.batch.vector import VectorEnvironment
from stammtisch.errors import ActionError, UnknownGame
from stammtisch.games import combo, duel, gang, party
from stammtisch.kernel.chance import DEALS, STREAM_LENGTH, draw, open_stream
from stammtisch.kernel.compile import driver

cuda: Any = gpu.cuda  # has no types

GAMES = 20_000
MOST = 4000  # steps: some games of combo go on for long
BESIDE = 500  # games that are stepped through
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


PLACES: list[tuple[Any, Mapping[str, object]]] = [
    (game, choices) for game in (combo, duel, gang, party) for choices in game.rules.OPTION_SETS
]


@pytest.mark.parametrize(("game", "choices"), PLACES, ids=str)
def test_random_games_end_in_the_same_bytes_on_cuda(game: Any, choices: Mapping[str, object]) -> None:
    expected = play_random_games(game, choices, games=GAMES, seed=3, most=MOST)
    positions, counts = gpu.play_random_games(game, choices, games=GAMES, seed=3, most=MOST)

    assert positions.copy_to_host().tobytes() == expected.positions.tobytes()
    assert counts.copy_to_host().tobytes() == expected.counts.tobytes()


def test_a_game_that_is_installed_goes_by_its_name_on_cuda() -> None:
    expected = play_random_games(duel, games=BESIDE, seed=3)
    positions, counts = gpu.play_random_games("duel", games=BESIDE, seed=3)

    assert positions.copy_to_host().tobytes() == expected.positions.tobytes()
    assert counts.copy_to_host().tobytes() == expected.counts.tobytes()
    with pytest.raises(UnknownGame, match="no game 'go'"):
        gpu.play_random_games("go", games=1, seed=3)


@pytest.mark.parametrize(("game", "choices"), PLACES, ids=str)
def test_stepping_on_cuda_shows_and_pays_what_it_does_on_the_cpu(game: Any, choices: Mapping[str, object]) -> None:
    here = VectorEnvironment(game, choices, games=BESIDE, seed=5, reward="score", longest=100, forfeit=True)
    there = CudaEnvironment(game, choices, games=BESIDE, seed=5, reward="score", longest=100)
    for number in range(150):
        actions, drawn = here.draw_actions().copy(), there.draw_actions()

        assert np.array_equal(drawn.copy_to_host(), actions)

        if number % 50 == 49:
            actions[number % 7 :: 7] = game.rules.ACTIONS  # some forfeit their game
        shown, paid, over, broken_off, _ = here.step(actions)
        there.step(gpu.cuda.to_device(actions))
        ended = there.ended.copy_to_host()

        assert np.array_equal(there.seat.copy_to_host(), shown["seat"])
        assert np.array_equal(there.observation.copy_to_host(), shown["observation"])
        assert np.array_equal(there.action_mask.copy_to_host(), shown["action_mask"])
        assert np.array_equal(there.rewards.copy_to_host(), paid)
        assert np.array_equal(ended == 2, broken_off)
        assert np.array_equal((ended == 1) | (ended == 3), over)
    assert np.array_equal(there.positions.copy_to_host().T, here.positions)

    here.reset()
    there.reset()
    assert np.array_equal(there.positions.copy_to_host().T, here.positions)


def test_actions_of_another_shape_or_type_are_refused_on_cuda() -> None:
    environment = CudaEnvironment(duel, games=BESIDE, seed=5)

    with pytest.raises(ActionError, match=r"^actions are \(3,\) of int64; they may be \(500,\) of int64$"):
        environment.step(cuda.to_device(np.zeros(3, np.int64)))
    with pytest.raises(ActionError, match=r"^actions are \(500,\) of float32; "):
        environment.step(cuda.to_device(np.zeros(BESIDE, np.float32)))


def test_pytorch_and_jax_take_observations_without_a_copy() -> None:
    torch, jax = import_module("torch"), import_module("jax")
    environment = CudaEnvironment(duel, games=BESIDE, seed=5)
    numbers = torch.as_tensor(environment.observation, device="cuda")

    assert numbers.data_ptr() == environment.observation.device_ctypes_pointer.value
    assert np.array_equal(np.asarray(jax.dlpack.from_dlpack(numbers)), environment.observation.copy_to_host())
