"""How somebody stands with a deal of the day: beside par, other people and bots, and for how many days in a row."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

from stammtisch.club.calendar import ONE_DAY
from stammtisch.club.daily.par import Par

STREAK: Final = 366  # days in a row beyond which nobody counts


@dataclass(frozen=True)
class Entry:
    """A try that was finished in time."""

    person: str
    name: str  # empty for whoever was forgotten, or is not named to the reader
    worth: int
    begun: float
    table: str  # empty where the reader may not look at the game
    known: bool  # long enough to be in the list; others stand apart


@dataclass(frozen=True)
class DailyStanding:
    """One result beside all others."""

    worth: int
    above_par: float  # in the game's own worth; more is better
    sure: float  # how far par may be off, at 95 %
    people: float | None  # the share of other people who did worse, from 0 to 1; nothing where there is nobody
    bots: float | None  # the same of the bots' replays


def standing(worth: int, others: Sequence[Entry], par: Par) -> DailyStanding:
    """Return how a result stands; of others, those in the list count."""
    people = [entry.worth for entry in others if entry.known]
    bots = [other for other, times in par.worths.items() for _ in range(times)]
    return DailyStanding(worth, worth - par.mean, par.error, below(worth, people), below(worth, bots))


def below(worth: int, others: Sequence[int]) -> float | None:
    """Return the share of results that are worse; of equal ones, half."""
    if not others:
        return None
    return sum((other < worth) + (other == worth) / 2 for other in others) / len(others)


def streak(days: Collection[date], today: date) -> int:
    """Return on how many days in a row there was a result, up to today or, if today's is still to come, yesterday."""
    day = today if today in days else today - ONE_DAY
    number = 0
    while day in days:
        number, day = number + 1, day - ONE_DAY
    return number
