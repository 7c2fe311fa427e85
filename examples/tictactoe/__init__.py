"""Tic-tac-toe: a game of perfect information, in which nothing is drawn and nothing is hidden."""

from . import features, hints, notation, rules, words

NAME = "tictactoe"

__all__ = ["NAME", "features", "hints", "notation", "rules", "words"]
