"""Gang of Crooks, a trick-taking game for three to six."""

from typing import Final

from stammtisch.games.gang import features, hints, notation, rules, words

NAME: Final = "gang"

__all__ = ["NAME", "features", "hints", "notation", "rules", "words"]
