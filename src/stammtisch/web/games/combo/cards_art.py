"""The cards, stones and signs of Combination Race as markup, made once each."""

from __future__ import annotations

from functools import cache
from typing import Final

from markupsafe import Markup

from stammtisch.core.language import Say
from stammtisch.games.combo.cards import RANKS
from stammtisch.games.combo.notation import read
from stammtisch.games.combo.words.names import card_name

COLOURS: Final = ("red", "yellow", "green", "blue", "violet")
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


_EQUAL: Final = ((1, 2.5, 1), (9, 2.5, 1), (17, 2.5, 1))
_WANTS: Final = (  # by row, small cards: place, height, shade
    (*_EQUAL, (28, 2.5, 0.5), (36, 2.5, 0.5)),
    tuple((1 + 8 * place, (1, 4, 2, 3.5, 1.5)[place], 1) for place in range(5)),
    _EQUAL,
    tuple((1 + 8 * place, 5 - 1.25 * place, 0.4 + 0.15 * place) for place in range(5)),
    (*_EQUAL[:2], (20, 2.5, 0.5), (28, 2.5, 0.5)),
)


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
    """Return the emblem as a piece of enamel, in a box of 24."""
    return (
        f'<g fill="{ENAMEL[colour]}" stroke="#2a1f14" stroke-opacity=".55" stroke-width=".8">{EMBLEMS[colour]}</g>'
        '<g fill="none" stroke="#fff" stroke-opacity=".6" stroke-width="1.6" stroke-linecap="round">'
        f"{_GLOSS[colour]}</g>"
    )


@cache
def inside(card: int) -> Markup:
    """Return what is printed on a card: value and emblem in two corners, the enamel piece between."""
    colour, value = card // RANKS, card % RANKS + 1
    index = f"{value}{emblem(colour)}"
    return _ours(
        f'<span class="index">{index}</span><span class="portrait"><svg viewBox="0 0 24 24" aria-hidden="true">'
        f'{piece(colour)}</svg></span><span class="index end" aria-hidden="true">{index}</span>'
    )


@cache
def token(card: int) -> Markup:
    """Return a card in a line of text: its emblem and value."""
    colour, value = card // RANKS, card % RANKS + 1
    return _ours(f'<span class="token {COLOURS[colour]}">{emblem(colour)}<span>{value}</span></span>')


def chip(text: str, say: Say, game_say: Say) -> Markup:  # noqa: ARG001
    """Return a card of the notation as a small card in a sentence, with its name for screen readers."""
    card = read(text)
    return Markup('<span role="img" aria-label="{}">{}</span>').format(card_name(card, game_say), token(card))


@cache
def wants(kind: int) -> Markup:
    """Return what a combination is made of, as small cards: equal ones have one shade."""
    cards = "".join(
        f'<rect x="{x}" y="{y}" width="7" height="11" rx="1.6" fill-opacity="{shade}"/>' for x, y, shade in _WANTS[kind]
    )
    wide = _WANTS[kind][-1][0] + 8
    return _ours(f'<svg class="wants" viewBox="0 0 {wide} 16" fill="currentColor" aria-hidden="true">{cards}</svg>')


def _ours(markup: str) -> Markup:
    """Return markup that is made of our own shapes only."""
    return Markup(markup)  # noqa: S704
