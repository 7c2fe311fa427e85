"""The walk through a row of actions: the small choices of which one decision is made."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from typing import Any

from stammtisch.core.queries import legal_actions, rule_against, view_of
from stammtisch.kernel.protocol import Rules


class RowWalk:
    """A seat on its way through a row of actions.

    It walks on the very position that it is given, without what NATURE and TABLE do in between: to only try a row, give
    it a copy.
    """

    def __init__(self, rules: Rules, position: Any, options: Any, seat: int) -> None:
        """Begin with the first choice of a decision, or in the middle of one."""
        self.position = position
        self.taken: list[int] = []
        self.refused: IntEnum | None = None  # the rule that forbade the action after those taken
        self._rules = rules
        self._options = options
        self._seat = seat
        self._decided = self._decisions()

    @property
    def complete(self) -> bool:
        """Whether the decision is complete with the actions taken."""
        return self._decisions() > self._decided

    def take(self, action: int) -> bool:
        """Take an action if no rule forbids it; whether it was taken."""
        self.refused = self.rule_against(action) or None
        if self.refused is None:
            self.follow(action)
        return self.refused is None

    def take_all(self, actions: Iterable[int]) -> bool:
        """Take actions up to the first one that a rule forbids; whether all were taken."""
        return all(self.take(action) for action in actions)

    def follow(self, action: int) -> None:
        """Take an action that is known to be legal."""
        self._rules.apply(self.position, self._options, self._seat, action)
        self.taken.append(action)

    def rule_against(self, action: int) -> IntEnum:
        """Return the rule that forbids an action here; `OK`, which is false, if none does."""
        return rule_against(self._rules, self.position, self._options, self._seat, action)

    def legal(self) -> list[int]:
        """Return the actions that may come next."""
        return legal_actions(self._rules, self.position, self._options, self._seat)

    def view(self) -> Any:
        """Return what the seat sees after the actions taken."""
        return view_of(self._rules, self.position, self._options, self._seat)

    def _decisions(self) -> int:
        """Return how often the seat has decided; NATURE and TABLE never do."""
        return int(self.position.decided[self._seat]) if 0 <= self._seat < self._options.seats else 0
