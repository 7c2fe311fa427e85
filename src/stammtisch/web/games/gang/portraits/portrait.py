"""The people of Gang of Crooks, drawn by code: one rig, 52 faces.

A person is put together from named parts, back to front. Parts are 100 by 100, in ink and one colour as a newspaper
would print them, and carry no style and no identity, so that a page may show the same person twice.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from stammtisch.games.gang.cards import VALUES
from stammtisch.web.games.gang.portraits.cast import CAST
from stammtisch.web.games.gang.portraits.hats import CLOTHES, HATS
from stammtisch.web.games.gang.portraits.heads import BACKS, BEARDS, EYES, HAIR, HEADS, MOUTHS, NOSES
from stammtisch.web.games.gang.portraits.props import PROPS

_INK: Final = "#2a2018"
# By colour of the cards: the ink of the colour, and a lighter one.
_SPOTS: Final = (("#2f7d4f", "#a8d2a4"), ("#2b62a8", "#a6c8ea"), ("#b8322f", "#f0b5a3"), (_INK, "#b9ab97"))
_SKINS: Final = {
    "pale": "#fbe3cb",
    "rose": "#f7cfb0",
    "straw": "#ecd49a",
    "tan": "#e6b58a",
    "brown": "#bd8458",
    "dark": "#8d5d40",
    "green": "#c7d6a0",
}
_TINTS: Final = {
    "black": "#3a2e26",
    "brown": "#7a4f2e",
    "ginger": "#c06a30",
    "straw": "#dcb458",
    "grey": "#b9b1a6",
    "white": "#f6f1e6",
    "blue": "#4a76b8",
    "sea": "#4f9483",
}
_NECK: Final = '<path fill="{s}" d="M41 62h18v15q-9 8-18 0Z"/>'
_EARS: Final = '<g fill="{s}"><circle cx="30.5" cy="50" r="5"/><circle cx="69.5" cy="50" r="5"/></g>'


@cache
def portrait(card: int) -> str:
    """Return what is inside the drawing of a card's person: 100 by 100, to be put into an `<svg>` or a `<symbol>`."""
    looks = CAST[card]
    main, light = _SPOTS[card // VALUES]
    parts = (
        BACKS[looks.back],
        _NECK,
        CLOTHES[looks.clothes],
        _EARS,
        f'<g fill="{{s}}">{HEADS[looks.head]}</g>',
        MOUTHS[looks.mouth],
        BEARDS[looks.beard],
        NOSES[looks.nose],
        HAIR[looks.hair],
        EYES[looks.eyes],
        HATS[looks.hat],
        PROPS[looks.prop],
    )
    inks = {"i": _INK, "m": main, "l": light, "s": _SKINS[looks.skin], "h": _TINTS[looks.tint], "w": "#fffaf0"}
    drawn = "".join(parts).format(**inks, g="#e0a948")
    return f'<g fill="none" stroke="{_INK}" stroke-width="3" stroke-linecap="round" stroke-linejoin="round">{drawn}</g>'
