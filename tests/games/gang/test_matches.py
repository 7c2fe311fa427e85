"""How the rules of thumb of Gang of Crooks fare, over many compiled games."""

from __future__ import annotations

import numpy as np
import pytest

from stammtisch.core.options import make_options
from stammtisch.games.gang import rules
from stammtisch.games.gang.rules import State
from stammtisch.kernel.compile import driver


@pytest.mark.parametrize(("seats", "most"), [(3, 2.6), (4, 1.6), (5, 1.3), (6, 1.2)])
def test_rules_of_thumb_take_few_points_against_chance(seats: int, most: float) -> None:
    options = np.array(make_options(rules, {"seats": seats, "rounds": 1}).words(), np.int64)
    positions = np.zeros((4000, State.length), np.int64)

    driver("stammtisch.kernel.drivers.tree_search", rules).play_matches(positions, options, 3, 0, 1)

    assert np.mean([State.of(words).total[0] for words in positions]) < most
