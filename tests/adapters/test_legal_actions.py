"""What is legal is asked for all at once: a step costs fewer calls than there are actions, whatever the interface."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np
import pytest

from stammtisch import Table
from stammtisch.adapters.gymnasium import SeatEnv
from stammtisch.adapters.pettingzoo import aec_env, parallel_env
from stammtisch.adapters.text import TextGame
from stammtisch.adapters.vector import SeatVectorEnv
from stammtisch.batch.vector import VectorEnvironment
from stammtisch.games import combo
from tests.adapters.places import any_of
from tests.adapters.spiel_games import load
from tests.calls import calls_in

STEPS = 8  # of which the cheapest counts: others have more seats to ask, or cards to deal
Step = Callable[[], object]


def in_turn(random: Random) -> Step:
    """Return what a step of PettingZoo is, with a look at what is legal."""
    env = aec_env("combo")
    env.reset(seed=1)
    return lambda: env.step(any_of(env.last()[0]["action_mask"], random))  # type: ignore[index]


def together(random: Random) -> Step:
    """Return the same for all seats at once."""
    env = parallel_env("combo")
    shown: list[Any] = [env.reset(seed=1)[0]]

    def step() -> None:
        chosen = {agent: any_of(seen["action_mask"], random) for agent, seen in shown[0].items()}
        shown[0] = env.step(chosen)[0]

    return step


def against_bots(random: Random) -> Step:
    """Return what a step of Gymnasium is."""
    env = SeatEnv("combo")
    env.reset(seed=1)
    return lambda: env.step(any_of(env.action_masks().view(np.int8), random))


def many(random: Random) -> Step:
    """Return what a step of several games at once is."""
    envs = SeatVectorEnv("combo", 3)
    envs.reset(seed=1)
    return lambda: envs.step(np.array([any_of(mask, random) for mask in envs.action_masks().view(np.int8)]))


def all_seats(_random: Random) -> Step:
    """Return what a step of a batch is."""
    batch = VectorEnvironment("combo", games=3, seed=1)
    batch.reset()
    return lambda: batch.step(batch.draw_actions())


def in_a_tree(random: Random) -> Step:
    """Return what it is to go down a tree of OpenSpiel, to a child that says what is legal."""
    state = [load("combo").new_initial_state()]

    def step() -> None:
        state[0] = state[0].child(random.choice(state[0].legal_actions()))

    return step


def at_a_table(_random: Random) -> Step:
    """Return what it is to ask a table, which does not move."""
    table = Table("combo", seed=1)
    return lambda: table.actions(table.waiting[0])


@pytest.mark.parametrize(
    ("make", "asked"),  # how many seats are asked what is legal
    [(in_turn, 1), (together, 2), (against_bots, 1), (many, 1), (all_seats, 1), (in_a_tree, 1), (at_a_table, 1)],
)
def test_a_step_costs_fewer_calls_than_there_are_actions(make: Callable[[Random], Step], asked: int) -> None:
    step = make(Random(1))
    step()  # what is made once
    cheapest = min(calls_in(step) for _ in range(STEPS))

    assert cheapest < asked * combo.rules.ACTIONS


def test_a_game_in_sentences_asks_the_rules_once_for_all_that_is_legal() -> None:
    game = TextGame("combo", seed=1)
    for _ in range(STEPS):
        seat = game.ask()
        assert seat is not None
        told = game.actions(seat)

        assert calls_in(lambda: game.actions(seat), of=combo.rules.legal) == 1  # noqa: B023
        assert calls_in(lambda: game.actions(seat), of=combo.rules.check) == 0  # noqa: B023
        game.play(seat, told[0][0])


def test_a_question_for_each_action_would_be_noticed() -> None:
    table = Table("combo", seed=1)
    seat, rules = table.waiting[0], combo.rules

    def bit_by_bit() -> list[int]:
        actions = range(rules.ACTIONS)
        return [action for action in actions if not rules.check(table.position, table.options, seat, action)]

    assert bit_by_bit() == table.actions(seat)
    assert calls_in(bit_by_bit, of=rules.check) == rules.ACTIONS < calls_in(bit_by_bit)
