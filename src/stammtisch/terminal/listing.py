"""The numbers under which actions stand in a list."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from stammtisch.core.game import Notation

_NUMBER: Final = re.compile(r" ([1-9]\d*)$")


def numbered(actions: Sequence[int], notation: Notation) -> dict[int, int]:
    """Return the actions by the numbers that people type for them.

    If every action has a number of its own in the notation, such as `turn 2`, `turn 4`, it keeps it, so that nobody
    turns the fourth by typing 2; otherwise they are counted from 1.
    """
    found = [_NUMBER.search(notation.write(action)) for action in actions]
    own = {int(number[1]): action for number, action in zip(found, actions, strict=True) if number}
    return own if len(own) == len(actions) else dict(enumerate(actions, 1))
