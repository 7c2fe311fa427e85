"""What every viewer saw of a table, step by step."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from stammtisch.core.options import as_json
from stammtisch.core.step import Step
from stammtisch.core.table import Table
from stammtisch.kernel.seats import NONE, SPECTATOR

EVERYTHING: Final = NONE  # a viewer from whom nothing is hidden, for games that are over


@dataclass(frozen=True)
class Moment:
    """A step as one viewer saw it, between the views before and after."""

    step: Step
    before: Any
    after: Any


class Chronicle:
    """The memory of a table: it follows the steps on a table of its own and keeps all views between them."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._own = Table.undealt(table.game, table.seed, as_json(table.rules, table.options))
        self._views: dict[int, list[Any]] = {viewer: [] for viewer in (*range(table.seats), SPECTATOR, EVERYTHING)}
        self._look()
        self.catch_up()

    def __len__(self) -> int:
        return len(self._own.steps)

    def catch_up(self) -> None:
        """Follow the steps that the table has taken since."""
        for step in self._table.steps[len(self) :]:
            self._own.follow(step.seat, step.action)
            self._look()

    def view(self, viewer: int, steps: int) -> Any:
        """Return what a viewer could see after so many steps."""
        return self._views[viewer][steps]

    def moments(self, viewer: int, since: int = 0, until: int | None = None) -> list[Moment]:
        """Return what a viewer saw happen from step number `since` on, until before step `until`."""
        steps = self._own.steps if viewer == EVERYTHING else self._own.steps_seen_by(viewer)
        views = self._views[viewer]
        return [Moment(step, views[step.number], views[step.number + 1]) for step in steps[since:until]]

    def _look(self) -> None:
        for viewer, views in self._views.items():
            views.append(self._own.position.copy() if viewer == EVERYTHING else self._own.view(viewer))
