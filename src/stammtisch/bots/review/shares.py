"""What a result is made of: figures that add up, in whole units of what a game counts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean

from stammtisch.bots.arena.confidence_interval import estimate


@dataclass(frozen=True)
class ResultShare:
    """What one cause has added to a result, or the whole result."""

    units: int  # tenths of a point, say
    error: float = 0.0  # half of the interval in which it lies, in units


@dataclass(frozen=True)
class ResultShares:
    """The shares of a result: all but the last add up to it, to the unit."""

    usual: ResultShare  # what bots get on this seat on average
    luck: ResultShare  # what they get beyond that on this deal
    decisions: ResultShare  # what the decisions of the seat have cost
    others: ResultShare  # all else: how the others played, and luck in the course of the game
    result: ResultShare


def shares(
    result: float, here: Sequence[float], usually: Sequence[float], lost: float, error: float, unit: float
) -> ResultShares:
    """Return what a result is made of.

    Args:
        result: Of the seat, in what the game counts.
        here: What bots got on this seat with this deal, game by game.
        usually: What they got with other deals; nothing where it is known to be nothing on average.
        lost: What the decisions of the seat have cost.
        error: How far that may be off.
        unit: In what figures are told, a tenth, say.
    """
    usual, luck_here = fmean(usually) if usually else 0.0, fmean(here)
    whole, first, second, third = (round(part / unit) for part in (result, usual, luck_here - usual, -lost))
    sure_here, sure_usual, sure_lost = _error(here) / unit, _error(usually) / unit, error / unit
    return ResultShares(
        ResultShare(first, sure_usual),
        ResultShare(second, sqrt(sure_here**2 + sure_usual**2)),
        ResultShare(third, sure_lost),
        ResultShare(whole - first - second - third, sqrt(sure_here**2 + sure_lost**2)),
        ResultShare(whole),
    )


def _error(values: Sequence[float]) -> float:
    return (estimate(values).margin or 0.0) if values else 0.0
