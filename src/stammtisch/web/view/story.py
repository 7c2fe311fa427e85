"""The steps of a table as one viewer sees them: scenes to show one after another, each held long enough to be seen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice, takewhile
from typing import Any, Final

from stammtisch.core.language import Say, voice
from stammtisch.core.step import Step
from stammtisch.kernel.seats import NATURE, TABLE
from stammtisch.web.tables.apply_action import may_take_back
from stammtisch.web.tables.deal_words import deal_proof, who_added
from stammtisch.web.tables.display_name import all_called
from stammtisch.web.tables.lessons import bubble
from stammtisch.web.tables.live_table import LiveTable
from stammtisch.web.tables.moderation import why_halted
from stammtisch.web.tables.record import OVER
from stammtisch.web.tables.stand_in import stand_in_offers
from stammtisch.web.view.club.rating_list import told_move
from stammtisch.web.view.ending.decisive import decisive_moment
from stammtisch.web.view.ending.moment import DecisiveMoment
from stammtisch.web.view.log.card_marks import plain
from stammtisch.web.view.log.log_parts import Sentence
from stammtisch.web.view.log.telling import AT_ONCE, Teller
from stammtisch.web.view.scene import Scene, draw_sentence, face_of

LOG_LINES: Final = 30  # on a page; static/client/log.js keeps as many
_KEPT: Final = 300  # sentences, and the steps of which the host of the house is told, who reads more than a page shows


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
        self._first = 0  # the step with which they begin
        self.you = viewer if you is None else you
        self._everything = everything
        self._moment: DecisiveMoment | None = None  # that decided the game
        self._remembered: Any = None  # the newest view that the game's page wants to look back at
        remembers = getattr(face_of(room.game), "remembers", None)
        self._teller = Teller(room, viewer, language, self.you, everything=everything, remembers=remembers)
        self._seen = self._teller.after(0)

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
        """Tell what is new before a step, or where that is more than a page shows, the end of it."""
        if step <= self.told + AT_ONCE:
            for later in self.room.game_table().steps[self.told : step]:
                self._tell(later)
            return
        before, new = self.told, self._teller.tell_back(step, self.told, LOG_LINES + 1)
        if new.first > before:
            self.log.clear()
            self._first = new.first
        self._seen = new.seen
        if new.remembered is not None:
            self._remembered = new.remembered
        self._add(new.lines)

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
        if self._teller.is_remembered(seen.after):
            self._remembered = seen.after
        self._add(self._teller.said(seen))

    def _add(self, new: Iterable[Sentence]) -> None:
        self.log += new
        if len(self.log) > 2 * _KEPT:
            del self.log[:-_KEPT]
            self._first = self.log[0].step

    def lines(self, most: int) -> list[str]:
        """Return the newest sentences, as they are read out."""
        stop = max(0, self.told - _KEPT)
        if len(self.log) < most and stop < self._first:
            more = self._teller.tell_back(self._first, stop, most - len(self.log))
            self.log, self._first = more.lines + self.log, more.first
        return [plain(sentence.text) for sentence in self.log[-most:] if not sentence.heading]

    def earlier_than(self, step: int) -> int:
        """Return where the log begins that a page shows which has come to a step, if there is more before it; else 0.

        It is a place to ask for with `before`.
        """
        come = list(islice((sentence for sentence in reversed(self.log) if sentence.step < step), LOG_LINES + 1))
        return come[-2].place if len(come) > LOG_LINES else 0

    def before(self, place: int) -> tuple[list[Sentence], int]:
        """Return as much of the log before a place as a page shows, and where that begins if there is more; else 0."""
        step = min(place // 2 + 1, len(self.room.game_table().steps))
        told = self._teller.tell_back(step, 0, LOG_LINES + 3)  # of the step itself there may be two lines
        lines = [sentence for sentence in told.lines if sentence.place < place]
        shown = lines[-LOG_LINES:]
        return shown, shown[0].place if len(lines) > LOG_LINES else 0

    def log_between(self, since: int, until: int) -> list[dict[str, str]]:
        """Return what is said of some steps, for a page's client: the titles of parts, and sentences drawn and read."""
        later = takewhile(lambda sentence: sentence.step >= since, reversed(self.log))
        new = list(islice((sentence for sentence in later if sentence.step < until), LOG_LINES))
        return [self._line(sentence) for sentence in reversed(new)]

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
            all_called(self.room.names, say),
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
