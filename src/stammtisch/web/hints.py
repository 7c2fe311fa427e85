"""Hints: what a strong bot would do that knows what a seat knows. Nobody but that seat is told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from stammtisch.bots.search import Weighed
from stammtisch.web.figures import hundredths
from stammtisch.web.games.measures import Measure

if TYPE_CHECKING:
    from stammtisch.web.scene import Scene

BEST: Final = 3  # actions that a hint names


@dataclass(frozen=True)
class Advice:
    """What was found for a seat when it had taken so many actions: it is of no use after the next one."""

    acted: int
    best: tuple[Weighed, ...]
    playouts: int  # 0 where a game is solved
    before: tuple[int, ...] = ()  # what comes before each of them in a row of choices

    @classmethod
    def read(cls, kept: dict[str, Any] | None) -> Advice | None:
        """Return an advice from what `asdict` made of it."""
        if kept is None:
            return None
        best = tuple(Weighed(**one) for one in kept["best"])
        return cls(kept["acted"], best, kept["playouts"], tuple(kept.get("before", ())))


@dataclass(frozen=True)
class Hint:
    """An action as a hint shows it."""

    label: str
    chance: int  # of a hundred futures, those in which the seat is ahead
    standing: str
    share: int  # of a hundred times, those in which perfect play does it, where a game is solved


def advice(acted: int, weighed: list[Weighed], playouts: int, before: Sequence[int] = ()) -> Advice:
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
