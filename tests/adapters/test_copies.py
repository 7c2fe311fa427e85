"""Everything that somebody may want to keep or send to another process is pickled and copied, and goes on the same."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from stammtisch import Table
from stammtisch.adapters.gymnasium import SeatEnv
from stammtisch.adapters.pettingzoo import aec_env, parallel_env
from stammtisch.adapters.text import TextGame
from stammtisch.adapters.vector import SeatVectorEnv
from stammtisch.batch.vector import VectorEnvironment
from tests.adapters.places import GAMES, any_of
from tests.adapters.spiel_games import SMALL, load
from tests.sample import exact

Steps = Callable[[Any, int], list[object]]


def play_table(table: Table, steps: int) -> list[object]:
    """Take the first legal actions, and return all that there is to see."""
    for _ in range(steps):
        if not table.over:
            seat = table.waiting[-1]
            table.play(seat, table.actions(seat)[0])
    return [table.steps, table.position, table.view(0), table.outcome(), table.position_at(3)]


def play_seat(env: SeatEnv, steps: int) -> list[object]:
    """Play at a seat."""
    random, got = Random(1), list[object]()
    for _ in range(steps):
        seen, reward, over, broken_off, _ = env.step(any_of(env.observe()["action_mask"], random))
        got += [seen["observation"].tobytes(), reward]
        if over or broken_off:
            env.reset()
    return [*got, env.table.seed, env.table.position]


def play_in_turn(env: Any, steps: int) -> list[object]:
    """Play as agents, one after another."""
    random, got = Random(1), list[object]()
    for _ in range(steps):
        seen, reward, over, broken_off, _ = env.last()
        got += [seen["observation"].tobytes(), reward]
        env.step(None if over or broken_off else any_of(seen["action_mask"], random))
        if not env.agents:
            env.reset()
    return [*got, env.table.position]


def play_together(env: Any, steps: int) -> list[object]:
    """Play as agents, all at once."""
    random, got = Random(1), list[object]()
    for _ in range(steps):
        if not env.agents:
            env.reset()
        seen, rewards, *_ = env.step({agent: any_of(env.observe(agent)["action_mask"], random) for agent in env.agents})
        got += [seen["seat_0"]["observation"].tobytes(), rewards]
    return [*got, env.table.position]


def play_many(envs: SeatVectorEnv, steps: int) -> list[object]:
    """Play at many tables."""
    got = list[object]()
    for _ in range(steps):
        seen, rewards, *_ = envs.step(envs.action_masks().argmax(1))
        got += [seen["observation"].tobytes(), rewards.tolist()]
    return [*got, envs.seeds.tolist()]


def play_batch(environment: VectorEnvironment, steps: int) -> list[object]:
    """Play many games at once."""
    for _ in range(steps):
        environment.step(environment.draw_actions())
    return [environment.positions.tolist(), environment.observation.tobytes(), environment.numbers.tolist()]


def play_state(state: Any, steps: int) -> list[object]:
    """Play a game of OpenSpiel."""
    random, got = Random(1), list[object]()
    for _ in range(steps):
        if not state.is_terminal():
            state.apply_action(random.choice(state.legal_actions()))
            got.append([str(state), *map(state.information_state_string, range(state.num_players()))])
    return [*got, state.returns()]


def play_text(game: TextGame, steps: int) -> list[object]:
    """Play in sentences."""
    for _ in range(steps):
        if (seat := game.ask()) is not None:
            game.play(seat, game.actions(seat)[0][0])
    return [game.observation(0), game.table.position]


def begun(env: Any) -> Any:
    """Return an environment in which a game has begun."""
    env.reset(seed=1)
    return env


def everything(name: str) -> list[tuple[Any, Steps]]:
    """Return one of each kind, in the middle of a game, and how it is played on."""
    state = load(name, **SMALL[name]).new_initial_state()
    subjects: list[tuple[Any, Steps]] = [
        (Table(name, seed=1), play_table),
        (begun(SeatEnv(name, seat=1)), play_seat),
        (begun(aec_env(name)), play_in_turn),
        (begun(parallel_env(name)), play_together),
        (begun(SeatVectorEnv(name, 3)), play_many),
        (VectorEnvironment(name, games=3, seed=1), play_batch),
        (state, play_state),
        (TextGame(name, seed=1), play_text),
    ]
    for subject, play in subjects:
        play(subject, 3)
    return subjects


@pytest.mark.parametrize("name", GAMES)
def test_everything_goes_on_as_it_would_have_gone_on(name: str) -> None:
    for subject, play in everything(name):
        pickled = pickle.dumps(subject)
        copies = [copy.deepcopy(subject), pickle.loads(pickled)]  # noqa: S301  # our own
        ends = [play(one, 25) for one in (subject, *copies)]

        assert ends[1:] == ends[:-1], type(subject).__name__
        assert ends[0] != play(pickle.loads(pickled), 0), "it was played on"  # noqa: S301


def test_the_threads_of_a_batch_stay_behind() -> None:
    environment = VectorEnvironment("duel", games=600, threads=2)
    play_batch(environment, 2)
    again = pickle.loads(pickle.dumps(environment))  # noqa: S301

    assert play_batch(again, 3) == play_batch(environment, 3)
    environment.close()
    again.close()


def test_games_of_openspiel_are_the_same_game() -> None:
    for name, parameters in SMALL.items():
        game = load(name, **parameters)

        assert str(pickle.loads(pickle.dumps(game))) == str(copy.deepcopy(game)) == str(game)  # noqa: S301


def test_a_game_that_is_not_installed_goes_by_the_name_of_its_package() -> None:
    table = Table(exact, seed=1)
    again = pickle.loads(pickle.dumps(table))  # noqa: S301

    assert again.game is exact
    assert play_table(again, 9) == play_table(table, 9)


def test_opponents_that_are_not_compiled_are_found_anew() -> None:
    env = begun(SeatEnv("duel", opponents="search:20", royal=True))
    again = pickle.loads(pickle.dumps(env))  # noqa: S301

    assert play_seat(again, 2) == play_seat(env, 2)


def test_another_process_plays_on(tmp_path: Path) -> None:
    subjects = everything("duel")
    (tmp_path / "subjects").write_bytes(pickle.dumps(subjects))
    script = "import pickle, sys; print([play(one, 5) for one, play in pickle.load(open(sys.argv[1], 'rb'))])"
    there = subprocess.run(  # noqa: S603
        [sys.executable, "-c", script, str(tmp_path / "subjects")], capture_output=True, text=True, check=True
    ).stdout

    assert there.strip() == str([play(one, 5) for one, play in subjects])
