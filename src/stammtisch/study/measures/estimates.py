"""What was measured, and how sure it is: by deals, which are the independent samples, or by groups of them.

A mean has Student's t over the means of its deals. Whatever is no mean is estimated by the grouped jackknife
(Quenouille, 1956; Tukey, 1958): what it would be without each group gives a pseudo-value for the group, and these are
samples. What lies between 0 and 1 and was the same in every deal has the interval of Wilson (1927).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt
from statistics import NormalDist, fmean
from typing import Final, TypeVar

from stammtisch.bots.arena.confidence_interval import CONFIDENCE, Estimate, estimate
from stammtisch.study.game_record import GameRecord

T = TypeVar("T")
GROUPS: Final = 40  # of the jackknife
FEWEST: Final = 10  # samples that an interval needs: fewer may look alike by chance


@dataclass(frozen=True)
class Measured:
    """A value, its interval, and the samples whose mean it is."""

    value: float
    low: float | None = None
    high: float | None = None
    samples: Mapping[int, float] = field(default_factory=dict)  # by deal, or by group of deals; none if it has none

    @property
    def margin(self) -> float | None:
        """Half the width of the interval."""
        return None if self.low is None or self.high is None else (self.high - self.low) / 2


def over_deals(
    games: Iterable[GameRecord],
    value: Callable[[GameRecord], float],
    *,
    share: bool = False,
    confidence: float = CONFIDENCE,
) -> Measured | None:
    """Return the mean of a value; nothing if there are no games.

    Args:
        games: Those that have the value.
        value: Of a game.
        share: Whether it lies between 0 and 1.
        confidence: How often the interval covers the truth.
    """
    by_deal = defaultdict[int, list[float]](list)
    for game in games:
        by_deal[game.deal].append(value(game))
    samples = {deal: fmean(values) for deal, values in by_deal.items()}
    if not samples:
        return None
    return measured(samples, share=share, confidence=confidence)


def measured(samples: Mapping[int, float], *, share: bool = False, confidence: float = CONFIDENCE) -> Measured:
    """Return the mean of independent samples, none of which is below 0."""
    values = list(samples.values())
    found: Estimate = estimate(values, confidence)
    if share and len(set(values)) == 1:
        return Measured(found.mean, *wilson(values[0], len(values), confidence), samples)
    if len(values) < FEWEST or found.low is None or found.high is None:
        return Measured(found.mean, samples=samples)
    return Measured(found.mean, max(found.low, 0.0), min(found.high, 1.0) if share else found.high, samples)


def wilson(share: float, samples: int, confidence: float = CONFIDENCE) -> tuple[float, float]:
    """Return the interval of a share that so many samples have."""
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    middle = (share + z * z / (2 * samples)) / (1 + z * z / samples)
    reach = z / (1 + z * z / samples) * sqrt(share * (1 - share) / samples + (z / (2 * samples)) ** 2)
    return max(middle - reach, 0.0), min(middle + reach, 1.0)


def jackknife(
    deals: Mapping[int, T], among: int, statistic: Callable[[Sequence[T]], float], *, share: bool = False
) -> Measured | None:
    """Return a statistic of deals with its interval if there are enough; nothing if there are none.

    Groups go by the numbers of deals, whether all of them are there or not: so they are the same in all cells.

    Args:
        deals: What is known of each, by number.
        among: How many deals there are, with those of which it is not known.
        statistic: What is measured; it is not bound to be a share, lest its spread be lost.
        share: Whether the truth lies between 0 and 1, and so its value and interval.
    """
    if not deals:
        return None
    cut = min(GROUPS, among)
    group_of = {deal: deal * cut // among for deal in sorted(deals)}
    whole, groups = statistic([deals[deal] for deal in group_of]), dict.fromkeys(group_of.values())
    if len(groups) < FEWEST:
        return Measured(_share(whole) if share else whole)
    samples = {}
    for number in groups:
        without = statistic([deals[deal] for deal, group in group_of.items() if group != number])
        samples[number] = len(groups) * whole - (len(groups) - 1) * without
    reach = estimate(list(samples.values())).margin or 0.0
    value, low, high = map(_share if share else float, (whole, whole - reach, whole + reach))
    return Measured(value, low, high, samples)


def _share(value: float) -> float:
    """Return what is nearest to a value among what a share can be."""
    return min(max(value, 0.0), 1.0)
