"""What the host of the house sees: tables as a spectator sees them, their talk, what people complain about, the sign.

The host may sit at a table, too: nothing here is more than what anybody may see who watches, until a game is over.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from stammtisch.kernel.seats import SPECTATOR
from stammtisch.web.api.json_schema import INTEGER, TEXT, YES_NO, Schema, about, maybe, record, ref, row_of
from stammtisch.web.api.response_shapes import table_json
from stammtisch.web.live.broadcast import Channel
from stammtisch.web.live.registry import TableRegistry
from stammtisch.web.tables.display_name import shown_name
from stammtisch.web.tables.live_table import LiveTable
from stammtisch.web.tables.record import OPEN, OVER, RUNNING

_MOST: Final = 100  # open tables on a page, and running ones
_LATELY: Final = 20  # tables that are over
_REPORTS: Final = 200
_LINES: Final = 300  # of a log, and of talk


_SUMMARY: Final[Mapping[str, Schema]] = {
    "table": ref("Table"),
    "people": about(row_of(ref("Person")), "who sits there, bots and free seats left out"),
    "waiting": about(row_of(TEXT), "the names of the seats that owe a decision"),
    "watching": about(INTEGER, "pages that this server process keeps up to date"),
    "changed": about(INTEGER, "when something last happened, in seconds since 1970"),
}
HOUSE_SHAPES: Final[Mapping[str, Schema]] = {
    "HouseTables": record({"tables": row_of(ref("HouseSummary"))}),
    "HouseSummary": record(_SUMMARY),
    "HouseTable": record(
        {
            **_SUMMARY,
            "log": about(row_of(TEXT), "what has happened, as somebody is told who watches"),
            "talk": row_of(ref("Said")),
            "speakers": about(row_of(ref("Person")), "who has said something and does not sit there"),
        }
    ),
    "Person": record({"person": TEXT, "name": TEXT, "seat": maybe(INTEGER), "barred": YES_NO}),
    "Said": record({"person": TEXT, "name": TEXT, "said": TEXT}),
    "Reports": record({"reports": about(row_of(ref("Report")), "those not settled first, then the newest first")}),
    "Report": record(
        {
            "number": INTEGER,
            "table": TEXT,
            "by": ref("Person"),
            "about": ref("Person"),
            "words": TEXT,
            "said": about(row_of(TEXT), "what the other had said last at the table"),
            "at": about(INTEGER, "in seconds since 1970"),
            "settled": YES_NO,
        }
    ),
    "Audit": record({"acts": about(row_of(ref("HostAct")), "the newest first")}),
    "HostAct": record(
        {
            "number": INTEGER,
            "at": about(INTEGER, "in seconds since 1970"),
            "host": about(ref("Person"), "who did it; nobody, if only the host key or the machine is known"),
            "way": about(TEXT, "browser, program or command"),
            "what": about(
                TEXT, "pause, resume, end, replace, bar, unbar, settle, reports, unlock, name, notice, host key, …"
            ),
            "table": TEXT,
            "person": about(ref("Person"), "about whom it was, if anybody"),
            "detail": about(TEXT, "a seat and a level, the number of a report, what was put up, revoke"),
        }
    ),
    "Barred": record({"people": about(row_of(ref("Person")), "who may not come in")}),
}


async def all_tables(registry: TableRegistry) -> list[dict[str, Any]]:
    """Return the tables of the house: running, open, lately over; those where something happened last come first."""
    barred = await registry.store.banned()
    found = [await registry.lately(stage, most) for stage, most in ((RUNNING, _MOST), (OPEN, _MOST), (OVER, _LATELY))]
    return [_summary(channel, barred) for channels in found for channel in channels]


async def one_table(registry: TableRegistry, channel: Channel, language: str) -> dict[str, Any]:
    """Return a table with its log and its talk; used while it is held."""
    room, log = channel.room, list[str]()
    if room.begun and room.readable:
        story = channel.story(SPECTATOR, language)
        story.catch_up()
        log = story.lines(_LINES)
    barred = await registry.store.banned()
    talk = [{"person": person, "name": name, "said": said} for person, name, said in room.chat[-_LINES:]]
    names = {line["person"]: line["name"] for line in talk if room.seat_of(line["person"]) == SPECTATOR}
    speakers = [
        {"person": person, "name": name, "seat": None, "barred": person in barred} for person, name in names.items()
    ]
    return {**_summary(channel, barred), "log": log, "talk": talk, "speakers": speakers}


def _summary(channel: Channel, barred: frozenset[str]) -> dict[str, Any]:
    room = channel.room
    people = [
        {"person": place.person, "name": place.name, "seat": seat, "barred": place.person in barred}
        for seat, place in enumerate(room.places)
        if place.person
    ]
    return {
        "table": table_json(room, ""),
        "people": people,
        "waiting": _waiting(room),
        "watching": len(channel.watchers),
        "changed": int(max(room.saved.changed, room.moved_at)),
    }


def _waiting(room: LiveTable) -> list[str]:
    """Return who owes a decision, as far as anybody sees who watches."""
    if room.stage != RUNNING or room.table is None:
        return []
    bits = room.game.rules.waiting(room.table.view(SPECTATOR), room.options)
    return [name for seat, name in enumerate(room.names) if bits >> seat & 1]


async def all_reports(registry: TableRegistry) -> list[dict[str, Any]]:
    """Return what people complain about, those not settled first, then the newest first."""
    barred = await registry.store.banned()
    return [
        {
            "number": report.number,
            "table": report.table,
            "by": await _person(registry, report.by, barred),
            "about": await _person(registry, report.about, barred),
            "words": report.words,
            "said": list(report.said),
            "at": int(report.at),
            "settled": report.settled,
        }
        for report in await registry.store.reports(_REPORTS)
    ]


def newest_of(reports: list[dict[str, Any]]) -> str:
    """Return the number of the newest report that somebody was shown, by which it is recorded once."""
    return str(max(report["number"] for report in reports))


async def all_acts(registry: TableRegistry, most: int, before: int = 0) -> list[dict[str, Any]]:
    """Return what hosts did, the newest first: so many at most, those before a number if one is given."""
    barred = await registry.store.banned()
    return [
        {
            "number": act.number,
            "at": int(act.at),
            "host": await _person(registry, act.host, barred),
            "way": act.way,
            "what": act.what,
            "table": act.table,
            "person": await _person(registry, act.person, barred),
            "detail": act.detail,
        }
        for act in await registry.store.acts(most, before)
    ]


async def all_banned(registry: TableRegistry) -> list[dict[str, Any]]:
    """Return who may not come in, by name."""
    barred = await registry.store.banned()
    found = [await _person(registry, person, barred) for person in barred]
    return sorted(found, key=lambda person: (person["name"], person["person"]))


async def _person(registry: TableRegistry, person: str, barred: frozenset[str]) -> dict[str, Any]:
    name = shown_name(await registry.store.person(person) or "")
    return {"person": person, "name": name, "seat": None, "barred": person in barred}
