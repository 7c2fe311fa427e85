"""How a training went, as one page with plots that needs nothing else."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from html import escape
from pathlib import Path
from typing import Any, Final

NAME: Final = "report.html"
_WIDTH, _HEIGHT, _LEFT, _BELOW = 640, 200, 76, 24
_TICKS: Final = 4
_MOST: Final = 400  # points of a line
_COLOURS: Final = ("#1f6f8b", "#b5532a", "#5a7d2b")
_STYLE: Final = (
    "body{font:16px/1.5 system-ui,sans-serif;max-width:44rem;margin:2rem auto;padding:0 1rem;color:#222}"
    "svg{width:100%;height:auto;display:block;margin:.5rem 0 2rem}h2{font-size:1.05rem;margin:0}"
    "table{margin-bottom:1.5rem}td{padding:.1rem 1rem .1rem 0;vertical-align:top}"
)

Line = tuple[str, list[tuple[float, float]]]  # what it is, and its points


def write_report(log: Sequence[dict[str, Any]], about: dict[str, Any], folder: Path) -> Path:
    """Write the page of a training from its log; return where it is."""
    leads = sorted({name for row in log for name in row["leads"] or {}})
    plots = [
        _plot("Lead over opponents, in points", [(name, _points(log, _lead(name))) for name in leads]),
        _plot("Entropy of the policy, in nats", [("entropy", _points(log, lambda row: row["losses"]["entropy"]))]),
        _plot("Error of the value, squared", [("value", _points(log, lambda row: row["losses"]["value"]))]),
        _plot("Surprise at who is ahead, in nats", [("ahead", _points(log, lambda row: row["losses"]["ahead"]))]),
        _plot(
            "Decisions a second",
            [(name, _points(log, lambda row, name=name: row[name])) for name in ("playing", "learning")],  # type: ignore[misc]
        ),
    ]
    facts = "".join(f"<tr><td>{escape(name)}</td><td>{escape(str(value))}</td></tr>" for name, value in about.items())
    text = (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>Training</title><style>{_STYLE}</style>'
        f"<h1>Training</h1><table>{facts}</table>{''.join(plots)}</html>\n"
    )
    path = folder / NAME
    path.write_text(text, encoding="utf-8")
    return path


def read_log(path: Path) -> list[dict[str, Any]]:
    """Return the rows of a log; half a row, left by somebody who was stopped, is none."""
    rows = []
    for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
        try:
            rows.append(json.loads(line))
        except ValueError:
            continue
    return rows


def _lead(name: str) -> Callable[[dict[str, Any]], float | None]:
    return lambda row: (row["leads"] or {}).get(name)


def _points(
    log: Sequence[dict[str, Any]], value: Callable[[dict[str, Any]], float | None]
) -> list[tuple[float, float]]:
    found = [(float(row["decisions"]), float(y)) for row in log if (y := value(row)) is not None]
    return found[:: max(1, len(found) // _MOST)]


def _plot(title: str, lines: Sequence[Line]) -> str:
    """Return a plot as SVG; nothing where there is nothing to be seen."""
    points = [point for _, line in lines for point in line]
    if not points:
        return ""
    right = max(x for x, _ in points)
    low, high = min(0.0, *(y for _, y in points)), max(y for _, y in points)
    high = high if high > low else low + 1

    def place(x: float, y: float) -> str:
        across = _LEFT + (_WIDTH - _LEFT) * x / right
        return f"{across:.1f},{_HEIGHT * (1 - (y - low) / (high - low)):.1f}"

    drawn = []
    for tick in range(_TICKS + 1):
        down, value = _HEIGHT * tick / _TICKS, _short(high - (high - low) * tick / _TICKS)
        drawn.append(f'<line x1="{_LEFT}" x2="{_WIDTH}" y1="{down}" y2="{down}" stroke="#ddd"/>')
        drawn.append(f'<text x="{_LEFT - 6}" y="{down + 4}" text-anchor="end">{value}</text>')
    drawn.append(f'<text x="{_WIDTH}" y="{_HEIGHT + 20}" text-anchor="end">{_short(right)} decisions</text>')
    for number, (name, line) in enumerate(lines):
        colour = _COLOURS[number % len(_COLOURS)]
        drawn.append(
            f'<polyline fill="none" stroke="{colour}" stroke-width="2" points="{" ".join(place(*at) for at in line)}"/>'
            f'<text x="{_LEFT + 8 + 110 * number}" y="{_HEIGHT + 20}" fill="{colour}">{escape(name)}</text>'
        )
    form = f'viewBox="0 -8 {_WIDTH} {_HEIGHT + _BELOW + 12}" role="img" aria-label="{escape(title)}" font-size="12"'
    return f"<h2>{escape(title)}</h2><svg {form}>{''.join(drawn)}</svg>"


def _short(number: float) -> str:
    """Return a number in few letters."""
    for unit, letters in ((1e9, " billion"), (1e6, " million"), (1e3, " thousand")):
        if abs(number) >= unit:
            return f"{number / unit:.3g}{letters}"
    return f"{number:.3g}"
