"""Actions of Gang of Crooks as text: cards are `g0` to `g12`, `b…`, `r…` and `k…` for black, the crooks."""

from __future__ import annotations

from typing import Final

from stammtisch.errors import NotationError
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
_ACTIONS: Final = {name: action for action, name in _NAMES.items()}
assert sorted(_NAMES) == list(range(ACTIONS)), "every action has a name"


def write(action: int) -> str:
    """Return the text of an action."""
    return _NAMES[action]


def read(text: str) -> int:
    """Return the action with this text.

    Raises:
        NotationError: No action of Gang of Crooks has it.
    """
    name = text.strip().lower()
    if name not in _ACTIONS:
        raise NotationError(f"not an action of gang: {text!r} (expected a card such as 'k12', 'others' or 'self')")
    return _ACTIONS[name]
