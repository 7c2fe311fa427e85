"""The steps of a table as one viewer sees them: scenes to show one after another, each held long enough to be seen."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from stammtisch.core.language import Reader, voice
from stammtisch.core.rulebook import voice_of
from stammtisch.core.step import Step
from stammtisch.kernel.seats import NATURE, TABLE
from stammtisch.web.halting import why_halted
from stammtisch.web.places import PACES
from stammtisch.web.room import Room
from stammtisch.web.scene import Scene, face_of

LOG_LINES: Final = 60


@dataclass(frozen=True)
class Frame:
    """A scene, and for how many milliseconds what was there before it stays."""

    scene: Scene
    hold: int
    told: int  # sentences of the story so far


class Story:
    """What one viewer has been told of a table in one language, and where the telling has come to."""

    def __init__(self, room: Room, viewer: int, language: str, *, everything: bool = False) -> None:
        """Begin before the first step; with `everything` all cards are seen, which is for games that are over."""
        self.room = room
        self._everything = everything
        self.viewer = viewer
        self.language = language
        self.told = 0  # steps
        self.log: list[str] = []
        table = room.game_table()
        self._position, self._blank = table.rules.State(), table.rules.State()
        table.rules.start(self._position, table.options)
        self._view = self._look()
        self._last: tuple[Any, Step] | None = None
        self._reader = Reader(voice_of(room.game, language), room.names)

    def _look(self) -> Any:
        if self._everything:
            return self._position.copy()
        out = self._blank.copy()
        self.room.game.rules.view(self._position, self.room.options, self.viewer, out)
        return out

    def catch_up(self) -> Frame:
        """Return the newest scene, telling all steps that came before it."""
        for step in self.room.game_table().steps[self.told :]:
            self._tell(step)
        return Frame(self.scene(), 0, len(self.log))

    def until(self, step: int) -> Scene:
        """Return the scene after so many steps, for looking only."""
        steps = self.room.game_table().steps
        for early in steps[self.told : max(0, step - LOG_LINES)]:  # nobody reads any more what was said of them
            self.room.game.rules.apply(self._position, self.room.options, early.seat, early.action)
            self.told += 1
        self._view = self._look()
        for later in steps[self.told : step]:
            self._tell(later)
        scene = self.scene()
        scene.acts = False
        return scene

    def go_on(self) -> Iterator[Frame]:
        """Yield the scenes of the steps not yet told; deals, and a row of small choices, are one with what follows."""
        table = self.room.game_table()
        steps = table.steps[self.told :]
        for index, step in enumerate(steps):
            hold = face_of(table.game).HOLD.get(int(self._view.phase), 0) if step.seat == TABLE else 0
            decided = list(self._view.decided)
            self._tell(step)
            small = step.seat == NATURE or (step.seat != TABLE and list(self._view.decided) == decided)
            if not small or index + 1 == len(steps):
                yield Frame(self.scene(), hold, len(self.log))

    def _tell(self, step: Step) -> None:
        rules, o = self.room.game.rules, self.room.options
        sight = rules.seen(self._position, o, self.viewer, step.seat, step.action)
        seen = step if self._everything else step.shown_as(sight)
        before = self._view
        rules.apply(self._position, o, step.seat, step.action)
        self._view = self._look()
        self._last = before, seen
        self.told += 1
        sentence = self.room.game.words.log(seen, before, self._view, o, self._reader)
        if sentence:
            self.log.append(sentence)

    def scene(self) -> Scene:
        """Return where the telling has come to."""
        before, step = self._last or (None, None)
        return Scene(
            self.room.game,
            self.room.options,
            self._view,
            self.viewer,
            self.language,
            self.room.places,
            self.room.names,
            before,
            step,
            over=self.room.game.rules.waiting(self._view, self.room.options) == 0,
            log=self.log[-LOG_LINES:],
            away=self.room.away,
            kept=self.room.kept,
            table=self.room.id,
            since=self.room.asked_at,
            clock=PACES[self.room.saved.facts["pace"]],
            hinting=self.room.hints,
            advice=self.room.advice_for(self.viewer),
            halted=why_halted(self.room, voice("stammtisch.web", self.language)),
            ended=self.room.ended,
        )
