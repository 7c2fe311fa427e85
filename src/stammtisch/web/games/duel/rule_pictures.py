"""Pictures for the rules of Cockroach Duel: the cellar before the first guess, and when the cross turns up."""

from __future__ import annotations

from typing import Final

from stammtisch.games.duel.rules import Phase, State
from stammtisch.web.view.rule_pictures import Plate, moment, table_of

_SEED: Final = 8  # in round 3 the cross is the second tile, and the cockroaches have got about
_ROUND: Final = 3
_TILES: Final = 2  # that lie open
_BEN: Final = 1  # bluffs first, so that the tiles lie at the upper end


def plates(language: str) -> dict[int, Plate]:
    """Return the pictures by the number of their part."""
    laid = moment("duel", _SEED, _tiles_are_laid, first_bluffer=_BEN)
    crossed = moment("duel", _SEED, _cross_is_open, first_bluffer=_BEN)
    before, after = laid.scene(language), crossed.scene(language)
    bluffer = crossed.view.bluffer
    beginning = before.say(
        "The beginning: {name} has laid the tiles, and the four cockroaches wait in the middle.",
        name=laid.names[laid.view.bluffer],
    )
    cross = after.say(
        "{guesser} has just turned up the red cross: in the two lanes still covered, the cockroaches now move "
        "one space towards {bluffer}.",
        guesser=crossed.names[1 - bluffer],
        bluffer=crossed.names[bluffer],
    )
    return {2: Plate(table_of(before), beginning, "stage"), 4: Plate(table_of(after), cross, "stage")}


def _tiles_are_laid(v: State) -> bool:
    return v.phase == Phase.GUESS


def _cross_is_open(v: State) -> bool:
    return v.phase == Phase.CROSS and v.rounds == _ROUND and v.turned.bit_count() == _TILES
