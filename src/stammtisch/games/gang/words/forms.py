"""How Gang of Crooks is offered: one round, one in which cards go to everybody once, or the whole match."""

from __future__ import annotations

from typing import Final

from stammtisch.core.game_forms import GameForm

DIFFICULTY: Final = 2
FORMS: Final = (
    GameForm(5, lambda say: say("one round"), {"rounds": 1}),
    GameForm(20, lambda say: say("four rounds"), {"rounds": 4}),
    GameForm(45, lambda say: say("up to 100 points")),
)
