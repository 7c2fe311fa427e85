"""PPO in one file, and that of sb3-contrib: what they compute is right, and they learn as far as that takes seconds."""

from __future__ import annotations

import re
import sys
from dataclasses import replace
from types import ModuleType
from typing import Any

import gymnasium
import numpy as np
import pytest
import torch
from examples import maskable_ppo, ppo
from examples.ppo import Agent, Settings, advantages, evaluate, play, tables, tensors, train

from stammtisch.bots.arena.confidence_interval import estimate

torch.set_num_threads(1)  # more of them spin, and on busy cores that takes minutes
pytestmark = pytest.mark.deep
SHORT = Settings(options="seats=3 rounds=1", opponents="random", tables=64, steps=64, decisions=4096, deals=100)
DUEL = replace(SHORT, environment="stammtisch/Duel-v1", options="", longest=6)
EXPECTED = 5.0


def first_legal(seen: dict[str, Any]) -> Any:
    return seen["action_mask"].argmax(-1)


def agent_for(settings: Settings) -> Agent:
    """Return an agent that expects the same everywhere."""
    envs = tables(settings, 1)
    agent = Agent(envs.single_observation_space["observation"].shape[0], envs.single_action_space.n, settings.hidden)
    last = agent.critic[-1]
    torch.nn.init.zeros_(last.weight)
    torch.nn.init.constant_(last.bias, EXPECTED)
    return agent


def played(settings: Settings) -> ppo.Played:
    envs = tables(settings, settings.tables, reward="score", autoreset_mode="SameStep", copy=False)
    seen, _ = envs.reset(seed=1)
    return play(envs, seen, agent_for(settings), settings)[0]


@pytest.mark.parametrize(("discount", "trace"), [(1.0, 1.0), (1.0, 0.0), (0.9, 0.8)])
def test_an_advantage_is_the_sum_of_what_surprised_until_the_game_was_over(discount: float, trace: float) -> None:
    chance = np.random.default_rng(1)
    reward, value, following = chance.normal(size=(7, 3)), chance.normal(size=(7, 3)), chance.normal(size=3)
    going = chance.random((7, 3)) < 0.7
    given = [torch.from_numpy(array) for array in (reward, value, going, following)]
    found = advantages(*given, discount=discount, trace=trace)

    after = np.concatenate([value[1:], following[None]])
    surprise = reward + discount * going * after - value
    for step, table in np.ndindex(7, 3):
        wanted, weight = 0.0, 1.0
        for later in range(step, 7):
            wanted += weight * surprise[later, table]
            weight *= discount * trace * going[later, table]
        assert found[step, table].item() == pytest.approx(wanted)


def test_what_is_illegal_is_never_drawn_and_teaches_nothing() -> None:
    envs = tables(SHORT, 50)
    seen, _ = envs.reset(seed=1)
    observation, mask = tensors(seen)
    agent = agent_for(SHORT)
    chances = agent.chances(observation, mask)
    chances.log_prob(torch.from_numpy(first_legal(seen))).sum().backward()
    never = mask.sum(0) == 0

    assert torch.equal(chances.probs > 0, mask > 0)
    assert never.any()
    assert not agent.policy[-1].bias.grad[never].any()
    assert agent.policy[-1].bias.grad[~never].any()


def test_where_a_game_is_broken_off_what_was_expected_stands_for_what_would_have_come() -> None:
    settings = replace(DUEL, trace=0.0, longest=3)  # nobody can win so soon
    broken_off = played(settings)

    assert len(broken_off.results) > settings.tables
    assert not broken_off.results.any()
    assert torch.allclose(broken_off.advantage, torch.tensor(0.0), atol=1e-5)


def test_where_a_game_is_over_its_result_is_all_there_is() -> None:
    settings = replace(SHORT, trace=0.0)
    over = played(settings)
    surprise = over.advantage[over.advantage.abs() > 1e-5]

    assert len(over.results) > settings.tables
    assert sorted(surprise.tolist()) == pytest.approx(sorted(over.results * settings.scale - EXPECTED), abs=1e-5)


def test_an_evaluation_plays_each_deal_from_every_seat() -> None:
    settings = replace(SHORT, deals=4)
    leads = []
    for deal in range(settings.deals):
        lead = 0.0
        for seat in range(3):
            env = gymnasium.make("stammtisch/Gang-v1", seat=seat, opponents="random", seats=3, rounds=1, reward="score")
            seen, info = env.reset(seed=ppo.DEALS + deal)
            while "rewards" not in info:
                seen, _, _, _, info = env.step(first_legal(seen))
            own, others = info["rewards"][seat], np.delete(info["rewards"], seat)
            lead += (own - others.mean()) / 3
        leads.append(lead)

    found, wanted = evaluate(first_legal, settings), estimate(leads)

    assert wanted.margin
    assert (found.mean, found.margin) == pytest.approx((wanted.mean, wanted.margin))


def test_the_same_seed_leads_to_the_same_agent() -> None:
    one, other = (train(replace(DUEL, seed=7)) for _ in range(2))
    different = train(replace(DUEL, seed=8))

    assert torch.equal(one.policy[0].weight, other.policy[0].weight)
    assert not torch.equal(one.policy[0].weight, different.policy[0].weight)


def test_it_learns_in_seconds_to_be_ahead_of_random_bots() -> None:
    settings = replace(SHORT, decisions=80_000)
    before, after = evaluate(agent_for(settings).best, settings), evaluate(train(settings).best, settings)

    assert before.high is not None
    assert after.low is not None
    assert before.high < 1.5
    assert after.low > 2.5


@pytest.mark.parametrize("program", [ppo, maskable_ppo], ids=["ppo", "maskable_ppo"])
@pytest.mark.parametrize("environment", ["stammtisch/Gang-v1", "stammtisch/Duel-v1"])
def test_the_programs_learn_and_say_how_far_they_have_come(
    program: ModuleType, environment: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    options = ["--options", "rounds=1"] if "Gang" in environment else ["--options", "spaces=1", "--longest", "100"]
    few = ["--tables", "8", "--decisions", "1024", "--deals", "20"]
    monkeypatch.setattr(sys, "argv", ["learn", "--environment", environment, *options, *few])
    program.main()
    lines = capsys.readouterr().out.splitlines()

    assert re.fullmatch(r"1024 decisions, \d+ s", lines[-2])
    assert re.fullmatch(r"points a game before easy bots: -?\d+\.\d\d ± \d+\.\d\d \(95 %, 20 deals\)", lines[-1])
