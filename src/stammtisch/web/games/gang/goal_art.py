"""Three small pictures beside the goal of Gang of Crooks: whom nobody wants, who takes a trick, and the whole gang."""

from __future__ import annotations

from functools import cache
from typing import Final

from markupsafe import Markup

from stammtisch.games.gang.cards import POLITICIAN, VALUES
from stammtisch.games.gang.notation import read
from stammtisch.web.games.gang.cards_art import EMBLEMS
from stammtisch.web.games.gang.portraits.portrait import portrait

_SUITS: Final = ("#23703f", "#23589f", "#b02a2a", "#241c16")
_TWO_DIGITS: Final = 10
_SERIF: Final = 'font-family="Iowan Old Style, Palatino, Georgia, serif" font-weight="700" text-anchor="middle"'


@cache
def goal_art() -> tuple[Markup, Markup, Markup]:
    """Return the pictures, 96 by 64 each."""
    costs = _card(read("k7"), 25, 8, -5) + _card(POLITICIAN, 66, 8, 4)
    costs += _seal(38, 50, "+1", "#241c16") + _seal(81, 50, "+13", "#9c1f1c")
    follow = _card(read("g3"), 22, 12, -8) + _card(read("g7"), 74, 12, 8) + _card(read("g11"), 48, 6, 0, wins=True)
    gang = "".join(_card(read(text), x, y, turn) for text, x, y, turn in (("k4", 20, 14, -14), ("k9", 76, 14, 14)))
    gang += _card(POLITICIAN, 36, 9, -6) + _card(read("k12"), 60, 9, 6)
    return _drawn(costs), _drawn(follow), _drawn(gang)


def _drawn(inside: str) -> Markup:
    return Markup(  # noqa: S704  # made of our own shapes only
        f'<svg viewBox="0 0 96 64" aria-hidden="true" color="#2a2018">{inside}</svg>'
    )


def _card(card: int, x: int, y: int, turn: int, *, wins: bool = False) -> str:
    """Return a card that hangs from the middle of its upper edge."""
    suit, edge = _SUITS[card // VALUES], 'stroke="#d0921f" stroke-width="3"' if wins else 'stroke="#4b3d2c"'
    return (
        f'<g transform="translate({x} {y}) rotate({turn})">'
        f'<rect x="-17" width="34" height="48" rx="3.5" fill="#fcf5e5" {edge}/>'
        f'<svg x="-15" y="15" width="32" height="32" viewBox="0 0 100 100">{portrait(card)}</svg>'
        f'<text x="{-9 if card % VALUES < _TWO_DIGITS else -7}" y="13" font-size="13" {_SERIF} fill="{suit}">'
        f"{card % VALUES}</text>"
        f'<g fill="{suit}" transform="translate(-13 15) scale(.5)">{EMBLEMS[card // VALUES]}</g></g>'
    )


def _seal(x: int, y: int, text: str, fill: str) -> str:
    return (
        f'<g><circle cx="{x}" cy="{y}" r="12" fill="{fill}" stroke="#fff8ea" stroke-width="1.5"/>'
        f'<text x="{x}" y="{y + 4}" font-size="10.5" {_SERIF} fill="#fff8ea">{text}</text></g>'
    )
