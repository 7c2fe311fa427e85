"""Pictures of Combination Race for the start page and the card with its goal: boards, enamel stones, cards."""

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
_TWO_DIGITS: Final = 10
_PLATE: Final = '<rect x="6" y="10" width="84" height="52" rx="6" fill="#1d4f88" stroke="#0f2f55" stroke-width="1.5"/>'
_HOLE: Final = (
    '<circle cx="{}" cy="{}" r="8" fill="#143c6b" stroke="#bcd8f2" stroke-width="1.5" stroke-dasharray="3 2.5"/>'
)


@cache
def poster() -> Markup:
    """Return the picture; it fills a box of 16:10."""
    cards = "".join(card(read(text), x, y, turn) for text, x, y, turn in _SHOWN)
    loose = "".join(stone(x, y, 10) for x, y in ((196, 172), (219, 180), (243, 170)))
    return Markup(  # noqa: S704  # made of our own shapes only
        '<svg viewBox="0 0 320 200" preserveAspectRatio="xMidYMid slice" aria-hidden="true">'
        f"{paper(320, 200)}{_board()}{cards}{loose}</svg>"
    )


def paper(width: int, height: int) -> str:
    """Return drafting paper."""
    fine, bold = (
        "".join(f"M{x} 0V{height}" for x in range(0, width + 1, step))
        + "".join(f"M0 {y}H{width}" for y in range(0, height + 1, step))
        for step in (10, 50)
    )
    return (
        f'<rect width="{width}" height="{height}" fill="#e9eef0"/>'
        f'<path d="{fine}" stroke="#8fb2c9" stroke-opacity=".35" stroke-width=".6"/>'
        f'<path d="{bold}" stroke="#6f9bb8" stroke-opacity=".5" stroke-width=".8"/>'
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
        stone(x, y + 17, 9)
        if placed[level] >= number
        else f'<circle cx="{x}" cy="{y + 17}" r="8.5" fill="#143c6b" stroke="#bcd8f2" stroke-dasharray="3 2.5"/>'
        for x, level, number in holes
    )
    return (
        f'<text x="36" y="{y + 24}" text-anchor="middle" font-size="21" {_SERIF} fill="#fdf6e4">{worth}</text>'
        f'<path d="M26 {y + 35}h128" stroke="#bcd8f2" stroke-opacity=".35"/>{drawn}'
    )


def stone(x: float, y: float, radius: float) -> str:
    """Return a stone."""
    return (
        f'<circle cx="{x + 1:g}" cy="{y + 2:g}" r="{radius:g}" fill="#000" fill-opacity=".3"/>'
        f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{ENAMEL[1]}" stroke="#5c3d00"/>'
        f'<circle cx="{x - radius * 0.3:g}" cy="{y - radius * 0.35:g}" r="{radius * 0.28:g}" fill="#fff" '
        'fill-opacity=".75"/>'
    )


def card(number: int, x: float, y: float, turn: float) -> str:
    """Return a card, 64 by 90, that hangs from a point in the middle of its upper edge."""
    colour, value = number // RANKS, number % RANKS + 1
    size = 22 if value < _TWO_DIGITS else 19
    return (
        f'<g transform="translate({x} {y}) rotate({turn})"><rect x="-31" y="2" width="64" height="90" rx="6" '
        'fill="#000" fill-opacity=".2"/><rect x="-32" width="64" height="90" rx="6" fill="#fcf5e5" stroke="#4b3d2c"/>'
        f'<text x="-27" y="22" font-size="{size}" {_SERIF} fill="{_INKS[colour]}">{value}</text>'
        f'<g transform="translate(-19 32) scale(1.6)">{piece(colour)}</g></g>'
    )


@cache
def goal_art() -> tuple[Markup, Markup, Markup]:
    """Return them: a board and its last stone, cards that become stones, and the hands in the end."""
    full = "".join(stone(x, y, 8.5) for y in (25, 47) for x in (20, 42, 64) if (x, y) != (64, 47))
    last = f"{_PLATE}{full}{_HOLE.format(64, 47)}{stone(78, 58, 10)}"
    laid = "".join(_small(text, x, turn) for text, x, turn in (("r9", 22, -9), ("g9", 36, 0), ("b9", 50, 9)))
    arrow = (
        '<path d="M64 40h12m-5-5 5 5-5 5" fill="none" stroke="currentColor" stroke-width="3" stroke-linecap="round"/>'
    )
    hand = "".join(_small(text, x, turn) for text, x, turn in (("v4", 34, -14), ("y8", 48, 0), ("r12", 62, 14)))
    flag = '<path d="M14 66V12m0 1q9-5 18 0v14q-9 5-18 0" fill="#f0b429" stroke="#5c3d00" stroke-width="2"/>'
    return _framed(last), _framed(laid + arrow + stone(86, 40, 8.5)), _framed(hand + flag)


def _small(text: str, x: float, turn: float) -> str:
    return f'<g transform="translate({x} 22) scale(.44)">{card(read(text), 0, 0, turn)}</g>'


def _framed(inside: str) -> Markup:
    return Markup(f'<svg viewBox="0 0 96 72" aria-hidden="true">{inside}</svg>')  # noqa: S704  # made of our own shapes
