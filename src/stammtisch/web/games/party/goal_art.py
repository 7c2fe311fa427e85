"""Three small pictures beside the goal of Costume Party: a pair that leaves, who takes first, and a low sum."""

from __future__ import annotations

from functools import cache
from typing import Final

from markupsafe import Markup

from stammtisch.web.art.cockroach import drawn
from stammtisch.web.art.shapes import INK
from stammtisch.web.games.party.wardrobe import COSTUMES

_SERIF: Final = 'font-family="Iowan Old Style, Palatino, Georgia, serif" font-weight="700" text-anchor="middle"'
_LINES: Final = f'fill="none" stroke="{INK}" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"'
_NUMBERS: Final = {1: "#23703f", 4: "#23703f", 7: "#23589f", 12: "#b02a2a"}


@cache
def goal_art() -> tuple[Markup, Markup, Markup]:
    """Return the pictures, 96 by 64 each."""
    pair = _card(7, 30, 10, -9) + _card(7, 62, 8, 9) + _path("M76 26q10-3 14-12M83 13l7 1 1 8", "#9c1a69", 3)
    order = _card(1, 18, 4, -3) + _card(7, 48, 4, 0) + _card(12, 78, 4, 3)
    order += "".join(_disc(x, f"{place}") for place, x in enumerate((18, 48, 78), 1))
    lowest = _card(4, 48, 12, 0) + _path("M34 14l-3-12 8 5 9-7 9 7 8-5-3 12Z", INK, 1.6, fill="#e9b949")
    return _drawn(pair), _drawn(order), _drawn(lowest)


def _drawn(inside: str) -> Markup:
    return Markup(f'<svg viewBox="0 0 96 64" aria-hidden="true">{inside}</svg>')  # noqa: S704  # our own shapes only


def _card(value: int, x: int, y: int, turn: int) -> str:
    """Return a card that hangs from the middle of its upper edge."""
    return (
        f'<g transform="translate({x} {y}) rotate({turn})">'
        '<rect x="-15" width="30" height="43" rx="3.5" fill="#fcf5e5" stroke="#4b3d2c"/>'
        f'<text x="-8" y="11" font-size="11" {_SERIF} fill="{_NUMBERS[value]}">{value}</text>'
        f'<g transform="translate(-12 13) scale(.39)" {_LINES}>{drawn(COSTUMES[value - 1])}</g></g>'
    )


def _disc(x: int, text: str) -> str:
    return (
        f'<circle cx="{x}" cy="54" r="8" fill="#9c1a69"/>'
        f'<text x="{x}" y="58" font-size="11" {_SERIF} fill="#fff8ea">{text}</text>'
    )


def _path(d: str, line: str, width: float, fill: str = "none") -> str:
    return (
        f'<path d="{d}" fill="{fill}" stroke="{line}" stroke-width="{width}" stroke-linecap="round" '
        'stroke-linejoin="round"/>'
    )
