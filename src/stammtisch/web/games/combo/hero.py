"""The winner's moment of Combination Race: the winner's board as it was filled, and the cards that were left."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from markupsafe import Markup

from stammtisch.games.combo.boards import UPGRADES
from stammtisch.games.combo.cards import CARDS
from stammtisch.games.combo.notation import read
from stammtisch.games.combo.position import COLUMN
from stammtisch.games.combo.words.names import cards_in
from stammtisch.web.games.combo.poster import card, paper, stone
from stammtisch.web.view.scene import Scene

_PLATES: Final = (("#1d4f88", "#0f2f55", "#bcd8f2"), ("#8c2a2c", "#561417", "#f6cdbf"))  # blue and red
_FEW: Final = 3  # cards that lie beside the board
_LEFT: Final = tuple(map(read, ("r7", "y7", "v7")))  # where none are known
_WIDE: Final = 150  # pixels for the holes of a row
_KEPT: Final = 64  # pictures of some ten thousand letters: boards of people's own make ever new ones

Row = tuple[tuple[int, bool], ...]  # by level: its holes, and whether they are filled


def hero(scene: Scene) -> Markup:
    """Return the picture; it stands alone, 320 by 180."""
    v, o = scene.view, scene.options
    winner = scene.outcome.winners[0] if scene.outcome else 0
    rows = [
        tuple((o.stones[level], level <= v.level[winner][row]) for level in range(1, o.levels + 1))
        for row in range(UPGRADES)
    ]
    rows.append(tuple((2, column < v.level[winner][COLUMN]) for column in range(o.columns)))
    known = [number for number in cards_in(v.hand[winner]) if number < CARDS]
    return _picture(tuple(rows), tuple(known[-_FEW:] or _LEFT), bool(o.expert))


@lru_cache(_KEPT)
def _picture(rows: tuple[Row, ...], cards: tuple[int, ...], expert: bool) -> Markup:  # noqa: FBT001
    plate, edge, engraved = _PLATES[expert]
    board = "".join(_row(row, 30 + 30 * place, engraved) for place, row in enumerate(rows))
    middle = (len(cards) - 1) / 2
    fan = "".join(
        card(number, 252 + 26 * (place - middle), 66, 11 * (place - middle)) for place, number in enumerate(cards)
    )
    return Markup(  # noqa: S704  # made of our own shapes only
        f'<svg viewBox="0 0 320 180" aria-hidden="true">{paper(320, 180)}<g transform="rotate(-4 100 90)">'
        '<rect x="17" y="15" width="178" height="158" rx="10" fill="#000" fill-opacity=".22"/>'
        f'<rect x="14" y="11" width="178" height="158" rx="10" fill="{plate}" stroke="{edge}"/>'
        f'<rect x="18" y="15" width="170" height="150" rx="7" fill="none" stroke="{engraved}" stroke-opacity=".6"/>'
        f"{board}</g>{fan}{_flag()}</svg>"
    )


def _row(row: Row, y: float, engraved: str) -> str:
    """Return the levels of a row: stones where they are filled, holes where they are not."""
    holes = sum(number for number, _ in row)
    step = min(22.0, _WIDE / (holes + 0.35 * len(row)))
    x, drawn = 28 + step / 2, ""
    for number, filled in row:
        for _ in range(number):
            hole = (
                f'<circle cx="{x:.1f}" cy="{y}" r="{step * 0.42:.1f}" fill="#000" fill-opacity=".3" stroke="{engraved}"'
            )
            drawn += stone(x, y, step * 0.44) if filled else f'{hole} stroke-opacity=".7" stroke-dasharray="3 2.5"/>'
            x += step
        x += step * 0.35
    return drawn


def _flag() -> str:
    return (
        '<path d="M206 62V8" stroke="#4b3d2c" stroke-width="3" stroke-linecap="round"/>'
        '<path d="M207 9q14-6 27 0t27 0v27q-14 6-27 0t-27 0Z" fill="#f0b429" stroke="#5c3d00"/>'
    )
