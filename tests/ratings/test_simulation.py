"""Ratings find the truth: people of known strength are put in order, and the intervals hold."""

from __future__ import annotations

from random import Random

import pytest

from stammtisch.ratings.model import NEWCOMER
from tests.ratings.simulation import LUCK, coverage, in_order, simulate

PEOPLE = 24


def _truths(chance: Random) -> list[float]:
    return [chance.gauss(NEWCOMER.strength, NEWCOMER.doubt) for _ in range(PEOPLE)]


@pytest.mark.parametrize("seats", range(2, 7))
def test_the_order_is_right_and_intervals_hold(seats: int) -> None:
    chance = Random(seats)
    clubs = [simulate(_truths(chance), seats, (40,), luck, chance) for luck in LUCK]
    known = [one for club in clubs for one in club.after[40]]

    assert len(known) == len(LUCK) * PEOPLE
    assert all(0.15 < club.ties < 0.25 for club in clubs), "with shared places"
    assert coverage(known, seats) > 0.92
    assert all(in_order(club.after[40], 200) > 0.98 for club in clubs)


def test_the_same_games_give_the_same_numbers_to_the_last_digit() -> None:
    one, other = (simulate(_truths(Random(1)), 4, (10,), "normal", Random(2)) for _ in range(2))

    assert one == other


@pytest.mark.deep
@pytest.mark.parametrize("luck", LUCK)
@pytest.mark.parametrize("seats", range(2, 7))
def test_95_of_100_intervals_cover_the_truth_however_many_games_were_played(seats: int, luck: str) -> None:
    games = (10, 30, 100, 300)
    chance = Random(f"{seats} {luck}")
    clubs = [simulate(_truths(chance), seats, games, luck, chance) for _ in range(20)]

    for number in games:
        found = coverage([one for club in clubs for one in club.after[number]], seats)
        assert found > 0.935, f"after {number} games: 95 of 100 less what 480 people leave to chance"
