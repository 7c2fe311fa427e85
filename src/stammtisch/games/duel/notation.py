"""Actions of a duel as text: `hide 2`, `crown 3`, `turn 1`; lanes are numbered 1 to 4, seats 0 and 1."""

from __future__ import annotations

from typing import Final

from stammtisch.errors import NotationError
from stammtisch.games.duel.rules import ACTIONS, CROWN, FIRST, HIDE, LANES, MARCH, SEATS, SWAP, TURN

_NAMES: Final = (
    {HIDE + lane: f"hide {lane + 1}" for lane in range(LANES)}
    | {CROWN + lane: f"crown {lane + 1}" for lane in range(LANES)}
    | {TURN + lane: f"turn {lane + 1}" for lane in range(LANES)}
    | {FIRST + seat: f"first {seat}" for seat in range(SEATS)}
    | {MARCH: "march", SWAP: "swap"}
)
_ACTIONS: Final = {name: action for action, name in _NAMES.items()}
assert sorted(_NAMES) == list(range(ACTIONS)), "every action has a name"


def write(action: int) -> str:
    """Return the text of an action."""
    return _NAMES[action]


def read(text: str) -> int:
    """Return the action with this text.

    Raises:
        NotationError: No action of a duel has it.
    """
    words = " ".join(text.lower().split())
    if words not in _ACTIONS:
        raise NotationError(f"not an action of duel: {text!r} (expected 'hide 2', 'crown 3' or 'turn 1')")
    return _ACTIONS[words]
