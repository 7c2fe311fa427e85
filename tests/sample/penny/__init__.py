"""Penny, eight tiny games of which everything a study measures can be worked out on paper."""

from typing import Final

from tests.sample.penny import features, notation, rules, words

NAME: Final = "penny"

__all__ = ["NAME", "features", "notation", "rules", "words"]
