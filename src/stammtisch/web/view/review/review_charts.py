"""Pictures of a review: the curve of chances, and what a result is made of. Words beside them say the same."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from markupsafe import Markup

from stammtisch.web.view.review.review_text import ResultPart, ReviewedDecision

_TOP: Final = 100
_STRETCHED: Final = 'viewBox="0 0 100 100" preserveAspectRatio="none" width="100%" height="100%"'


def curve(lines: Sequence[ReviewedDecision], end: float) -> Markup:
    """Return the chances before each decision and at the end, from 0 to 100 over the width of the page."""
    heights = [_TOP - line.chance for line in lines] + [_TOP - round(_TOP * end)]
    places = [_TOP * index / max(1, len(lines)) for index in range(len(heights))]
    points = " ".join(f"{x:.2f},{y}" for x, y in zip(places, heights, strict=True))
    marks = [
        f'<g class="turn"><line x1="{x:.2f}%" x2="{x:.2f}%" y1="{_TOP - line.chance}%" y2="{_TOP - line.left}%"/>'
        f'<circle cx="{x:.2f}%" cy="{_TOP - line.left}%" r="11"/>'
        f'<text x="{x:.2f}%" y="{_TOP - line.left}%">{line.rank}</text></g>'
        for x, line in zip(places, lines, strict=False)
        if line.turning and line.rank
    ]
    grid = "".join(f'<line class="grid" x1="0" x2="100%" y1="{y}%" y2="{y}%"/>' for y in (0, 25, 50, 75, 100))
    return Markup(  # noqa: S704  # numbers only
        f'{grid}<svg {_STRETCHED}><polygon points="0,100 {points} 100,100"/><polyline points="{points}"/></svg>'
        f'{"".join(marks)}<circle class="last" cx="100%" cy="{heights[-1]}%" r="5"/>'
    )


def bar(part: ResultPart, widest: float) -> Markup:
    """Return a part of a result as a bar to the right or to the left of nothing, and how sure it is."""
    scale = 50 / widest if widest else 0.0
    middle, end = 50.0, 50 + part.value * scale
    kind = "gain" if part.value >= 0 else "loss"
    sure = ""
    if part.error:
        low, high = (max(0.0, min(100.0, end + side * part.error * scale)) for side in (-1, 1))
        sure = f'<line class="sure" x1="{low:.2f}%" x2="{high:.2f}%" y1="50%" y2="50%"/>' + "".join(
            f'<line class="sure" x1="{x:.2f}%" x2="{x:.2f}%" y1="30%" y2="70%"/>' for x in (low, high)
        )
    return Markup(  # noqa: S704  # numbers only
        f'<rect class="{kind}" x="{min(middle, end):.2f}%" width="{abs(end - middle):.2f}%" y="22%" height="56%"/>'
        f'<line class="zero" x1="50%" x2="50%" y1="0" y2="100%"/>{sure}'
    )


def widest(parts: Sequence[ResultPart]) -> float:
    """Return how far the widest bar reaches, with what is not sure about it."""
    return max((abs(part.value) + part.error for part in parts), default=0.0)
