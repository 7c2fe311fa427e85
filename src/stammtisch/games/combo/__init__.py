"""Combination Race, a game of collecting and placing for two to four."""

from typing import Final

from stammtisch.games.combo import features, hints, notation, rules, words

NAME: Final = "combo"

__all__ = ["NAME", "features", "hints", "notation", "rules", "words"]
