"""How sure a value is, by the formulas of docs/study.md: Student's t, Wilson, and the grouped jackknife."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from math import exp, lgamma, pi, sqrt
from statistics import NormalDist, fmean, stdev
from typing import Any, NamedTuple

FEWEST = 10  # samples with an interval
GROUPS = 40


class Known(NamedTuple):
    """A value and the ends of its interval, if it has one."""

    value: float
    low: float | None = None
    high: float | None = None


@cache
def student(part: float, freedom: int) -> float:
    """Return what Student's t stays below with the chance `part`: its density is summed by Simpson's rule."""
    scale = exp(lgamma((freedom + 1) / 2) - lgamma(freedom / 2)) / sqrt(freedom * pi)

    def below(end: float, parts: int = 400) -> float:
        heights: list[float] = [
            scale * pow(1 + (end * k / parts) ** 2 / freedom, -(freedom + 1) / 2) for k in range(parts + 1)
        ]
        return 0.5 + (heights[0] + 4 * sum(heights[1::2]) + 2 * sum(heights[2:-1:2]) + heights[-1]) * end / parts / 3

    low, high = 0.0, 100.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if below(middle) < part else (low, middle)
    return low


def reach(samples: Sequence[float], confidence: float = 0.95) -> float:
    """Return how far the interval of a mean goes to either side."""
    return student((1 + confidence) / 2, len(samples) - 1) * stdev(samples) / sqrt(len(samples))


def wilson(share: float, samples: int, confidence: float) -> Known:
    """Return a share that was the same every time."""
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    whole = 1 + z * z / samples
    middle = (share + z * z / 2 / samples) / whole
    apart = z / whole * sqrt(share * (1 - share) / samples + z * z / 4 / samples / samples)
    return Known(share, max(0.0, middle - apart), min(1.0, middle + apart))


def mean(by_deal: Mapping[int, Sequence[float]], *, share: bool = False, confidence: float = 0.95) -> Known | None:
    """Return the mean over deals, each with the mean of its games; nothing where there are none."""
    samples = [fmean(values) for values in by_deal.values()]
    if not samples:
        return None
    if share and min(samples) == max(samples):
        return wilson(samples[0], len(samples), confidence)
    if len(samples) < FEWEST:
        return Known(fmean(samples))
    apart = reach(samples, confidence)
    high = fmean(samples) + apart
    return Known(fmean(samples), max(0.0, fmean(samples) - apart), min(1.0, high) if share else high)


def quantile(by_deal: Mapping[int, Sequence[float]], percent: int) -> Known:
    """Return the value that so many in a hundred do not go beyond; what shares may be tells what it may be."""
    every = sorted(value for values in by_deal.values() for value in values)
    found = every[percent * len(every) // 100]
    shorter = mean({deal: [value < found for value in values] for deal, values in by_deal.items()}, share=True)
    within = mean({deal: [value <= found for value in values] for deal, values in by_deal.items()}, share=True)
    apart = list[float]()
    for share in (shorter, within):
        assert share is not None, "there are values"
        if share.low is None or share.high is None:
            return Known(found)
        apart.append(max(share.value - share.low, share.high - share.value))
    low, high = percent / 100 - apart[0], percent / 100 + apart[1]
    ends = [every[int(part * len(every))] for part in (low, high)] if 0 < low < high < 1 else []
    return Known(found, *ends)


def jackknife(
    deals: Mapping[int, Any], among: int, statistic: Callable[[list[Any]], float], *, share: bool = True
) -> Known | None:
    """Return what is no mean: from what it would be without each group of deals.

    Args:
        deals: What is known of each.
        among: How many there are, whether anything is known of them or not.
        statistic: Of all that is known.
        share: Whether it is cut at 0 and 1 in the end.
    """
    if not deals:
        return None
    group = {deal: deal * min(GROUPS, among) // among for deal in deals}
    whole, groups = statistic([*deals.values()]), sorted(set(group.values()))
    found = [whole]
    if len(groups) >= FEWEST:
        n = len(groups)
        without = [statistic([one for deal, one in deals.items() if group[deal] != number]) for number in groups]
        apart = reach([n * whole - (n - 1) * value for value in without])
        found += [whole - apart, whole + apart]
    return Known(*(min(max(value, 0.0), 1.0) if share else value for value in found))
