"""The steps of a table as one viewer sees them: scenes to show one after another, each held long enough to be seen."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from stammtisch.core.language import Say, voice
from stammtisch.core.step import Step
from stammtisch.core.words.narration import Narrator, Viewpoint
from stammtisch.kernel.seats import NATURE, TABLE
from stammtisch.web.tables.apply_action import may_take_back
from stammtisch.web.tables.deal_words import deal_proof, who_added
from stammtisch.web.tables.lessons import bubble
from stammtisch.web.tables.live_table import LiveTable
from stammtisch.web.tables.moderation import why_halted
from stammtisch.web.tables.record import OVER
from stammtisch.web.tables.stand_in import stand_in_offers
from stammtisch.web.view.club.rating_list import told_move
from stammtisch.web.view.ending.decisive import decisive_moment
from stammtisch.web.view.ending.moment import DecisiveMoment
from stammtisch.web.view.log.card_marks import marked, plain
from stammtisch.web.view.log.log_parts import Sentence
from stammtisch.web.view.scene import Scene, draw_sentence, face_of

LOG_LINES: Final = 60
_STEPS_BEFORE: Final = 5 * LOG_LINES  # of which there is as much to say as a page shows: not every step is worth a word
_KEPT: Final = 300  # sentences; the host of the house reads more of them than a page shows


@dataclass(frozen=True)
class Frame:
    """A scene, and for how many milliseconds what was there before it stays."""

    scene: Scene
    hold: int
    told: int  # steps of the story so far


class Story:
    """What one viewer has been told of a table in one language, and where the telling has come to.

    Of a long game only the end is told: nobody reads any more what was said before.
    """

    def __init__(
        self, room: LiveTable, viewer: int, language: str, *, everything: bool = False, you: int | None = None
    ) -> None:
        """Begin before the first step.

        With `everything` all cards are seen, which is for games that are over; `you` is the seat of whoever reads,
        where that is not the one through whose eyes they look.
        """
        self.room = room
        self.viewer = viewer
        self.language = language
        self.log: list[Sentence] = []  # the newest
        self.you = viewer if you is None else you
        self._everything = everything
        self._moment: DecisiveMoment | None = None  # that decided the game
        self._remembered: Any = None  # the newest view that the game's page wants to look back at
        self._seen = Viewpoint(room.game_table(), viewer, everything=everything)
        self._narrator = Narrator(room.game, room.options, language, room.names, you=self.you, card=marked)

    @property
    def told(self) -> int:
        """How many steps were told, or passed over."""
        return self._seen.steps

    def catch_up(self) -> Frame:
        """Return the newest scene, telling the steps that came before it."""
        self._tell_until(len(self.room.game_table().steps))
        return Frame(self.scene(), 0, self.told)

    def until(self, step: int) -> Scene:
        """Return the scene after so many steps, for looking only."""
        self._tell_until(step)
        scene = self.scene()
        scene.acts = False
        return scene

    def _tell_until(self, step: int) -> None:
        table, first = self.room.game_table(), step - _STEPS_BEFORE
        if self.told < first:
            self._seen = Viewpoint(table, self.viewer, everything=self._everything, steps=first)
        for later in table.steps[self.told : step]:
            self._tell(later)

    def go_on(self) -> Iterator[Frame]:
        """Yield the scenes of the steps not yet told; deals, and a row of small choices, are one with what follows."""
        table = self.room.game_table()
        steps = table.steps[self.told :]
        for index, step in enumerate(steps):
            hold = self._hold_before(step)
            decided = list(self._seen.view.decided)
            self._tell(step)
            small = step.seat == NATURE or (step.seat != TABLE and list(self._seen.view.decided) == decided)
            if not small or index + 1 == len(steps):
                yield Frame(self.scene(), hold, self.told)

    def _hold_before(self, step: Step) -> int:
        """Return how long the scene stays before a step: of TABLE, or of somebody else where a page holds its breath.

        It goes by the phase alone, so that it tells nothing of what comes.
        """
        face, phase = face_of(self.room.game), int(self._seen.view.phase)
        if step.seat == TABLE:
            return int(face.HOLD.get(phase, 0))
        breath: dict[int, int] = getattr(face, "BREATH", {})
        return breath.get(phase, 0) if step.seat != self.viewer else 0

    def _tell(self, step: Step) -> None:
        seen = self._seen.follow(step)
        remembers: Any = getattr(face_of(self.room.game), "remembers", None)
        if remembers is not None and remembers(seen.after, self.room.options):
            self._remembered = seen.after
        if heading := self._narrator.heading(seen):
            self.log.append(Sentence(step.number, heading, heading=True))
        if sentence := self._narrator.sentence(seen):
            self.log.append(Sentence(step.number, sentence))
        if len(self.log) > 2 * _KEPT:
            del self.log[:-_KEPT]

    def lines(self, most: int) -> list[str]:
        """Return the newest sentences, as they are read out."""
        return [plain(sentence.text) for sentence in self.log[-most:] if not sentence.heading]

    def log_between(self, since: int, until: int) -> list[dict[str, str]]:
        """Return what is said of some steps, for a page's client: the titles of parts, and sentences drawn and read."""
        new = [sentence for sentence in self.log if since <= sentence.step < until]
        return [self._line(sentence) for sentence in new[-LOG_LINES:]]

    def _line(self, sentence: Sentence) -> dict[str, str]:
        html = draw_sentence(sentence.text, self.room.game, self.language)
        return {"heading" if sentence.heading else "html": html, "text": plain(sentence.text)}

    def scene(self) -> Scene:
        """Return where the telling has come to."""
        view, last = self._seen.view, self._seen.last
        over = self.room.game.rules.waiting(view, self.room.options) == 0
        say = voice("stammtisch.web", self.language)
        told = self.room.stage == OVER and (over or self.room.ended)
        return Scene(
            self.room.game,
            self.room.options,
            view,
            self.viewer,
            self.language,
            self.room.places,
            self.room.names,
            last.before if last else None,
            last.step if last else None,
            self._remembered,
            over=over,
            log=tuple(self.log[-LOG_LINES:]),
            you=self.you,
            away=self.room.away,
            kept=self.room.kept,
            table=self.room.id,
            since=self.room.asked_at,
            clock=self.room.terms.seconds if self.room.clock_counts else 0.0,
            hinting=self.room.hints,
            advice=self.room.advice_for(self.viewer),
            take_back=may_take_back(self.room, self.viewer),
            halted=why_halted(self.room, say),
            coach=bubble(self.room, self.viewer, self.language, self.told),
            ended=self.room.ended,
            stand_ins=stand_in_offers(self.room, self.viewer),
            who_added=who_added(self.room, say) if told else (),
            proof=deal_proof(self.room, self.viewer) if told else "",
            evening=self.room.record.evening,
            following=self.room.record.next,
            rating=self._rating(say),
            daily=f"/today/{self.room.game.NAME}/{daily.day}" if (daily := self.room.record.daily) else "",
            moment=self._decided() if told and over and not self._everything else None,
        )

    def _rating(self, say: Say) -> str:
        """Say how the game moved the viewer's rating, if it did and may be told."""
        places = self.room.places
        person = places[self.viewer].person if self.viewer < len(places) else ""
        move = (self.room.moves or {}).get(person) if person else None
        return told_move(move, say) if move else ""

    def _decided(self) -> DecisiveMoment | None:
        """Return what decided the game, drawn once."""
        if self._moment is None:
            self._moment = decisive_moment(self.room, self.language, self.you)
        return self._moment
