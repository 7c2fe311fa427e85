"""The picture of Combination Race for the start page: a board on drafting paper, enamel stones, three cards."""

from __future__ import annotations

from functools import cache
from typing import Final

from markupsafe import Markup

from stammtisch.games.combo.cards import RANKS
from stammtisch.games.combo.notation import read
from stammtisch.web.games.combo.cards_art import ENAMEL, piece

_SERIF: Final = 'font-family="Iowan Old Style, Palatino, Georgia, serif" font-weight="700"'
_INKS: Final = ("#b02a2a", "#8a5f00", "#23703f", "#23589f", "#71388c")
_SHOWN: Final = (("r7", 196, 60, -13), ("y7", 236, 50, -2), ("v7", 276, 60, 10))  # cards: where and how they lie
_PLACED: Final = ((1, 1, 2), (1, 0, 0), (1, 1, 0), (1, 1, 2))  # stones on the first levels of each row


@cache
def poster() -> Markup:
    """Return the picture; it fills a box of 16:10."""
    cards = "".join(_card(read(text), x, y, turn) for text, x, y, turn in _SHOWN)
    loose = "".join(_stone(x, y, 10) for x, y in ((196, 172), (219, 180), (243, 170)))
    fine = "".join(f"M{x} 0V200" for x in range(0, 321, 10)) + "".join(f"M0 {y}H320" for y in range(0, 201, 10))
    bold = "".join(f"M{x} 0V200" for x in range(0, 321, 50)) + "".join(f"M0 {y}H320" for y in range(0, 201, 50))
    return Markup(  # noqa: S704  # made of our own shapes only
        '<svg viewBox="0 0 320 200" preserveAspectRatio="xMidYMid slice" aria-hidden="true">'
        '<rect width="320" height="200" fill="#e9eef0"/>'
        f'<path d="{fine}" stroke="#8fb2c9" stroke-opacity=".35" stroke-width=".6"/>'
        f'<path d="{bold}" stroke="#6f9bb8" stroke-opacity=".5" stroke-width=".8"/>'
        f"{_board()}{cards}{loose}</svg>"
    )


def _board() -> str:
    rows = "".join(_row(26 + 39 * row, placed) for row, placed in enumerate(_PLACED))
    return (
        '<g transform="rotate(-5 90 100)"><rect x="17" y="20" width="152" height="166" rx="10" fill="#000" '
        'fill-opacity=".22"/><rect x="14" y="16" width="152" height="166" rx="10" fill="#1d4f88" stroke="#0f2f55"/>'
        '<rect x="18" y="20" width="144" height="158" rx="7" fill="none" stroke="#bcd8f2" stroke-opacity=".6"/>'
        f"{rows}</g>"
    )


def _row(y: int, placed: tuple[int, ...]) -> str:
    """Return a row of levels that take one, one and two stones, with what it is worth."""
    worth = 1 + sum(1 for stones in placed if stones)
    holes = [(x, level, number) for x, level, number in ((62, 0, 1), (88, 1, 1), (116, 2, 1), (137, 2, 2))]
    drawn = "".join(
        _stone(x, y + 17, 9)
        if placed[level] >= number
        else f'<circle cx="{x}" cy="{y + 17}" r="8.5" fill="#143c6b" stroke="#bcd8f2" stroke-dasharray="3 2.5"/>'
        for x, level, number in holes
    )
    return (
        f'<text x="36" y="{y + 24}" text-anchor="middle" font-size="21" {_SERIF} fill="#fdf6e4">{worth}</text>'
        f'<path d="M26 {y + 35}h128" stroke="#bcd8f2" stroke-opacity=".35"/>{drawn}'
    )


def _stone(x: float, y: float, radius: float) -> str:
    return (
        f'<circle cx="{x + 1:g}" cy="{y + 2:g}" r="{radius:g}" fill="#000" fill-opacity=".3"/>'
        f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{ENAMEL[1]}" stroke="#5c3d00"/>'
        f'<circle cx="{x - radius * 0.3:g}" cy="{y - radius * 0.35:g}" r="{radius * 0.28:g}" fill="#fff" '
        'fill-opacity=".75"/>'
    )


def _card(card: int, x: int, y: int, turn: int) -> str:
    colour, value = card // RANKS, card % RANKS + 1
    return (
        f'<g transform="translate({x} {y}) rotate({turn})"><rect x="-31" y="2" width="64" height="90" rx="6" '
        'fill="#000" fill-opacity=".2"/><rect x="-32" width="64" height="90" rx="6" fill="#fcf5e5" stroke="#4b3d2c"/>'
        f'<text x="-20" y="22" text-anchor="middle" font-size="22" {_SERIF} fill="{_INKS[colour]}">{value}</text>'
        f'<g transform="translate(-19 32) scale(1.6)">{piece(colour)}</g></g>'
    )
