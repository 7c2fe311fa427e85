"""The numbers under which actions stand in a list."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import count
from typing import Final

from stammtisch.core.game import Notation
from stammtisch.errors import NotationError

_NUMBER: Final = re.compile(r"(?:^| )([1-9]\d*)$")


def numbered(actions: Sequence[int], notation: Notation) -> dict[int, int]:
    """Return the actions by the numbers that people type for them.

    If every action has a number of its own in the notation, such as `turn 2`, `turn 4`, it keeps it, so that nobody
    turns the fourth by typing 2; otherwise they are counted from 1. A number that is the whole name of an action, such
    as that of a card, never stands for another one.
    """
    texts = {action: notation.write(action) for action in actions}
    found = [_NUMBER.search(text) for text in texts.values()]
    own = {int(number[1]): action for number, action in zip(found, actions, strict=True) if number}
    if len(own) == len(actions):
        return own
    named = {int(text): action for action, text in texts.items() if text.isdecimal()}
    free = (number for number in count(1) if not is_name(str(number), notation))
    return named | {next(free): action for action, text in texts.items() if not text.isdecimal()}


def is_name(text: str, notation: Notation) -> bool:
    """Whether the notation calls an action so."""
    try:
        notation.read(text)
    except NotationError:
        return False
    return True
