"""Deals of the day: which are played now, the one try that everybody has, and practice afterwards."""

from __future__ import annotations

import json
from collections.abc import Iterator, Set
from dataclasses import asdict
from datetime import date
from typing import Final

from stammtisch.clock import Clock
from stammtisch.club.calendar import ONE_DAY, Calendar
from stammtisch.club.daily.deal import SECRET, DailyDeal, deal_of
from stammtisch.club.daily.par import Par
from stammtisch.club.daily.standing import Entry
from stammtisch.core.fair_deal import new_seed
from stammtisch.core.game import Game, find_game, game_names
from stammtisch.core.game_forms import easiest_first
from stammtisch.store.contract import Store
from stammtisch.store.daily_contract import DailyTry
from stammtisch.web.tables.display_name import shown_name
from stammtisch.web.tables.record import DailyRecord

KNOWN_AFTER: Final = 7 * 86400.0  # seconds since which somebody must have been known for their try to count


class DailyDeals:
    """The deals of the day of a house."""

    def __init__(self, store: Store, clock: Clock, calendar: Calendar) -> None:
        self.calendar = calendar
        self._store, self._clock = store, clock
        self._secret = b""

    @property
    def today(self) -> date:
        """The day that it is at this house."""
        return self.calendar.day_at(self._clock.now())

    @property
    def left(self) -> float:
        """How many seconds are left of today."""
        return self.calendar.end_of(self.today) - self._clock.now()

    @staticmethod
    def games() -> list[Game]:
        """Return the games of which there is a deal each day."""
        return easiest_first([*map(find_game, game_names())])

    async def deal(self, game: Game, day: date) -> DailyDeal:
        """Return the deal of a game on a day; it is a secret before the day is over."""
        if not self._secret:
            self._secret = await self._store.secret(SECRET, new_seed())
        return deal_of(self._secret, game, day)

    def record_of(self, deal: DailyDeal) -> DailyRecord:
        """Return what is stored with a table at which a deal is played."""
        return DailyRecord(deal.day.isoformat(), deal.table, self.calendar.end_of(deal.day))

    async def own_try(self, person: str, game: Game, day: date) -> DailyTry | None:
        """Return the one try of somebody at a deal, if they have begun it: a claim without a table is none yet."""
        tries = await self._store.tries_of(person, day)
        return next((one for one in tries if one.day == day and one.game == game.NAME and one.stage), None)

    async def entries(self, game: Game, day: date, reader: str) -> list[Entry]:
        """Return how people fared with a deal, the best first, as somebody may read it.

        Whomever the house has banned is not among them. Who has blocked the reader, or whom the reader has blocked, has
        neither name nor table: places stay what they are.
        """
        banned = await self._store.banned()
        tries = [one for one in await self._store.tries(day, game.NAME) if one.person not in banned]
        known = await self._store.known_people([one.person for one in tries], reader)
        avoided = await self._store.blocked(reader) | {person for person, one in known.items() if one.avoids}
        return sorted(_finished(tries, avoided), key=lambda entry: (-entry.worth, entry.begun))

    async def players(self, day: date) -> int:
        """Return how many people have played a deal of a day to its end."""
        return await self._store.count_players(day)

    async def streak_days(self, person: str, most: int) -> set[date]:
        """Return the days on which somebody has played a deal to its end: so many days back."""
        return await self._store.days_played(person, self.today - most * ONE_DAY)

    async def par(self, game: Game, day: date) -> Par:
        """Return what was found of the par of a deal so far."""
        found = await self._store.par(day, game.NAME)
        if found is None:
            return Par()
        kept = json.loads(found)
        worths = {int(worth): int(times) for worth, times in kept["worths"].items()}
        return Par(worths, kept["replays"], kept["seconds"])

    async def save_par(self, game: Game, day: date, par: Par) -> None:
        """Keep what was found of the par of a deal so far."""
        await self._store.save_par(day, game.NAME, json.dumps(asdict(par)))


def _finished(tries: list[DailyTry], avoided: Set[str]) -> Iterator[Entry]:
    for one in tries:
        if one.worth is not None:
            known = one.since + KNOWN_AFTER <= one.begun
            name, table = ("", "") if one.person in avoided else (shown_name(one.name), one.table)
            yield Entry(one.person, name, one.worth, one.begun, table, known)
