"""The value of a duel from the solvers of OpenSpiel: another program and another method, the same number."""

from __future__ import annotations

import pytest
from examples import solve_duel

from stammtisch.core.options import make_options
from stammtisch.games import duel
from stammtisch.games.duel.solver.solution import find_solution


def test_rounds_solved_again_and_again_come_to_the_exact_value() -> None:
    exact = find_solution(make_options(duel.rules, {"spaces": 1})).value((0, 0, 0, 0))

    assert round(exact, 6) == 0.539774
    assert (solve_duel.solve() + 1) / 2 == pytest.approx(exact, abs=1e-5)


def test_a_round_by_itself_is_a_small_game_with_the_rounds_that_may_follow() -> None:
    tree = solve_duel.round_from((0, 0, 0, 0))
    following = set(solve_duel.following(tree))

    assert following == {(-1, -1, -1, 0), (-1, -1, 0, 1), (-1, 0, 1, 1), (0, 1, 1, 1)}, "seen from the other side"
    assert solve_duel.value_of(tree, dict.fromkeys(following, 0.0), 50) == 0, "nobody wins in the first round"
    assert solve_duel.value_of(tree, dict.fromkeys(following, -1.0), 50) == pytest.approx(1), "the other one loses"
