"""Cockroach Duel, a bluffing game for two."""

from typing import Final

from stammtisch.games.duel import account, features, hints, notation, perfect, rules, words

NAME: Final = "duel"

__all__ = ["NAME", "account", "features", "hints", "notation", "perfect", "rules", "words"]
