"""How decisions are graded by what they cost, and which bot loses about as much: docs/bots.md says why so."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from math import sqrt
from typing import Final

from stammtisch.core.language import Say

GOOD: Final = "good"
INEXACT: Final = "inexact"
MISTAKE: Final = "mistake"
BLUNDER: Final = "blunder"
GRADES: Final = (GOOD, INEXACT, MISTAKE, BLUNDER)


@dataclass(frozen=True)
class Scale:
    """From which cost on a decision is inexact, a mistake, a blunder, in what a game counts."""

    inexact: float
    mistake: float
    blunder: float
    levels: tuple[
        tuple[str, float], ...
    ] = ()  # bots that can be told apart, and what a decision costs them; best first

    def grade(self, cost: float) -> str:
        """Return the grade of a decision that costs so much."""
        return GRADES[sum(cost >= bound for bound in (self.inexact, self.mistake, self.blunder))]

    def level(self, cost: float) -> str:
        """Return the bot that loses about as much by a decision; nothing where bots cannot be told apart by it."""
        names = [name for name, _ in self.levels]
        losses = [max(loss, self.inexact / 10) for _, loss in self.levels]
        passed = sum(cost > sqrt(low * high) for low, high in pairwise(losses))
        return names[passed] if names else ""


POINTS_OF_GANG: Final = Scale(0.25, 1.0, 4.0, (("strong", 0.069), ("easy", 0.154), ("random", 0.869)))
POINTS_OF_PARTY: Final = Scale(0.25, 1.0, 4.0, (("strong", 0.032), ("easy", 0.35), ("random", 1.11)))
STONES: Final = Scale(0.05, 0.25, 0.75, (("strong", 0.002), ("easy", 0.04), ("random", 0.12)))
GAMES: Final = Scale(0.002, 0.01, 0.04)
CHANCES: Final = Scale(0.02, 0.05, 0.15)  # of being ahead: for games that do not say what they count


def grade_name(grade: str, say: Say) -> str:
    """Return a grade in the words of a reader."""
    names = {GOOD: say("good"), INEXACT: say("inexact"), MISTAKE: say("mistake"), BLUNDER: say("blunder")}
    return names[grade]


def told_level(level: str, say: Say) -> str:
    """Say whose play loses about as much by a decision."""
    told = {
        "strong": say("about as little as a strong bot"),
        "easy": say("about as much as an easy bot"),
        "random": say("about as much as random play"),
    }
    return told.get(level, "")
