"""Pictures for the rules of Combination Race: every combination, and a board in the middle of a game."""

from __future__ import annotations

from typing import Final

from markupsafe import Markup

from stammtisch.games.combo.boards import UPGRADES
from stammtisch.games.combo.position import COLUMN, State
from stammtisch.web.games.combo.board import board
from stammtisch.web.games.combo.cards_art import sign, wants
from stammtisch.web.games.combo.examples import examples
from stammtisch.web.view.rule_pictures import Plate, drawn, moment
from stammtisch.web.view.scene import Scene

_SEED: Final = 11  # one row is full and one is empty, and stones lie in both places
_LEVELS: Final = 7  # in all rows together
_ADA: Final = 0  # whose board it is


def plates(language: str) -> dict[int, Plate]:
    """Return the pictures by the number of their part."""
    middle = moment("combo", _SEED, _far_enough, seats=2)
    scene = middle.scene(language)
    examples = scene.say("An example of each combination.")
    race = scene.say(
        "The board of {name} in the middle of a game: the large numbers are what the four rows are worth now, "
        "and a golden frame marks the level that comes next.",
        name=middle.names[_ADA],
    )
    alone = drawn("games/combo/board.html", board=board(scene, _ADA), say=scene.say, sign=sign, wants=wants)
    return {3: Plate(_spread(scene), examples, "spread"), 4: Plate(alone, race)}


def _far_enough(v: State) -> bool:
    rows = v.level[_ADA]
    return sum(rows[row] for row in range(UPGRADES)) == _LEVELS and rows[COLUMN] > 0


def _spread(scene: Scene) -> Markup:
    laid = [(one.name, one.cards) for one in examples(scene)]
    return drawn("games/combo/spread.html", laid=laid)
