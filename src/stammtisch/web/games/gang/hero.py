"""The winner's moment of Gang of Crooks: the front page, with whom the winner brought home, and whom others did."""

from __future__ import annotations

from functools import cache
from typing import Final

from markupsafe import Markup

from stammtisch.games.gang.cards import CARDS, PENALTIES, POLITICIAN, VALUES
from stammtisch.web.games.gang.portraits.portrait import portrait
from stammtisch.web.view.scene import Scene

_PRINT: Final = "#2a2018"
_LIGHT: Final = ("#cfe5cc", "#cfe0f4", "#f6d5c8", "#d9cfbd")  # behind a face, by colour
_HONEST: Final = VALUES - 1  # whom the paper shows when the winner took nobody: the head of the allotment society
_BEHIND: Final = (45, 44, 43)  # the crooks who stand behind the head of a united gang


def hero(scene: Scene) -> Markup:
    """Return the picture; it stands alone, 320 by 180."""
    v, o = scene.view, scene.options
    winner = min(range(o.seats), key=lambda seat: v.total[seat])
    taken = v.taken[winner]
    if taken & PENALTIES == o.deck & PENALTIES:
        return _picture(CARDS - 1, united=True, caught=False)
    honest = [card for card in range(CARDS) if taken & ~PENALTIES & o.deck >> card & 1]
    shown = max(honest, key=lambda card: card % VALUES, default=_HONEST)
    return _picture(shown, united=False, caught=not taken >> POLITICIAN & 1)


@cache
def _picture(card: int, *, united: bool, caught: bool) -> Markup:
    return Markup(  # noqa: S704  # made of our own shapes only
        f'<svg viewBox="0 0 320 180" aria-hidden="true" color="{_PRINT}">'
        '<rect width="320" height="180" fill="#3a3733"/>'
        f'{_rings()}<path fill="#1d1b19" fill-opacity=".55" d="M36 20h256v170H36Z"/>'
        f'<g transform="rotate(-2 160 90)"><path fill="#f7f2e6" stroke="#c9bea8" d="M32 12h256v190H32Z"/>'
        f"{_head()}{_photo(card, united=united)}{_cell() if caught else _columns(222, 52)}{_columns(44, 52)}</g></svg>"
    )


def _rings() -> str:
    """Return the light of a lamp on the table."""
    return "".join(
        f'<ellipse cx="160" cy="60" rx="{size}" ry="{size * 0.62:g}" fill="#ffdf9a" fill-opacity=".05"/>'
        for size in (70, 105, 140, 175, 210)
    )


def _head() -> str:
    """Return the title of the paper and a headline, as far as they can be read from here."""
    words = "".join(f"M{x} 25h{wide}" for x, wide in ((76, 30), (112, 62), (180, 64)))
    return (
        f'<g stroke="{_PRINT}" fill="none"><path stroke-width="9" d="{words}"/>'
        '<path stroke-width="1.6" d="M44 36h232"/><path stroke-width=".7" d="M44 39h232"/></g>'
    )


def _photo(card: int, *, united: bool) -> str:
    """Return the large photo: one person, or the head of the gang with some of it."""
    dots = "".join(
        f'<circle cx="{x}" cy="{y}" r="1.5"/>' for y in range(50, 150, 7) for x in range(104 + y % 2 * 3, 214, 7)
    )
    behind = "".join(
        f'<svg x="{x}" y="{y}" width="62" height="62" viewBox="0 0 100 100">{portrait(other)}</svg>'
        for other, x, y in zip(_BEHIND, (-4, 27, 58), (12, 4, 12), strict=True)
    )
    return (
        f'<path fill="{_LIGHT[card // VALUES]}" stroke="{_PRINT}" stroke-width="1.4" d="M101 46h116v106H101Z"/>'
        f'<g fill="{_PRINT}" fill-opacity=".16">{dots}</g>'
        f'<svg x="101" y="46" width="116" height="106">{behind if united else ""}'
        f'<svg x="7" y="4" width="102" height="102" viewBox="0 0 100 100">{portrait(card)}</svg></svg>'
        f'<path stroke="{_PRINT}" stroke-opacity=".55" stroke-width="2.4" d="M101 160h116M118 168h82"/>'
    )


def _cell() -> str:
    """Return the politician behind bars, whom somebody else took."""
    bars = "".join(f"M{x} 62v52" for x in range(231, 276, 9))
    lines = "M226 122h50M226 129h50M226 136h50M226 143h34"
    return (
        f'<path fill="#cfc6b4" stroke="{_PRINT}" stroke-width="1.4" d="M226 62h50v52h-50Z"/>'
        f'<svg x="228" y="66" width="46" height="46" viewBox="0 0 100 100">{portrait(POLITICIAN)}</svg>'
        f'<path fill="none" stroke="{_PRINT}" stroke-width="3" d="{bars}"/>'
        f'<path stroke="{_PRINT}" stroke-opacity=".45" stroke-width="2" d="{lines}"/>'
    )


def _columns(x: int, wide: int) -> str:
    lines = "".join(f"M{x} {y}h{wide if y % 3 else wide - 14}" for y in range(50, 180, 7))
    return f'<path stroke="{_PRINT}" stroke-opacity=".4" stroke-width="2" d="{lines}"/>'
