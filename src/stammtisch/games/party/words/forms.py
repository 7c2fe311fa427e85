"""How Costume Party is offered: one game, or as many as there are people."""

from __future__ import annotations

from typing import Final

from stammtisch.core.game_forms import GameForm

DIFFICULTY: Final = 1
FORMS: Final = (
    GameForm(10, lambda say: say("one game")),
    GameForm(10, lambda say: say("with face-down cards"), {"face_down": True}),
    GameForm(30, lambda say: say("a match with the mirror"), {"mirror": True}),
)
