"""The cards, stones and signs of Combination Race as markup, made once each."""

from __future__ import annotations

from functools import cache
from typing import Final

from markupsafe import Markup

from stammtisch.games.combo.cards import RANKS

COLOURS: Final = ("red", "yellow", "green", "blue", "violet")
LETTERS: Final = "RYGBV"
ENAMEL: Final = ("#c4332b", "#e3a712", "#2c8550", "#2a69b8", "#7b3f9e")
EMBLEMS: Final = (
    '<circle cx="12" cy="12" r="10"/>',
    '<rect x="2.5" y="2.5" width="19" height="19" rx="2"/>',
    '<path d="M12 1.5 23 21.5H1Z" stroke-linejoin="round"/>',
    '<path d="m12 .8 3.2 7.4 8 .7-6.1 5.3 1.9 7.9-7-4.2-7 4.2 1.9-7.9L.8 8.9l8-.7Z"/>',
    '<path d="M.8 9.2C3 2.6 7.4 1.8 12 6.4s7.4 4 9-.9l1.6 9.3c-2.2 6.6-6.6 7.4-11.2 2.8s-7.4-4-9 .9Z"/>',
)
_GLOSS: Final = (
    '<path d="M5 11a7.4 7.4 0 0 1 7-6.4"/>',
    '<path d="M5.5 12V5.5H12"/>',
    '<path d="M7.6 14.6 11.7 7"/>',
    '<path d="m7 10 3.4-.3L12 6"/>',
    '<path d="M3.4 9C5 5.8 7.4 6 9.8 8"/>',
)
_HEIGHTS: Final = (12, 12, 15.2, 12.6, 12)  # of the middle of each emblem, where its letter stands
_SIGNS: Final = {
    "pile": '<rect x="4" y="7" width="11" height="14" rx="2"/><path d="M7.5 4H17a2 2 0 0 1 2 2v12"/>',
    "display": '<rect x="2" y="6" width="8.5" height="12" rx="1.5"/><rect x="13.5" y="6" width="8.5" height="12" '
    'rx="1.5"/>',
    "exchange": '<rect x="2" y="5" width="8" height="11" rx="1.5"/><circle cx="17.5" cy="15.5" r="4.5"/>'
    '<path d="M13 5.5h5m-2-2.5 2.5 2.5L16 8"/>',
    "hand": '<path d="M3 19V8l6-2v14zM9 6.5 15 6v14H9M15 8l6 1.5L18.5 20H15"/>',
    "pairs": '<circle cx="7" cy="7" r="3.8"/><circle cx="7" cy="17" r="3.8"/><circle cx="17" cy="7" r="3.8"/>'
    '<circle cx="17" cy="17" r="3.8"/>',
    "stone": '<circle cx="12" cy="12" r="8.5"/><path d="M8 11a4 4 0 0 1 3.5-3.5"/>',
    "flag": '<path d="M5 22V3h13l-3.5 4.5L18 12H5"/>',
    "lock": '<path d="M5 11h14v10H5zM8 11V7.5a4 4 0 0 1 8 0V11"/>',
}


@cache
def sign(name: str) -> Markup:
    """Return a small sign in the colour of the text; what it means stands beside it in words."""
    return _ours(
        '<svg class="sign" viewBox="0 0 24 24" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="2" '
        f'stroke-linecap="round" stroke-linejoin="round">{_SIGNS[name]}</svg>'
    )


@cache
def emblem(colour: int) -> Markup:
    """Return the emblem of a colour alone, in the colour of the text around it."""
    return _ours(f'<svg viewBox="0 0 24 24" fill="currentColor" aria-hidden="true">{EMBLEMS[colour]}</svg>')


@cache
def piece(colour: int) -> str:
    """Return the emblem as a piece of enamel with the letter of its colour, in a box of 24."""
    ink = "#2a1f14" if colour == 1 else "#fffaf0"
    return (
        f'<g fill="{ENAMEL[colour]}" stroke="#2a1f14" stroke-opacity=".55" stroke-width=".8">{EMBLEMS[colour]}</g>'
        '<g fill="none" stroke="#fff" stroke-opacity=".6" stroke-width="1.6" stroke-linecap="round">'
        f"{_GLOSS[colour]}</g>"
        f'<text x="12" y="{_HEIGHTS[colour] + 3.2:g}" text-anchor="middle" font-size="9" font-weight="700" '
        f'font-family="Iowan Old Style, Palatino, Georgia, serif" fill="{ink}">{LETTERS[colour]}</text>'
    )


@cache
def inside(card: int) -> Markup:
    """Return what is printed on a card: value and emblem in two corners, the enamel piece with its letter between."""
    colour, value = card // RANKS, card % RANKS + 1
    index = f"{value}{emblem(colour)}"
    return _ours(
        f'<span class="index">{index}</span><span class="portrait"><svg viewBox="0 0 24 24" aria-hidden="true">'
        f'{piece(colour)}</svg></span><span class="index end" aria-hidden="true">{index}</span>'
    )


@cache
def token(card: int) -> Markup:
    """Return a card in a line of text: its emblem, letter and value."""
    colour, value = card // RANKS, card % RANKS + 1
    return _ours(
        f'<span class="token {COLOURS[colour]}">{emblem(colour)}<span>{LETTERS[colour].lower()}{value}</span></span>'
    )


def _ours(markup: str) -> Markup:
    """Return markup that is made of our own shapes only."""
    return Markup(markup)  # noqa: S704
