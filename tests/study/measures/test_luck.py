"""Luck, seat, player and rest: shares of variance that are known beforehand."""

from __future__ import annotations

from itertools import product
from statistics import fmean
from typing import Any

import numpy as np
import pytest

from stammtisch.core.language import voice
from stammtisch.study.game_record import GameRecord
from stammtisch.study.measures.luck import components, luck_measures
from stammtisch.study.plan import make_plan
from stammtisch.study.report.summary import summary
from stammtisch.study.results import CellResults, measure

SAME = np.zeros((2, 2), np.int64)  # two games of a deal by two equal players
TURNED = np.array([[0, 1], [1, 0]])
MANY = 400  # copies of all that may happen: as good as what it tends to


def test_what_only_the_deal_decides_is_all_luck() -> None:
    deals = np.array([[[1, 0]] * 2, [[0, 1]] * 2] * 200)

    assert components(deals, SAME, chance=True) == pytest.approx((1, 0, 0, 0), abs=3e-3)


def test_what_differs_between_games_of_the_same_deal_is_the_rest() -> None:
    ways = [[1, 0], [0, 1]]
    deals = np.array(list(product(ways, ways)) * MANY)

    assert components(deals, SAME, chance=True) == pytest.approx((0, 0, 0, 1), abs=1e-3)


def test_without_chance_nothing_is_luck() -> None:
    deals = np.array([[[1, 0]] * 2, [[0, 1]] * 2] * 200)

    assert components(deals, SAME, chance=False)[0] == 0


def test_a_seat_that_always_wins_decides_all() -> None:
    assert components(np.array([[[1, 0]] * 2] * 50), SAME, chance=True) == pytest.approx((0, 1, 0, 0))


def test_a_player_who_always_wins_decides_all() -> None:
    assert components(np.array([[[1, 0], [0, 1]]] * 50), TURNED, chance=True) == pytest.approx((0, 0, 1, 0))


def test_where_nothing_varies_there_is_nothing_to_share() -> None:
    assert components(np.full((50, 2, 2), 0.5), SAME, chance=True) == (0, 0, 0, 0)


def test_parts_that_are_nothing_are_estimated_about_it_and_all_add_up() -> None:
    parts = np.array([components(_drawn(80, seed), SAME, chance=True) for seed in range(100)])

    assert parts.sum(1) == pytest.approx(1)
    assert parts.mean(0) == pytest.approx((0, 0, 0, 1), abs=0.03)
    for nothing in (0, 1):
        assert 20 < (parts[:, nothing] < 0).sum() < 80


def test_the_interval_of_what_luck_does_not_decide_is_as_wide_as_chance_makes_it(penny: str) -> None:
    """Coins are thrown anew in each game: nothing lies in the deal, and one in forty deals shows how sure that is."""
    cell = make_plan(penny, {}, {}, ("easy",), 1).cells[0]
    widths, covered = list[float](), 0
    for seed in range(20):
        games = [
            GameRecord(deal, lineup, over=True, places=(1, 2) if won[0] else (2, 1), scores=(0, 0), steps=9, chances=1)
            for deal, times in enumerate(_drawn(200, seed))
            for lineup, won in enumerate(times)
        ]
        found = dict(luck_measures(cell, games))["luck.deal"]
        assert found is not None
        assert found.low is not None
        assert found.high is not None
        covered += found.low <= 0
        widths.append(found.high)
        said = summary(CellResults(cell, games, measure(cell, games)), voice("stammtisch.study", "en"))
        assert not [sentence for sentence in said if "no chance" in sentence]

    assert covered >= 17
    assert 0.09 < fmean(widths) < 0.2, "two standard deviations are 0.14, about an estimate near 0"


def _drawn(deals: int, seed: int) -> Any:
    """Return the wins of two games of each deal that a coin decides."""
    first = np.random.default_rng(seed).integers(0, 2, (deals, 2))
    return np.stack([first, 1 - first], axis=2)


def test_seat_and_player_add_up_as_they_were_put_together() -> None:
    """The better player wins half of the games at the first seat, and all at the second."""
    draw, win = [[1, 0], [0, 1]], [0, 1]
    deals = np.array([[first, win] for first in draw] * MANY)
    players = np.array([[0, 1], [1, 0]])

    assert components(deals, players, chance=False) == pytest.approx((0, 0.25, 0.25, 0.5), abs=2e-3)


def test_a_deal_that_only_helps_is_part_of_it() -> None:
    """The seat that a deal favours wins three of four games: the deal decides a quarter of the variance."""
    rows = []
    for favoured, first, second in product((0, 1), range(4), range(4)):
        games = [[1, 0] if (favoured == 0) == (way != 3) else [0, 1] for way in (first, second)]
        rows.append(games)
    deal, seat, _, rest = components(np.array(rows * MANY), SAME, chance=True)

    assert (deal, seat, rest) == pytest.approx((0.25, 0, 0.75), abs=2e-3)
