"""The cards of Gang of Crooks as markup, made once for each card and language.

Faces refer to the drawings of `people`, which a page holds once, so that a card weighs little wherever it moves.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from markupsafe import Markup, escape

from stammtisch.core.language import Say
from stammtisch.games.gang.cards import CARDS, POLITICIAN, VALUES
from stammtisch.games.gang.notation import read, write
from stammtisch.games.gang.words.people import card_name, person, politician
from stammtisch.web.games.gang.portraits.portrait import portrait

COLOURS: Final = ("green", "blue", "red", "black")
EMBLEMS: Final = (
    '<path d="M14.5 1.5C6 1 1 5 2 12.5q4-6 8-7-4 2.5-6.5 8 9 1.5 11-12Z"/>',  # a leaf
    '<path d="M8 .5c5 6 6 8 6 10a6 5.5 0 0 1-12 0c0-2 1-4 6-10Z"/>',  # a drop
    '<path d="m8 0 6.5 8L8 16 1.5 8Z"/>',  # a diamond
    '<path fill-rule="evenodd" d="M0 5q8-3.5 16 0v3q-2 5-5.5 4Q9 11.5 8 10q-1 1.5-2.5 2Q2 13 0 8Zm3 2.5q2.5 2.5 '
    '4 0-2-2-4 0Zm6 0q2.5 2.5 4 0-2-2-4 0Z"/>',  # a mask
)


@cache
def emblem(colour: int) -> Markup:
    """Return the emblem of a colour, in the colour of the text around it."""
    return _ours(f'<svg viewBox="0 0 16 16" fill="currentColor" aria-hidden="true">{EMBLEMS[colour]}</svg>')


@cache
def people() -> Markup:
    """Return the drawings of all people, for a page to hold once and out of sight."""
    drawn = "".join(
        f'<symbol id="gang-{write(card)}" viewBox="0 0 100 100">{portrait(card)}</symbol>' for card in range(CARDS)
    )
    return _ours(f'<svg class="quiet" width="0" height="0" aria-hidden="true">{drawn}</svg>')


@cache
def bust(card: int) -> Markup:
    """Return the person of a card alone."""
    return _ours(f'<svg viewBox="0 0 100 100" aria-hidden="true"><use href="#gang-{write(card)}"/></svg>')


def full_name(card: int, cost: int, say: Say, game: Say) -> str:
    """Return a card as readers hear it: colour, value and person, and what it costs whoever takes it."""
    name = card_name(card, game)
    if not cost:
        return name
    return say.count("{card}, costs {number} point", "{card}, costs {number} points", cost, card=name)


@cache
def chip(text: str, say: Say, game_say: Say) -> Markup:  # noqa: ARG001
    """Return a card of the notation as a small card in a sentence; the politician is called by name."""
    card = read(text)
    who = Markup(" <i>{}</i>").format(politician(game_say)) if card == POLITICIAN else ""
    return Markup('<span class="little {}" role="img" aria-label="{}">{}{}{}</span>').format(
        COLOURS[card // VALUES], card_name(card, game_say), card % VALUES, emblem(card // VALUES), who
    )


@cache
def inside(card: int, game: Say) -> Markup:
    """Return what is printed on a card."""
    index = f"{card % VALUES}{emblem(card // VALUES)}"
    return _ours(
        f'<span class="index">{index}</span><span class="portrait">{bust(card)}</span>'
        f'<span class="band">{escape(person(card, game))}</span>'
        f'<span class="index end" aria-hidden="true">{index}</span>'
    )


def _ours(markup: str) -> Markup:
    """Return markup that is made of our own shapes and escaped words only."""
    return Markup(markup)  # noqa: S704
