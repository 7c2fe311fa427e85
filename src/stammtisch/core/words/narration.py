"""What a viewer saw of a game, step by step, and how a game tells it in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from stammtisch.core.game import Game
from stammtisch.core.language import Reader, name_alone
from stammtisch.core.outcome import GameOutcome
from stammtisch.core.queries import view_of
from stammtisch.core.rules_page import voice_of
from stammtisch.core.step import Step
from stammtisch.core.table import Table
from stammtisch.core.words import optional_words
from stammtisch.errors import Refused
from stammtisch.kernel.seats import NONE, SPECTATOR

EVERYTHING: Final = NONE  # a viewer from whom nothing is hidden, for games that are over


class SeenStep(NamedTuple):
    """A step as one viewer saw it, between the views before and after."""

    step: Step
    before: Any
    after: Any


class Viewpoint:
    """A game as one viewer follows it, on a position of its own; only the newest view is kept."""

    def __init__(self, table: Table, viewer: int, *, everything: bool = False, steps: int = 0) -> None:
        """Begin after so many steps of a table; with `everything` nothing is hidden, whoever looks."""
        self._rules = table.rules
        self._options = table.options
        self._viewer = viewer
        self._everything = everything or viewer == EVERYTHING
        self._position = table.position_at(steps)
        self.steps = steps  # that were followed, or lie before
        self.view = self._look()
        self.last: SeenStep | None = None

    def follow(self, step: Step) -> SeenStep:
        """Take a step that happened, and return what the viewer saw of it."""
        seen, before = step, self.view
        if not self._everything:
            sight = self._rules.seen(self._position, self._options, self._viewer, step.seat, step.action)
            seen = step.shown_as(sight)
        self._rules.apply(self._position, self._options, step.seat, step.action)
        self.steps += 1
        self.view = self._look()
        self.last = SeenStep(seen, before, self.view)
        return self.last

    def _look(self) -> Any:
        if self._everything:
            return self._position.copy()
        return view_of(self._rules, self._position, self._options, self._viewer)


class ViewLog:
    """All that the viewers of a table saw, kept from the first step on; it follows the table when it is asked."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._kept: dict[int, tuple[Viewpoint, Any, list[SeenStep]]] = {}  # by viewer, with the view at the beginning

    def __len__(self) -> int:
        return len(self._table.steps)

    def view(self, viewer: int, steps: int) -> Any:
        """Return what a viewer could see after so many steps."""
        first, seen = self._caught_up(viewer)
        return seen[steps - 1].after if steps else first

    def seen(self, viewer: int, since: int = 0, until: int | None = None) -> list[SeenStep]:
        """Return what a viewer saw happen from step number `since` on, until before step `until`."""
        return self._caught_up(viewer)[1][since:until]

    def _caught_up(self, viewer: int) -> tuple[Any, list[SeenStep]]:
        if viewer not in self._kept:
            viewpoint = Viewpoint(self._table, viewer)
            self._kept[viewer] = viewpoint, viewpoint.view, []
        viewpoint, first, seen = self._kept[viewer]
        seen += [viewpoint.follow(step) for step in self._table.steps[len(seen) :]]
        return first, seen


class Narrator:
    """The words of a game in one language, with the names of one table."""

    def __init__(
        self,
        game: Game,
        options: Any,
        language: str,
        names: tuple[str, ...],
        *,
        you: int = NONE,
        card: Callable[[str, str], str] = name_alone,
    ) -> None:
        self.game = game
        self._options = options
        self._words = game.words
        self._reader = Reader(voice_of(game, language), names, you, card)

    def title(self) -> str:
        """Return the name of the game."""
        return self._words.title(self._reader.say)

    def name(self, seat: int) -> str:
        """Return the name of whoever sits there."""
        return self._reader.name(seat)

    def picture(self, view: Any, viewer: int) -> str:
        """Return the table as a viewer sees it, in Rich's markup."""
        side = SPECTATOR if viewer == EVERYTHING else viewer
        return self._words.picture(view, self._options, side, self._reader)

    def sentence(self, seen: SeenStep) -> str:
        """Say what happened in a step; games may pass over one in silence."""
        return self._words.log(seen.step, seen.before, seen.after, self._options, self._reader)

    def heading(self, seen: SeenStep) -> str:
        """Return the title of the part of a game that begins with a step, such as a round; mostly nothing."""
        return optional_words.heading(self.game, seen.step, seen.before, seen.after, self._options, self._reader)

    def sentences(self, log: ViewLog, viewer: int, since: int, until: int) -> list[str]:
        """Say what happened from step `since` until before step `until`, as far as there is something to say."""
        return [sentence for seen in log.seen(viewer, since, until) if (sentence := self.sentence(seen))]

    def question(self, view: Any, seat: int) -> str:
        """Say what a seat is asked to decide."""
        return self._words.ask(view, self._options, seat, self._reader)

    def label(self, view: Any, action: int) -> str:
        """Return an action as it stands on a button."""
        return self._words.label(view, self._options, action, self._reader)

    def choices(self, view: Any, listed: Mapping[int, int]) -> list[tuple[int, str, str]]:
        """Return each action with its number, as on a button, and in the game's notation."""
        return [
            (number, self.label(view, action), self.game.notation.write(action)) for number, action in listed.items()
        ]

    def refusal(self, refused: Refused, view: Any) -> str:
        """Say why an action was refused."""
        return self._words.explain(refused.rule, view, self._options, refused.seat, refused.action, self._reader)

    def ending(self, outcome: GameOutcome, view: Any) -> str:
        """Say how the game ended."""
        return self._words.ending(outcome, view, self._options, self._reader)
