"""Days as a house counts them: from midnight to midnight of its time zone, however long a day is."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from stammtisch.errors import StammtischError

ONE_DAY = timedelta(days=1)


@dataclass(frozen=True)
class Calendar:
    """The days of a time zone; those of the machine's, if none is given."""

    zone: tzinfo | None = None

    def day_at(self, now: float) -> date:
        """Return the day at a moment, in seconds since 1970."""
        return datetime.fromtimestamp(now, self.zone).date()

    def begin_of(self, day: date) -> float:
        """Return the first moment of a day: where clocks skip midnight, the one to which they skip."""
        return datetime.combine(day, time.min, self.zone).timestamp()

    def end_of(self, day: date) -> float:
        """Return the first moment after a day."""
        return self.begin_of(day + ONE_DAY)


def read_zone(name: str) -> tzinfo:
    """Return a time zone by its name, such as Europe/Berlin.

    Raises:
        StammtischError: There is none of this name on this machine.
    """
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise StammtischError(f"time-zone is {name}; it may be one such as Europe/Berlin or UTC") from error


def read_day(text: str) -> date | None:
    """Return the day that a text such as 2026-11-18 names, and nothing if it is written in any other way."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        return None
    return day if day.isoformat() == text else None
