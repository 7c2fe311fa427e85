"""Costume Party, a game of simultaneous choices for two to six."""

from typing import Final

from stammtisch.games.party import features, hints, notation, rules, words

NAME: Final = "party"

__all__ = ["NAME", "features", "hints", "notation", "rules", "words"]
