"""Highcard, a small game of cards laid in secret: the beginning of a game of your own."""

from typing import Final

from stammtisch.new_game.highcard import features, hints, notation, rules, words

NAME: Final = "highcard"

__all__ = ["NAME", "features", "hints", "notation", "rules", "words"]
