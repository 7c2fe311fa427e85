"""How people of a table get on: whom somebody does not want to hear any more, and what the host should know."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from stammtisch.store.kept import Report
from stammtisch.web.facts import OPEN
from stammtisch.web.live import Audience
from stammtisch.web.pages import title_of
from stammtisch.web.room import Room
from stammtisch.web.scene import look_of
from stammtisch.web.seating import get_up
from stammtisch.web.visit import NotFound, Visit, one

LONGEST_WORDS: Final = 500  # of a report
_LAST: Final = 10  # lines that go with a report
_SHOWN: Final = 3  # lines that remind of who somebody is
_MOST: Final = 60  # people on the page
_DIGITS: Final = 5


@dataclass(frozen=True)
class Other:
    """Somebody else at a table: one who sits there, or who has said something."""

    mark: str  # by which forms name them: `seat-2`, or `line-17` of the talk
    person: str
    name: str
    said: tuple[str, ...]
    blocked: bool


async def people(request: Request) -> Response:
    """The other people at a table, with what one can do about them."""
    visit = await Visit.of(request)
    audience = await visit.table()
    async with audience.held() as room:
        others = await _others(visit, room)
    told = request.query_params.get("told", "")
    return visit.page(
        "people.html",
        room=room,
        cloth=look_of(room.game),
        title=title_of(room.game, visit.language),
        others=others,
        told=told,
        longest=LONGEST_WORDS,
        shown=_SHOWN,
    )


async def _others(visit: Visit, room: Room) -> list[Other]:
    """Return everybody but the visitor and the bots, once each; those who sit first, then who spoke last."""
    found = {place.person: (f"seat-{seat}", place.name) for seat, place in enumerate(room.places) if place.person}
    for number, (person, name, _) in reversed([*enumerate(room.chat)]):
        found.setdefault(person, (f"line-{number}", name))
    found.pop(visit.person.id, None)
    blocked = await visit.house.store.blocked(visit.person.id)
    return [
        Other(mark, person, name, _said(room, person), person in blocked)
        for person, (mark, name) in [*found.items()][:_MOST]
    ]


def _said(room: Room, person: str) -> tuple[str, ...]:
    return tuple(said for speaker, _, said in room.chat if speaker == person)[-_LAST:]


async def report(request: Request) -> Response:
    """Tell the host of the house about somebody."""
    visit, fields, audience, other = await _about(request)
    words = " ".join(one(fields, "words").split())[:LONGEST_WORDS]
    told = Report(audience.room.id, visit.person.id, other.person, words, other.said, time.time())
    await visit.house.store.report(told)
    audience.room.note("reported")
    return visit.go(f"/t/{audience.room.id}/people?told={other.mark}")


async def block(request: Request) -> Response:
    """Hear nothing more from somebody; at an open table of one's own they lose their seat, in a game nobody does."""
    visit, _, audience, other = await _about(request)
    await visit.house.store.block(visit.person.id, other.person)
    async with audience.held() as room:
        if room.stage == OPEN and room.host == visit.person.id and other.mark.startswith("seat"):
            get_up(room, other.person)
            await room.save()
    return visit.go(f"/t/{room.id}/people")


async def unblock(request: Request) -> Response:
    """Hear somebody again."""
    visit = await Visit.of(request)
    fields = await visit.form()
    await visit.house.store.block(visit.person.id, one(fields, "person"), until_now=True)
    back = one(fields, "back")
    return visit.go(f"/t/{back}/people" if back and await visit.house.find(back) else "/me")


async def _about(request: Request) -> tuple[Visit, dict[str, list[str]], Audience, Other]:
    """Return what a form says, and whom it is about.

    Raises:
        NotFound: It is about nobody who sits or speaks here, or about oneself.
    """
    visit = await Visit.of(request)
    fields = await visit.form()
    audience = await visit.table()
    async with audience.held() as room:
        other = _found(room, one(fields, "who"))
    if other is None or other.person == visit.person.id:
        raise NotFound
    return visit, fields, audience, other


def _found(room: Room, mark: str) -> Other | None:
    """Return whom a form names; nobody, if there is no person at that seat and nobody has said that line."""
    kind, _, text = mark.partition("-")
    number = int(text) if text.isdecimal() and text.isascii() and len(text) < _DIGITS else -1
    people = {"seat": [(place.person, place.name) for place in room.places], "line": [line[:2] for line in room.chat]}
    if not 0 <= number < len(people.get(kind, ())):
        return None
    person, name = people[kind][number]
    return Other(mark, person, name, _said(room, person), blocked=False) if person else None
