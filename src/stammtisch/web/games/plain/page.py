"""Any game on a page, until it has one of its own: the picture of the terminal, and a button for every action."""

from __future__ import annotations

from typing import Final

from rich.text import Text

from stammtisch.core.table import Table
from stammtisch.web.view.scene import Scene

HOLD: Final[dict[int, int]] = {}
STEPWISE: Final = True  # a row of small choices is sent one by one


def shape(scene: Scene) -> dict[str, object]:
    """Return what the templates need."""
    picture = scene.game.words.picture(scene.view, scene.options, scene.viewer, scene.reader)
    return {
        "picture": Text.from_markup(picture, emoji=False).plain,
        "offers": [scene.offer(action) for action in scene.legal],
    }


def arrange(table: Table, seat: int, do: list[str], picks: list[str]) -> list[int]:  # noqa: ARG001
    """Return the row of actions that a form means."""
    return [table.game.notation.read(text) for text in do]
