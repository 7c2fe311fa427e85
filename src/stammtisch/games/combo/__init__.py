"""Combination Race, a game of collecting and placing for two to four."""

from typing import Final

from stammtisch.games.combo import features, forms, hints, notation, rules, words

NAME: Final = "combo"

__all__ = ["NAME", "features", "forms", "hints", "notation", "rules", "words"]
