"""Pictures of somebody's results: places beside what luck would give, and how the last games went."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from markupsafe import Markup

from stammtisch.club.statistics import PlaceCount

_TOP: Final = 100
_STRETCHED: Final = 'viewBox="0 0 100 100" preserveAspectRatio="none" width="100%" height="100%"'
_WON: Final = ' class="won"'
_AVERAGED: Final = 10  # games over which the line goes


def place_bar(one: PlaceCount, widest: float) -> Markup:
    """Return how often somebody came to a place as a bar, with a mark where luck alone would end it."""
    scale = _TOP / widest if widest else 0.0
    mark = one.by_luck * scale
    return Markup(  # noqa: S704  # numbers only
        f'<rect width="{one.games * scale:.2f}%" y="25%" height="50%" rx="2"/>'
        f'<line class="luck" x1="{mark:.2f}%" x2="{mark:.2f}%" y1="5%" y2="95%"/>'
    )


def widest_bar(places: Sequence[PlaceCount]) -> float:
    """Return how far the widest bar or mark reaches, with room beside it."""
    return 1.04 * max((max(one.games, one.by_luck) for one in places), default=0.0)


def results_curve(standings: Sequence[float]) -> Markup:
    """Return games in their order as dots, the first place on top, and the average of the last ones as a line.

    The dashed line in the middle is what luck alone would give.
    """
    last = max(1, len(standings) - 1)
    places = [_TOP * index / last for index in range(len(standings))]
    averages = [_average(standings[max(0, end - _AVERAGED) : end]) for end in range(1, len(standings) + 1)]
    line = " ".join(f"{x:.2f},{_TOP - _TOP * y:.2f}" for x, y in zip(places, averages, strict=True))
    dots = "".join(
        f'<circle cx="{x:.2f}%" cy="{_TOP - _TOP * y:.2f}%" r="4"{_WON if y == 1 else ""}/>'
        for x, y in zip(places, standings, strict=True)
    )
    return Markup(  # noqa: S704  # numbers only
        f'<line class="luck" x1="0" x2="100%" y1="50%" y2="50%"/>'
        f'<svg {_STRETCHED}><polyline points="{line}"/></svg>{dots}'
    )


def _average(values: Sequence[float]) -> float:
    return sum(values) / len(values)
