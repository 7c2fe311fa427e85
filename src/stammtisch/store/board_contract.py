"""What the board of the house asks a store about the games of some days: a part of the contract of stores."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from stammtisch.store.result_contract import GameResult


@dataclass(frozen=True)
class DayCount:
    """How many games of a kind were finished on a day."""

    day: int  # its place among those that were asked for
    game: str
    number: int


@dataclass(frozen=True)
class WinStreak:
    """Games with other people that somebody has won one after another, the last of them lately."""

    person: str
    wins: int


@dataclass(frozen=True)
class KnownPerson:
    """What somebody is called now, how they look, and who may see what they did."""

    name: str
    costume: int  # as in `Face`; 0 if they have not said so
    colour: int
    shown_to: str  # to whom they show what they have played: nobody (empty), `met` or `all`
    avoids: bool  # whether they have blocked whoever asks


class BoardStore(Protocol):
    """What is asked about everybody's games at once, answered from indexes however many games there are."""

    async def count_by_day(self, days: Sequence[float]) -> list[DayCount]:
        """Return how many games were finished on each day since the first; `days` are their beginnings, in order."""

    async def newest_among_people(self, since: float, most: int) -> list[GameResult]:
        """Return the results since a time of games at which two people sat or more, those finished last first."""

    async def newcomers(self, since: float, most: int) -> list[str]:
        """Return who has finished their first game here since a time, the newest first."""

    async def win_streaks(self, since: float, fewest: int, most: int) -> list[WinStreak]:
        """Return who has won their last games with other people, with one since a time; the longest rows first.

        Args:
            since: When the last game was finished, at the earliest.
            fewest: How many wins are a row.
            most: How many people at most.
        """

    async def met(self, person: str) -> frozenset[str]:
        """Return with whom somebody has finished a game."""

    async def known_people(self, people: Sequence[str], asker: str) -> dict[str, KnownPerson]:
        """Return how people are known to somebody who asks, by their ids; those without a name left out."""
