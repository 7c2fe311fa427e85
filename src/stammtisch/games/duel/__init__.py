"""Cockroach Duel, a bluffing game for two."""

from typing import Final

from stammtisch.games.duel import notation, rules, words

NAME: Final = "duel"

__all__ = ["NAME", "notation", "rules", "words"]
