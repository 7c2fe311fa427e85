"""The board of the house: what the last seven days brought.

All games are counted. Somebody is named to a reader who may see what they have played. Whoever sat at a game reads of
it with everybody, those whom they may not see by the names that they had there: they know these already.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from stammtisch.clock import Clock
from stammtisch.club.audience import audience_of
from stammtisch.club.calendar import ONE_DAY, Calendar
from stammtisch.store.board_contract import DayCount, KnownPerson, WinStreak
from stammtisch.store.contract import Store
from stammtisch.store.result_contract import GameResult

DAYS: Final = 7  # today and those before, as the house counts them
ROW: Final = 3  # wins one after another that are told of
_KNOWN_FOR: Final = 10.0  # seconds
_MOST_NEW: Final = 60  # people who are looked at, of whom some may not want to be seen
_MOST_STREAKS: Final = 30
_MOST_GAMES: Final = 60
_NEW: Final = 12  # that are shown
_STREAKS: Final = 6
_GAMES: Final = 8


@dataclass(frozen=True)
class Week:
    """What the last days brought, whoever reads it."""

    days: tuple[float, ...]  # when each began
    counts: tuple[DayCount, ...]
    newcomers: tuple[str, ...]
    streaks: tuple[WinStreak, ...]
    games: tuple[GameResult, ...]


@dataclass(frozen=True)
class Board:
    """What one reader is shown of them."""

    days: tuple[float, ...]
    counts: tuple[DayCount, ...]  # of all games, also those that nobody is named with
    newcomers: tuple[str, ...]
    unseen: int  # newcomers who do not show themselves to the reader
    streaks: tuple[WinStreak, ...]
    games: tuple[GameResult, ...]
    people: Mapping[str, KnownPerson]  # whom the reader may see; others are called what they were called at a table

    @property
    def played(self) -> int:
        """How many games were finished."""
        return sum(count.number for count in self.counts)

    def by_game(self) -> list[tuple[str, int]]:
        """Return how often each game was played, the one that was played most first."""
        numbers: dict[str, int] = {}
        for count in self.counts:
            numbers[count.game] = numbers.get(count.game, 0) + count.number
        return sorted(numbers.items(), key=lambda found: (-found[1], found[0]))


def days_at(now: float, calendar: Calendar) -> tuple[float, ...]:
    """Return when the days began that the board tells of, the earliest first."""
    today = calendar.day_at(now)
    return tuple(calendar.begin_of(today - ago * ONE_DAY) for ago in reversed(range(DAYS)))


class WeekCache:
    """Knows the week; it is read again when another game was finished, when a day begins, and after a moment."""

    def __init__(self, store: Store, clock: Clock, calendar: Calendar) -> None:
        self._store, self._clock, self._calendar = store, clock, calendar
        self._week: Week | None = None
        self._read = (0, 0.0, 0.0)  # up to which result, on which day, and when

    async def week(self) -> Week:
        """Return the week as it is now; who was forgotten may stay in it for a moment."""
        last, days = await self._store.last_result(), days_at(self._clock.now(), self._calendar)
        number, day, at = self._read
        if self._week is None or (number, day) != (last, days[-1]) or self._clock.monotonic() > at + _KNOWN_FOR:
            self._week = await read_week(self._store, days)
            self._read = last, days[-1], self._clock.monotonic()
        return self._week


async def read_week(store: Store, days: tuple[float, ...]) -> Week:
    """Return what these days brought."""
    since = days[0]
    return Week(
        days,
        tuple(await store.count_by_day(days)),
        tuple(await store.newcomers(since, _MOST_NEW)),
        tuple(await store.win_streaks(since, ROW, _MOST_STREAKS)),
        tuple(await store.newest_among_people(since, _MOST_GAMES)),
    )


async def read_board(store: Store, week: Week, reader: str) -> Board:
    """Return the board of a week as somebody may read it."""
    named = {*week.newcomers, *(one.person for one in week.streaks)}.union(*map(people_of, week.games))
    audience = await audience_of(store, reader, named)
    shown = audience.shown
    told = [
        game
        for game in week.games
        if (people_of(game) <= shown.keys() or reader in people_of(game))
        and audience.hidden.isdisjoint(people_of(game))
    ]
    return Board(
        week.days,
        week.counts,
        tuple([person for person in week.newcomers if person in shown][:_NEW]),
        sum(person in audience.unshown for person in week.newcomers),
        tuple([one for one in week.streaks if one.person in shown][:_STREAKS]),
        tuple(told[:_GAMES]),
        shown,
    )


def people_of(game: GameResult) -> frozenset[str]:
    """Return the people who sat at a game, bots left out."""
    return frozenset(seat.person for seat in game.seats if seat.person)
