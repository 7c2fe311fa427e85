"""Telling what happened at a table, to one viewer in one language: step by step, or backwards from any step."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple

from stammtisch.core.language import voice
from stammtisch.core.words.narration import Narrator, SeenStep, Viewpoint
from stammtisch.web.tables.display_name import all_called
from stammtisch.web.tables.live_table import LiveTable
from stammtisch.web.view.log.card_marks import marked
from stammtisch.web.view.log.log_parts import Sentence

AT_ONCE: Final = 16  # steps that are told together where the telling goes backwards


class Told(NamedTuple):
    """What was told of the steps before one."""

    first: int  # the step with which it begins
    lines: list[Sentence]
    seen: Viewpoint  # where the telling has come to
    remembered: Any  # the newest view that was to be remembered, if there was one


class Teller:
    """Says what one viewer saw of a table, in one language."""

    def __init__(
        self,
        room: LiveTable,
        viewer: int,
        language: str,
        you: int,
        *,
        everything: bool,
        remembers: Callable[[Any, Any], bool] | None = None,
    ) -> None:
        """With `everything` all cards are seen; `remembers` says which views a page wants to look back at."""
        self._room, self._viewer, self._everything, self._remembers = room, viewer, everything, remembers
        names = all_called(room.names, voice("stammtisch.web", language))
        self._narrator = Narrator(room.game, room.options, language, names, you=you, card=marked)

    def after(self, steps: int) -> Viewpoint:
        """Return what the viewer saw after so many steps, to be followed from there."""
        return Viewpoint(self._room.game_table(), self._viewer, everything=self._everything, steps=steps)

    def is_remembered(self, view: Any) -> bool:
        """Whether a page looks back at a view."""
        return self._remembers is not None and self._remembers(view, self._room.options)

    def said(self, seen: SeenStep) -> Iterator[Sentence]:
        """Yield what is said of a step: the title of a part that begins, and a sentence; perhaps nothing."""
        if heading := self._narrator.heading(seen):
            yield Sentence(seen.step.number, heading, heading=True)
        if sentence := self._narrator.sentence(seen):
            yield Sentence(seen.step.number, sentence)

    def tell_back(self, step: int, stop: int, enough: int) -> Told:
        """Tell what came before a step: no more than there is from step `stop` on, or than is `enough` lines."""
        newest: Viewpoint | None = None
        lines, remembered = list[Sentence](), None
        while newest is None or (step > stop and len(lines) < enough):
            first = max(stop, step - AT_ONCE)
            seen, said, views = self.after(first), list[Sentence](), list[Any]()
            for one in self._room.game_table().steps[first:step]:
                followed = seen.follow(one)
                said += self.said(followed)
                views.append(followed.after)
            if remembered is None:
                remembered = next(filter(self.is_remembered, reversed(views)), None)
            lines, newest, step = said + lines, newest or seen, first
        return Told(step, lines, newest, remembered)
