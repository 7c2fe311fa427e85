"""How often the interval of a length covers the truth, in studies that are drawn here: where many games are as long."""

from __future__ import annotations

import numpy as np
import pytest

from stammtisch.study.game_record import GameRecord
from stammtisch.study.measures.estimates import Measured
from stammtisch.study.measures.length import length_quantile

STUDIES, DEALS = 200, 200
SHORTEST = 9


def _study(draws: np.random.Generator, parts: tuple[float, ...], *, alike: bool) -> list[GameRecord]:
    """Return two games of each deal, of so many steps or more; both of a deal are as long if they are alike."""
    more = draws.choice(len(parts), size=(DEALS, 2), p=parts)
    if alike:
        more[:, 1] = more[:, 0]
    return [
        GameRecord(deal, 0, over=True, places=(1, 2), scores=(0, 0), steps=SHORTEST + int(one), chances=0)
        for deal, both in enumerate(more)
        for one in both
    ]


@pytest.mark.parametrize("alike", [False, True])
@pytest.mark.parametrize(
    ("parts", "percent", "truth"),
    [((0.505, 0.495), 50, 9), ((0.3, 0.21, 0.49), 50, 10), ((0.5, 0.455, 0.045), 95, 10), ((0.04, 0.02, 0.94), 5, 10)],
)
def test_the_interval_of_a_length_covers_the_truth_where_many_games_are_as_long(
    parts: tuple[float, ...], percent: int, truth: int, *, alike: bool
) -> None:
    """About 5 of 100 may miss it: of 200 studies no more than 20 do, unless one in a thousand times."""
    draws, missed = np.random.default_rng(1), 0
    for _ in range(STUDIES):
        found = length_quantile(_study(draws, parts, alike=alike), "steps", percent)
        assert found is not None
        assert found.low is not None
        assert found.high is not None
        missed += not found.low <= truth <= found.high

    assert missed <= STUDIES / 10


def test_a_length_that_is_far_from_another_is_known_for_sure() -> None:
    games = _study(np.random.default_rng(1), (0.3, 0.4, 0.3), alike=True)

    assert length_quantile(games, "steps", 50) == Measured(10, 10, 10)
