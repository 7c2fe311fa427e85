"""Games whose points add up to nothing, and games that begin at a position, for the solvers of OpenSpiel."""

from __future__ import annotations

from random import Random
from typing import Any, ClassVar

import pyspiel
import pytest
from examples import kuhn
from open_spiel.python.algorithms import exploitability
from open_spiel.python.policy import UniformRandomPolicy

from stammtisch.adapters.openspiel import SpielGame, game_type
from stammtisch.adapters.spiel_terms import SpielTerms, position_text
from stammtisch.errors import FeatureError
from tests.adapters.spiel_games import FOUR, SMALL, a_state, load


class KuhnPoker(SpielGame):
    """Kuhn poker on our rules."""

    game: ClassVar[Any] = kuhn


pyspiel.register_game(game_type(SpielTerms(KuhnPoker.game, {})), KuhnPoker)


def poker(reward: str = "score") -> Any:
    return pyspiel.load_game("python_stammtisch_kuhn", {"reward": reward})


def test_points_that_add_up_to_nothing_make_a_game_of_that_type() -> None:
    game, kinds = poker(), pyspiel.GameType.Utility

    assert game.get_type().utility == kinds.ZERO_SUM
    assert (game.utility_sum(), game.min_utility(), game.max_utility()) == (0, -2, 2)
    assert poker("win").get_type().utility == kinds.GENERAL_SUM
    assert load("duel", reward="score").get_type().utility == kinds.GENERAL_SUM, "it is one point for one seat"
    pyspiel.random_sim_test(game, num_sims=5, serialize=True, verbose=False)


def test_solvers_and_measures_of_openspiel_take_it_as_they_take_their_own() -> None:
    ours, theirs = poker(), pyspiel.load_game("kuhn_poker")

    assert exploitability.exploitability(ours, UniformRandomPolicy(ours)) == pytest.approx(
        exploitability.exploitability(theirs, UniformRandomPolicy(theirs))
    )
    tree = pyspiel.convert_to_cached_tree(ours)
    solver = pyspiel.CFRPlusSolver(tree)
    for _ in range(300):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()

    assert pyspiel.nash_conv(tree, policy) < 1e-3
    assert pyspiel.expected_returns(tree.new_initial_state(), policy, -1, True)[0] == pytest.approx(-1 / 18, abs=1e-3)  # noqa: FBT003


def test_the_points_of_every_game_that_says_so_add_up_to_that() -> None:
    random, game = Random("sums"), poker()
    for _ in range(40):
        state = a_state(game, random, 20)

        assert state.is_terminal()
        assert sum(state.returns()) == kuhn.features.TOTAL_SCORE
        assert abs(state.returns()[0]) in (1, 2)


@FOUR
def test_a_game_begins_at_a_position_with_nothing_remembered(name: str) -> None:
    random = Random(f"positions of {name}")
    before = a_state(load(name, **SMALL[name]), random, 40)
    game = load(name, **SMALL[name], position=position_text(before.moment.position))
    state = game.new_initial_state()

    assert str(state) == str(before)
    assert state.legal_actions() == before.legal_actions()
    assert state.moment.decisions == 0
    assert str(pyspiel.load_game(str(game)).new_initial_state()) == str(state)
    for seat in range(game.num_players()):
        assert state.observation_tensor(seat) == before.observation_tensor(seat)
        assert state.moment.memory(seat) is None
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("text", ["[1,2]", "nonsense", "[", "{}", "[" * 100_000])
def test_what_is_no_position_is_refused(text: str) -> None:
    with pytest.raises(FeatureError, match=r"^position is '.*'; it may be the words of a position of duel$"):
        load("duel", position=text)
