"""Hints: what a strong bot would do that knows what a seat knows. Nobody but that seat is told."""

from __future__ import annotations

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

    @classmethod
    def read(cls, kept: dict[str, Any] | None) -> Advice | None:
        """Return an advice from what `asdict` made of it."""
        if kept is None:
            return None
        return cls(kept["acted"], tuple(Weighed(**one) for one in kept["best"]), kept["playouts"])


@dataclass(frozen=True)
class Hint:
    """An action as a hint shows it."""

    label: str
    chance: int  # of a hundred futures, those in which the seat is ahead
    standing: str


def advice(acted: int, weighed: list[Weighed], playouts: int) -> Advice:
    """Return the best of what was weighed."""
    return Advice(acted, tuple(weighed[:BEST]), playouts)


def hints(scene: Scene, found: Advice, measure: Measure) -> tuple[Hint, ...]:
    """Return an advice in the words of its reader."""
    v, o, words = scene.view, scene.options, scene.game.words
    return tuple(
        Hint(
            words.label(v, o, one.action, scene.reader),
            hundredths(one.ahead),
            measure.standing(measure.of(one.worth, o), scene.say),
        )
        for one in found.best
    )
