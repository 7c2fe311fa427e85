"""Stable-Baselines3 and sb3-contrib take our environments as they are."""

from __future__ import annotations

from typing import Any

import gymnasium
import pytest
import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.utils import is_masking_supported
from stable_baselines3.common.env_checker import check_env
from stable_baselines3.common.vec_env import DummyVecEnv

from stammtisch.adapters.gymnasium import SeatEnv
from tests.adapters.places import every_game

torch.set_num_threads(1)  # more of them spin, and on busy cores that takes minutes
pytestmark = pytest.mark.deep
SETTINGS: dict[str, Any] = {"opponents": "random", "reward": "score", "rounds": 1, "seats": 3}


@every_game
def test_every_game_passes_the_check_of_stable_baselines(name: str) -> None:
    check_env(SeatEnv(name, illegal="forfeit"))  # it tries actions blindly


def test_maskable_ppo_learns_some_hundred_steps_and_plays_by_the_mask() -> None:
    envs = DummyVecEnv([lambda: gymnasium.make("stammtisch/Gang-v1", **SETTINGS)] * 4)
    assert is_masking_supported(envs)
    model = MaskablePPO("MultiInputPolicy", envs, n_steps=64, batch_size=64, n_epochs=2, seed=1)
    model.learn(512)
    env = SeatEnv("gang", **SETTINGS)
    seen, _ = env.reset(seed=3)
    over, decisions = False, 0
    while not over:
        action, _ = model.predict(seen, action_masks=env.action_masks())
        seen, _, over, _, _ = env.step(int(action))  # an illegal one would be refused
        decisions += 1

    assert model.num_timesteps == 512
    assert decisions >= 17
