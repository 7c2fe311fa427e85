"""The pictures on the start page: a duel seen from above, and a party under the ball.

They are kept as `templates/games/<game>/art.html`; `python -m stammtisch.web.art.start_pictures` writes them anew.
"""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import Final

from stammtisch.web.art.cockroach import CROWN, NAKED, Costume, drawn
from stammtisch.web.art.shapes import INK, group, path
from stammtisch.web.games.party.disco import mirrors
from stammtisch.web.games.party.wardrobe import COSTUMES

_OPEN: Final = '<svg viewBox="0 0 320 200" aria-hidden="true" preserveAspectRatio="xMidYMid slice">'
_LINES: Final = f'fill="none" stroke="{INK}" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"'


def _box(x: float, y: float, wide: float, high: float, fill: str, round_by: float = 4, more: str = "") -> str:
    return f'<rect x="{x:g}" y="{y:g}" width="{wide:g}" height="{high:g}" rx="{round_by:g}" fill="{fill}"{more}/>'


def _guest(costume: Costume, x: float, y: float, size: float, mood: str = "", look: int = 0) -> str:
    return f"<g {_LINES}>{group(drawn(costume, mood, look), f'translate({x:g} {y:g}) scale({size:g})')}</g>"


def duel() -> str:
    """Return four lanes in lamplight, one tile turned, and a queen on her way."""
    parts = [_box(0, 0, 320, 200, "#2b2119", 0)]
    stones = ("#a4987f", "#a4987f", "#b3a183", "#c9a878", "#c9a878")
    for lane in range(4):
        x = 34 + lane * 65
        parts += [_box(x, 34 + row * 42, 57, 38, fill) for row, fill in zip(range(-1, 4), stones, strict=True)]
    for size in (60, 85, 110, 135, 160):
        parts.append(f'<ellipse cx="160" cy="104" rx="{size}" ry="{size * 0.66:g}" fill="#ffd98c" fill-opacity=".07"/>')
    for lane, (fill, sign) in enumerate(
        (("#2b5886", ""), ("#23703f", "M11 20l8 8L34 12"), ("#2b5886", ""), ("#2b5886", ""))
    ):
        x = 40 + lane * 65
        parts.append(_box(x, 4, 45, 40, fill, 6, ' stroke="#fff0d7" stroke-width="1.5"'))
        parts.append(group(path(sign, "none", 5, "#fffaf0"), f"translate({x:g} 4)") if sign else "")
    queen = Costume(over=CROWN)
    parts += [_guest(NAKED, 36, 70, 0.82, "sly"), _guest(queen, 97, 96, 0.96, "glad", 1)]
    parts += [_guest(NAKED, 167, 52, 0.82, "calm"), _guest(NAKED, 231, 120, 0.82, "glad", 1)]
    return f"{_OPEN}{''.join(parts)}</svg>\n"


def party() -> str:
    """Return a dance floor with the king in the middle."""
    parts = [_box(0, 0, 320, 200, "#141a45", 0)]
    for row in range(4):
        for column in range(-1, 9):
            fill = ("#2a2f72", "#5a2c78", "#1f2860", "#74306f")[(row * 3 + column * 5) % 4]
            left, right = (160 + (column + side - 4) * (30 + row * 9) for side in (0, 1))
            lower_left, lower_right = (160 + (column + side - 4) * (39 + row * 9) for side in (0, 1))
            top = 92 + row * 27
            parts.append(f'<path fill="{fill}" d="M{left} {top}H{right}L{lower_right} {top + 27}H{lower_left}Z"/>')
    for start, end, light in ((20, 74, "#ff9bd3"), (120, 178, "#8fd3ff"), (214, 262, "#ffd36b"), (286, 330, "#b69bff")):
        parts.append(f'<path d="M160 34L{start} 200H{end}Z" fill="{light}" fill-opacity=".16"/>')
    parts += ['<path d="M160 0V12" stroke="#8a93c9" stroke-width="2"/>', mirrors(160, 34, 24)]
    dancers = ((3, 14, 84, 1.2), (9, 66, 66, 1.1), (5, 184, 66, 1.1), (10, 234, 92, 1.2), (12, 116, 66, 1.5))
    parts += [_guest(COSTUMES[index], x, y, size) for index, x, y, size in dancers]
    return f"{_OPEN}{''.join(parts)}</svg>\n"


PICTURES: Final = {"duel": duel, "party": party}


def where(game: str) -> Path:
    """Return the file of a picture."""
    return Path(str(files("stammtisch.web"))) / "templates" / "games" / game / "art.html"


if __name__ == "__main__":
    for name, draw in PICTURES.items():
        where(name).write_text(draw(), encoding="utf-8")
