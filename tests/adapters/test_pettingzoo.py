"""Seats as agents of PettingZoo, one after another and together."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from importlib import import_module
from random import Random
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

from stammtisch.adapters.episode import Seen
from stammtisch.adapters.pettingzoo import SeatsInTurn, SeatsTogether, aec_env, parallel_env
from stammtisch.errors import ActionError, FeatureError, NatureError, OptionError, StammtischError, UnknownGame
from stammtisch.games import duel, gang
from tests.adapters.places import LONGEST, MARKUP, any_of, every_game, everywhere
from tests.sample import exact

both = pytest.mark.parametrize("make", [aec_env, parallel_env])
WAIT = gang.rules.ACTIONS
LOWEST_SCORE = -4.0 * 13  # of one round of gang: the weight of somebody who takes every trick

# What their suite warns of: observations that are dictionaries, as those of half of their own games are, and that
# agents whose game has ended have no action.
dictionaries = pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning")
spaces_too = pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be:UserWarning")
ended_agents = pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros:UserWarning")


def state_of(env: SeatsInTurn | SeatsTogether) -> list[object]:
    """Return everything that an illegal action must not change."""
    state: list[object] = [env.table.position.copy(), env.table.steps.copy(), env.agents.copy()]
    if isinstance(env, SeatsInTurn):
        state += [dict(part) for part in (env.rewards, env.terminations, env.truncations, env.infos)]
        state += [env.agent_selection, env.last()[1:]]
    return state


@dictionaries
@spaces_too
@ended_agents
@everywhere
def test_seats_in_turn_pass_the_suite_of_pettingzoo(name: str, choices: Mapping[str, Any]) -> None:
    api_test(aec_env(name, longest=LONGEST[name], **choices), num_cycles=200)


@everywhere
def test_seats_together_pass_the_suite_of_pettingzoo(name: str, choices: Mapping[str, Any]) -> None:
    parallel_api_test(parallel_env(name, longest=LONGEST[name], **choices), num_cycles=200)


@dictionaries
@spaces_too
@ended_agents
@every_game
def test_what_is_said_to_pass_with_the_defaults_does(name: str) -> None:
    api_test(aec_env(name))
    parallel_api_test(parallel_env(name))
    seed_test(lambda: aec_env(name))


@every_game
def test_what_is_said_not_to_pass_with_the_defaults_does_not(name: str) -> None:
    with pytest.raises(ActionError, match=r"^action of seat_"):
        parallel_seed_test(lambda: parallel_env(name))


@everywhere
def test_the_seed_fixes_everything(name: str, choices: Mapping[str, Any]) -> None:
    seed_test(lambda: aec_env(name, **choices), num_cycles=50)
    parallel_seed_test(lambda: parallel_env(name, illegal="forfeit", **choices), num_cycles=50)


class WideNumbers(SeatsInTurn):
    """Seats that are shown numbers of another kind than they are told."""

    def observe(self, agent: str) -> Seen:
        """Return wide numbers."""
        return {part: numbers.astype(np.int64) for part, numbers in super().observe(agent).items()}


class ForgottenSeed(SeatsInTurn):
    """Seats whose deals no seed fixes."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """Begin any game."""
        super().reset(None, options)


@dictionaries
@spaces_too
@ended_agents
def test_the_suite_notices_observations_outside_their_space() -> None:
    with pytest.raises(AssertionError):
        api_test(WideNumbers("duel"), num_cycles=20)


def test_the_suite_notices_a_seed_that_is_forgotten() -> None:
    with pytest.raises(AssertionError):
        seed_test(lambda: ForgottenSeed("gang"), num_cycles=20)


def test_a_row_of_small_choices_is_a_step_for_each() -> None:
    env = aec_env("gang", seats=3, first_round=1)
    env.reset(seed=1)
    asked = []
    for _ in range(9):  # everybody passes three cards
        asked.append(env.agent_selection)
        env.step(any_of(env.observe(env.agent_selection)["action_mask"], Random(1)))

    assert asked == [f"seat_{seat}" for seat in (0, 0, 0, 1, 1, 1, 2, 2, 2)]


def test_together_everybody_takes_a_small_choice_at_once() -> None:
    env = parallel_env("gang", seats=3, first_round=1)
    shown, _ = env.reset(seed=1)
    asked = []
    for _ in range(4):
        asked.append([not seen["action_mask"][WAIT] for seen in shown.values()])
        shown, *_ = env.step({agent: any_of(seen["action_mask"], Random(1)) for agent, seen in shown.items()})

    assert asked[:3] == [[True] * 3] * 3
    assert sum(asked[3]) == 1, "whoever leads"


def test_whoever_is_not_asked_can_only_wait() -> None:
    env = parallel_env("gang", rounds=1, first_round=4)  # in which nobody passes cards
    shown, _ = env.reset(seed=1)
    masks = sorted((seen["action_mask"].tolist() for seen in shown.values()), reverse=True)

    assert masks[1:] == [[0] * WAIT + [1]] * 3
    assert (sum(masks[0]), masks[0][WAIT]) == (1, 0), "the opening card"


@pytest.mark.parametrize("choice", range(4))
def test_a_choice_in_secret_is_not_seen_by_those_who_choose_after_it(choice: int) -> None:
    one, two = (aec_env("gang", first_round=1) for _ in range(2))
    for env, chosen in ((one, choice), (two, choice + 3)):
        env.reset(seed=1)
        cards = np.flatnonzero(env.observe("seat_0")["action_mask"])
        for card in (*cards[chosen : chosen + 1], *cards[-2:]):
            env.step(int(card))

    assert one.table.position != two.table.position
    for agent in one.agents[1:]:
        for part in ("observation", "action_mask"):
            assert np.array_equal(one.observe(agent)[part], two.observe(agent)[part])


def test_only_the_agent_that_is_selected_may_do_something() -> None:
    env = aec_env("party")
    env.reset(seed=1)

    assert [bool(env.observe(agent)["action_mask"].any()) for agent in env.agents] == [True, False, False, False]


@pytest.mark.parametrize("action", [-1, 0, 16, 99, None, "hide 1", 1.0, np.array([4, 5])], ids=repr)
def test_an_illegal_action_is_refused_and_nothing_is_lost(action: Any) -> None:
    env = aec_env("duel", royal=True, first_bluffer=0)
    env.reset(seed=1)
    env.step(0)  # hide 1, after which there is a cockroach to crown
    before = state_of(env)

    with pytest.raises(ActionError, match=r"^action of seat_0 is .*; it may be 4, 5, 6, 7$"):
        env.step(action)
    assert state_of(env) == before
    env.step(4)


@pytest.mark.parametrize("action", [np.int64(4), np.int32(4), np.array(4)], ids=lambda action: type(action).__name__)
def test_numbers_of_any_integer_type_are_actions(action: Any) -> None:
    env = aec_env("duel", royal=True, first_bluffer=0)
    env.reset(seed=1)
    env.step(0)
    env.step(action)

    assert [step.action for step in env.table.steps] == [0, 4]
    assert all(type(step.action) is int for step in env.table.steps)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"seat_1": 99}, "action of seat_1 is 99; it may be "),
        ({"seat_1": 57}, "action of seat_1 is 57; it may be "),
        ({"seat_1": None}, "action of seat_1 is None; it may be "),
        ({"seat_9": 0}, "agent is 'seat_9'; it may be seat_0, seat_1, seat_2, seat_3"),
    ],
)
def test_one_illegal_action_among_several_is_refused_and_nothing_is_lost(wrong: dict[str, Any], message: str) -> None:
    env = parallel_env("gang", first_round=1)
    shown, _ = env.reset(seed=1)
    actions = {agent: any_of(seen["action_mask"], Random(1)) for agent, seen in shown.items()}
    before = state_of(env)

    with pytest.raises(ActionError, match=f"^{message}"):
        env.step({**actions, **wrong})
    with pytest.raises(ActionError, match=r"^action of seat_3 is None; it may be "):
        env.step({agent: actions[agent] for agent in env.agents[:3]})
    assert state_of(env) == before
    env.step(actions)


@pytest.mark.parametrize(("reward", "lowest"), [("win", 0.0), ("rank", 0.0), ("score", LOWEST_SCORE)])
def test_an_illegal_action_can_forfeit_the_game(reward: str, lowest: float) -> None:
    env = aec_env("gang", reward, illegal="forfeit", rounds=1, first_round=1)
    env.reset(seed=1)
    env.step(any_of(env.observe("seat_0")["action_mask"], Random(1)))
    steps = len(env.table.steps)
    env.step(99)

    assert env.rewards == {"seat_0": lowest, "seat_1": 0.0, "seat_2": 0.0, "seat_3": 0.0}
    assert set(env.terminations.values()) == {True}
    assert set(env.truncations.values()) == {False}
    assert len(env.table.steps) == steps
    assert not env.observe("seat_0")["action_mask"].any()
    heard = []
    for agent in env.agent_iter():
        heard.append((agent, env.last()[1]))
        env.step(None)
    assert heard == [("seat_0", lowest), ("seat_1", 0.0), ("seat_2", 0.0), ("seat_3", 0.0)]


def test_together_all_who_do_something_illegal_forfeit_the_game() -> None:
    env = parallel_env("gang", "score", illegal="forfeit", rounds=1, first_round=1)
    shown, _ = env.reset(seed=1)
    actions = {agent: any_of(seen["action_mask"], Random(1)) for agent, seen in shown.items()}
    steps = env.table.steps.copy()
    shown, rewards, terminated, truncated, _ = env.step({**actions, "seat_1": 99, "seat_3": WAIT})

    assert rewards == {"seat_0": 0.0, "seat_1": LOWEST_SCORE, "seat_2": 0.0, "seat_3": LOWEST_SCORE}
    assert (set(terminated.values()), set(truncated.values()), env.agents) == ({True}, {False}, [])
    assert env.table.steps == steps
    assert [np.flatnonzero(seen["action_mask"]).tolist() for seen in shown.values()] == [[WAIT]] * 4


def test_a_game_is_broken_off_without_reward() -> None:
    env, decisions = aec_env("gang", "score", longest=20), 0
    env.reset(seed=1)
    while not any(env.truncations.values()):
        env.step(any_of(env.observe(env.agent_selection)["action_mask"], Random(1)))
        decisions += 1

    assert decisions == 20
    assert not any(env.terminations.values())
    assert set(env.rewards.values()) == {0.0}
    assert not any(env.observe(agent)["action_mask"].any() for agent in env.agents)


def test_together_a_game_is_broken_off_by_the_step_that_takes_enough_decisions() -> None:
    env = parallel_env(
        "gang", "score", longest=10, first_round=1
    )  # everybody passes three cards: four decisions a step
    shown, _ = env.reset(seed=1)
    for steps in (1, 2, 3):
        shown, rewards, terminated, truncated, _ = env.step(
            {agent: any_of(seen["action_mask"], Random(1)) for agent, seen in shown.items()}
        )

        assert set(truncated.values()) == {steps == 3}
        assert not any(terminated.values())
        assert set(rewards.values()) == {0.0}
    assert env.agents == []


def test_a_game_that_is_over_with_its_last_decision_is_not_broken_off() -> None:
    env = aec_env("duel", longest=3, royal=True, spaces=1, first_bluffer=0)
    env.reset(seed=1)
    for text in ("hide 2", "crown 3", "turn 3"):  # green, and the queen runs two spaces
        env.step(duel.notation.read(text))

    assert (set(env.terminations.values()), set(env.truncations.values())) == ({True}, {False})
    assert env.rewards == {"seat_0": 0.0, "seat_1": 1.0}


@both
def test_nothing_can_be_done_before_the_first_game_and_after_the_last(make: Any) -> None:
    env = make("duel", longest=1)
    for ask in (env.observe, env.step, lambda _: env.table):
        with pytest.raises(ActionError, match=r"^no game has begun; reset begins one$"):
            ask("seat_0")
    env.reset(seed=1)
    seat = env.table.waiting[0]
    actions = {f"seat_{seat}": 0, f"seat_{1 - seat}": 16}
    env.step(0 if make is aec_env else actions)
    while env.agents:
        env.step(None)

    with pytest.raises(ActionError, match=r"^the game is over; reset begins another$"):
        env.step(None)
    env.reset()
    assert env.agents == ["seat_0", "seat_1"]


@pytest.mark.parametrize(
    ("wrong", "error", "message"),
    [
        ({"game": "chess"}, UnknownGame, "no game 'chess'; there are combo, duel, gang, party"),
        ({"game": exact}, FeatureError, "exact has no features: "),
        ({"reward": "fame"}, FeatureError, "reward is 'fame'; it may be win, score, rank"),
        ({"longest": -1}, FeatureError, "longest is -1; it may be 0 or more"),
        ({"longest": "long"}, FeatureError, "longest is 'long'; it may be 0 or more"),
        ({"illegal": "ignore"}, FeatureError, "illegal is 'ignore'; it may be raise or forfeit"),
        ({"render_mode": "human"}, FeatureError, "render_mode is 'human'; it may be ansi or None"),
        ({"seats": 9}, OptionError, "seats is 9; it may be 3 to 6"),
        ({"royal": True}, OptionError, "no option 'royal'; there are seats, "),
    ],
    ids=str,
)
@both
def test_a_refusal_says_what_is_accepted(
    make: Any, wrong: dict[str, Any], error: type[StammtischError], message: str
) -> None:
    with pytest.raises(error, match=f"^{message}"):
        make(**{"game": "gang", **wrong})


@pytest.mark.parametrize("seed", [-1, 2**63, "seven", 1.5], ids=repr)
@both
def test_a_seed_that_is_none_is_refused_and_nothing_is_lost(make: Any, seed: Any) -> None:
    env = make("gang")
    env.reset(seed=1)
    before = state_of(env)

    with pytest.raises(NatureError, match=rf"^seed is {seed!r}; it may be 0 to 2\^63 - 1$"):
        env.reset(seed=seed)
    assert state_of(env) == before


@both
def test_an_agent_that_is_not_there_is_refused(make: Any) -> None:
    env = make("duel")
    env.reset(seed=1)

    with pytest.raises(ActionError, match=r"^agent is 'Ada'; it may be seat_0, seat_1$"):
        env.observe("Ada")


@every_game
def test_a_spectator_can_look_at_the_table(name: str) -> None:
    env = aec_env(name, render_mode="ansi")
    env.reset(seed=1)
    picture = env.render()

    assert picture is not None
    assert all(agent in picture for agent in env.agents)
    assert not MARKUP.search(picture)


def test_a_spectator_sees_no_cards_in_hand() -> None:
    env = parallel_env("gang", render_mode="ansi", first_round=1)
    env.reset(seed=1)
    cards = set(map(gang.notation.write, range(52)))

    assert not cards & set((env.render() or "").split())


@both
def test_nobody_looks_who_did_not_ask_to(make: Any) -> None:
    env = make("duel")
    env.reset(seed=1)

    assert env.render() is None


@both
def test_every_agent_has_spaces_of_its_own(make: Any) -> None:
    env = make("gang")

    for space in (env.action_space, env.observation_space):
        assert len({id(space(agent)) for agent in env.possible_agents}) == 4
        assert all(space(agent) is space(agent) for agent in env.possible_agents)


def test_environments_are_named_by_game_and_version() -> None:
    assert str(aec_env("gang")) == str(parallel_env("gang")) == f"stammtisch_gang_v{gang.rules.VERSION}"


@pytest.mark.parametrize("library", ["pettingzoo", "gymnasium"])
def test_a_missing_library_is_named_with_how_to_get_it(library: str, monkeypatch: pytest.MonkeyPatch) -> None:
    module = f"stammtisch.adapters.{library}"
    monkeypatch.setitem(sys.modules, library, None)
    monkeypatch.delitem(sys.modules, module, raising=False)

    says = rf'^{library} is not installed; pip install "stammtisch\[environments\]" brings it$'
    with pytest.raises(ImportError, match=says):
        import_module(module)
