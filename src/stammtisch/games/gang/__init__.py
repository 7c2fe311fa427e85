"""Gang of Crooks, a trick-taking game for three to six."""

from typing import Final

from stammtisch.games.gang import features, forms, hints, notation, rules, words

NAME: Final = "gang"

__all__ = ["NAME", "features", "forms", "hints", "notation", "rules", "words"]
