"""MaskablePPO of sb3-contrib at our tables: a seat learns against bots. `docs/research.md` says how far that comes.

It plays one table after another, so it sees fewer games in a minute than `examples.ppo`, whose evaluation it borrows.
"""

from __future__ import annotations

from time import perf_counter
from typing import Any

import gymnasium
import numpy as np
import torch
from gymnasium.wrappers import TransformReward
from numpy.typing import NDArray
from sb3_contrib import MaskablePPO
from stable_baselines3.common.monitor import Monitor
from stable_baselines3.common.vec_env import DummyVecEnv

import stammtisch.adapters.gymnasium  # noqa: F401  # registers the games
from examples.ppo import Settings, Shown, asked, evaluate, told


def main() -> None:
    """Learn, then play on deals that were not learnt from."""
    settings = asked(tables=32, decisions=200_000)
    torch.set_num_threads(settings.threads)
    begin = perf_counter()
    model = train(settings)
    print(f"{model.num_timesteps} decisions, {perf_counter() - begin:.0f} s")
    print(told(evaluate(lambda seen: best(model, seen), settings), settings))


def train(settings: Settings) -> MaskablePPO:
    """Return a model that has learnt; it says on the way how far it is."""
    model = MaskablePPO(
        "MultiInputPolicy",  # observations and masks come in one dictionary
        DummyVecEnv([lambda: table(settings)] * settings.tables),
        n_steps=settings.steps,
        batch_size=settings.tables * settings.steps // settings.batches,
        n_epochs=settings.epochs,
        learning_rate=lambda left: settings.rate * left,
        gamma=settings.discount,
        gae_lambda=settings.trace,
        clip_range=settings.clip,
        ent_coef=settings.entropy,
        max_grad_norm=settings.gradient,
        policy_kwargs={"net_arch": [settings.hidden, settings.hidden]},
        seed=settings.seed,
        verbose=1,
    )
    return model.learn(settings.decisions, log_interval=10)


def table(settings: Settings) -> Any:
    """Return a table of the game."""
    env = gymnasium.make(settings.environment, reward=settings.reward, **settings.terms)
    return Monitor(TransformReward(env, lambda reward: float(reward) * settings.scale))


def best(model: MaskablePPO, seen: Shown) -> NDArray[np.int64]:
    """Return the likeliest action at every table."""
    actions: NDArray[np.int64] = model.predict(seen, action_masks=seen["action_mask"], deterministic=True)[0]
    return actions


if __name__ == "__main__":
    main()
