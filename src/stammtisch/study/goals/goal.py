"""A goal: a measure that shall be large, small, near a value, or between two."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import inf
from typing import Final

from stammtisch.errors import StudyError

MOST_GOALS: Final = 3
_NUMBER: Final = r"-?\d{1,9}(?:\.\d{1,9})?%?"
_BETWEEN: Final = re.compile(rf"({_NUMBER})?\.\.({_NUMBER})?")
_FORMS: Final = "max, min, 40, 38..42 or ..2%"


@dataclass(frozen=True)
class Goal:
    """What is wanted of a measure: that it lies between two ends, which may be one; or as far up or down as it can."""

    measure: str
    wanted: str  # as it was typed
    low: float = -inf
    high: float = inf

    @property
    def most(self) -> bool:
        """Whether more of it is always better."""
        return self.low == inf

    @property
    def least(self) -> bool:
        """Whether less of it is always better."""
        return self.high == -inf

    @property
    def text(self) -> str:
        """The goal as it is typed."""
        return f"{self.measure}:{self.wanted}"

    def loss(self, value: float) -> float:
        """Return how far a value is from what is wanted; the less the better."""
        if self.most:
            return -value
        if self.least:
            return value
        return max(self.low - value, value - self.high, 0.0)

    def side(self, low: float, high: float) -> int:
        """Return on which side of what is wanted a whole interval lies: -1 below, 1 above, 0 if that is not sure."""
        if self.most or high < self.low:
            return -1
        return 1 if self.least or low > self.high else 0

    def losses(self, low: float, high: float) -> tuple[float, float]:
        """Return the least and the most that an interval may be from what is wanted."""
        ends = sorted((self.loss(low), self.loss(high)))
        within = low <= self.high and high >= self.low and not (self.most or self.least)
        return (0.0 if within else ends[0]), ends[1]

    def is_reached(self, low: float, high: float) -> bool:
        """Whether all of an interval lies where it is wished; there is no end to as much as possible."""
        return not (self.most or self.least) and self.low <= low and high <= self.high


def read_goals(texts: Sequence[str]) -> tuple[Goal, ...]:
    """Return the goals that are typed as `minutes:40`, `balance:max`, `advantage:..2%`.

    Raises:
        StudyError: One is not of this form, or comes twice, or there are too many.
    """
    goals = tuple(map(_read_goal, texts))
    if len(goals) > MOST_GOALS:
        raise StudyError(f"goals are {len(goals)}; there may be 1 to {MOST_GOALS}")
    if len({goal.measure for goal in goals}) < len(goals):
        raise StudyError("a goal is given twice for one measure; it may be given once")
    return goals


def require_known(goals: Iterable[Goal], names: Sequence[str]) -> None:
    """Refuse goals for what is not measured.

    Raises:
        StudyError: One is for such a measure.
    """
    for goal in goals:
        if goal.measure not in names:
            raise StudyError(f"no measure {goal.measure!r} in all of these games; there are {', '.join(names)}")


def _read_goal(text: str) -> Goal:
    measure, colon, wanted = text.rpartition(":")
    if measure and colon:
        if wanted == "max":
            return Goal(measure, wanted, low=inf)
        if wanted == "min":
            return Goal(measure, wanted, high=-inf)
        if re.fullmatch(_NUMBER, wanted):
            return Goal(measure, wanted, _value(wanted), _value(wanted))
        if (ends := _BETWEEN.fullmatch(wanted)) and any(ends.groups()):
            low, high = _value(ends[1], -inf), _value(ends[2], inf)
            if low <= high:
                return Goal(measure, wanted, low, high)
    raise StudyError(f"a goal is {text[:80]!r}; it may be MEASURE: and then {_FORMS}, such as minutes:40")


def _value(text: str | None, missing: float = inf) -> float:
    if text is None:
        return missing
    return float(text[:-1]) / 100 if text.endswith("%") else float(text)
