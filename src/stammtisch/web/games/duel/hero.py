"""The winner's moment of Cockroach Duel: the cockroach that has come all the way, in the light of the lamp."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from markupsafe import Markup

from stammtisch.games.duel.rules import LANES
from stammtisch.web.art.cockroach import CROWN, NAKED, Costume, drawn
from stammtisch.web.art.shapes import INK, group
from stammtisch.web.view.scene import Scene

_STONES: Final = ("#6f6552", "#857862", "#a08d6c", "#c9a878")  # from far to near
_ROWS: Final = (34, 56, 84, 122, 180)  # where each row of stones begins, and the last one ends
_QUEEN: Final = Costume(over=CROWN)
_KEPT: Final = 64  # pictures of some thousand letters: where the others stand varies with the length of the lanes


def hero(scene: Scene) -> Markup:
    """Return the picture; it stands alone, 320 by 180."""
    v, goal = scene.view, scene.options.goal
    home = -goal if v.winner == 0 else goal
    arrived = tuple(lane for lane in range(LANES) if v.roach[lane] == home)
    left = tuple((lane, (v.roach[lane] * home / goal + goal) / (2 * goal)) for lane in range(LANES))
    others = tuple((lane, near) for lane, near in left if lane not in arrived)
    return _picture(arrived, others, v.queen)


@lru_cache(_KEPT)
def _picture(arrived: tuple[int, ...], others: tuple[tuple[int, float], ...], queen: int) -> Markup:
    """Return the lanes as the winner sees them; `others` are lanes, and how near their cockroach is, from 0 to 1."""
    parts = ['<g stroke="none"><rect width="320" height="180" fill="#241b14"/>']
    for row, fill in enumerate(_STONES):
        parts += [_stone(lane, _ROWS[row], _ROWS[row + 1] - 2, fill) for lane in range(LANES)]
    parts += [
        f'<ellipse cx="160" cy="92" rx="{size}" ry="{size * 0.6:g}" fill="#ffd98c" fill-opacity=".06"/>'
        for size in (50, 80, 110, 140, 170, 200)
    ]
    parts.append('<path d="M64 180L128 0H192L256 180Z" fill="#ffe3a3" fill-opacity=".14"/></g>')
    for lane, near in sorted(others, key=lambda one: one[1]):
        parts.append(_roach(_at(lane, 44 + 40 * near), 44 + 40 * near, 0.42 + 0.3 * near, "sly", queen == lane))
    for place, lane in enumerate(arrived):
        middle = 160 + 84 * (place - (len(arrived) - 1) / 2)
        shadow = f'<ellipse cx="{middle:g}" cy="164" rx="52" ry="9"'
        parts.append(f'{shadow} fill="#140d06" fill-opacity=".45" stroke="none"/>')
        parts.append(_roach(middle, 98, 1.95, "glad", queen == lane))
    lines = f'fill="none" stroke="{INK}" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"'
    return Markup(  # noqa: S704  # made of our own shapes only
        f'<svg viewBox="0 0 320 180" aria-hidden="true"><g {lines}>{"".join(parts)}</g></svg>'
    )


def _at(edge: float, y: float) -> float:
    """Return where the middle of a lane, or with half a lane less its edge, lies at a height of the picture."""
    return 160 + (edge - (LANES - 1) / 2) * (34 + 0.5 * y)


def _stone(lane: int, top: float, bottom: float, fill: str) -> str:
    corners = [(lane - 0.47, top), (lane + 0.47, top), (lane + 0.47, bottom), (lane - 0.47, bottom)]
    d = "L".join(f"{_at(edge, y):.1f} {y:g}" for edge, y in corners)
    return f'<path d="M{d}Z" fill="{fill}"/>'


def _roach(x: float, y: float, size: float, mood: str, crowned: bool) -> str:  # noqa: FBT001
    body = drawn(_QUEEN if crowned else NAKED, mood, 1)
    return group(body, f"translate({x - 32 * size:.1f} {y - 36 * size:.1f}) scale({size:.2f})")
