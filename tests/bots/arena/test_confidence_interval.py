"""Intervals that keep what they promise."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from stammtisch.bots.arena.confidence_interval import Estimate, estimate, is_above, quantile

SERIES = 4000


@pytest.mark.parametrize("freedom", [1, 2, 3, 4, 5, 10, 29, 30, 99, 198, 199, 200, 201, 1000, 100_000])
@pytest.mark.parametrize("part", [0.001, 0.3, 0.5, 0.75, 0.975, 0.99, 0.9995, 0.99999])
def test_quantiles_are_those_of_student(part: float, freedom: int) -> None:
    assert quantile(part, freedom) == pytest.approx(stats.t.ppf(part, freedom), rel=1e-8, abs=1e-8)


@pytest.mark.parametrize(("part", "freedom"), [(0.0, 5), (1.0, 5), (-1.0, 5), (0.5, 0)])
def test_what_has_no_quantile_is_refused(part: float, freedom: int) -> None:
    with pytest.raises(ValueError, match="degrees of freedom"):
        quantile(part, freedom)


def test_an_interval_worked_out_by_hand() -> None:
    found = estimate([1, 2, 3, 4, 5])  # variance 2.5, so a standard error of sqrt(0.5); t is 2.776445 with 4 degrees

    assert found.mean == 3
    assert (found.low, found.high) == pytest.approx((1.036757, 4.963243), abs=1e-6)
    assert found.margin == pytest.approx(1.963243, abs=1e-6)


@given(st.lists(st.floats(-1e6, 1e6), min_size=2, max_size=60))
def test_intervals_are_those_of_scipy(samples: list[float]) -> None:
    found = estimate(samples)
    standard_deviation = float(stats.sem(samples))
    low, high = (
        stats.t.interval(0.95, len(samples) - 1, stats.tmean(samples), standard_deviation)
        if standard_deviation
        else (found.mean,) * 2
    )

    assert (found.low, found.high) == pytest.approx((low, high), rel=1e-6, abs=1e-6)


def test_one_sample_has_no_interval_and_none_no_mean() -> None:
    assert estimate([7]) == Estimate(7, None, None)
    assert estimate([7]).margin is None
    with pytest.raises(ValueError, match="there are 0 samples"):
        estimate([])


@pytest.mark.parametrize("size", [3, 10, 40])
def test_ninety_five_of_a_hundred_intervals_hold_the_true_mean(size: int) -> None:
    chance = random.Random(size)
    found = [estimate([chance.gauss(2, 3) for _ in range(size)]) for _ in range(SERIES)]
    inside = sum(one.low <= 2 <= one.high for one in found if one.low is not None and one.high is not None)

    assert inside / SERIES == pytest.approx(0.95, abs=0.012)  # three and a half standard deviations


def test_results_of_games_are_covered_as_well() -> None:
    chance = random.Random(1)  # 26 points now and then, else few: as skewed as a round of gang
    deals = [[26.0 * (chance.random() < 0.1) + chance.randrange(4) for _ in range(100)] for _ in range(SERIES)]
    found = [estimate(deal) for deal in deals]
    inside = sum(one.low <= 4.1 <= one.high for one in found if one.low is not None and one.high is not None)

    assert 0.93 < inside / SERIES < 0.97


@pytest.mark.parametrize("level", [0.01, 0.1])
def test_what_is_not_above_is_called_so_no_more_often_than_allowed(level: float) -> None:
    chance = random.Random(3)
    wrong = sum(is_above([chance.gauss(0, 1) for _ in range(12)], level) for _ in range(SERIES))

    assert wrong / SERIES == pytest.approx(level, rel=0.4)


def test_what_is_above_is_found_out() -> None:
    assert is_above([1.0, 2.0, 3.0, 2.0, 1.0], 0.01)
    assert not is_above([1.0, 2.0, 3.0, 2.0, 1.0], 0.01, bound=1.5)
    assert not is_above([5.0], 0.01)
    assert is_above([1.0, 1.0], 0.01)
    assert not is_above([0.0, 0.0], 0.01)
