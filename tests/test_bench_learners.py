"""What `scripts/bench gpu` counts of learners, on a CPU: the same lines run with the arrays of either."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from stammtisch.batch.vector import VectorEnvironment
from stammtisch.games import gang
from tests.nets import drawn_net

BENCH = Path(__file__).parents[1] / "bench"
GAMES = 40
STEPS = 150  # which is more than a round


@pytest.fixture(scope="module")
def bench() -> Any:
    """Return the module that counts."""
    spec = importlib.util.spec_from_file_location("gpu_learners", BENCH / "gpu_learners.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def games() -> VectorEnvironment:
    return VectorEnvironment(gang, {"seats": 4, "rounds": 1}, games=GAMES, seed=5)


@pytest.mark.parametrize("name", ["random", "easy", "its net"])
def test_a_learner_decides_at_its_seat_and_others_play_the_rest(bench: Any, name: str) -> None:
    net, counted, beside = drawn_net(gang), games(), games()
    taken = bench.decisions(counted, bench.opponents(counted, net)[name], STEPS, np, np.asarray)
    asks: dict[str, Callable[[], Any]] = {
        "random": beside.draw_actions,
        "easy": beside.suggest_actions,
        "its net": lambda: beside.net_actions(net),
    }
    own, differs = 0, 0
    for _ in range(STEPS):
        actions = asks[name]().copy()
        for row in range(GAMES):
            if beside.seat[row] == 0:
                first = beside.action_mask[row].tolist().index(1)
                differs += int(first != actions[row])
                actions[row] = first
                own += 1
        beside.step(actions)

    assert tuple(asks) == bench.OPPONENTS
    assert taken == own
    assert np.array_equal(counted.positions, beside.positions)
    assert 0 < differs < own < GAMES * STEPS / 2
