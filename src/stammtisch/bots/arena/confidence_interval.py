"""How sure a mean is: Student's t over independent samples, by the standard library alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import atan, cos, pi, sin, sqrt
from statistics import NormalDist, fmean, stdev
from typing import Final

CONFIDENCE: Final = 0.95
_MANY: Final = 200  # degrees of freedom from which a series in their inverse is exact to ten digits


@dataclass(frozen=True)
class Estimate:
    """A mean with its interval; one sample has no interval."""

    mean: float
    low: float | None
    high: float | None

    @property
    def margin(self) -> float | None:
        """How far the interval reaches to either side."""
        return None if self.high is None else self.high - self.mean


def estimate(samples: Sequence[float], confidence: float = CONFIDENCE) -> Estimate:
    """Return the mean of independent samples, and the interval that covers the true mean so often.

    Raises:
        ValueError: There are no samples.
    """
    if not samples:
        raise ValueError("there are 0 samples; there may be 1 or more")
    mean = fmean(samples)
    if len(samples) == 1:
        return Estimate(mean, None, None)
    reach = quantile((1 + confidence) / 2, len(samples) - 1) * stdev(samples) / sqrt(len(samples))
    return Estimate(mean, mean - reach, mean + reach)


def is_above(samples: Sequence[float], level: float, bound: float = 0.0) -> bool:
    """Whether the true mean is above a bound; where it is not, this says so with a chance of at most `level`."""
    return len(samples) > 1 and fmean(samples) - bound > (
        quantile(1 - level, len(samples) - 1) * stdev(samples) / sqrt(len(samples))
    )


@cache
def quantile(part: float, freedom: int) -> float:
    """Return what Student's t with so many degrees of freedom stays below with the chance `part`.

    Raises:
        ValueError: The chance is not between 0 and 1, or there is no degree of freedom.
    """
    if not 0 < part < 1 or freedom < 1:
        raise ValueError(f"chance is {part} with {freedom} degrees of freedom; they may be between 0 and 1, 1 or more")
    if part < 0.5:  # noqa: PLR2004  # the middle
        return -quantile(1 - part, freedom)
    if freedom >= _MANY:
        return _from_normal(NormalDist().inv_cdf(part), freedom)
    low, high = 0.0, 1.0
    while _below(high, freedom) < part:
        low, high = high, 2 * high
    while low < (middle := (low + high) / 2) < high:
        low, high = (middle, high) if _below(middle, freedom) < part else (low, middle)
    return middle


def _below(t: float, freedom: int) -> float:
    """Return the chance of being below `t` >= 0: the finite series of Abramowitz and Stegun, 26.7.3 and 26.7.4."""
    angle = atan(t / sqrt(freedom))
    odd = freedom % 2
    term = cos(angle) if odd else 1.0
    total = term if freedom > 1 else 0.0
    for step in range(2 + odd, freedom - 1, 2):
        term *= cos(angle) ** 2 * (step - 1) / step
        total += term
    within = 2 / pi * (angle + sin(angle) * total) if odd else sin(angle) * total
    return (1 + within) / 2


def _from_normal(z: float, freedom: int) -> float:
    """Return the quantile of t from that of the normal distribution: Abramowitz and Stegun, 26.7.5."""
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    fourth = (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160
    return z + first / freedom + second / freedom**2 + third / freedom**3 + fourth / freedom**4
