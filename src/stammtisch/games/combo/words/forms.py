"""How Combination Race is offered: quick, as printed, or for experts."""

from __future__ import annotations

from typing import Final

from stammtisch.core.game_forms import GameForm

DIFFICULTY: Final = 3
FORMS: Final = (
    GameForm(15, lambda say: say("the quick game"), {"quick": True}),
    GameForm(25, lambda say: say("the whole game")),
    GameForm(40, lambda say: say("for experts"), {"expert": True}),
)
