"""How the rules of thumb of Combination Race fare, over many compiled games."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pytest

from stammtisch.core.options import make_options
from stammtisch.games.combo import rules
from stammtisch.games.combo.position import OPTION_SETS, State
from stammtisch.kernel import Outcome
from stammtisch.kernel.compile import driver

IDS = [f"{number}" for number in range(len(OPTION_SETS))]


@pytest.mark.parametrize("choices", OPTION_SETS, ids=IDS)
def test_rules_of_thumb_beat_chance(choices: Mapping[str, object]) -> None:
    o = make_options(rules, choices)
    positions = np.zeros((200, State.length), np.int64)
    wins = 0
    for seat in range(o.seats):
        driver("stammtisch.kernel.drivers.tree_search", rules).play_matches(
            positions, np.array(o.words(), np.int64), 3, 0, 1 << seat
        )
        for words in positions:
            outcome = Outcome()
            rules.outcome(State.of(words.tolist()), o, outcome)
            wins += outcome.place[seat] == 1

    assert wins > 0.97 * 200 * o.seats


@pytest.mark.parametrize(("choices", "most"), [({}, 39), ({"quick": True}, 17), ({"expert": True}, 64)])
def test_games_by_rules_of_thumb_are_short(choices: Mapping[str, object], most: float) -> None:
    o = make_options(rules, choices)
    positions = np.zeros((300, State.length), np.int64)
    driver("stammtisch.kernel.drivers.tree_search", rules).play_matches(
        positions, np.array(o.words(), np.int64), 3, 0, 3
    )

    assert np.mean([State.of(words.tolist()).round_number for words in positions]) < most
