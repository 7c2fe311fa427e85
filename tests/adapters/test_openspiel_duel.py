"""OpenSpiel finds nothing to exploit in our solution of a duel: another program, another method, the same game."""

from __future__ import annotations

from typing import Any, Final

import pyspiel
import pytest
from open_spiel.python import policy as policies
from open_spiel.python.algorithms import expected_game_score, exploitability

from stammtisch.adapters import openspiel
from stammtisch.games.duel.rules import Phase
from stammtisch.games.duel.solver.advice import lanes_before
from stammtisch.kernel.bits import count_in
from stammtisch.kernel.seats import NONE
from tests.adapters.duel_horizon import Chances, Horizon

EXACT: Final = 1e-9
ROUNDS: Final = {False: 4, True: 5}  # decisions of the longest round: base and Royal


def a_duel(longest: int, *, royal: bool = False, first: int = 0) -> Any:
    words = f"spaces=1,first_bluffer={first},royal={str(royal).lower()},reward=zero_sum,longest={longest}"
    return pyspiel.load_game(f"{openspiel.short_name('duel')}({words})")


def perfect_policy(game: Any) -> tuple[Any, float]:
    """Return our solution as a table of OpenSpiel, and what it is worth to the first bluffer."""
    horizon, longest = Horizon(game.terms.options), game.max_game_length()
    policy = policies.TabularPolicy(game)
    for state, chances in zip(policy.states, policy.action_probability_array, strict=True):
        if perfect := _chances(horizon, longest, state):  # or else any, where perfect play does not lead
            chances[:] = [perfect.get(action, 0.0) for action in range(len(chances))]
    return policy, horizon.value((0, 0, 0, 0), longest)


def _chances(horizon: Horizon, longest: int, state: Any) -> Chances:
    view = state.moment.view(state.current_player())
    played = (view.red != NONE) + (view.queen != NONE) + count_in(view.turned)
    begun = lanes_before(view), longest - state.moment.decisions + played
    if view.phase == Phase.GUESS:
        return horizon.turn(*begun, view.queen, view.turned)
    return horizon.bluff(*begun, view.queen, view.red) if view.red == NONE else {}


@pytest.mark.parametrize(
    ("longest", "royal"),
    [
        pytest.param(8, False, id="base, two rounds or more"),
        pytest.param(7, False, id="base, broken off anywhere"),
        pytest.param(7, True, id="Royal, broken off anywhere"),
        pytest.param(10, True, id="Royal, two rounds or more", marks=pytest.mark.deep),
        pytest.param(10, False, id="base, long", marks=pytest.mark.deep),
    ],
)
def test_our_solution_cannot_be_exploited(longest: int, *, royal: bool) -> None:
    game = a_duel(longest, royal=royal)
    policy, value = perfect_policy(game)
    tree = pyspiel.convert_to_cached_tree(game)  # the same, and several times as fast when it is walked again
    scores = expected_game_score.policy_value(tree.new_initial_state(), [policy] * 2)

    assert exploitability.nash_conv(tree, policy) < EXACT
    assert scores == pytest.approx([value, -value], abs=EXACT)
    assert abs(value) > 0.01, "a game that is worth nothing would prove nothing"


def test_a_duel_whose_first_bluffer_chance_draws_is_worth_nothing() -> None:
    game = a_duel(6, first=-1)
    policy, value = perfect_policy(game)

    assert value != 0
    assert exploitability.nash_conv(game, policy) < EXACT
    assert expected_game_score.policy_value(game.new_initial_state(), [policy] * 2) == pytest.approx([0, 0], abs=EXACT)


def test_a_solution_that_is_a_little_off_is_exploited() -> None:
    game = a_duel(6)
    policy, _ = perfect_policy(game)
    assert exploitability.exploitability(game, policy) < EXACT
    spoiled = policy.action_probability_array
    spoiled += 1e-3 * policy.legal_actions_mask
    spoiled /= spoiled.sum(axis=1, keepdims=True)

    assert exploitability.exploitability(game, policy) > 1e-4
    assert exploitability.exploitability(game, policies.UniformRandomPolicy(game)) > 0.1


@pytest.mark.parametrize(("longest", "iterations", "exploited"), [(5, 3000, 1e-3), (7, 500, 5e-3)])
def test_counterfactual_regret_minimisation_comes_to_the_same_value(
    longest: int, iterations: int, exploited: float
) -> None:
    game = a_duel(longest)
    tree = pyspiel.convert_to_cached_tree(game)
    solver = pyspiel.CFRPlusSolver(tree)
    for _ in range(iterations):
        solver.evaluate_and_update_policy()
    policy, value = solver.average_policy(), perfect_policy(game)[1]

    assert pyspiel.nash_conv(tree, policy) < exploited
    assert pyspiel.expected_returns(tree.new_initial_state(), policy, -1, True)[0] == pytest.approx(value, abs=1e-5)  # noqa: FBT003
