"""The few shapes of which everything is drawn, as short as SVG can be."""

from __future__ import annotations

from typing import Final

INK: Final = "#2b170b"
_WIDTH: Final = 2  # of a line that says nothing else


def _paint(fill: str, width: float, line: str) -> str:
    parts = [f' fill="{fill}"'] if fill else []
    if line:
        parts.append(f' stroke="{line}"')
    if width != _WIDTH:
        parts.append(f' stroke-width="{width:g}"' if width else ' stroke="none"')
    return "".join(parts)


def path(d: str, fill: str = "", width: float = _WIDTH, line: str = "") -> str:
    """Return a path; nothing if it is empty."""
    return f'<path d="{d}"{_paint(fill, width, line)}/>' if d else ""


def dot(x: float, y: float, radius: float, fill: str = "", width: float = _WIDTH, line: str = "") -> str:
    """Return a circle."""
    return f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}"{_paint(fill, width, line)}/>'


def group(content: str, place: str) -> str:
    """Return shapes moved elsewhere."""
    return f'<g transform="{place}">{content}</g>'


def fine(content: str) -> str:
    """Return shapes that a small drawing can do without."""
    return f'<g class="fine">{content}</g>'
