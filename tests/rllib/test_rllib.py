"""RLlib's own example of masked PPO takes our environments once their two parts have the names and types it knows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import gymnasium
import numpy as np
import pytest
import ray
import torch
from gymnasium.spaces import Box, Dict
from gymnasium.wrappers import TransformObservation
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule
from ray.tune.registry import register_env

import stammtisch.adapters.gymnasium  # noqa: F401  # registers the games

torch.set_num_threads(1)  # more of them spin, and on busy cores that takes minutes
pytestmark = [pytest.mark.deep, pytest.mark.filterwarnings("default")]  # Ray warns of its own
STEPS = 512


def a_table() -> Any:
    """Return a table at which whatever is illegal would be refused."""
    env = gymnasium.make("stammtisch/Gang-v1", opponents="random", reward="score", rounds=1, seats=3)
    parts: Any = env.observation_space
    sizes = {"observations": parts["observation"].shape, "action_mask": parts["action_mask"].shape}
    floats = Dict({name: Box(-127, 127, size, np.float32) for name, size in sizes.items()})
    return TransformObservation(
        env,
        lambda seen: {
            "observations": seen["observation"].astype(np.float32),
            "action_mask": seen["action_mask"].astype(np.float32),
        },
        floats,
    )


@pytest.fixture(scope="module", autouse=True)
def _ray() -> Iterator[None]:
    """Start Ray, and end it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RAY_USAGE_STATS_ENABLED", "0")
        ray.init(address="local", num_cpus=1, include_dashboard=False, log_to_driver=False)
        register_env("table", lambda _: a_table())
        yield
        ray.shutdown()


def learnt() -> tuple[Any, Any]:
    """Return a net that has learnt so many steps, and what its algorithm says of that."""
    config = (
        PPOConfig()
        .environment("table")
        .env_runners(num_env_runners=0, num_envs_per_env_runner=4)
        .learners(num_learners=0)
        .rl_module(
            rl_module_spec=RLModuleSpec(
                module_class=ActionMaskingTorchRLModule, model_config={"head_fcnet_hiddens": [64]}
            )
        )
        .training(gamma=1.0, train_batch_size_per_learner=STEPS, minibatch_size=128, num_epochs=2)
        .debugging(seed=1)
    )
    algorithm = config.build_algo()
    try:
        told = algorithm.train()
        return algorithm.get_module(), told
    finally:
        algorithm.stop()


def test_masked_ppo_learns_some_hundred_steps_and_plays_by_the_mask() -> None:
    net, told = learnt()
    env = a_table()
    seen, _ = env.reset(seed=3)
    over, decisions = False, 0
    while not over:
        with torch.no_grad():
            shown = {name: torch.from_numpy(part[None]) for name, part in seen.items()}
            action = net.forward_inference({"obs": shown})["action_dist_inputs"].argmax()
        seen, _, over, _, _ = env.step(int(action))  # an illegal one would be refused
        decisions += 1

    assert told["num_env_steps_sampled_lifetime"] >= STEPS
    assert told["learners"]["default_policy"]["num_module_steps_trained_lifetime"] >= STEPS
    assert decisions >= 17


def test_the_same_seed_leads_to_the_same_net() -> None:
    (one, _), (other, _) = learnt(), learnt()

    assert all(torch.equal(*pair) for pair in zip(one.parameters(), other.parameters(), strict=True))
