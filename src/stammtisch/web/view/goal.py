"""What wins, on a small card: a line and a picture for each of three things."""

from __future__ import annotations

from itertools import zip_longest
from typing import Any

from markupsafe import Markup

from stammtisch.core.game import Game
from stammtisch.core.rules_page import voice_of
from stammtisch.core.words import optional_words
from stammtisch.web.view.scene import face_of


def goal_lines(game: Game, options: Any, language: str) -> list[tuple[Markup, str]]:
    """Return the pictures and lines of a game's goal card; no lines if it does not say what wins."""
    lines = optional_words.goal(game, options, voice_of(game, language))
    art: tuple[Markup, ...] = getattr(face_of(game), "goal_art", tuple)()
    return list(zip_longest(art[: len(lines)], lines, fillvalue=Markup()))
