"""A picture to share, 1200 by 630: the winner's moment, and beside it who won and how everybody came off."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import Final

from markupsafe import Markup, escape

from stammtisch.core.language import Say
from stammtisch.web.view.ending.panel import Ending
from stammtisch.web.view.render import environment

WIDTH: Final = 1200
HEIGHT: Final = 630
_LEFT: Final = 664  # of the words
_ROOM: Final = WIDTH - _LEFT - 40  # for them
_SERIF: Final = "Stammtisch Serif, serif"
_SANS: Final = "Stammtisch Sans, sans-serif"
_INK, _QUIET, _BRASS, _PANEL, _LINE = "#f5ead8", "#cdbca4", "#e9b452", "#241b14", "#4b3b2c"
_COLOURS: Final = (
    "#93382a",
    "#2b5886",
    "#2a6445",
    "#6f4280",
    "#7f520e",
    "#394f5a",
    "#8a3560",
    "#4f5a1f",
)  # of faces: theme.css
_LARGE, _SMALLER = 58, 42  # sizes of the headline
_MOST: Final = 3  # lines that it has, and the sentence below it
_WIDE: Final = 0.53  # of its size: a letter, on average and with some to spare


def result_picture(ending: Ending, title: str, house: str) -> str:
    """Return how a game ended, as it looks from outside; `ending` is that of somebody who watches."""
    y, parts = 26.0, [_text(title, 26, 26, _BRASS, _SANS, 600)]
    size = _LARGE if len(_lines(ending.title, _LARGE, _MOST)) < _MOST else _SMALLER
    for line in _lines(ending.title, size, _MOST):
        y += size + 8
        parts.append(_text(line, y, size, _INK, _SERIF, 700))
    y += 12
    for line in _lines(ending.told, 26, _MOST):
        y += 34
        parts.append(_text(line, y, 26, _QUIET, _SANS))
    step = min(46.0, (HEIGHT - 120 - y) / len(ending.lines))
    parts += _table(ending, step, y + 22)
    top = (HEIGHT - 60 - y - 22 - step * len(ending.lines)) / 2
    words = f'<g transform="translate(0 {top:.1f})">{"".join(parts)}</g>' + _text(house, HEIGHT - 28, 22, _QUIET)
    return _framed(ending.hero or _faces(ending), words)


def _framed(picture: Markup, words: str) -> str:
    """Return a picture that fills the left half, and words beside it."""
    edge = _LEFT - 40
    return _whole(
        f'{_filling(picture, edge, HEIGHT)}<rect x="{edge}" width="6" height="{HEIGHT}" fill="{_BRASS}"/>{words}'
    )


def game_picture(look: str, title: str, line: str, say: Say, house: str) -> str:
    """Return what a game looks like, with its name, that of the house, and a line about it."""
    own = environment().select_template([f"games/{look}/art.html", "regions/art.html"]).render(say=say)
    art = Markup(own if own.startswith("<svg") else "")  # noqa: S704  # our own templates escape
    parts = [_filling(art, WIDTH, HEIGHT - 30), f'<rect y="452" width="{WIDTH}" height="178" fill="{_PANEL}"/>']
    parts.append(f'<rect y="450" width="{WIDTH}" height="6" fill="{_BRASS}"/>')
    parts.append(_text(title, 524, 56, _INK, _SERIF, 700, 48))
    shown = _shortened(house, 28, WIDTH - 2 * 48 - len(title) * 56 * _WIDE)
    parts.append(_text(shown, 524, 28, _BRASS, _SERIF, 600, WIDTH - 48, "end"))
    for number, words in enumerate(_lines(line, 26, 2, WIDTH - 96)):
        parts.append(_text(words, 572 + 34 * number, 26, _QUIET, x=48))
    return _whole("".join(parts))


def daily_picture(look: str, title: str, told: Sequence[str], filled: int, cells: int, say: Say, house: str) -> str:
    """Return how somebody fared with a deal of the day, of which it shows nothing: lines of words, and a row of cells.

    Args:
        look: Whose drawing it is.
        title: The game and the day.
        told: What is said, the most important first.
        filled: How many of the cells are filled; none are drawn if none is.
        cells: How many there are.
        say: The voice of the pages.
        house: Its name.
    """
    own = environment().select_template([f"games/{look}/art.html", "regions/art.html"]).render(say=say)
    art = Markup(own if own.startswith("<svg") else "")  # noqa: S704  # our own templates escape
    first, *rest = told
    y, parts = 150.0, [_text(title, 100, 28, _BRASS, _SANS, 600)]
    for line in _lines(first, _SMALLER, _MOST):
        y += _SMALLER + 8
        parts.append(_text(line, y, _SMALLER, _INK, _SERIF, 700))
    wide = _ROOM / cells
    for cell in range(cells if filled else 0):
        ink = _BRASS if cell < filled else _LINE
        box = f'x="{_LEFT + cell * wide:g}" y="{y + 40:g}" width="{wide - 8:g}" height="40" rx="6"'
        parts.append(f'<rect {box} fill="{ink}"/>')
    y += 110 if filled else 20
    for sentence in rest:
        for line in _lines(sentence, 26, _MOST):
            y += 34
            parts.append(_text(line, y, 26, _QUIET))
    return _framed(art, "".join(parts) + _text(house, HEIGHT - 28, 22, _QUIET))


def _whole(parts: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" color="#2a2018">'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{_PANEL}"/>{parts}</svg>'
    )


def _filling(picture: Markup, width: int, height: int) -> str:
    """Return a drawing so that it fills a box."""
    box = f'<svg x="0" y="0" width="{width}" height="{height}" preserveAspectRatio="xMidYMid slice" '
    return re.sub(r' preserveAspectRatio="[^"]*"', "", str(picture), count=1).replace("<svg ", box, 1)


def _table(ending: Ending, step: float, top: float) -> Iterator[str]:
    """Yield the lines of the table of numbers: place, name, and what each has."""
    size = min(26.0, step * 0.62)
    for line in ending.lines:
        y = top + step * 0.68
        yield f'<path d="M{_LEFT} {top:.1f}h{_ROOM}" stroke="{_LINE}" stroke-width="1.5"/>'
        ink, weight = (_BRASS, 700) if line.place == 1 else (_INK, 400)
        yield _text(f"{line.place}.", y, size, ink, _SERIF, 700)
        dot = f'cx="{_LEFT + 56}" cy="{top + step / 2:.1f}" r="{size * 0.45:.1f}"'
        yield f'<circle {dot} fill="{_COLOURS[line.one.colour]}" stroke="#fff1d6" stroke-width="2"/>'
        told = line.cells[ending.score] if ending.score < len(line.cells) else ""
        room = _ROOM - 84 - (len(told) + 3) * size * _WIDE
        yield _text(_shortened(line.one.name, size, room), y, size, _INK, _SANS, weight, _LEFT + 84)
        yield _text(told, y, size, ink, _SANS, 700, _LEFT + _ROOM, "end") if told else ""
        top += step


def _text(
    words: str,
    y: float,
    size: float,
    ink: str,
    family: str = _SANS,
    weight: int = 400,
    x: float = _LEFT,
    anchor: str = "start",
) -> str:
    """Return a line of words."""
    return (
        f'<text x="{x:g}" y="{y:.1f}" font-size="{size:.1f}" font-family="{family}" font-weight="{weight}" '
        f'fill="{ink}" text-anchor="{anchor}">{escape(words)}</text>'
    )


def _lines(words: str, size: float, most: int, room: float = _ROOM) -> list[str]:
    """Return words in so many lines at most, each as long as there is room for."""
    return wrap(words, int(room / (size * _WIDE)), max_lines=most, placeholder=" …")


def _shortened(name: str, size: float, room: float) -> str:
    letters = int(room / (size * _WIDE))
    return name if len(name) <= letters else f"{name[: letters - 1]}…"


def _faces(ending: Ending) -> Markup:
    """Return the winners as discs with their initials, where a game has no picture of its own."""
    number = max(len(ending.winners), 1)
    discs = "".join(
        f'<circle cx="{160 + 90 * (place - (number - 1) / 2):g}" cy="90" r="40" fill="{_COLOURS[one.colour]}" '
        f'stroke="{_BRASS}" stroke-width="5"/><text x="{160 + 90 * (place - (number - 1) / 2):g}" y="104" '
        f'font-size="40" font-family="{_SERIF}" font-weight="700" fill="#fff8ea" text-anchor="middle">'
        f"{escape(one.name[:1].upper())}</text>"
        for place, one in enumerate(ending.winners)
    )
    return Markup(  # noqa: S704  # made of our own shapes and escaped letters only
        f'<svg viewBox="0 0 320 180"><rect width="320" height="180" fill="#33291f"/>{discs}</svg>'
    )
