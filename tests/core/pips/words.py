"""What people read at Pips."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from stammtisch.core.language import Reader, Say
from stammtisch.core.outcome import GameOutcome
from stammtisch.core.step import Step


def title(say: Say) -> str:
    """Return the name of the game."""
    return say("Pips")


def option(name: str, say: Say) -> tuple[str, str]:
    """Return the label of an option and a sentence about it."""
    return name.capitalize(), say("This is about {name}.", name=name)


def ask(v: Any, o: Any, seat: int, reader: Reader) -> str:
    """Say what is asked."""
    return reader.say("Guess, and say whether you are sure.")


def label(v: Any, o: Any, action: int, reader: Reader) -> str:
    """Return an action as it stands on a button."""
    return reader.say("action {action}", action=action)


def log(step: Step, before: Any, after: Any, o: Any, reader: Reader) -> str:
    """Say what happened."""
    return reader.say("Step {number}.", number=step.number)


def explain(rule: IntEnum, v: Any, o: Any, seat: int, action: int, reader: Reader) -> str:
    """Say why the action was refused."""
    return rule.name


def ending(outcome: GameOutcome, v: Any, o: Any, reader: Reader) -> str:
    """Say how the game ended."""
    return reader.say("It is over.")


def picture(v: Any, o: Any, viewer: int, reader: Reader) -> str:
    """Return the table in Rich's markup."""
    return ""
