"""Shares, streaks and lists of the deal of the day."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from stammtisch.club.daily.par import Par
from stammtisch.club.daily.standing import Entry, below, standing, streak

TODAY = date(2026, 11, 18)


def _days(*ago: int) -> set[date]:
    return {TODAY - timedelta(days=number) for number in ago}


@pytest.mark.parametrize(
    ("days", "number"),
    [(_days(), 0), (_days(0), 1), (_days(1), 1), (_days(2), 0), (_days(0, 1, 2, 4), 3), (_days(1, 2, 3), 3)],
)
def test_a_streak_goes_on_until_a_day_without_a_result_is_over(days: set[date], number: int) -> None:
    assert streak(days, TODAY) == number


def test_of_equal_results_half_are_worse_and_newcomers_do_not_count() -> None:
    others = [Entry(f"p{worth}", "", worth, 0.0, "", known=worth < 9) for worth in (1, 2, 2, 9)]
    found = standing(2, others, Par({0: 3, 4: 1}, 4))

    assert found.people == pytest.approx((1 + 2 / 2) / 3)
    assert found.bots == pytest.approx(3 / 4)
    assert found.above_par == 1.0
    assert below(1, []) is None
