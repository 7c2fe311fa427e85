"""Pips, a tiny game for the tests of `core`: guess what NATURE will roll.

It has what the duel lacks: three to six seats, sealed choices, decisions of two actions, NATURE in the middle of play,
and an option that is a list.
"""

from typing import Final

from tests.core.pips import notation, rules, words

NAME: Final = "pips"

__all__ = ["NAME", "notation", "rules", "words"]
