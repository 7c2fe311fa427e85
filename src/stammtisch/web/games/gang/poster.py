"""The picture of Gang of Crooks for the start page: a front page, and three of those it writes about."""

from __future__ import annotations

from functools import cache
from typing import Final

from markupsafe import Markup, escape

from stammtisch.core.language import Say
from stammtisch.games.gang.cards import POLITICIAN, VALUES
from stammtisch.games.gang.notation import read
from stammtisch.web.games.gang.cards_art import EMBLEMS
from stammtisch.web.games.gang.portraits.portrait import portrait

_SUITS: Final = ("#23703f", "#23589f", "#b02a2a", "#241c16")
_SERIF: Final = 'font-family="Iowan Old Style, Palatino, Georgia, serif" font-weight="700"'
_SHOWN: Final = (("g11", 200, 26, -12), ("b11", 249, 50, 2), ("k12", 287, 92, 14))  # cards: where and how they lie


@cache
def poster(say: Say) -> Markup:
    """Return the picture; it fills a box of 16:10."""
    cards = "".join(_card(read(text), x, y, turn) for text, x, y, turn in _SHOWN)
    return Markup(  # noqa: S704  # made of our own shapes and escaped words only
        '<svg viewBox="0 0 320 200" preserveAspectRatio="xMidYMid slice" aria-hidden="true" color="#2a2018">'
        '<defs><pattern id="gang-dots" width="7" height="7" patternUnits="userSpaceOnUse">'
        '<circle cx="3.5" cy="3.5" r="1.7" fill="#000" fill-opacity=".28"/></pattern>'
        '<radialGradient id="gang-lamp" cx=".45" cy=".2" r=".8">'
        '<stop stop-color="#ffdf9a" stop-opacity=".3"/><stop offset="1" stop-color="#ffdf9a" stop-opacity="0"/>'
        "</radialGradient></defs>"
        '<rect width="320" height="200" fill="#3a3733"/><rect width="320" height="200" fill="url(#gang-dots)"/>'
        '<rect width="320" height="200" fill="url(#gang-lamp)"/>'
        f"{_front_page(say)}{cards}</svg>"
    )


def _front_page(say: Say) -> str:
    lines = "".join(f"M{x} {y}h{width}" for x, width in ((18, 30), (132, 30)) for y in range(62, 164, 7))
    below = "".join(f"M{x} {y}h34" for x in (54, 92) for y in range(148, 186, 7))
    return (
        '<g transform="rotate(-4 90 100)"><path fill="#000" fill-opacity=".3" d="M14 16h160v200H14Z"/>'
        '<path fill="#f7f2e6" stroke="#c9bea8" d="M10 12h160v200H10Z"/>'
        f'<text x="90" y="34" text-anchor="middle" font-size="15" {_SERIF} fill="#2a2018" textLength="140" '
        f'lengthAdjust="spacingAndGlyphs">{escape(say("The Midnight Courier"))}</text>'
        '<g stroke="#2a2018"><path stroke-width="1.5" d="M18 41h144"/><path stroke-width=".7" d="M18 44h144"/>'
        '<path stroke-width="5" d="M18 52h144"/></g>'
        f'<path stroke="#2a2018" stroke-opacity=".45" stroke-width="2" d="{lines}{below}"/>'
        '<path fill="#e4d9c2" stroke="#2a2018" d="M54 60h72v80H54Z"/>'
        '<path fill="url(#gang-dots)" d="M54 60h72v80H54Z"/>'
        f'<svg x="55" y="70" width="70" height="70" viewBox="0 0 100 100">{portrait(POLITICIAN)}</svg></g>'
    )


def _card(card: int, x: int, y: int, turn: int) -> str:
    suit = _SUITS[card // VALUES]
    return (
        f'<g transform="translate({x} {y}) rotate({turn})"><rect x="-34" width="68" height="95" rx="6" fill="#fcf5e5" '
        f'stroke="#4b3d2c"/><svg x="-30" y="31" width="63" height="63" viewBox="0 0 100 100">{portrait(card)}</svg>'
        f'<text x="-21" y="23" text-anchor="middle" font-size="22" {_SERIF} fill="{suit}">{card % VALUES}</text>'
        f'<g fill="{suit}" transform="translate(-27 28) scale(.8)">{EMBLEMS[card // VALUES]}</g></g>'
    )
