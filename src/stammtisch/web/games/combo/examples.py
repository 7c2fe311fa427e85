"""An example of each combination of Combination Race, for whoever sees them for the first time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from stammtisch.games.combo.combinations import FIVE, FLUSH, FOUR, FULL_HOUSE, STRAIGHT, THREE, TWO_PAIRS
from stammtisch.games.combo.notation import read
from stammtisch.games.combo.words.names import combination_name
from stammtisch.web.games.combo.board import Card, card
from stammtisch.web.view.scene import Scene

EXAMPLES: Final = {  # as in the table of the rules page
    FULL_HOUSE: "r5 y5 v5 g9 b9",
    FLUSH: "b2 b4 b7 b8 b10",
    THREE: "r9 g9 b9",
    STRAIGHT: "g6 r7 b8 b9 y10",
    TWO_PAIRS: "r4 y4 b8 v8",
    FOUR: "r5 y5 g5 v5",
    FIVE: "r7 y7 g7 b7 v7",
}


@dataclass(frozen=True)
class Example:
    """A combination, and cards that make it."""

    name: str
    cards: tuple[Card, ...]


def examples(scene: Scene) -> tuple[Example, ...]:
    """Return an example of each combination."""
    return tuple(
        Example(combination_name(kind, scene.reader.say), tuple(card(scene, read(text)) for text in cards.split()))
        for kind, cards in EXAMPLES.items()
    )
