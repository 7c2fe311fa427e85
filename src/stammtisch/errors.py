"""Every exception of the package.

StammtischError
├── Refused            the rules forbid an action                   (seat, action, rule)
├── ActionError        an action that no seat may take now, given to an environment
├── FeatureError       an environment cannot be set up as asked
├── TrainingError      a training cannot begin, or cannot go on
├── StudyError         a study cannot begin, or cannot go on
├── DatasetError       games cannot be kept for learning, or not be read
├── NetError           a net cannot be read, or does not fit its game
├── NewGameError       the package of a new game cannot be begun
├── RowError           more actions than one decision holds         (given, taken)
├── OptionError        an option is unknown or outside its limits
├── LessonError        a lesson that is not written as lessons are
├── NotationError      text that names no action or no seat
├── TranscriptError    a transcript that cannot be read or replayed (line)
├── UnknownGame        no game has this name
├── UnknownBot         no bot has this name
├── MissingExtra       what an extra of ours brings is not installed
├── BotFault           a bot failed, or broke the rules             (bot, seat, step, problem)
└── NatureError        a listed choice of NATURE cannot be taken
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from enum import IntEnum


class StammtischError(Exception):
    """Anything that goes wrong with a table because of what it was given."""


class Refused(StammtischError):
    """The rules do not allow this action; `rule` says which one forbids it, and nothing has changed."""

    def __init__(self, seat: int, action: int, name: str, rule: IntEnum) -> None:
        super().__init__(f"seat {seat}, {name}: {rule.name}")
        self.seat = seat
        self.action = action
        self.rule = rule


class RowError(StammtischError, ValueError):
    """A row of actions goes on after its decision was complete; nothing has changed."""

    def __init__(self, given: int, taken: int) -> None:
        super().__init__(f"a row of {given} actions was given; the decision was complete after {taken}")
        self.given = given
        self.taken = taken


class LessonError(StammtischError, ValueError):
    """A lesson that is not written as lessons are."""


class ActionError(StammtischError, ValueError):
    """An action that an environment was given is not legal there; nothing has changed."""


class FeatureError(StammtischError, ValueError):
    """An environment cannot be what it is asked to be."""


class TrainingError(StammtischError):
    """A training cannot begin, or cannot go on from what is there."""


class StudyError(StammtischError):
    """A study cannot begin, or cannot go on from what is there."""


class DatasetError(StammtischError):
    """Games cannot be kept for learning programs, or what was kept cannot be read."""


class NetError(StammtischError):
    """A net cannot be read, or does not fit its game."""


class NewGameError(StammtischError, ValueError):
    """A game cannot be begun under this name, or in this folder; nothing was written."""


class OptionError(StammtischError, ValueError):
    """An option is unknown, or outside its limits."""


class NotationError(StammtischError, ValueError):
    """A text names no action, or no seat."""


class TranscriptError(StammtischError, ValueError):
    """A transcript cannot be read, or does not follow the rules; `line` counts from 1."""

    def __init__(self, line: int, problem: str) -> None:
        super().__init__(f"transcript line {line}: {problem}")
        self.line = line


class UnknownGame(StammtischError, LookupError):
    """No game of this name is installed."""


class UnknownBot(StammtischError, LookupError):
    """No bot of this name plays this game."""


class MissingExtra(StammtischError, ImportError):
    """Something is needed that comes with an extra, which is not installed."""


class BotFault(StammtischError):
    """A bot failed, or did what the rules forbid; `step` is the number of the step that it was to take."""

    def __init__(self, bot: str, seat: int, step: int, problem: str) -> None:
        super().__init__(f"{bot} at seat {seat}, step {step}: {problem}")
        self.bot = bot
        self.seat = seat
        self.step = step
        self.problem = problem


class NatureError(StammtischError, ValueError):
    """A listed choice of NATURE is missing or not legal."""


@contextmanager
def extra(name: str, otherwise: str = "") -> Iterator[None]:
    """Import what comes with an extra; where it is missing, say in one sentence what to install.

    Args:
        name: Of the extra, as pyproject.toml has it.
        otherwise: What else helps.

    Raises:
        MissingExtra: A package is not installed.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        package = str(error.name).partition(".")[0]
        if package == __package__:
            raise  # not something to install
        ways = f'{package} is not installed; pip install "stammtisch[{name}]" brings it'
        raise MissingExtra(f"{ways}, {otherwise}" if otherwise else ways, name=package) from error
