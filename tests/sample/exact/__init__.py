"""Exact, a small game of sealed bids and tricks: the sample that `docs/adding-a-game.md` walks through."""

from typing import Final

from tests.sample.exact import notation, rules, words

NAME: Final = "exact"

__all__ = ["NAME", "notation", "rules", "words"]
