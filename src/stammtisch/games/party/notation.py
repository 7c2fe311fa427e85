"""Actions of Costume Party as text: cards are `1` to `13`, and `5+` takes a 5 together with the face-down card."""

from __future__ import annotations

from typing import Final

from stammtisch.core.transcripts.action_names import ActionNames
from stammtisch.games.party.position import (
    ACTIONS,
    ALL,
    ALL_PAIR,
    COUNT,
    FACE_DOWN,
    HOLDER,
    KEEP,
    KING,
    MOVE,
    NEXT,
    PAIR,
    SEATS,
    UNUSED,
)

_NAMES: Final = (
    {value: f"{value}" for value in range(1, KING + 1)}
    | {PAIR + value: f"{value}+" for value in range(1, KING + 1)}
    | {HOLDER + seat: f"tie{seat}" for seat in range(SEATS)}
    | {
        KEEP: "keep",
        ALL: "all",
        ALL_PAIR: "all+",
        FACE_DOWN: "down",
        UNUSED: "unused",
        MOVE: "move",
        COUNT: "count",
        NEXT: "next",
    }
)
_WORDS: Final = ActionNames("party", ACTIONS, _NAMES, examples="a card such as '7', '7+', 'all' or 'keep'")
write, read = _WORDS.write, _WORDS.read
