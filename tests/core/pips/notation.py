"""Actions of Pips as text: `guess 3`, `sure`, `unsure`, `roll 6`, `pay`."""

from __future__ import annotations

from typing import Final

from stammtisch.errors import NotationError

_NAMES: Final = [
    *(f"guess {pip}" for pip in range(1, 7)),
    *("unsure", "sure"),
    *(f"roll {pip}" for pip in range(1, 7)),
    "pay",
]


def write(action: int) -> str:
    """Return the text of an action."""
    return _NAMES[action]


def read(text: str) -> int:
    """Return the action with this text.

    Raises:
        NotationError: No action of Pips has it.
    """
    if text not in _NAMES:
        raise NotationError(f"not an action of pips: {text!r} (expected 'guess 3', 'sure' or 'unsure')")
    return _NAMES.index(text)
