"""What the worth of a position is in things that people count at a table: points, stones, games won."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from stammtisch.core.language import Say
from stammtisch.web.view.number_format import decimals, tenths
from stammtisch.web.view.review.grades import Scale


@dataclass(frozen=True)
class Measure:
    """How the worths of a game are told."""

    of: Callable[[float, Any], float]  # a worth, or a difference of worths, in what is counted; more is better
    amount: Callable[[float, Say, int], str]  # says how much that is, with so many digits more than usual
    standing: Callable[
        [float, Say], str
    ]  # says in a sentence how somebody stands in the end, and so that good is clear
    alike: Callable[[Any], bool]  # by options: whether all seats have the same prospects before the first deal
    scale: Scale | None = None  # how decisions are graded; by the chances of being ahead, if it is not said
    unit: float = 0.1  # in which results are told
    base: float = 0.0  # what somebody has who is worth nothing
    to_the_end: bool = True  # whether it is about the end of the game, not about the next time scores are written


def points(number: float, say: Say, more: int = 0) -> str:
    """Say how many points that is."""
    return say("{points} points", points=decimals(number, say, 1 + more))


def points_from_average(number: float, say: Say) -> str:
    """Say how far somebody is from the average, where nobody wants points."""
    amount = tenths(abs(number), say)
    if number < 0:
        return say("{points} points worse than average.", points=amount)
    return say("{points} points better than average.", points=amount)


def stones(number: float, say: Say, more: int = 0) -> str:
    """Say how many stones that is."""
    return say("{stones} stones", stones=decimals(number, say, 1 + more))


def stones_from_average(number: float, say: Say) -> str:
    """Say how far somebody is from the average in a race."""
    amount = tenths(abs(number), say)
    if number < 0:
        return say("{stones} stones behind the average.", stones=amount)
    return say("{stones} stones ahead of the average.", stones=amount)


def games(number: float, say: Say, more: int = 0) -> str:
    """Say how many games of a hundred that is."""
    return say("{number} games of 100", number=decimals(100 * number, say, more))


def numbers(number: float, say: Say, more: int = 0) -> str:
    """Say a number of which nobody knows what it counts."""
    return decimals(number, say, 1 + more)


def nothing(number: float, say: Say) -> str:  # noqa: ARG001
    """Say nothing: who is ahead says it all, or nobody knows what is counted."""
    return ""


PLAIN: Final = Measure(lambda worth, _: worth, numbers, nothing, lambda _: False)  # for games that do not say
