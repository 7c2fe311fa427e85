"""Games of OpenSpiel to test: small ones, and states that random play leads to."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import pyspiel
import pytest

from stammtisch.adapters.openspiel import GAMES, SpielState, short_name
from stammtisch.adapters.spiel_terms import parameters_of
from stammtisch.core.options import make_options

SMALL: Mapping[str, Mapping[str, Any]] = {
    "combo": {"quick": True, "longest": 60},
    "duel": {"spaces": 1, "reward": "zero_sum", "longest": 30},
    "gang": {"seats": 3, "rounds": 1, "reward": "score"},
    "party": {"seats": 3, "face_down": True, "reward": "rank"},
}
FOUR = pytest.mark.parametrize("name", SMALL)


def load(name: str, **parameters: Any) -> Any:
    """Return a game with these parameters."""
    return pyspiel.load_game(short_name(name), parameters)


def with_options(name: str, choices: Mapping[str, object], **parameters: Any) -> Any:
    """Return a game with options as tables are given them."""
    game = GAMES[name].game
    return load(name, **parameters_of(game, make_options(game.rules, choices)), **parameters)


def a_state(game: Any, random: Random, most: int) -> SpielState:
    """Return a state of random play after at most so many choices; with a seat to act, if the game is not over."""
    state = game.new_initial_state()
    while not state.is_terminal() and (state.is_chance_node() or len(state.history()) < most):
        state.apply_action(random.choice(state.legal_actions()))
    found: SpielState = state
    return found
