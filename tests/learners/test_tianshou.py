"""Tianshou's deep Q-learning takes our environments once their two parts have the names that it knows."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
import torch
from gymnasium.spaces import Box, Dict
from gymnasium.wrappers import TransformObservation
from tianshou.algorithm import DQN
from tianshou.algorithm.modelfree.dqn import DiscreteQLearningPolicy
from tianshou.algorithm.optim import AdamOptimizerFactory
from tianshou.data import Batch, Collector, VectorReplayBuffer
from tianshou.env import DummyVectorEnv
from tianshou.trainer import OffPolicyTrainerParams
from tianshou.utils.net.common import Net

import stammtisch.adapters.gymnasium  # noqa: F401  # registers the games

torch.set_num_threads(1)  # more of them spin, and on busy cores that takes minutes
pytestmark = pytest.mark.deep
STEPS = 512
AT_ONCE = 32  # steps between two updates


def a_table() -> Any:
    """Return a table at which whatever is illegal would be refused."""
    env = gymnasium.make("stammtisch/Gang-v1", opponents="random", reward="score", rounds=1, seats=3)
    parts: Any = env.observation_space
    size = parts["action_mask"].shape
    named = Dict({"obs": parts["observation"], "mask": Box(0, 1, size, np.bool_)})
    return TransformObservation(env, lambda seen: {"obs": seen["observation"], "mask": seen["action_mask"] != 0}, named)


def learnt() -> tuple[Any, Any]:
    """Return a policy that has learnt so many steps, and what it says of that."""
    np.random.seed(1)  # theirs
    torch.manual_seed(1)
    envs = DummyVectorEnv([a_table] * 4)
    envs.seed(1)
    env = a_table()
    policy = DiscreteQLearningPolicy(
        model=Net(state_shape=env.observation_space["obs"].shape, action_shape=env.action_space.n, hidden_sizes=[64]),
        action_space=env.action_space,
        eps_training=0.3,
    )
    learner: Any = DQN(policy=policy, optim=AdamOptimizerFactory(lr=1e-3), gamma=1.0, target_update_freq=50)
    collector = Collector(learner, envs, VectorReplayBuffer(STEPS, 4), exploration_noise=True)
    told = learner.run_training(
        OffPolicyTrainerParams(
            training_collector=collector,
            max_epochs=1,
            epoch_num_steps=STEPS,
            collection_step_num_env_steps=AT_ONCE,
            batch_size=64,
            update_step_num_gradient_steps_per_sample=0.25,
            verbose=False,
            show_progress=False,
        )
    )
    return policy, told


def test_deep_q_learning_learns_some_hundred_steps_and_plays_by_the_mask() -> None:
    policy, told = learnt()
    env = a_table()
    seen, _ = env.reset(seed=3)
    over, decisions = False, 0
    while not over:
        batch: Any = Batch(obs=Batch(obs=seen["obs"][None], mask=seen["mask"][None]), info={})
        seen, _, over, _, _ = env.step(int(policy(batch).act[0]))  # an illegal one would be refused
        decisions += 1

    assert told.train_step == STEPS
    assert told.update_step == STEPS // AT_ONCE
    assert decisions >= 17


def test_the_same_seeds_lead_to_the_same_policy() -> None:
    (one, _), (other, _) = learnt(), learnt()

    assert all(torch.equal(*pair) for pair in zip(one.parameters(), other.parameters(), strict=True))
