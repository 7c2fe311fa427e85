"""Kuhn poker: three cards, one bet, and points that add up to nothing. It has no words, so no person plays it."""

from typing import Final

from tests.sample.kuhn import features, notation, rules

NAME: Final = "kuhn"

__all__ = ["NAME", "features", "notation", "rules"]
