"""What the host of the house sees: tables as a spectator sees them, their talk, and what people complain about.

The host may sit at a table, too: nothing here is more than what anybody may see who watches, until a game is over.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from stammtisch.kernel.seats import SPECTATOR
from stammtisch.web.answers import table_json
from stammtisch.web.facts import OPEN, OVER, RUNNING
from stammtisch.web.house import House
from stammtisch.web.live import Audience
from stammtisch.web.room import Room
from stammtisch.web.schema import INTEGER, TEXT, YES_NO, Schema, about, maybe, record, row_of

_MOST: Final = 100  # open tables on a page, and running ones
_LATELY: Final = 20  # tables that are over
_REPORTS: Final = 200
_LINES: Final = 300  # of a log, and of talk


def _ref(name: str) -> Schema:
    return {"$ref": f"#/components/schemas/{name}"}


_SUMMARY: Final[Mapping[str, Schema]] = {
    "table": _ref("Table"),
    "people": about(row_of(_ref("Person")), "who sits there, bots and free seats left out"),
    "waiting": about(row_of(TEXT), "the names of the seats that owe a decision"),
    "watching": about(INTEGER, "pages that this server process keeps up to date"),
    "changed": about(INTEGER, "when something last happened, in seconds since 1970"),
}
HOUSE_SHAPES: Final[Mapping[str, Schema]] = {
    "HouseTables": record({"tables": row_of(_ref("HouseSummary"))}),
    "HouseSummary": record(_SUMMARY),
    "HouseTable": record(
        {
            **_SUMMARY,
            "log": about(row_of(TEXT), "what has happened, as somebody is told who watches"),
            "talk": row_of(_ref("Said")),
            "speakers": about(row_of(_ref("Person")), "who has said something and does not sit there"),
        }
    ),
    "Person": record({"person": TEXT, "name": TEXT, "seat": maybe(INTEGER), "barred": YES_NO}),
    "Said": record({"person": TEXT, "name": TEXT, "said": TEXT}),
    "Reports": record({"reports": about(row_of(_ref("Report")), "those not settled first, then the newest first")}),
    "Report": record(
        {
            "number": INTEGER,
            "table": TEXT,
            "by": _ref("Person"),
            "about": _ref("Person"),
            "words": TEXT,
            "said": about(row_of(TEXT), "what the other had said last at the table"),
            "at": about(INTEGER, "in seconds since 1970"),
            "settled": YES_NO,
        }
    ),
    "Barred": record({"people": about(row_of(_ref("Person")), "who may not come in")}),
}


async def all_tables(house: House) -> list[dict[str, Any]]:
    """Return the tables of the house: running, open, lately over; those where something happened last come first."""
    barred = await house.store.barred()
    found = [await house.lately(stage, most) for stage, most in ((RUNNING, _MOST), (OPEN, _MOST), (OVER, _LATELY))]
    return [_summary(audience, barred) for audiences in found for audience in audiences]


async def one_table(house: House, audience: Audience, language: str) -> dict[str, Any]:
    """Return a table with its log and its talk; used while it is held."""
    room, log = audience.room, list[str]()
    if room.begun and room.readable:
        story = audience.story(SPECTATOR, language)
        story.catch_up()
        log = story.log[-_LINES:]
    barred = await house.store.barred()
    talk = [{"person": person, "name": name, "said": said} for person, name, said in room.chat[-_LINES:]]
    names = {line["person"]: line["name"] for line in talk if room.seat_of(line["person"]) == SPECTATOR}
    speakers = [
        {"person": person, "name": name, "seat": None, "barred": person in barred} for person, name in names.items()
    ]
    return {**_summary(audience, barred), "log": log, "talk": talk, "speakers": speakers}


def _summary(audience: Audience, barred: frozenset[str]) -> dict[str, Any]:
    room = audience.room
    people = [
        {"person": place.person, "name": place.name, "seat": seat, "barred": place.person in barred}
        for seat, place in enumerate(room.places)
        if place.person
    ]
    return {
        "table": table_json(room, ""),
        "people": people,
        "waiting": _waiting(room),
        "watching": len(audience.watchers),
        "changed": int(max(room.saved.changed, room.since if room.begun else 0.0)),
    }


def _waiting(room: Room) -> list[str]:
    """Return who owes a decision, as far as anybody sees who watches."""
    if room.stage != RUNNING or room.table is None:
        return []
    bits = room.game.rules.waiting(room.table.view(SPECTATOR), room.options)
    return [name for seat, name in enumerate(room.names) if bits >> seat & 1]


async def all_reports(house: House) -> list[dict[str, Any]]:
    """Return what people complain about, those not settled first, then the newest first."""
    barred = await house.store.barred()
    return [
        {
            "number": report.number,
            "table": report.table,
            "by": await _person(house, report.by, barred),
            "about": await _person(house, report.about, barred),
            "words": report.words,
            "said": list(report.said),
            "at": int(report.at),
            "settled": report.settled,
        }
        for report in await house.store.reports(_REPORTS)
    ]


async def all_barred(house: House) -> list[dict[str, Any]]:
    """Return who may not come in, by name."""
    barred = await house.store.barred()
    found = [await _person(house, person, barred) for person in barred]
    return sorted(found, key=lambda person: (person["name"], person["person"]))


async def _person(house: House, person: str, barred: frozenset[str]) -> dict[str, Any]:
    name = await house.store.person(person) or ""
    return {"person": person, "name": name, "seat": None, "barred": person in barred}
