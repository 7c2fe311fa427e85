"""A hand of Combination Race in the rows that a phone shows."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Final

from stammtisch.web.games.combo.board import Card

_ROW: Final = 8  # cards that a phone shows side by side, each wide enough for a thumb


@dataclass(frozen=True)
class Held:
    """A card to tick or tap, and why it cannot be chosen."""

    card: Card
    refusal: str
    first: bool  # of its value
    hint: str = ""  # a word that says so, where a hint advises it


def rows_of(held: list[Held]) -> list[list[Held]]:
    """Return cards in as few rows as fit, about equally long, parted between two values where that is possible."""
    rows: list[list[Held]] = []
    for left in range(-(-len(held) // _ROW), 0, -1):
        size = -(-len(held) // left)
        near = range(max(1, size - 1), min(_ROW, size + 1, len(held) - 1) + 1)
        fits = [cut for cut in near if held[cut].first and len(held) - cut <= _ROW * (left - 1)]
        cut = len(held) if left == 1 else min(fits or [size], key=partial(_distance, size))
        rows.append(held[:cut])
        held = held[cut:]
    return rows


def _distance(one: int, other: int) -> int:
    return abs(one - other)
