"""What training needs on a GPU, beside the CPU: several options at once, rewards by worth, suggestions, nets."""

from __future__ import annotations

from typing import Any

import numpy as np

from stammtisch.batch.cuda import cuda
from stammtisch.batch.cuda_net import CudaNet
from stammtisch.batch.cuda_steps import CudaEnvironment
from stammtisch.batch.vector import VectorEnvironment
from stammtisch.bots.nets.net import net_of
from stammtisch.games import gang

GAMES = 2048
STEPS = 150
CHOICES: Any = list(gang.features.TRAINING)


def _both() -> tuple[VectorEnvironment, CudaEnvironment]:
    how: Any = {"games": GAMES, "seed": 4, "reward": "worth", "skip_forced": True}
    return VectorEnvironment(gang, CHOICES, **how), CudaEnvironment(gang, CHOICES, **how)


def _assert_equal(here: VectorEnvironment, there: CudaEnvironment) -> None:
    for name in ("seat", "observation", "action_mask", "rewards", "ended"):
        np.testing.assert_array_equal(getattr(here, name), getattr(there, name).copy_to_host(), err_msg=name)


def test_variants_and_worth_are_the_same_on_cuda() -> None:
    here, there = _both()
    ended = set[int]()
    for number in range(STEPS):
        actions = here.suggest_actions() if number % 2 else here.draw_actions()
        suggested = there.suggest_actions() if number % 2 else there.draw_actions()
        np.testing.assert_array_equal(actions, suggested.copy_to_host())
        here.step(actions)
        there.step(suggested)
        _assert_equal(here, there)
        ended |= {*here.ended.tolist()}

    assert ended == {0, 1, 4}  # going on, over, and settled from round to round


def test_a_net_plays_on_cuda_as_on_the_cpu() -> None:
    here, there = _both()
    net = net_of(gang)
    assert net is not None
    loaded, same = CudaNet(net), 0
    for _ in range(STEPS):
        actions = here.net_actions(net)
        same += int((actions == there.net_actions(loaded).copy_to_host()).sum())
        here.step(actions)
        there.step(cuda.to_device(actions))

    assert same > 0.999 * GAMES * STEPS  # sums differ in the last digits, and so may what is all but equal


def test_a_net_draws_by_its_chances_on_cuda() -> None:
    _, there = _both()
    net = net_of(gang)
    assert net is not None
    drawn = there.net_actions(CudaNet(net), draws=True).copy_to_host()
    mask = there.action_mask.copy_to_host()

    assert mask[np.arange(GAMES), drawn].all()
    assert (drawn != there.net_actions(CudaNet(net), draws=False).copy_to_host()).any()
