"""The board of the house: what the last seven days brought, as far as people let whoever reads it see them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Final, Protocol

from stammtisch.store.board_contract import BoardStore, DayCount, KnownPerson, WinStreak
from stammtisch.store.contract import PeopleStore
from stammtisch.store.result_contract import GameResult

DAYS: Final = 7  # today and those before; days are those of UTC
ROW: Final = 3  # wins one after another that are told of
EVERYBODY: Final = "everybody"  # whom people may show themselves to, beside those with whom they have played
_DAY: Final = 86_400
_MOST_NEW: Final = 60  # people who are looked at, of whom some may not want to be seen
_MOST_STREAKS: Final = 30
_MOST_GAMES: Final = 60
_NEW: Final = 12  # that are shown
_STREAKS: Final = 6
_GAMES: Final = 8


@dataclass(frozen=True)
class Board:
    """What one reader is shown of the last days."""

    days: tuple[float, ...]  # when each began
    counts: tuple[DayCount, ...]  # of all games, also those that nobody is named with
    newcomers: tuple[str, ...]
    streaks: tuple[WinStreak, ...]
    games: tuple[GameResult, ...]
    people: Mapping[str, KnownPerson]  # everybody who is named above

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


class _Store(BoardStore, PeopleStore, Protocol):
    """What the board is read from."""


def first_day(now: float) -> float:
    """Return when the first of the days began that the board tells of."""
    return now // _DAY * _DAY - (DAYS - 1) * _DAY


async def read_board(store: _Store, reader: str, now: float) -> Board:
    """Return the board as somebody may read it."""
    since = first_day(now)
    days = tuple(since + day * _DAY for day in range(DAYS))
    counts = await store.count_by_day(days)
    newcomers = await store.newcomers(since, _MOST_NEW)
    streaks = await store.win_streaks(since, ROW, _MOST_STREAKS)
    games = await store.newest_among_people(since, _MOST_GAMES)
    named = {*newcomers, *(one.person for one in streaks), *(person for game in games for person in people_of(game))}
    people = await _people_seen_by(store, reader, named)
    return Board(
        days,
        tuple(counts),
        tuple([person for person in newcomers if person in people][:_NEW]),
        tuple([one for one in streaks if one.person in people][:_STREAKS]),
        tuple([game for game in games if people.keys() >= people_of(game)][:_GAMES]),
        people,
    )


def people_of(game: GameResult) -> frozenset[str]:
    """Return the people who sat at a game, bots left out."""
    return frozenset(seat.person for seat in game.seats if seat.person)


async def _people_seen_by(store: _Store, reader: str, people: Collection[str]) -> dict[str, KnownPerson]:
    """Return who of these people may be shown to a reader.

    Those are whoever shows themselves to everybody, and, unless they show themselves to nobody, whoever has finished a
    game with the reader. Who may not come in is shown to nobody, and nobody is shown whom they have blocked.
    """
    met = await store.met(reader) | {reader}
    hidden = await store.blocked(reader) | await store.banned()
    known = await store.known_people(sorted({*people} - hidden))
    return {
        person: one
        for person, one in known.items()
        if person == reader or one.shown_to == EVERYBODY or (not one.shown_to and person in met)
    }
