"""The winner's moment of Costume Party: the winner's last guests dance under the ball."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from markupsafe import Markup

from stammtisch.games.party.words.costumes import values_in
from stammtisch.web.art.cockroach import CROWN, Costume, drawn
from stammtisch.web.art.shapes import INK, group
from stammtisch.web.games.party.disco import mirrors
from stammtisch.web.games.party.wardrobe import COSTUMES
from stammtisch.web.view.scene import Scene

_TILES: Final = ("#2a2f72", "#5a2c78", "#1f2860", "#74306f")
_BEAMS: Final = ((8, 70, "#ff9bd3"), (92, 138, "#8fd3ff"), (184, 228, "#ffd36b"), (250, 312, "#b69bff"))
_MOST: Final = 5  # guests that dance side by side
_KEPT: Final = 64  # pictures of some ten thousand letters: there are thousands of hands that may be left
_ALONE: Final = Costume(over=CROWN)  # who has sent everybody home


def hero(scene: Scene) -> Markup:
    """Return the picture; it stands alone, 320 by 180. A dummy guest may have won, too."""
    v, o = scene.view, scene.options
    winner = min(range(o.guests), key=lambda guest: v.total[guest])
    return _picture(tuple(sorted(values_in(v.display[winner]), reverse=True))[:_MOST])


@lru_cache(_KEPT)
def _picture(values: tuple[int, ...]) -> Markup:
    parts = ['<rect width="320" height="180" fill="#141a45" stroke="none"/>', *_floor()]
    parts += [f'<path d="M160 30L{a} 180H{b}Z" fill="{c}" fill-opacity=".17" stroke="none"/>' for a, b, c in _BEAMS]
    parts.append('<path d="M160 0V10" stroke="#8a93c9"/>')
    parts.append(f'<g stroke="none">{mirrors(160, 30, 22)}</g>')
    guests = [COSTUMES[value - 1] for value in values] or [_ALONE]
    middle = (len(guests) - 1) / 2
    for place, costume in sorted(enumerate(guests), key=lambda one: -abs(one[0] - middle)):
        away = place - middle
        size = 1.5 - 0.13 * abs(away)
        x, y = 160 + 60 * away - 32 * size, 172 - 6 * abs(away) - 72 * size
        parts.append(
            group(drawn(costume, "glad" if not values else ""), f"translate({x:.1f} {y:.1f}) scale({size:.2f})")
        )
    lines = f'fill="none" stroke="{INK}" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"'
    return Markup(  # noqa: S704  # made of our own shapes only
        f'<svg viewBox="0 0 320 180" aria-hidden="true"><g {lines}>{"".join(parts)}</g></svg>'
    )


def _floor() -> list[str]:
    """Return the tiles of the dance floor, row by row towards us."""
    tiles = []
    for row in range(4):
        top, wide, wider = 78 + row * 27, 30 + row * 9, 39 + row * 9
        for column in range(-5, 5):
            fill = _TILES[(row * 3 + column * 5) % len(_TILES)]
            left, right = 160 + column * wide, 160 + (column + 1) * wide
            lower_left, lower_right = 160 + column * wider, 160 + (column + 1) * wider
            d = f"M{left} {top}H{right}L{lower_right} {top + 27}H{lower_left}Z"
            tiles.append(f'<path d="{d}" fill="{fill}" stroke="none"/>')
    return tiles
