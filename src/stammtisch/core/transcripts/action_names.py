"""Actions as text, both ways, from a list of their names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from stammtisch.errors import NotationError


class ActionNames:
    """The names of all actions of a game: its `write` and `read` are those of the game's notation.

    >>> coin = ActionNames("coin", 2, {0: "call heads", 1: "call tails"}, examples="'call heads' or 'call tails'")
    >>> coin.write(1), coin.read("Call  Heads ")
    ('call tails', 0)
    """

    def __init__(self, game: str, actions: int, names: Mapping[int, str], *, examples: str) -> None:
        """Hold a name for each of the `actions`; `examples` ends the sentence 'expected …' for other text.

        Raises:
            ValueError: An action has no name, or two share one; or a name could not be read back as it is written.
        """
        for name in names.values():
            if name != _as_read(name) or not name:
                raise ValueError(
                    f"{game} has an action {name!r}; names are in small letters with single spaces, because whatever"
                    f" people type is read as if it were: {_as_read(name)!r}"
                )
            if "!" in name or "#" in name:
                raise ValueError(f"{game} has an action {name!r}; ! and # mean something in transcripts")
        self._names: Final = dict(names)
        self._actions: Final = {name: action for action, name in names.items()}
        if sorted(self._actions.values()) != list(range(actions)):
            raise ValueError(f"{game} has {actions} actions; {len(self._actions)} different names are given")
        self._game: Final = game
        self._examples: Final = examples

    def write(self, action: int) -> str:
        """Return the text of an action."""
        return self._names[action]

    def read(self, text: str) -> int:
        """Return the action with this text, in small or capital letters.

        Raises:
            NotationError: No action of the game has it.
        """
        name = _as_read(text)
        if name not in self._actions:
            raise NotationError(f"not an action of {self._game}: {text!r} (expected {self._examples})")
        return self._actions[name]


def _as_read(text: str) -> str:
    """Return a text as it is looked up: capital letters and the number of spaces mean nothing."""
    return " ".join(text.lower().split())
