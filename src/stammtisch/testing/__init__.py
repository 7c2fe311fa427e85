"""The laws that every game keeps, for our games and anybody's: see `docs/adding-a-game.md`.

Needs the extra `stammtisch[testing]` (Hypothesis and SciPy).
"""

from stammtisch.testing.hold import LAWS, Law, hold
from stammtisch.testing.perft import perft
from stammtisch.testing.subject import Subject
from stammtisch.testing.walk import Position

__all__ = ["LAWS", "Law", "Position", "Subject", "hold", "perft"]
