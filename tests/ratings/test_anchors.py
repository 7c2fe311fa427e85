"""The levels of bots are anchors: measured, fixed, and known by the version of the ratings that they belong to."""

from __future__ import annotations

import json
from hashlib import sha256

import pytest

from stammtisch.bots.levels import level_names
from stammtisch.core.game import find_game, game_names
from stammtisch.core.options import choices_of
from stammtisch.kernel.choices import Between
from stammtisch.ratings.anchors import anchors, measured
from stammtisch.ratings.model import NEWCOMER, VERSION, Rating, rate_game

# By version, what the same results lead to. Whoever changes the model or the anchors raises `VERSION` and adds a line:
# else servers would go on from ratings that the old ones have computed.
KNOWN = {1: "ac132c4896d054af"}


@pytest.mark.parametrize("game", game_names())
def test_every_level_is_an_anchor_at_every_table(game: str) -> None:
    seats = choices_of(find_game(game).rules)["seats"]
    assert isinstance(seats, Between)
    for number in range(seats.low, seats.high + 1):
        found = anchors(game, number)
        assert set(found) == set(level_names(find_game(game))), f"{game} with {number}"
        assert found["easy"] == Rating(NEWCOMER.strength, 0.0)
        assert list(found.values()) == sorted(found.values(), key=lambda one: one.strength)
        assert measured()["measured"][game][str(number)]["games"] > 0


def test_what_was_never_measured_has_no_anchors() -> None:
    assert anchors("chess", 2) == anchors("gang", 2) == {}


def test_ratings_of_one_version_are_the_same_wherever_they_are_computed() -> None:
    players = [NEWCOMER, Rating(1100.0, 80.0), Rating(950.5, 31.25), Rating(1400.0, 60.0)]
    computed = [
        [f"{value:.9f}" for one in rate_game(players, places) for value in (one.strength, one.doubt)]
        for places in ((1, 2, 3, 4), (4, 3, 2, 1), (1, 1, 3, 3), (2, 2, 2, 1))
    ]
    told = json.dumps([computed, measured()["anchors"]], sort_keys=True)

    assert sha256(told.encode()).hexdigest()[:16] == KNOWN[VERSION]
