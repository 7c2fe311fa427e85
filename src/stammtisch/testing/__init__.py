"""The laws that every game keeps, for our games and anybody's: see `docs/adding-a-game.md`.

Needs the extra `stammtisch[testing]` (Hypothesis and SciPy).
"""

from stammtisch.errors import extra

with extra("testing"):
    from stammtisch.testing.hold import (
        EVERY_STEP,
        RESEARCH_LAWS,
        TABLE_LAWS,
        Law,
        hold,
        hold_at_every_step,
        hold_observations,
    )
from stammtisch.testing.perft import perft
from stammtisch.testing.subject import Subject
from stammtisch.testing.walk import Position

__all__ = [
    "EVERY_STEP",
    "RESEARCH_LAWS",
    "TABLE_LAWS",
    "Law",
    "Position",
    "Subject",
    "hold",
    "hold_at_every_step",
    "hold_observations",
    "perft",
]
