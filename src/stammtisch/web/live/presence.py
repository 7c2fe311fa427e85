"""Presence: who is here at a table, who is away, and for whom a bot keeps the seat."""

from __future__ import annotations

from collections.abc import Callable, Set
from math import inf
from typing import Final

from stammtisch.kernel.seats import SPECTATOR
from stammtisch.web.tables.live_table import LiveTable
from stammtisch.web.tables.stand_in import is_stood_in_for, stalled_seats

AWAY_AFTER: Final = 30.0  # seconds without a sign
REPLACED_AFTER: Final = 120.0  # seconds without a sign, while others wait: a bot keeps the seat
_MISSED: Final = 3  # decisions that the clock takes before a bot keeps the seat


class Presence:
    """Knows when the people of one table were last here, at this server or at another."""

    def __init__(self, room: LiveTable, watching: Callable[[], Set[str]]) -> None:
        """Begin with nobody; `watching` says whose browsers are connected here now."""
        self._room, self._watching = room, watching
        self._seen: dict[str, float] = {}  # by person: when (monotonic) they were last here

    def saw(self, person: str) -> None:
        """Note that somebody who sits here is here."""
        if self._room.seat_of(person) != SPECTATOR:
            self._seen[person] = self._room.clock.monotonic()

    async def synchronise(self) -> None:
        """Tell the other servers who is here, and learn from them who is there."""
        room, now = self._room, self._room.clock.monotonic()
        for person in self._watching():
            self.saw(person)
        people = {place.person for place in room.places if place.person}
        recent = {(room.id, person): now - at for person, at in self._seen.items() if at > now - REPLACED_AFTER}
        await room.store.save_presence(recent)
        for person, ago in (await room.store.presence(room.id)).items():
            if person in people:
                self._seen[person] = max(now - ago, self._seen.get(person, -inf))

    def is_here(self, person: str) -> bool:
        """Whether somebody looks at the table now, or did a moment ago."""
        return self._away_for(person) < AWAY_AFTER

    def last_seen(self, person: str) -> float:
        """Return when (monotonic) somebody was last here; before they ever were, when the last step was taken."""
        return self._seen.get(person, self._room.since)

    def update(self) -> bool:
        """Note at the table who is away, for whom a bot keeps the seat or could; whether that has changed."""
        room = self._room
        people = [(seat, place) for seat, place in enumerate(room.places) if place.person and not place.left]
        away = frozenset(seat for seat, place in people if not self.is_here(place.person))
        kept = frozenset(
            seat
            for seat, place in people
            if place.missed >= _MISSED or self._keeps_others_waiting(place.person) or is_stood_in_for(room, seat)
        )
        before = (room.away, room.kept, room.stalled, room.overdue)
        room.away, room.kept = away, kept
        room.here = frozenset(seat for seat, place in people if self._was_seen(place.person))
        room.stalled, room.overdue = stalled_seats(room)
        return before != (away, kept, room.stalled, room.overdue)

    def _was_seen(self, person: str) -> bool:
        """Whether somebody has shown a sign not long ago; a server that began just now has seen nobody."""
        last = self._seen.get(person, -inf)
        return person in self._watching() or self._room.clock.monotonic() - last < AWAY_AFTER

    def _keeps_others_waiting(self, person: str) -> bool:
        """Whether others who are here have waited long for somebody who is not."""
        others = [place.person for place in self._room.places if place.person and place.person != person]
        return self._away_for(person) > REPLACED_AFTER and any(self.is_here(other) for other in others)

    def _away_for(self, person: str) -> float:
        if person in self._watching():
            return 0.0
        room = self._room
        return room.clock.monotonic() - max(self.last_seen(person), room.well_since)
