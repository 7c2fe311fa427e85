"""Kuhn poker: three cards, one bet, and points that add up to nothing. Its words are those of its notation."""

from stammtisch.core.words.plain_words import PlainWords

from . import features, notation, rules

NAME, words = "kuhn", PlainWords("Kuhn poker", rules, notation)

__all__ = ["NAME", "features", "notation", "rules", "words"]
