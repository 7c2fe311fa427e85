"""How the rules of thumb of Costume Party fare, over many compiled games."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

import numpy as np
import pytest

from stammtisch.core.options import make_options
from stammtisch.games.party import rules
from stammtisch.games.party.position import OPTION_SETS, PAUL, Options, State
from stammtisch.kernel.compile import driver

GAMES = 500


@pytest.mark.parametrize("choices", OPTION_SETS, ids=str)
def test_somebody_who_follows_them_among_random_seats_wins_most_often_and_by_far(choices: Mapping[str, object]) -> None:
    o = cast(Options, make_options(rules, choices))
    play = driver("stammtisch.kernel.drivers.tree_search", rules).play_matches
    positions = np.zeros((GAMES, State.length), np.int64)
    wins, lead = 0, 0.0
    for seat in range(o.seats):
        play(positions, np.array(o.words(), np.int64), 7, 0, 1 << seat)
        totals = positions.view(State.dtype)["total"][:, 0]
        others = np.delete(totals[:, : o.seats], seat, axis=1)
        rivals = others if o.seats > PAUL else np.column_stack([others, totals[:, PAUL]])
        wins += int((totals[:, seat] < rivals.min(axis=1)).sum())
        lead += float((others.mean(axis=1) - totals[:, seat]).mean()) / o.seats / o.games

    assert wins / GAMES / o.seats > min(0.8, 2.5 / o.seats)
    assert lead > 15  # points a game
