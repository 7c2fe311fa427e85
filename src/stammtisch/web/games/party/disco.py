"""The disco ball over the dance floor of Costume Party."""

from __future__ import annotations

from functools import cache
from math import cos, pi, sin
from typing import Final

from markupsafe import Markup

_RINGS: Final = 7  # rows of little mirrors
_LIGHTS: Final = ("#f6f9ff", "#c9d6ff", "#9fb0ea", "#7486c8", "#ffd6ef", "#bff2ff")


def mirrors(x: float, y: float, radius: float) -> str:
    """Return the little mirrors of a ball, row by row; which of them catch the light is always the same."""
    shapes = [f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="#3f4b86"/>']
    for ring in range(_RINGS):
        top, bottom = (pi * (ring + part) / _RINGS for part in (0.08, 0.92))
        count = max(3, round(9 * sin(pi * (ring + 0.5) / _RINGS)))
        by_light: dict[str, str] = {}
        for column in range(count):
            left, right = (pi * (column + part) / count for part in (0.06, 0.94))
            corners = [(left, top), (right, top), (right, bottom), (left, bottom)]
            points = [(x - radius * cos(a) * sin(b), y - radius * cos(b)) for a, b in corners]
            light = _LIGHTS[(ring * 5 + column * column * 3 + column) % len(_LIGHTS)]
            by_light[light] = by_light.get(light, "") + "M" + "L".join(f"{p:.1f} {q:.1f}" for p, q in points) + "Z"
        shapes += [f'<path fill="{light}" d="{d}"/>' for light, d in by_light.items()]
    return "".join(shapes)


@cache
def ball() -> Markup:
    """Return the ball on its thread."""
    shade = '<path d="M30 8A24 24 0 0 1 30 56A24 24 0 0 0 30 8Z" fill="#0d1233" fill-opacity=".28"/>'
    gleam = '<path d="M18 20l1.6-5.4L21.2 20l5.4 1.6-5.4 1.6-1.6 5.4-1.6-5.4-5.4-1.6z" fill="#fff"/>'
    thread = '<path d="M30 0V9" stroke="#8a93c9" stroke-width="1.5"/>'
    return Markup(  # noqa: S704  # made of our own shapes only
        f'<svg class="ball" viewBox="0 0 60 60" aria-hidden="true">{thread}{mirrors(30, 32, 24)}{shade}{gleam}</svg>'
    )
