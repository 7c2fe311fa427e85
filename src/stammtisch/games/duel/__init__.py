"""Cockroach Duel, a bluffing game for two."""

from typing import Final

from stammtisch.games.duel import features, hints, notation, rules, words
from stammtisch.games.duel.solver import perfect_bot as perfect
from stammtisch.games.duel.solver import report as account

NAME: Final = "duel"

__all__ = ["NAME", "account", "features", "hints", "notation", "perfect", "rules", "words"]
