"""Where a training stands, in one file: whole or refused, and small."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from stammtisch.core.game import Game
from stammtisch.core.observations.observation import features_of
from stammtisch.errors import TrainingError
from stammtisch.games import combo, duel, gang, party
from stammtisch.learning.checkpoint import NAME, Checkpoint, checkpoint_of, read_checkpoint
from stammtisch.learning.learner import NetSize
from stammtisch.learning.numpy_learner import NumpyLearner
from stammtisch.learning.recipe import Recipe
from tests.learning.batches import drawn_batch
from tests.learning.test_numpy_learner import ALL, SCALE, SIZE, a_learner

MOST = 16 << 20  # bytes of a checkpoint: what comes back from a machine that is lent


def a_checkpoint() -> Checkpoint:
    learner = a_learner()
    for _ in range(3):
        learner.learn(drawn_batch(SIZE), ALL)
    return checkpoint_of(learner, Recipe("duel", ({"spaces": 2},)).as_json(), {"decisions": 5, "seconds": 0.5}, SCALE)


def read(folder: Path) -> Checkpoint:
    found = read_checkpoint(folder)
    assert found is not None
    return found


def test_there_may_be_none(tmp_path: Path) -> None:
    assert read_checkpoint(tmp_path) is None


def test_what_is_kept_is_read_again(tmp_path: Path) -> None:
    one = a_checkpoint()
    one.save(tmp_path)
    other = read(tmp_path)

    assert (other.recipe, other.progress, other.steps) == (one.recipe, one.progress, 3)
    assert np.array_equal(other.input_scale, SCALE)
    assert other.weights.keys() == one.weights.keys()
    for name, array in one.weights.items():
        assert other.weights[name].tobytes() == array.tobytes(), name
        assert other.weights[name].shape == array.shape
    assert other.moments.keys() == one.moments.keys()
    for name, array in one.moments.items():
        assert other.moments[name].shape == array.shape, name
        np.testing.assert_allclose(other.moments[name], array, rtol=2**-8, err_msg=name)


def test_a_learner_goes_on_from_it(tmp_path: Path) -> None:
    a_checkpoint().save(tmp_path)
    found, learner, batch = read(tmp_path), NumpyLearner(SIZE, SCALE, seed=1), drawn_batch(SIZE)
    learner.load(found.weights, found.moments, found.steps)
    unstopped = a_learner()
    for _ in range(4):
        unstopped.learn(batch, ALL)
    learner.learn(batch, ALL)

    assert learner.moments()[1] == 4
    for name, array in learner.weights().items():
        np.testing.assert_allclose(array, unstopped.weights()[name], atol=2e-5, err_msg=name)  # of steps of 1e-3
        assert array.shape == unstopped.weights()[name].shape


def test_numbers_are_shortened_to_the_nearest(tmp_path: Path) -> None:
    numbers = np.random.default_rng(1).normal(0, 1, 1000).astype(np.float32)
    replace(a_checkpoint(), moments={"first.first": numbers}).save(tmp_path)
    again = read(tmp_path).moments["first.first"]
    read(tmp_path).save(tmp_path)

    assert (np.abs(again - numbers) <= np.abs(numbers) * 2**-8).all()
    assert abs(np.mean((again - numbers) / numbers)) < 2**-12  # neither up nor down
    assert np.array_equal(read(tmp_path).moments["first.first"], again)  # a second time nothing is lost


@pytest.mark.parametrize("game", [combo, duel, gang, party], ids=lambda game: game.NAME)
def test_that_of_a_usual_net_is_small(game: Game, tmp_path: Path) -> None:
    usual = Recipe(game.NAME, ())
    size = NetSize(features_of(game).LAYOUT.size, game.rules.ACTIONS, usual.width, usual.layers)
    learner = NumpyLearner(size, np.ones(size.inputs, np.float32), seed=1)
    checkpoint_of(learner, usual.as_json(), {}, np.ones(size.inputs, np.float32)).save(tmp_path)

    assert MOST / 4 < (tmp_path / NAME).stat().st_size < MOST


def test_the_one_before_stays_whole_until_another_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    a_checkpoint().save(tmp_path)
    before = (tmp_path / NAME).read_bytes()

    def full(*_: Any, **__: Any) -> None:
        raise OSError("no space left")

    monkeypatch.setattr(np, "savez", full)
    with pytest.raises(OSError, match="no space"):
        a_checkpoint().save(tmp_path)
    assert (tmp_path / NAME).read_bytes() == before


def hurt(file: bytes) -> dict[str, bytes]:
    """Return a file that was damaged in some ways."""
    middle = len(file) // 2
    return {
        "empty": b"",
        "garbage": b"nothing of the kind" * 50,
        "half": file[:middle],
        "all but the end": file[:-1],
        "a byte": file[:middle] + bytes([file[middle] ^ 4]) + file[middle + 1 :],
        "no zip": b"\x93NUMPY" + file[6:],
    }


@pytest.mark.parametrize("how", hurt(bytes(64)))
def test_a_damaged_one_is_refused_and_left_as_it_is(how: str, tmp_path: Path) -> None:
    a_checkpoint().save(tmp_path)
    path = tmp_path / NAME
    damaged = hurt(path.read_bytes())[how]
    path.write_bytes(damaged)

    with pytest.raises(TrainingError, match=r"checkpoint.npz is damaged \(.*\); remove it to begin anew, or restore"):
        read_checkpoint(tmp_path)
    assert path.read_bytes() == damaged


def test_one_bit_that_is_wrong_does_no_harm_or_is_noticed(tmp_path: Path) -> None:
    a_checkpoint().save(tmp_path)
    path, weights = tmp_path / NAME, a_checkpoint().weights
    whole, noticed = path.read_bytes(), 0
    for place in [*range(400), *range(400, len(whole), 37)]:
        path.write_bytes(whole[:place] + bytes([whole[place] ^ (1 << place % 8)]) + whole[place + 1 :])
        try:
            found = read(tmp_path)
        except TrainingError:
            noticed += 1
        else:
            assert all(np.array_equal(array, found.weights[name]) for name, array in weights.items())
    assert noticed > 300
