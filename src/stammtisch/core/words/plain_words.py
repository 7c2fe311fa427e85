"""Words for a game that has none of its own: what its notation and the names in its rules say already."""

from __future__ import annotations

from enum import IntEnum
from typing import Any, Final

from rich.markup import escape

from stammtisch.core.game import Notation
from stammtisch.core.language import Reader, Say, voice
from stammtisch.core.options import choices_of
from stammtisch.core.outcome import GameOutcome
from stammtisch.core.step import Step
from stammtisch.kernel.protocol import Rules
from stammtisch.kernel.record import flat
from stammtisch.kernel.seats import HIDDEN, NATURE, NONE, TABLE, UNKNOWN

_MARKS: Final = {NONE: "-", UNKNOWN: "?"}


class PlainWords:
    """The eight functions that `Words` asks for: enough to play at a terminal, in the browser and against a bot.

    Buttons are the notation, refusals the names of rules, and the table is the fields of the view, line by line.
    A game with words of its own writes a module instead, or takes from here what it does not say itself.
    """

    def __init__(self, name: str, rules: Rules, notation: Notation) -> None:
        """Speak for a game of this name."""
        self._name: Final = name
        self._rules: Final = rules
        self._notation: Final = notation

    def title(self, say: Say) -> str:  # noqa: ARG002  # a name is the same in every language
        """Return the name of the game."""
        return self._name

    def option(self, name: str, say: Say) -> tuple[str, str]:
        """Return the label of an option and a sentence about it: what it may be."""
        say = _own(say)
        return _plain(name).capitalize(), say("May be: {values}.", values=choices_of(self._rules)[name].accepts())

    def ask(self, v: Any, o: Any, seat: int, reader: Reader) -> str:  # noqa: ARG002  # the same for every game
        """Ask what the seat does."""
        say = _own(reader.say)
        return say("What do you do?")

    def label(self, v: Any, o: Any, action: int, reader: Reader) -> str:  # noqa: ARG002
        """Return an action in the notation."""
        return self._notation.write(action)

    def log(self, step: Step, before: Any, after: Any, o: Any, reader: Reader) -> str:  # noqa: ARG002
        """Say who did what, in the notation."""
        say = _own(reader.say)
        if step.action == HIDDEN:
            if step.seat == NATURE:
                return say("Something was drawn that you do not see.")
            return say("{name} has decided; you do not see what.", name=reader.name(step.seat))
        action = self._notation.write(step.action)
        if step.seat == NATURE:
            return say("Drawn: {action}.", action=action)
        if step.seat == TABLE:
            return say("At the table: {action}.", action=action)
        return f"{reader.name(step.seat)}: {action}."

    def explain(self, rule: IntEnum, v: Any, o: Any, seat: int, action: int, reader: Reader) -> str:  # noqa: ARG002
        """Name the rule that was broken."""
        say = _own(reader.say)
        return say("The rules do not allow this: {rule}.", rule=_plain(rule.name))

    def ending(self, outcome: GameOutcome, v: Any, o: Any, reader: Reader) -> str:  # noqa: ARG002
        """Say who came first, and the scores."""
        say = _own(reader.say)
        scores = ", ".join(f"{reader.name(seat)} {score}" for seat, score in enumerate(outcome.scores))
        names = ", ".join(reader.name(seat) for seat in outcome.winners)
        if not names:
            return say("Nobody wins. Scores: {scores}.", scores=scores)
        return say("In first place: {names}. Scores: {scores}.", names=names, scores=scores)

    def picture(self, v: Any, o: Any, viewer: int, reader: Reader) -> str:  # noqa: ARG002
        """Return the names of the seats and every field of the view; - is nothing there, and ? what nobody shows."""
        fields = {"seats": ", ".join(reader.names), "phase": _plain(self._rules.Phase(v.phase).name)}
        fields |= {name: _numbers(getattr(v, name)) for name in type(v).shapes if name not in ("phase", "decided")}
        width = max(map(len, fields))
        return "\n".join(f"{name:{width}}  {escape(told)}" for name, told in fields.items())


def _own(say: Say) -> Say:
    """Return the voice in which these words are said: not that of the game, whose catalogue does not have them."""
    return voice("stammtisch.core", say.language)


def _plain(name: str) -> str:
    return name.lower().replace("_", " ")


def _numbers(value: Any) -> str:
    """Return a field: its number, or those of a row."""
    return " ".join(_MARKS.get(number, str(number)) for number in map(int, flat(value)))
