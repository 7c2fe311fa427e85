"""Boards of one's own for combo, as many as anybody likes, no two alike."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import product
from typing import Any


def boards(number: int) -> Iterator[dict[str, Any]]:
    """Yield boards that differ, with as many places to stand as there can be."""
    rows = {name: [5 if name == "straight" else 1] * 7 for name in ("full_house", "flush", "three", "straight")}
    for columns, value in product(range(6, 13), range(1, 60)):
        if number:
            yield {"stones": [1] * 6, **rows, "three": [value] * 7, "columns": columns}
            number -= 1


def table_on(board: dict[str, Any]) -> str:
    """Return what a program sends to open a table on a board."""
    return json.dumps({"game": "combo", "bots": 1, "options": {"seats": 2, "board": board}})
