"""Actions of Gang of Crooks as text: cards are `g0` to `g12`, `b…`, `r…` and `k…` for black, the crooks."""

from __future__ import annotations

from typing import Final

from stammtisch.core.transcripts.action_names import ActionNames
from stammtisch.games.gang.cards import CARDS, VALUES
from stammtisch.games.gang.rules import ACTIONS, COLLECT, COUNT, NEXT, OTHERS, SELF

_LETTERS: Final = "gbrk"
_NAMES: Final = {card: f"{_LETTERS[card // VALUES]}{card % VALUES}" for card in range(CARDS)} | {
    OTHERS: "others",
    SELF: "self",
    COLLECT: "collect",
    COUNT: "count",
    NEXT: "next",
}
_WORDS: Final = ActionNames("gang", ACTIONS, _NAMES, examples="a card such as 'k12', 'others' or 'self'")
write, read = _WORDS.write, _WORDS.read
