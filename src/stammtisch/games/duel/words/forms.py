"""How Cockroach Duel is offered: as it is, or with a queen."""

from __future__ import annotations

from typing import Final

from stammtisch.core.game_forms import GameForm

DIFFICULTY: Final = 1
FORMS: Final = (
    GameForm(5, lambda say: say("one duel")),
    GameForm(5, lambda say: say("Royal, with a queen"), {"royal": True}),
)
