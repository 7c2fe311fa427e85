"""Hints: what a strong bot would do that knows what a seat knows. Nobody but that seat is told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from stammtisch.bots.search_bot import ActionValue
from stammtisch.web.tables.record import Advice
from stammtisch.web.view.measures import Measure
from stammtisch.web.view.number_format import hundredths

if TYPE_CHECKING:
    from stammtisch.web.view.scene import Scene

BEST: Final = 3  # actions that a hint names


@dataclass(frozen=True)
class Hint:
    """An action as a hint shows it."""

    label: str
    chance: int  # of a hundred futures, those in which the seat is ahead
    standing: str
    share: int  # of a hundred times, those in which perfect play does it, where a game is solved


def advice(acted: int, weighed: list[ActionValue], playouts: int, before: Sequence[int] = ()) -> Advice:
    """Return the best of what was weighed; where it takes a mixture to play perfectly, all of that."""
    first, *others = weighed
    rest = sorted((one for one in others if one.tried), key=lambda one: -one.worth) if playouts else others
    mixed = sum(one.share > 0 for one in weighed)
    return Advice(acted, (first, *rest)[: max(BEST, mixed)], playouts, tuple(before))


def hints(scene: Scene, found: Advice, measure: Measure) -> tuple[Hint, ...]:
    """Return an advice in the words of its reader."""
    v, o, words = scene.view, scene.options, scene.game.words
    return tuple(
        Hint(
            ", ".join(words.label(v, o, action, scene.reader) for action in (*found.before, one.action)),
            hundredths(one.ahead),
            measure.standing(measure.of(one.worth, o), scene.say),
            hundredths(one.share),
        )
        for one in found.best
    )
