"""What the worth of a position is in things that people count at a table: points, stones, games won."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from stammtisch.core.language import Say
from stammtisch.web.view.number_format import counted_as, decimals, tenths
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
    count, written = counted_as(number, say, 1 + more), decimals(number, say, 1 + more)
    return say.count("{points} point", "{points} points", count, points=written)


def points_from_average(number: float, say: Say) -> str:
    """Say how far somebody is from the average, where nobody wants points."""
    count, amount = counted_as(number, say, 1), tenths(abs(number), say)
    if number < 0:
        return say.count(
            "{points} point worse than average.", "{points} points worse than average.", count, points=amount
        )
    return say.count(
        "{points} point better than average.", "{points} points better than average.", count, points=amount
    )


def stones(number: float, say: Say, more: int = 0) -> str:
    """Say how many stones that is."""
    count, written = counted_as(number, say, 1 + more), decimals(number, say, 1 + more)
    return say.count("{stones} stone", "{stones} stones", count, stones=written)


def stones_from_average(number: float, say: Say) -> str:
    """Say how far somebody is from the average in a race."""
    count, amount = counted_as(number, say, 1), tenths(abs(number), say)
    if number < 0:
        return say.count(
            "{stones} stone behind the average.", "{stones} stones behind the average.", count, stones=amount
        )
    return say.count(
        "{stones} stone ahead of the average.", "{stones} stones ahead of the average.", count, stones=amount
    )


def games(number: float, say: Say, more: int = 0) -> str:
    """Say how many games of a hundred that is."""
    count, written = counted_as(100 * number, say, more), decimals(100 * number, say, more)
    return say.count("{games} game of 100", "{games} games of 100", count, games=written)


def numbers(number: float, say: Say, more: int = 0) -> str:
    """Say a number of which nobody knows what it counts."""
    return decimals(number, say, 1 + more)


def nothing(number: float, say: Say) -> str:  # noqa: ARG001
    """Say nothing: who is ahead says it all, or nobody knows what is counted."""
    return ""


PLAIN: Final = Measure(lambda worth, _: worth, numbers, nothing, lambda _: False)  # for games that do not say
