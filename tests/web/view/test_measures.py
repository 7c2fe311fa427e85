"""What a position is worth, in the words of each game."""

from __future__ import annotations

import pytest

from stammtisch.core.game import find_game
from stammtisch.core.language import voice
from stammtisch.core.options import make_options
from stammtisch.games.combo.cards import CARDS
from stammtisch.web.view.scene import measure_of


@pytest.mark.parametrize(
    ("left", "told"),
    [
        ((3, 6, 6, 5), "2.0 stones ahead of the average."),
        ((3, 0, 0, 1), "2.0 stones behind the average."),
        ((0, 4, 4, 4), "3.0 stones ahead of the average."),
    ],
)
def test_a_race_is_measured_in_stones_from_the_average(left: tuple[int, ...], told: str) -> None:
    combo = find_game("combo")
    o = make_options(combo.rules, {"seats": 4})
    worth = CARDS * (sum(left) - 4 * left[0])
    measure = measure_of(combo)

    assert measure.standing(measure.of(worth, o), voice("stammtisch.web", "en")) == told
