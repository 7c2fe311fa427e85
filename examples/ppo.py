"""Proximal policy optimization with masks, in one file: a seat learns against bots, at hundreds of tables at once.

The algorithm is that of Schulman et al. (2017), with the advantages of Schulman et al. (2016). What is illegal has no
chance to be drawn, and so no gradient (Huang and Ontañón, 2022). `docs/research.md` has a command to begin with, and
what it prints.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import dataclass, field, fields
from time import perf_counter
from typing import Any

import gymnasium
import numpy as np
import torch
from numpy.typing import NDArray
from torch.distributions import Categorical

import stammtisch.adapters.gymnasium  # noqa: F401  # registers the games
from stammtisch import Table
from stammtisch.bots.arena.confidence_interval import Estimate, estimate
from stammtisch.core.options import read_text

Shown = dict[str, NDArray[np.int8]]
DEALS = 1_000_000  # the seed of the deals of an evaluation, which nobody has learnt from
NEVER = -1e9  # what takes the place of the net's word on an illegal action


def setting(default: Any, meaning: str) -> Any:
    """Return a field that is an argument of the command, too."""
    return field(default=default, metadata={"meaning": meaning})


@dataclass(frozen=True)
class Settings:
    """What may be said on the command line."""

    environment: str = setting("stammtisch/Gang-v1", "what Gymnasium calls the game")
    options: str = setting("seats=3 rounds=1", "of the game")
    opponents: str = setting("easy", "on all other seats")
    reward: str = setting("score", "what is learnt for: win, score or rank")
    scale: float = setting(0.1, "of rewards; nets learn best what is about as large as 1")
    longest: int = setting(0, "decisions after which a game is broken off; duel and combo may go on for ever")
    seed: int = setting(1, "of the deals and the net")
    tables: int = setting(256, "side by side")
    steps: int = setting(64, "decisions at each table between two updates")
    decisions: int = setting(1_000_000, "of the learner, at all tables together")
    hidden: int = setting(128, "numbers in each of the two hidden layers")
    rate: float = setting(1e-3, "of learning, at the beginning; it falls to 0")
    epochs: int = setting(4, "how often an update goes through what was played")
    batches: int = setting(4, "in how many parts")
    clip: float = setting(0.2, "the part of itself by which the chance of an action may change in an update")
    entropy: float = setting(0.01, "what it is worth to stay undecided")
    gradient: float = setting(0.5, "the longest one")
    discount: float = setting(1.0, "of what comes later; how a game ends is all that counts")
    trace: float = setting(0.95, "how far advantages trust what was played more than the values on the way: lambda")
    deals: int = setting(1000, "of the evaluation")
    threads: int = setting(1, "cores")

    @property
    def updates(self) -> int:
        """How often it learns: once after so many decisions at each table."""
        return max(self.decisions // (self.tables * self.steps), 1)

    @property
    def choices(self) -> dict[str, Any]:
        """The options of the game."""
        return read_text(self.options)

    @property
    def terms(self) -> dict[str, Any]:
        """What a table is told."""
        return {"opponents": self.opponents, "longest": self.longest, **self.choices}


class Agent:
    """Two nets: one says what to do, the other one what the rest of the game will bring."""

    def __init__(self, inputs: int, actions: int, hidden: int) -> None:
        self.policy, self.critic = net(inputs, hidden, actions, gain=0.01), net(inputs, hidden, 1, gain=1.0)

    def chances(self, observation: Any, mask: Any) -> Categorical:
        """Return how likely each action is to be drawn."""
        return Categorical(logits=self.policy(squashed(observation)).masked_fill(mask == 0, NEVER))

    def values(self, observation: Any) -> Any:
        """Return what is expected from here on."""
        return self.critic(squashed(observation))[:, 0]

    def best(self, seen: Shown) -> NDArray[np.int64]:
        """Return the likeliest action at every table."""
        with torch.no_grad():
            likeliest: NDArray[np.int64] = self.chances(*tensors(seen)).logits.argmax(1).numpy()
        return likeliest


@dataclass
class Played:
    """What happened between two updates: arrays by decision, then by table."""

    observation: Any
    mask: Any
    action: Any
    log_chance: Any
    value: Any
    advantage: Any
    results: NDArray[np.float64]  # of the games that ended


def main() -> None:
    """Learn, then play on deals that were not learnt from."""
    settings = asked()
    torch.set_num_threads(settings.threads)
    begin = perf_counter()
    agent = train(settings)
    print(f"{settings.updates * settings.tables * settings.steps} decisions, {perf_counter() - begin:.0f} s")
    print(told(evaluate(agent.best, settings), settings))


def asked(**usual: Any) -> Settings:
    """Return what the command line says; what it does not say is as usual."""
    parser = argparse.ArgumentParser(formatter_class=argparse.ArgumentDefaultsHelpFormatter)
    for one in fields(Settings):
        default = usual.get(one.name, one.default)
        parser.add_argument(f"--{one.name}", type=type(default), default=default, help=one.metadata["meaning"])
    return Settings(**vars(parser.parse_args()))


def train(settings: Settings) -> Agent:
    """Return an agent that has learnt; say on the way how far it is."""
    torch.manual_seed(settings.seed)
    envs = tables(settings, settings.tables, reward=settings.reward, autoreset_mode="SameStep", copy=False)
    spaces = envs.single_observation_space
    agent = Agent(spaces["observation"].shape[0], spaces["action_mask"].shape[0], settings.hidden)
    optimizer = torch.optim.Adam([*agent.policy.parameters(), *agent.critic.parameters()], eps=1e-5)
    seen, _ = envs.reset(seed=settings.seed)
    for update in range(settings.updates):
        optimizer.param_groups[0]["lr"] = settings.rate * (1 - update / settings.updates)
        played, seen = play(envs, seen, agent, settings)
        losses = learn(agent, optimizer, played, settings)
        if (update + 1) % 10 == 0:
            mean = played.results.mean() if len(played.results) else np.nan
            print(f"update {update + 1} of {settings.updates}: {settings.reward} {mean:.2f}, {losses}", flush=True)
    envs.close()
    return agent


def play(envs: Any, seen: Shown, agent: Agent, settings: Settings) -> tuple[Played, Shown]:
    """Take so many decisions at every table, and return what came of them, and what is seen then."""
    steps, results = [], []
    for _ in range(settings.steps):
        observation, mask = (part.clone() for part in tensors(seen))  # the next step writes over it
        with torch.no_grad():
            chances, value = agent.chances(observation, mask), agent.values(observation)
            action = chances.sample()
        seen, paid, over, broken_off, info = envs.step(action.numpy())
        ended = over | broken_off
        results.append(paid[ended])
        reward = torch.from_numpy(paid).float() * settings.scale
        if broken_off.any():  # what would have come is what the critic expects
            last = np.stack([final["observation"] for final in info["final_obs"][broken_off]])
            with torch.no_grad():
                reward[torch.from_numpy(broken_off)] += settings.discount * agent.values(torch.from_numpy(last))
        going = torch.from_numpy(~ended).float()
        steps.append((observation, mask, action, chances.log_prob(action), value, reward, going))
    observation, mask, action, log_chance, value, reward, going = map(torch.stack, zip(*steps, strict=True))
    with torch.no_grad():
        following = agent.values(tensors(seen)[0])
    advantage = advantages(reward, value, going, following, discount=settings.discount, trace=settings.trace)
    return Played(observation, mask, action, log_chance, value, advantage, np.concatenate(results)), seen


def advantages(reward: Any, value: Any, going: Any, following: Any, *, discount: float, trace: float) -> Any:
    """Return by how much each decision led to more than was expected; `following` is expected after the last ones."""
    advantage, later = torch.zeros_like(value), torch.zeros_like(following)
    for step in reversed(range(len(value))):
        error = reward[step] + discount * going[step] * following - value[step]
        later = error + discount * trace * going[step] * later
        advantage[step], following = later, value[step]
    return advantage


def learn(agent: Agent, optimizer: Any, played: Played, settings: Settings) -> str:
    """Go through what was played several times, and return how it went."""
    parts = (played.observation, played.mask, played.action, played.log_chance, played.value, played.advantage)
    observation, mask, action, log_chance, value, advantage = (part.flatten(0, 1) for part in parts)
    result = value + advantage
    for _ in range(settings.epochs):
        for rows in torch.randperm(len(action)).chunk(settings.batches):
            chances = agent.chances(observation[rows], mask[rows])
            ratio = (chances.log_prob(action[rows]) - log_chance[rows]).exp()
            gain = (advantage[rows] - advantage[rows].mean()) / (advantage[rows].std() + 1e-8)
            clipped = ratio.clamp(1 - settings.clip, 1 + settings.clip)
            undecided = chances.entropy().mean()
            policy_loss = -torch.minimum(gain * ratio, gain * clipped).mean() - settings.entropy * undecided
            value_loss = (agent.values(observation[rows]) - result[rows]).square().mean()
            optimizer.zero_grad()
            (policy_loss + value_loss / 2).backward()
            for part in (agent.policy, agent.critic):
                torch.nn.utils.clip_grad_norm_(part.parameters(), settings.gradient)
            optimizer.step()
    return f"entropy {undecided:.2f}, square error {value_loss:.3f}"


def evaluate(best: Callable[[Shown], NDArray[np.int64]], settings: Settings) -> Estimate:
    """Return by how many points a policy is ahead of the mean of its opponents.

    A sample is a deal: it is played once with the policy on each seat, and counts with the mean of these games.
    """
    seats = Table(gymnasium.spec(settings.environment).kwargs["game"], seed=0, **settings.choices).seats
    leads = np.zeros(settings.deals)
    for seat in range(seats):
        envs = tables(settings, settings.deals, reward="score", seat=seat)
        seen, _ = envs.reset(seed=DEALS)  # the same deals
        going = np.ones(settings.deals, np.bool_)  # at each table only the first game
        while going.any():
            seen, _, over, broken_off, info = envs.step(best(seen))
            ended = going & (over | broken_off)
            if ended.any():
                scores = info["rewards"][ended]
                others = (scores.sum(1) - scores[:, seat]) / (seats - 1)
                leads[ended] += (scores[:, seat] - others) / seats
            going &= ~ended
        envs.close()
    return estimate(leads.tolist())


def told(lead: Estimate, settings: Settings) -> str:
    """Return the figure of an evaluation in words."""
    figure = f"{lead.mean:.2f} ± {lead.margin:.2f} (95 %, {settings.deals} deals)"
    return f"points a game before {settings.opponents} bots: {figure}"


def tables(settings: Settings, number: int, **how: Any) -> Any:
    """Return so many tables of the game."""
    return gymnasium.make_vec(settings.environment, num_envs=number, threads=settings.threads, **settings.terms, **how)


def net(inputs: int, hidden: int, outputs: int, *, gain: float) -> Any:
    """Return a net of two hidden layers; the smaller the gain, the more alike its first answers."""
    layers = [torch.nn.Linear(inputs, hidden), torch.nn.Linear(hidden, hidden), torch.nn.Linear(hidden, outputs)]
    for layer, its_gain in zip(layers, (2**0.5, 2**0.5, gain), strict=True):
        torch.nn.init.orthogonal_(layer.weight, its_gain)
        torch.nn.init.zeros_(layer.bias)
    return torch.nn.Sequential(layers[0], torch.nn.ReLU(), layers[1], torch.nn.ReLU(), layers[2])


def squashed(observation: Any) -> Any:
    """Return an observation in which signs (0 and 1) stay as they are and counts are not much larger."""
    numbers = observation.float()
    return numbers.sign() * numbers.abs().log1p() / np.log(2)


def tensors(seen: Shown) -> tuple[Any, Any]:
    """Return the observations and masks in tensors of the same memory."""
    return torch.from_numpy(seen["observation"]), torch.from_numpy(seen["action_mask"])


if __name__ == "__main__":
    main()
