"""Actions of Exact as text: `r3` is the red 3, dealt or played; then `aside r3`, `bid 2` and `collect`."""

from __future__ import annotations

from typing import Final

from stammtisch.errors import NotationError
from tests.sample.exact.rules import ACTIONS, ASIDE, BID, CARD, CARDS, COLLECT, MOST_CARDS, RANKS

_COLOURS: Final = "rygb"  # red, yellow, green, blue


def card_name(card: int) -> str:
    """Return a card as the letter of its colour and its rank.

    >>> card_name(0), card_name(31)
    ('r0', 'b7')
    """
    return f"{_COLOURS[card // RANKS]}{card % RANKS}"


_NAMES: Final = (
    {CARD + card: card_name(card) for card in range(CARDS)}
    | {ASIDE + card: f"aside {card_name(card)}" for card in range(CARDS)}
    | {BID + tricks: f"bid {tricks}" for tricks in range(MOST_CARDS)}
    | {COLLECT: "collect"}
)
_ACTIONS: Final = {name: action for action, name in _NAMES.items()}
assert sorted(_NAMES) == list(range(ACTIONS)), "every action has a name"


def write(action: int) -> str:
    """Return the text of an action."""
    return _NAMES[action]


def read(text: str) -> int:
    """Return the action with this text.

    Raises:
        NotationError: No action of Exact has it.
    """
    words = " ".join(text.lower().split())
    if words not in _ACTIONS:
        raise NotationError(f"not an action of exact: {text!r} (expected 'r3', 'aside r3' or 'bid 2')")
    return _ACTIONS[words]
