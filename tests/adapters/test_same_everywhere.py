"""The same seed and the same actions give the same observations, masks and rewards, whatever the interface."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

import numpy as np
import pytest

from stammtisch import Table
from stammtisch.adapters.gymnasium import SeatEnv
from stammtisch.adapters.pettingzoo import SeatsInTurn, SeatsTogether, aec_env, parallel_env
from stammtisch.batch.vector import VectorEnvironment
from stammtisch.core.observations.observation import Numbers, action_mask, observation, reward_number, rewards
from stammtisch.kernel.outcome import REWARDS
from tests.adapters.places import LONGEST, any_of, every_game, everywhere

every_reward = pytest.mark.parametrize("reward", REWARDS)


@dataclass(frozen=True)
class Moment:
    """What a seat was shown, and what it did."""

    seat: int
    observation: Numbers
    mask: Numbers
    action: int

    def is_seen_as(self, seen: Mapping[str, Any]) -> bool:
        """Whether an environment shows exactly this."""
        pairs = ((seen["observation"], self.observation), (seen["action_mask"], self.mask))
        return all(shown.dtype == np.int8 and np.array_equal(shown, wanted) for shown, wanted in pairs)


@dataclass
class Story:
    """A game, as one finds it by asking a table."""

    table: Table
    seed: int
    longest: int
    moments: list[Moment] = field(default_factory=list)

    def rewards(self, reward: str) -> list[float]:
        """Return what the seats got."""
        return rewards(self.table, reward_number(reward))


def play_alone(name: str, choices: Mapping[str, Any], seed: int) -> Story:
    """Play a game at random at a table."""
    story, random = Story(Table(name, seed=seed, **choices), seed, LONGEST[name]), Random(seed)
    table = story.table
    while not table.over and not 0 < story.longest <= len(story.moments):
        seat = table.waiting[0]
        mask = action_mask(table, seat)
        story.moments.append(Moment(seat, observation(table, seat), mask, any_of(mask, random)))
        table.play(seat, story.moments[-1].action)
    return story


def hold_against_turns(env: SeatsInTurn, story: Story, reward: str) -> None:
    """Play a story again, one seat after another."""
    env.reset(seed=story.seed)
    for moment in story.moments:
        assert env.agent_selection == f"seat_{moment.seat}"
        seen, total, terminated, truncated, _ = env.last()
        assert seen is not None
        assert moment.is_seen_as(seen)
        assert (total, terminated, truncated) == (0, False, False)
        env.step(moment.action)
    assert list(env.rewards.values()) == story.rewards(reward)
    assert set(env.terminations.values()) == {story.table.over}
    assert set(env.truncations.values()) == {not story.table.over}


def hold_against_vector(env: VectorEnvironment, story: Story, reward: str) -> None:
    """Play a story again in the first row, among others."""
    seen, _ = env.reset(seed=story.seed)
    terminated = truncated = np.zeros(env.games, bool)
    got = np.zeros((env.games, env.seats), np.float32)
    for moment in story.moments:
        assert not terminated[0]
        assert not truncated[0]
        assert seen["seat"][0] == moment.seat
        assert moment.is_seen_as({part: numbers[0] for part, numbers in seen.items()})
        actions = env.draw_actions()
        actions[0] = moment.action
        seen, got, terminated, truncated, _ = env.step(actions)
    assert got[0].tolist() == np.array(story.rewards(reward), np.float32).tolist()
    assert (terminated[0], truncated[0]) == (story.table.over, not story.table.over)


@every_reward
@everywhere
def test_a_game_is_the_same_one_seat_after_another(name: str, choices: Mapping[str, Any], reward: str) -> None:
    story = play_alone(name, choices, 5)

    hold_against_turns(aec_env(name, reward, story.longest, **choices), story, reward)


@every_reward
@everywhere
def test_a_game_is_the_same_in_the_first_row_of_many(name: str, choices: Mapping[str, Any], reward: str) -> None:
    story = play_alone(name, choices, 6)
    env = VectorEnvironment(name, choices, games=3, reward=reward, longest=story.longest, threads=1)

    hold_against_vector(env, story, reward)


@everywhere
def test_a_game_is_the_same_when_seats_choose_together(name: str, choices: Mapping[str, Any]) -> None:
    table, random = Table(name, seed=7, **choices), Random(7)
    env = parallel_env(name, "rank", LONGEST[name], **choices)
    shown, _ = env.reset(seed=7)
    got, ended, decisions = dict[str, float](), False, 0
    while not ended:
        wait = table.rules.ACTIONS
        actions = dict.fromkeys(env.agents, wait)
        for seat, agent in enumerate(env.agents):
            mask = action_mask(table, seat)
            if mask.any():
                actions[agent] = any_of(mask, random)
            moment = Moment(seat, observation(table, seat), np.append(mask, np.int8(not mask.any())), actions[agent])
            assert moment.is_seen_as(shown[agent])
        shown, got, terminated, truncated, _ = env.step(actions)
        for seat in reversed(table.waiting):
            table.play(seat, actions[f"seat_{seat}"])
            decisions += 1
        broken_off = not table.over and 0 < LONGEST[name] <= decisions
        assert set(terminated.values()) == {table.over}
        assert set(truncated.values()) == {broken_off}
        ended = table.over or broken_off
    assert list(got.values()) == rewards(table, reward_number("rank"))
    assert env.table.position == table.position


def play_together(env: SeatsTogether, seed: int) -> list[list[int]]:
    """Play a game at random, all seats together, and return by seat what it did."""
    random, done = Random(seed), [list[int]() for _ in env.possible_agents]
    shown, _ = env.reset(seed=seed)
    while env.agents:
        actions = {agent: any_of(shown[agent]["action_mask"], random) for agent in env.agents}
        for seat, action in enumerate(actions.values()):
            if action < env.table.rules.ACTIONS:
                done[seat].append(action)
        shown, *_ = env.step(actions)
    return done


@everywhere
def test_seats_that_choose_the_same_play_the_same_game_together_and_in_turn(
    name: str, choices: Mapping[str, Any]
) -> None:
    together, in_turn = parallel_env(name, longest=LONGEST[name], **choices), aec_env(name, **choices)
    done = play_together(together, 8)
    in_turn.reset(seed=8)
    for _ in range(sum(map(len, done))):
        in_turn.step(done[in_turn.agents.index(in_turn.agent_selection)].pop(0))

    assert in_turn.table.position == together.table.position


@pytest.mark.parametrize("opponents", ["random", "easy"])
@everywhere
def test_a_seat_against_bots_plays_the_same_game_as_one_among_seats(
    name: str, choices: Mapping[str, Any], opponents: str
) -> None:
    random, env = Random(9), SeatEnv(name, 1, opponents, "score", LONGEST[name], **choices)
    seen, _ = env.reset(seed=9)
    shown, reward, over, broken_off = [seen], 0.0, False, False
    while not over and not broken_off:
        assert reward == 0
        seen, reward, over, broken_off, _ = env.step(any_of(seen["action_mask"], random))
        shown.append(seen)
    story, last = play_again(env.table, Table(name, seed=9, **choices)), shown.pop()
    own = [moment for moment in story.moments if moment.seat == 1]

    assert len(own) == len(shown)
    assert all(moment.is_seen_as(seen) for moment, seen in zip(own, shown, strict=True))
    assert np.array_equal(last["observation"], observation(story.table, 1))
    assert not last["action_mask"].any()
    assert (over, broken_off, reward) == (story.table.over, not story.table.over, story.rewards("score")[1])


def play_again(played: Table, table: Table) -> Story:
    """Let the seats of a table do what those of another one did."""
    story = Story(table, table.seed, 0)
    for step in played.steps:
        if step.seat < played.seats:
            assert table.waiting[0] == step.seat
            seen = observation(table, step.seat), action_mask(table, step.seat)
            story.moments.append(Moment(step.seat, *seen, step.action))
            table.play(step.seat, step.action)
    return story


@every_game
def test_the_next_game_without_a_seed_is_another_and_the_first_seed_fixes_it(name: str) -> None:
    env = aec_env(name)

    def dealt() -> list[int]:
        env.reset(seed=3)
        env.reset()
        return [env.table.seed, *(step.action for step in env.table.steps)]

    first = dealt()
    env.reset(seed=4)
    env.reset()

    assert dealt() == first
    assert env.table.seed != 3
