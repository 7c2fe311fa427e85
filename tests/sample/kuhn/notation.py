"""Actions as text."""

from __future__ import annotations

from typing import Final

from stammtisch.errors import NotationError

_NAMES: Final = ("jack", "queen", "king", "pass", "bet")


def write(action: int) -> str:
    """Return the text of an action."""
    return _NAMES[action]


def read(text: str) -> int:
    """Return the action of a text.

    Raises:
        NotationError: There is none.
    """
    if text not in _NAMES:
        raise NotationError(f"not an action of kuhn: {text!r} (expected 'pass' or 'bet')")
    return _NAMES.index(text)
