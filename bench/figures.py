"""What a measure has found, figure by figure, for the one table of `scripts/bench all`."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Figure:
    """One line of the table."""

    what: str
    value: float
    unit: str  # such as steps/s
    beside: str = ""  # what it is compared with
    ratio: float | None = None  # how many times as much that is
    promised: float | None = None  # of the ratio, or of the value where there is none
    at_most: bool = False  # whether what is promised is a bound from above

    @property
    def kept(self) -> bool:
        """Whether it is as promised, or nothing is."""
        if self.promised is None:
            return True
        found = self.value if self.ratio is None else self.ratio
        return found <= self.promised if self.at_most else found >= self.promised

    @property
    def cells(self) -> tuple[str, str, str, str, str]:
        """What stands in the table: what it is, the figure, whose it is compared with, the ratio, the promise."""
        sign = "at most" if self.at_most else "at least"
        unit = self.unit if self.ratio is None else "times"
        promised = "" if self.promised is None else f"{sign} {written(self.promised)} {unit}"
        ratio = "" if self.ratio is None else f"{written(self.ratio)} times"
        missed = "" if self.kept else ", MISSED"
        return self.what, f"{written(self.value)} {self.unit}", self.beside, ratio, promised + missed


def written(value: float) -> str:
    """Return a number with three digits that say something, all of them where there are more before the point."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"  # noqa: PLR2004
