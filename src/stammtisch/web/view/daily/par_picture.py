"""How the bots' games of a deal lie apart, as a picture: a bar for each result, the worst on the left."""

from __future__ import annotations

from math import ceil, gcd
from typing import Final

from markupsafe import Markup

from stammtisch.club.daily.par import Par

_MOST: Final = 32  # bars; where there are more results, neighbours share one
_TOP: Final = 100
_ROOM: Final = 0.96  # of the height, for the tallest
_GAP: Final = 0.05  # of a bar, on both sides


def par_picture(par: Par, own: int | None) -> Markup:
    """Return the bars, a dashed line where par is, and a thick one for the reader's result; nothing if all are alike.

    Args:
        par: What the bots made of the deal.
        own: What the reader's seat was worth, if they have played it.
    """
    worths = {*par.worths} | ({own} if own is not None and par.worths else set())
    if len(worths) < 2:  # noqa: PLR2004  # one and another
        return Markup()
    low, step = min(worths), gcd(*(worth - min(worths) for worth in worths))
    together = ceil(((max(worths) - low) // step + 1) / _MOST)  # results that share a bar
    bars = [0] * ((max(worths) - low) // step // together + 1)
    for worth, times in par.worths.items():
        bars[(worth - low) // step // together] += times
    scale, wide = _TOP * _ROOM / max(bars), _TOP / len(bars)

    def line(kind: str, worth: float) -> str:
        x = wide * ((worth - low) / step + 1 / 2) / together
        return f'<line class="{kind}" x1="{x:.2f}%" x2="{x:.2f}%" y1="0" y2="100%"/>'

    drawn = "".join(
        f'<rect x="{wide * (place + _GAP):.2f}%" width="{wide * (1 - 2 * _GAP):.2f}%" y="{_TOP - scale * times:.2f}%" '
        f'height="{scale * times:.2f}%"/>'
        for place, times in enumerate(bars)
        if times
    )
    mine = line("own", own) if own is not None else ""
    return Markup(f"{drawn}{line('par', par.mean)}{mine}")  # noqa: S704  # numbers only
