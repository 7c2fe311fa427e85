"""Plots as SVG inside the page: they need no script and no network, and are readable on a phone and on paper."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from html import escape
from math import ceil
from typing import Final

from markupsafe import Markup

from stammtisch.study.measures.estimates import Measured

_WIDTH: Final = 400
_LEFT: Final = 116  # of what has labels at its side
_BEGIN: Final = 54  # of courses; "100 %" stands beside it
_ROW: Final = 30
_HEIGHT: Final = 170  # of what has an axis at its foot
_BARS: Final = 24
_TICKS: Final = 3
_STYLES: Final = 6  # of lines and parts: colours, each with a dash of its own
_ROOM: Final = 0.08  # beside what is shown, as a part of it
_LETTERS: Final = 17  # of a label

_DEEP: Final = 250  # of what has two axes

Write = Callable[[float], str]
Interval = tuple[str, Measured]  # what it is, and how much


def intervals(title: str, rows: Sequence[Interval], write: Write, fair: tuple[str, float] | None = None) -> Markup:
    """Draw a value with its interval in each row, and a line where it would be fair."""
    ends = _ends([one for _, one in rows])
    ends += [] if fair is None else [fair[1]]
    place = _scale(min(ends), max(ends), _LEFT, _WIDTH - 12)
    foot = _ROW * len(rows) + 8
    drawn = list(_axis(min(ends), max(ends), place, foot, write))
    if fair:
        across = place(fair[1])
        drawn.append(f'<line class="fair" x1="{across:.1f}" x2="{across:.1f}" y1="0" y2="{foot}"/>')
        drawn.append(
            f'<text class="quiet" x="{across:.1f}" y="{foot + 34}" text-anchor="middle">{escape(fair[0])}</text>'
        )
    for number, (label, one) in enumerate(rows):
        down = _ROW * number + _ROW / 2 + 2
        drawn.append(f'<text x="0" y="{down + 5}">{escape(_short(label))}</text>')
        if one.low is not None and one.high is not None:
            ends_of = f'x1="{place(one.low):.1f}" x2="{place(one.high):.1f}"'
            drawn.append(f'<line class="interval" {ends_of} y1="{down}" y2="{down}"/>')
        drawn.append(f'<circle cx="{place(one.value):.1f}" cy="{down}" r="5"/>')
    return _svg(title, foot + (42 if fair else 24), drawn)


def histogram(title: str, values: Sequence[float], unit: str, write: Write) -> Markup:
    """Draw how often values are about so large."""
    low, high = min(values), max(values)
    if high == low or all(float(value).is_integer() for value in values):  # each bar holds as many whole numbers
        each: float = ceil((high - low + 1) / _BARS)
        begin, bars = low - 0.5, ceil((high - low + 1) / each)
    else:
        begin, bars, each = low, _BARS, (high - low) / _BARS
    counts = [0] * bars
    for value in values:
        counts[min(int((value - begin) / each), bars - 1)] += 1
    place, wide = _scale(begin, begin + bars * each, 8, _WIDTH - 8, room=0.0), (_WIDTH - 16) / bars
    drawn = []
    for number, many in enumerate(counts):
        tall = (_HEIGHT - 6) * many / max(counts)
        across = 8 + number * wide
        drawn.append(
            f'<rect x="{across:.1f}" y="{_HEIGHT - tall:.1f}" width="{max(wide - 1.5, 1):.1f}" height="{tall:.1f}"/>'
        )
    drawn += _axis(low, high, place, _HEIGHT, write)
    drawn.append(f'<text class="quiet" x="{_WIDTH / 2}" y="{_HEIGHT + 36}" text-anchor="middle">{escape(unit)}</text>')
    return _svg(title, _HEIGHT + 44, drawn)


def stack(title: str, parts: Sequence[tuple[str, float]], write: Write) -> Markup:
    """Draw parts of a whole as one bar, and name them below; estimates need not add up to 1, but the bar is full."""
    drawn, across, whole = list[str](), 0.0, sum(part for _, part in parts)
    for number, (label, part) in enumerate(parts):
        wide = _WIDTH * part / whole
        drawn.append(f'<rect class="part s{number % _STYLES}" x="{across:.1f}" y="0" width="{wide:.1f}" height="34"/>')
        across += wide
        down = 62 + 26 * number
        drawn.append(f'<rect class="part s{number % _STYLES}" x="0" y="{down - 13}" width="16" height="16"/>')
        drawn.append(f'<text x="26" y="{down}">{escape(label)}</text>')
        drawn.append(f'<text x="{_WIDTH}" y="{down}" text-anchor="end">{write(part)}</text>')
    return _svg(title, 50 + 26 * len(parts), drawn)


def courses(title: str, names: Sequence[str], chances: Sequence[Sequence[float]], unit: str, write: Write) -> Markup:
    """Draw the chances of the seats from moment to moment."""
    right, apart = _WIDTH - 8, (_WIDTH - 8 - _BEGIN) / max(len(chances) - 1, 1)
    drawn = []
    for part in (0.0, 0.5, 1.0):
        down = 8 + (_HEIGHT - 8) * (1 - part)
        drawn.append(f'<line class="rule" x1="{_BEGIN}" x2="{right}" y1="{down:.1f}" y2="{down:.1f}"/>')
        drawn.append(f'<text class="quiet" x="{_BEGIN - 6}" y="{down + 5:.1f}" text-anchor="end">{write(part)}</text>')
    for seat, name in enumerate(names):
        points = " ".join(
            f"{_BEGIN + apart * moment:.1f},{8 + (_HEIGHT - 8) * (1 - now[seat]):.1f}"
            for moment, now in enumerate(chances)
        )
        drawn.append(f'<polyline class="course s{seat % _STYLES}" points="{points}"/>')
        across, down = _BEGIN + 118 * (seat % 3), _HEIGHT + 44 + 22 * (seat // 3)
        ends = f'x1="{across}" x2="{across + 26}" y1="{down - 5}" y2="{down - 5}"'
        drawn.append(f'<line class="course s{seat % _STYLES}" {ends}/>')
        drawn.append(f'<text x="{across + 32}" y="{down}">{escape(name)}</text>')
    drawn.append(f'<text class="quiet" x="{right}" y="{_HEIGHT + 20}" text-anchor="end">{escape(unit)}</text>')
    return _svg(title, _HEIGHT + 56 + 22 * ((len(names) - 1) // 3), drawn)


@dataclass(frozen=True)
class Axis:
    """One of two axes: what it shows, how it is written, and the values that are wished for."""

    label: str
    write: Write
    wished: tuple[float, ...] = ()


@dataclass(frozen=True)
class Point:
    """A point between two axes, with the name that stands beside it and the class of its look."""

    name: str
    x: Measured
    y: Measured
    look: str


def scatter(title: str, across: Axis, up: Axis, points: Sequence[Point], line: Sequence[Point] = ()) -> Markup:
    """Draw points with their intervals both ways, dashed lines at what is wished for, and a line through some."""
    top, left = 24, 76
    widths = [*_ends([point.x for point in points]), *across.wished]
    heights = [*_ends([point.y for point in points]), *up.wished]
    x_of = _scale(min(widths), max(widths), left, _WIDTH - 12)
    y_of = _scale(min(heights), max(heights), _DEEP, top)
    drawn = list(_axis(min(widths), max(widths), x_of, _DEEP, across.write))
    drawn.append(f'<text class="quiet" x="0" y="12">{escape(up.label)}</text>')
    drawn.append(f'<text class="quiet" x="{_WIDTH}" y="{_DEEP + 36}" text-anchor="end">{escape(across.label)}</text>')
    drawn += [
        f'<text class="quiet" x="{left - 8}" y="{y_of(value) + 5:.1f}" text-anchor="end">{up.write(value)}</text>'
        for value in dict.fromkeys((min(heights), max(heights)))
    ]
    drawn += [_line("fair", (x_of(value), top), (x_of(value), _DEEP)) for value in across.wished]
    drawn += [_line("fair", (left, y_of(value)), (_WIDTH - 12, y_of(value))) for value in up.wished]
    corners = " ".join(f"{x_of(point.x.value):.1f},{y_of(point.y.value):.1f}" for point in line)
    drawn.append(f'<polyline class="front" points="{corners}"/>')
    for point in points:
        x, y = x_of(point.x.value), y_of(point.y.value)
        if point.x.low is not None and point.x.high is not None:
            drawn.append(_line("reach", (x_of(point.x.low), y), (x_of(point.x.high), y)))
        if point.y.low is not None and point.y.high is not None:
            drawn.append(_line("reach", (x, y_of(point.y.low)), (x, y_of(point.y.high))))
        drawn.append(f'<circle class="{point.look}" cx="{x:.1f}" cy="{y:.1f}" r="5"/>')
        drawn.append(f'<text x="{x + 8:.1f}" y="{y - 7:.1f}">{escape(point.name)}</text>')
    return _svg(title, _DEEP + 44, drawn)


def _line(look: str, begin: tuple[float, float], end: tuple[float, float]) -> str:
    ends = f'x1="{begin[0]:.1f}" y1="{begin[1]:.1f}" x2="{end[0]:.1f}" y2="{end[1]:.1f}"'
    return f'<line class="{look}" {ends}/>'


def _ends(measured: Sequence[Measured]) -> list[float]:
    """Return everything that a plot must have room for."""
    return [end for one in measured for end in (one.low, one.high, one.value) if end is not None]


def _scale(low: float, high: float, left: float, right: float, room: float = _ROOM) -> Callable[[float], float]:
    """Return where a value lies."""
    apart = (high - low) or abs(high) or 1.0
    begin, end = low - room * apart, low + (1 + room) * apart
    return lambda value: left + (right - left) * (value - begin) / (end - begin)


def _axis(low: float, high: float, place: Callable[[float], float], foot: float, write: Write) -> Iterable[str]:
    yield f'<line class="rule" x1="{place(low):.1f}" x2="{place(high):.1f}" y1="{foot}" y2="{foot}"/>'
    values = [low + (high - low) * tick / (_TICKS - 1) for tick in range(_TICKS)] if high > low else [low]
    for number, value in enumerate(values):
        anchor = "middle" if len(values) == 1 else ("start", "middle", "end")[number]
        yield f'<text class="quiet" x="{place(value):.1f}" y="{foot + 17}" text-anchor="{anchor}">{write(value)}</text>'


def _short(label: str) -> str:
    return label if len(label) <= _LETTERS else f"{label[: _LETTERS - 1]}…"


def _svg(title: str, height: float, drawn: Iterable[str]) -> Markup:
    form = f'viewBox="0 0 {_WIDTH} {height:.0f}" role="img" aria-label="{escape(title)}"'
    return Markup(f"<svg {form}>{''.join(drawn)}</svg>")  # noqa: S704  # texts are escaped where they come in
