"""Actions of Combination Race as text: cards are `r1` to `r13`, `y…`, `g…`, `b…` and `v…`."""

from __future__ import annotations

from typing import Final

from stammtisch.core.transcripts.action_names import ActionNames
from stammtisch.games.combo.boards import MOST_STONES
from stammtisch.games.combo.cards import CARDS, RANKS
from stammtisch.games.combo.position import (
    ACTIONS,
    DONE,
    DRAW,
    EXCHANGE,
    FIRST,
    INTO,
    LAY,
    PLACE,
    RESERVE,
    SEATS,
    SHUFFLE,
    START_ROWS,
)

_COLOURS: Final = "rygbv"  # red, yellow, green, blue, violet
_KINDS: Final = ("full", "flush", "three", "straight", "pairs", "four", "five")
_TARGETS: Final = ("full", "flush", "three", "straight", "column", "columns")
_ROWS: Final = "ufts"  # full, flush, three, straight, as in `start uft`
_NAMES: Final = (
    {card: f"{_COLOURS[card // RANKS]}{card % RANKS + 1}" for card in range(CARDS)}
    | {LAY + kind: name for kind, name in enumerate(_KINDS)}
    | {INTO + target: f"into {name}" for target, name in enumerate(_TARGETS)}
    | {RESERVE + number: f"reserve {number}" for number in range(MOST_STONES + 1)}
    | {DRAW: "draw", EXCHANGE: "exchange", DONE: "done", SHUFFLE: "shuffle"}
    | {FIRST + seat: f"first {seat}" for seat in range(SEATS)}
    | {PLACE + number: "start " + "".join(_ROWS[row] for row in rows) for number, rows in enumerate(START_ROWS)}
)
_WORDS: Final = ActionNames("combo", ACTIONS, _NAMES, examples="a card such as 'r7', 'draw', 'flush' or 'exchange'")
write, read = _WORDS.write, _WORDS.read
