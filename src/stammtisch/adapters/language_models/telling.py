"""What a seat is told in sentences, and what its answers mean: all of it from the view of that seat alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, Final

from stammtisch.core.game import Game
from stammtisch.core.language import voice
from stammtisch.core.outcome import outcome_of
from stammtisch.core.queries import legal_actions, seats_waited_for
from stammtisch.core.rows import RowWalk
from stammtisch.core.words.narration import Narrator
from stammtisch.errors import NotationError, Refused
from stammtisch.kernel.chance import STREAM_LENGTH, WORLDS, open_stream
from stammtisch.terminal.play.screen import picture_text

LONGEST_ROW: Final = 64  # actions of one answer
_ECHO: Final = 40  # letters of an answer that are said back to whoever gave it


@dataclass(frozen=True)
class Meant:
    """What an answer means: actions to be taken, or else the sentence that says why it is none that can be taken."""

    actions: tuple[int, ...] = ()
    objection: str = ""
    rule: IntEnum | None = None  # that forbids it, where one does


class SeatTeller:
    """The voice of one table for whoever plays by sentences: in one language, from the view of a seat alone."""

    def __init__(self, game: Game, options: Any, language: str, names: Sequence[str]) -> None:
        """Speak of a table whose seats go by these names.

        Raises:
            ValueError: The language is none of ours.
        """
        self.game = game
        self.options = options
        self.language = language
        self.say = voice("stammtisch.adapters", language)
        self.names = tuple(names)
        self.narrator = Narrator(game, options, language, self.names)

    def observation(self, view: Any, seat: int, told: Sequence[str]) -> str:
        """Return who the seat is, what it is told of what happened, how the table looks to it, and what it is asked."""
        who = self.say("This is {game}. You are {name}.", game=self.narrator.title(), name=self.names[seat])
        picture = picture_text(self.narrator.picture(view, seat)).plain
        return "\n\n".join(filter(None, (who, "\n".join(told), picture, self.question(view, seat))))

    def question(self, view: Any, seat: int) -> str:
        """Return what a seat is asked, or how the game ended, or that it is not asked."""
        if self.is_asked(view, seat):
            return self.narrator.question(view, seat)
        return self.ending(view) or self.say("You are not asked now.")

    def is_asked(self, view: Any, seat: int) -> bool:
        """Whether a seat owes a decision."""
        return seat in seats_waited_for(self.game.rules, view, self.options)

    def is_over(self, view: Any) -> bool:
        """Whether the game has ended."""
        return self.game.rules.waiting(view, self.options) == 0

    def ending(self, view: Any) -> str:
        """Say how the game ended, or nothing while it is played."""
        if not self.is_over(view):
            return ""
        return self.narrator.ending(outcome_of(self.game.rules, view, self.options), view)

    def actions(self, view: Any, seat: int) -> list[tuple[str, str]]:
        """Return what a seat may do: each action in the game's notation and in words."""
        listed = dict(enumerate(legal_actions(self.game.rules, view, self.options, seat)))
        return [(notation, label) for _, label, notation in self.narrator.choices(view, listed)]

    def choices(self, view: Any, seat: int) -> str:
        """Return what a seat may do in lines, each with an action in the notation and in words; empty for nothing."""
        lines = [f"- {notation}: {label}" for notation, label in self.actions(view, seat)]
        return "\n".join([self.say("You may choose:"), *lines]) if lines else ""

    def read(self, view: Any, seat: int, texts: Sequence[str]) -> Meant:
        """Return what a row of answers means: each an action by its notation, or its place in the list, from 1.

        Nothing is taken. Places are those of the list before the first of several small choices.
        """
        if not texts or len(texts) > LONGEST_ROW:
            limits = self.say("You have named {given} actions; name 1 to {most}.", given=len(texts), most=LONGEST_ROW)
            return Meant(objection=limits)
        walk = RowWalk(self.game.rules, self._begin(view, seat, texts), self.options, seat)
        taken: list[int] = []
        listed = walk.legal()
        for text in texts:
            for action in taken[-1:]:
                walk.follow(action)
            if walk.complete:
                return Meant(objection=self._too_many(len(texts), len(taken)))
            found = self._read_one(text, listed)
            if isinstance(found, str):
                return Meant(objection=found)
            if rule := walk.rule_against(found):
                refused = Refused(seat, found, self.game.notation.write(found), rule)
                return Meant(objection=self.narrator.refusal(refused, walk.view()), rule=rule)
            taken.append(found)
        return Meant(tuple(taken))

    def _begin(self, view: Any, seat: int, texts: Sequence[str]) -> Any:
        """Return where a row may be tried: the view, and for a row of several a world that looks the same to the seat.

        A view is not played on, and by what the seat chooses in its own decision it cannot tell the worlds apart.
        """
        world = view.copy()
        if len(texts) > 1:
            stream = [0] * STREAM_LENGTH
            open_stream(stream, 0, WORLDS, 0)
            self.game.rules.redeal(view, self.options, seat, stream, [0] * self.game.rules.SCRATCH, world)
        return world

    def _read_one(self, text: str, listed: Sequence[int]) -> int | str:
        """Return the action that a text names, or the sentence that says that it names none."""
        notation = self.game.notation
        try:
            return notation.read(text)
        except NotationError:
            if text.strip() in map(str, range(1, len(listed) + 1)):
                return listed[int(text) - 1]
        echo = "".join(letter for letter in text if letter.isprintable())[:_ECHO]
        if listed:
            names = ", ".join(map(notation.write, listed))
            return self.say("“{text}” is no action. You may choose: {actions}.", text=echo, actions=names)
        return self.say("“{text}” is no action, and you are not asked now.", text=echo)

    def _too_many(self, given: int, taken: int) -> str:
        return self.say(
            "These are {given} actions, and your decision is complete after {taken}.", given=given, taken=taken
        )
