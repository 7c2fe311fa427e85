"""The games in OpenSpiel: its own tests of them, the same games as at a table, and worlds drawn anew."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from random import Random
from types import SimpleNamespace
from typing import Any
from zlib import crc32

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts
from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator
from open_spiel.python.observation import INFO_STATE_OBS_TYPE, make_observation

from stammtisch import Table
from stammtisch.adapters.openspiel import CHANCE, GAMES, SpielGame
from stammtisch.core.observations.observation import observation, reward_number, rewards
from stammtisch.core.observations.perfect_recall import information
from stammtisch.kernel.seats import HIDDEN, TABLE
from tests.adapters.spiel_games import FOUR, SMALL, a_state, load, with_options
from tests.subjects import SUBJECTS

SETS = [(name, choices) for name, made in GAMES.items() for choices in made.game.rules.OPTION_SETS]


@FOUR
def test_openspiel_finds_no_fault_with_random_games(name: str) -> None:
    pyspiel.random_sim_test(load(name, **SMALL[name]), num_sims=2, serialize=True, verbose=False)


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.deep if name in ("combo", "gang") else ()) for name in SMALL]
)
def test_openspiel_finds_no_fault_with_the_defaults(name: str) -> None:
    pyspiel.random_sim_test(load(name), num_sims=1, serialize=True, verbose=False)


@pytest.mark.deep
@pytest.mark.parametrize(("name", "choices"), SETS, ids=[f"{name} {json.dumps(choices)}" for name, choices in SETS])
def test_openspiel_finds_no_fault_with_any_set_of_options(name: str, choices: Mapping[str, object]) -> None:
    pyspiel.random_sim_test(with_options(name, choices, longest=120), num_sims=1, serialize=True, verbose=False)


@FOUR
@pytest.mark.parametrize("reward", ["win", "score", "rank"])
def test_the_same_seed_and_actions_give_the_same_as_at_a_table(name: str, reward: str) -> None:
    random = Random(f"{name} {reward}")
    game = load(name, **{**SMALL[name], "reward": reward, "longest": 0})
    table = Table(
        name,
        seed=random.getrandbits(60),
        **{option: value for option, value in SMALL[name].items() if option not in ("reward", "longest")},
    )
    if name in ("combo", "duel"):
        assert table.steps, "somebody was drawn"
    state, dealt, looks = game.new_initial_state(), 0, 0
    while not state.is_terminal() and looks < 150:
        if state.is_chance_node():
            actions = [action for action, _ in state.chance_outcomes()]
            state.apply_action(table.nature.choose(dealt, actions))
            dealt += 1
            continue
        seat = state.current_player()
        assert seat == table.waiting[0]
        assert state.legal_actions() == table.actions(seat)
        assert [state.action_to_string(seat, action) for action in state.legal_actions()] == table.legal(seat)
        assert state.observation_tensor(seat) == observation(table, seat).tolist()
        if looks % 10 == 0:
            for viewer in range(table.seats):
                assert state.information_state_string(viewer) == information(table, viewer)
        action = random.choice(state.legal_actions())
        state.apply_action(action)
        table.play(seat, action)
        looks += 1

    assert state.is_terminal() == table.over
    assert state.returns() == rewards(table, reward_number(reward))
    assert dealt <= game.max_chance_nodes_in_history()


@FOUR
def test_tensors_are_what_is_remembered_and_known(name: str) -> None:
    random, game = Random(f"tensors of {name}"), load(name, **SMALL[name])
    remembers, knows = make_observation(game, INFO_STATE_OBS_TYPE), make_observation(game)
    for _ in range(3):
        state = a_state(game, random, random.randrange(150))
        for seat in range(game.num_players()):
            numbers = state.moment.numbers(seat, game.terms.rows)
            remembers.set_from(state, seat)
            knows.set_from(state, seat)

            assert (remembers.tensor == numbers).all()
            assert np.concatenate([part.ravel() for part in remembers.dict.values()]).tolist() == numbers.tolist()
            assert knows.dict["observation"].tolist() == state.observation_tensor(seat)
            assert knows.tensor.any()
            assert state.observation_string(seat) == state.moment.known(seat)
            assert len(numbers) == game.information_state_tensor_size()


def test_a_long_game_is_remembered_from_its_beginning() -> None:
    state = load("gang", seats=3, limit=1000).new_initial_state()
    while len(state.history()) < sys.getrecursionlimit() + 100:
        state.apply_action(state.legal_actions()[0])

    assert state.moment.position.words() == state.node.words.tolist()
    assert len([seat for seat, _ in state.moment.steps_seen_by(0) if seat != TABLE]) == len(state.history())


@FOUR
def test_a_world_drawn_anew_looks_the_same_to_its_seat_and_differs_in_what_is_hidden(name: str) -> None:
    random, game, worlds = Random(f"worlds of {name}"), load(name, **SMALL[name]), 0
    for most in (1, 20, 60, 100, 140):
        state = a_state(game, random, most)
        for seat in range(game.num_players()):
            others = [state.resample_from_infostate(seat, random.random) for _ in range(6)]
            for other in others:
                assert other.information_state_string(seat) == state.information_state_string(seat)
                assert other.information_state_tensor(seat) == state.information_state_tensor(seat)
                assert other.observation_string(seat) == state.observation_string(seat)
                assert other.observation_tensor(seat) == state.observation_tensor(seat)
                assert other.current_player() == state.current_player()
                assert state.current_player() != seat or other.legal_actions() == state.legal_actions()
            worlds += len({str(other) for other in others}) > 1

    assert worlds > 1


def test_worlds_of_a_duel_are_all_equally_likely() -> None:
    state = load("duel", spaces=1, first_bluffer=0).new_initial_state()
    for action in ("hide 2", "turn 4"):
        state.apply_action(state.string_to_action(action))
    random = Random("lanes")
    lanes = [state.resample_from_infostate(1, random.random).moment.position.red for _ in range(600)]

    assert {lane: lanes.count(lane) for lane in lanes} == {lane: pytest.approx(200, abs=45) for lane in (0, 1, 2)}
    assert {state.resample_from_infostate(0, random.random).moment.position.red for _ in range(9)} == {1}


@FOUR
def test_a_world_drawn_anew_is_played_on_copied_and_written_down(name: str) -> None:
    random, game = Random(f"futures of {name}"), load(name, **SMALL[name])
    state = a_state(game, random, 30).resample_from_infostate(1, random.random)
    while not state.is_terminal():
        _, read = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
        for other in (read, state.clone()):
            assert str(other) == str(state)
            assert other.history() == state.history()
            for seat in range(game.num_players()):
                assert other.information_state_string(seat) == state.information_state_string(seat)
        state.apply_action(random.choice(state.legal_actions()))

    assert len(state.returns()) == game.num_players()


def test_the_history_of_a_world_drawn_anew_tells_what_its_seat_has_seen() -> None:
    state = load("duel", spaces=1).new_initial_state()
    for action in ("first 0", "hide 2", "turn 4"):
        state.apply_action(next(number for number in range(16) if state.action_to_string(0, number) == action))
    mine, theirs = (state.resample_from_infostate(seat, lambda: 0.5) for seat in (0, 1))

    assert mine.history() == state.history()
    assert theirs.history() == [state.history()[0], HIDDEN, state.history()[2]]
    assert theirs.move_number() == state.move_number()
    assert theirs.resample_from_infostate(1, lambda: 0.5).history() == [HIDDEN] * 3
    assert [entry.player for entry in theirs.full_history()] == [CHANCE, 0, 1]


def test_a_search_over_information_sets_plays_a_whole_game() -> None:
    game = load("duel", spaces=1, reward="zero_sum", longest=20)
    evaluator = RandomRolloutEvaluator(1, np.random.RandomState(3))
    bot = ismcts.ISMCTSBot(game, evaluator, 1.4, 20, random_state=np.random.RandomState(4))
    state = game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0] if state.is_chance_node() else bot.step(state))

    assert sum(state.returns()) == 0


SHOWN = ("information_state_string", "information_state_tensor", "observation_string", "observation_tensor")


def leaks(game: Any, random: Random) -> set[str]:
    """Return what differs in worlds that differ in nothing that the seat may know."""
    reshuffled, found = SUBJECTS[game.game.NAME].reshuffled, set[str]()
    for most in (5, 30, 60, 90):
        state = a_state(game, random, most)
        for seat in range(game.num_players()):
            past, other = state.moment, state.clone()
            world = reshuffled(past.position.copy(), past.options, seat, random)
            other.moment = type(past)(past.game, past.options, world, past._before, past._seat, past._action)
            found |= {show for show in SHOWN if getattr(other, show)(seat) != getattr(state, show)(seat)}
    return found


@FOUR
def test_what_others_hide_is_in_no_string_and_no_tensor(name: str) -> None:
    assert leaks(load(name, **SMALL[name]), Random(f"secrets of {name}")) == set()


@FOUR
def test_a_game_that_shows_too_much_is_noticed_in_every_string_and_tensor(name: str) -> None:
    def view(s: Any, o: Any, seat: int, out: Any) -> None:  # noqa: ARG001
        for field in s.shapes:
            setattr(out, field, getattr(s.copy(), field))

    def observe(s: Any, o: Any, seat: int, out: Any) -> None:  # noqa: ARG001
        out[0] = crc32(s.tobytes()) % 100

    planted = SUBJECTS[name].planted(view=view).game
    planted.features = SimpleNamespace(**{**vars(GAMES[name].game.features), "observe": observe})  # type: ignore[attr-defined]
    leaky = type("Leaky", (SpielGame,), {"game": planted})(SMALL[name])

    assert leaks(leaky, Random(f"leaks of {name}")) == set(SHOWN)
