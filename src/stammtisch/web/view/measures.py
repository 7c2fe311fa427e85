"""What the worth of a position is in things that people count at a table: points, stones, games won."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from stammtisch.core.language import Say
from stammtisch.web.view.number_format import hundredths, tenths


@dataclass(frozen=True)
class Measure:
    """How the worths of a game are told."""

    of: Callable[[float, Any], float]  # a worth, or a difference of worths, in what is counted; more is better
    amount: Callable[[float, Say], str]  # says how much that is
    standing: Callable[
        [float, Say], str
    ]  # says in a sentence how somebody stands in the end, and so that good is clear
    alike: Callable[[Any], bool]  # by options: whether all seats have the same prospects before the first deal
    to_the_end: bool = True  # whether it is about the end of the game, not about the next time scores are written


def points(number: float, say: Say) -> str:
    """Say how many points that is."""
    return say("{points} points", points=tenths(number, say))


def points_from_average(number: float, say: Say) -> str:
    """Say how far somebody is from the average, where nobody wants points."""
    amount = tenths(abs(number), say)
    if number < 0:
        return say("{points} points worse than average.", points=amount)
    return say("{points} points better than average.", points=amount)


def stones(number: float, say: Say) -> str:
    """Say how many stones that is."""
    return say("{stones} stones", stones=tenths(number, say))


def stones_from_average(number: float, say: Say) -> str:
    """Say how far somebody is from the average in a race."""
    amount = tenths(abs(number), say)
    if number < 0:
        return say("{stones} stones behind the average.", stones=amount)
    return say("{stones} stones ahead of the average.", stones=amount)


def games(number: float, say: Say) -> str:
    """Say how many games of a hundred that is."""
    return say("{number} games of 100", number=f"{hundredths(number)}".replace("-", "−"))


def nothing(number: float, say: Say) -> str:  # noqa: ARG001
    """Say nothing: who is ahead says it all, or nobody knows what is counted."""
    return ""


PLAIN: Final = Measure(lambda worth, _: worth, tenths, nothing, lambda _: False)  # for games that do not say
