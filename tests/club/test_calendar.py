"""Days follow each other without a gap, whatever clocks do at night."""

from __future__ import annotations

from datetime import date, timedelta
from zoneinfo import ZoneInfo

import pytest

from stammtisch.club.calendar import Calendar, read_day, read_zone
from stammtisch.errors import StammtischError
from tests.turned_clock import TurnedClock

HOUR = 3600.0


@pytest.mark.parametrize(
    ("zone", "day", "hours"),
    [
        ("Europe/Berlin", date(2026, 11, 18), 24),
        ("Europe/Berlin", date(2026, 3, 29), 23),
        ("Europe/Berlin", date(2026, 10, 25), 25),
        ("Africa/Cairo", date(2026, 4, 24), 23),  # midnight itself is skipped
        ("America/Havana", date(2026, 11, 1), 25),  # midnight comes twice
        ("Australia/Lord_Howe", date(2026, 4, 5), 24.5),
    ],
)
def test_a_day_has_as_many_hours_as_its_clocks_go_through(zone: str, day: date, hours: float) -> None:
    calendar = Calendar(ZoneInfo(zone))

    assert calendar.end_of(day) - calendar.begin_of(day) == hours * HOUR
    assert calendar.day_at(calendar.begin_of(day)) == day
    assert calendar.day_at(calendar.begin_of(day) - 1) == day - timedelta(days=1)
    assert calendar.day_at(calendar.end_of(day) - 1) == day


@pytest.mark.parametrize("zone", ["Europe/Berlin", "Africa/Cairo", "America/Havana", "Pacific/Apia", "UTC"])
def test_a_clock_that_is_turned_through_a_year_meets_every_day_once(zone: str) -> None:
    calendar = Calendar(ZoneInfo(zone))
    clock = TurnedClock(calendar.begin_of(date(2026, 1, 1)))
    met: list[date] = []
    for _ in range(365 * 24 + 24):
        day = calendar.day_at(clock.now())
        if not met or met[-1] != day:
            met.append(day)
        clock.jump(HOUR)

    assert met == [date(2026, 1, 1) + timedelta(days=number) for number in range(366)]


def test_without_a_zone_days_are_the_machines() -> None:
    calendar = Calendar()
    day = date(2026, 7, 1)

    assert calendar.day_at(calendar.begin_of(day)) == day
    assert calendar.day_at(calendar.begin_of(day) - 1) == day - timedelta(days=1)


def test_a_zone_that_is_none_is_named() -> None:
    assert read_zone("Europe/Berlin") == ZoneInfo("Europe/Berlin")
    for name in ("Berlin", "", "../etc/passwd", "Europe"):
        with pytest.raises(StammtischError, match="time-zone is"):
            read_zone(name)


def test_a_day_is_written_in_one_way_only() -> None:
    assert read_day("2026-11-18") == date(2026, 11, 18)
    assert [read_day(text) for text in ("20261118", "2026-W47-3", "18.11.2026", "2026-11-31", "")] == [None] * 5
