"""Three small pictures beside what wins at Cockroach Duel: the way home, the four tiles, the one that has arrived."""

from __future__ import annotations

from functools import cache
from typing import Final

from markupsafe import Markup

from stammtisch.web.art.cockroach import NAKED, drawn, picture
from stammtisch.web.art.shapes import dot, group, path

_STONE, _HOME, _TILE, _GREEN, _RED = "#c9a878", "#4a3a28", "#2b5886", "#23703f", "#b02a2a"
_BOX: Final = "0 0 96 72"


@cache
def goal_art() -> tuple[Markup, Markup, Markup]:
    """Return the pictures, each 96 by 72."""
    return tuple(picture(content, "goal-art", _BOX) for content in (_way(), _tiles(), _home()))  # type: ignore[return-value]  # three


def _stones(first: int, last: int) -> str:
    fields = [_STONE] * 3 + [_HOME]
    return "".join(_slab(34, 2 + 17 * row, 28, 15, fields[row]) for row in range(first, last))


def _slab(x: float, y: float, width: float, height: float, fill: str) -> str:
    return path(f"M{x:g} {y:g}h{width:g}v{height:g}h{-width:g}z", fill, 1.2)


def _roach(x: float, y: float, size: float, mood: str) -> str:
    return group(drawn(NAKED, mood, 1), f"translate({x:g} {y:g}) scale({size:g})")


def _way() -> str:
    arrow = path("M48 38v20M41 51l7 8l7-8", width=3.4, line="#ffd98c")
    return _stones(0, 4) + arrow + _roach(34, 0, 0.44, "calm")


def _tiles() -> str:
    slabs = "".join(_slab(4 + 23 * place, 14, 20, 20, _TILE) for place in (0, 3))
    green = _slab(27, 14, 20, 20, _GREEN) + path("M31 24l4 4l8-9", width=3, line="#fffaf0")
    red = _slab(50, 14, 20, 20, _RED) + path("M55 19l10 10M65 19l-10 10", width=3, line="#fffaf0")
    here = path("M37 42v18M31 54l6 7l6-7", width=3, line=_GREEN)
    away = path("M83 60V42M77 48l6-7l6 7", width=3, line=_RED)
    return slabs + green + red + here + away


def _home() -> str:
    light = dot(48, 44, 27, "#ffd98c", 0)
    return group(light, "translate(0 0)") + _slab(22, 52, 52, 17, _HOME) + _roach(22, 2, 0.82, "glad")
