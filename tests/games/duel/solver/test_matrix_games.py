"""Matrix games whose solutions are known, and many whose solutions prove themselves."""

from __future__ import annotations

import numpy as np
import pytest

from stammtisch.games.duel.solver.matrix_games import Solved, solve


def _solved(*rows: tuple[float, ...]) -> tuple[float, list[float], list[float]]:
    values, by_row, by_column = solve(np.array([rows]))
    return float(values[0]), by_row[0].tolist(), by_column[0].tolist()


def _gap(payoffs: np.ndarray[tuple[int, ...], np.dtype[np.float64]], solved: Solved) -> float:
    """Return by how much either side could do better against the other's mixture, in any of the games."""
    sure_of_rows = np.einsum("gr,grc->gc", solved.rows, payoffs).min(axis=1)
    sure_of_columns = np.einsum("grc,gc->gr", payoffs, solved.columns).max(axis=1)
    return float(max(np.abs(sure_of_columns - solved.values).max(), np.abs(solved.values - sure_of_rows).max()))


def test_guessing_one_of_two_is_won_half_the_time() -> None:
    value, by_row, by_column = _solved((1.0, 0.0), (0.0, 1.0))
    assert [value, *by_row, *by_column] == pytest.approx([0.5] * 5)


def test_a_game_that_needs_uneven_mixtures() -> None:
    value, by_row, by_column = _solved((1.0, 0.0), (0.25, 0.5))
    assert value == pytest.approx(0.4)
    assert by_row == pytest.approx([0.2, 0.8])
    assert by_column == pytest.approx([0.4, 0.6])


def test_a_saddle_point_is_played_without_chance() -> None:
    assert _solved((0.5, 0.75), (0.25, 1.0)) == (0.5, [1.0, 0.0], [1.0, 0.0])


def test_if_everything_is_lost_any_mixture_will_do() -> None:
    value, by_row, by_column = _solved((0.0, 0.0), (0.0, 0.0))
    assert (value, sum(by_row), sum(by_column)) == (0.0, 1.0, 1.0)


@pytest.mark.parametrize("steps", [2, 5, 1 << 30])
def test_neither_side_can_do_better_in_any_of_many_games(steps: int) -> None:
    """With few different payoffs nearly every game has rows that are full at the same time."""
    payoffs = np.random.default_rng(steps).integers(0, steps, (2000, 4, 24)) / (steps - 1)

    assert _gap(payoffs, solve(payoffs)) < 1e-14


def test_hurried_pivots_and_careful_ones_agree() -> None:
    payoffs = np.random.default_rng(3).integers(0, 3, (500, 4, 24)) / 2
    hurried = solve(payoffs)
    careful = solve(payoffs, hurry=0)

    assert np.abs(hurried.values - careful.values).max() < 1e-14
    assert _gap(payoffs, careful) < 1e-14
