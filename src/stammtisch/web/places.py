"""The seats of a table and who has them, and what is agreed on around the game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from stammtisch.bots.named import EASY, NORMAL

PACES: Final = {"none": 0.0, "live": 60.0, "slow": 3 * 86400.0}  # seconds for a decision; 0: no clock


@dataclass
class Place:
    """A seat at a table, and who has it."""

    person: str = ""  # nobody, or a bot, if empty
    name: str = ""
    bot: bool = False
    ready: bool = False
    missed: int = 0  # decisions in a row that the clock took
    left: bool = False  # for good
    level: str = EASY  # of the bot that sits here, or that stands in for a person
    hints: int = 0  # that were taken

    @property
    def free(self) -> bool:
        """Whether somebody may sit down here."""
        return not self.person and not self.bot


@dataclass(frozen=True)
class Terms:
    """What is agreed on beside the options of the game."""

    pace: str = "none"
    listed: bool = False  # whether anybody may find the table
    level: str = NORMAL  # of bots that sit down
    hints: bool = False  # whether one may ask for hints, as long as no second person sits here


@dataclass(frozen=True)
class Rest:
    """How a table that the house has paused rests, or has rested: the clock of the decision owed stands still."""

    since: float = 0.0  # when it was paused, in seconds since 1970; 0 while the game goes on
    step: int = 0  # how many steps there were when it last was
    seconds: float = 0.0  # for which it has rested at that step, before
    until: float = 0.0  # when the game last went on
