"""How people of a table get on: whom somebody does not want to hear any more, and what the host should know."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from starlette.responses import Response

from stammtisch.club.audience import audience_of
from stammtisch.club.forgetting import is_gone
from stammtisch.kernel.seats import SPECTATOR
from stammtisch.store.contract import Report
from stammtisch.web.faces import WATCHER
from stammtisch.web.fields import whole_number
from stammtisch.web.live.broadcast import Channel
from stammtisch.web.pages.request import NotFound, PageRequest
from stammtisch.web.tables.live_table import LiveTable
from stammtisch.web.tables.record import OPEN
from stammtisch.web.tables.seating import get_up

LONGEST_WORDS: Final = 500  # of a report
_LAST: Final = 10  # lines that go with a report
_SHOWN: Final = 3  # lines that remind of who somebody is
_MOST: Final = 60  # people on the page
_DIGITS: Final = 4


@dataclass(frozen=True)
class Other:
    """Somebody else at a table: one who sits there, or who has said something."""

    mark: str  # by which forms name them: `seat-2`, or `line-17` of the talk
    person: str
    name: str
    said: tuple[str, ...]
    blocked: bool
    seat: int = SPECTATOR
    costume: int = WATCHER
    shows: bool = False  # whether the visitor may see what their games come to


async def people(page: PageRequest) -> Response:
    """The other people at a table, with what one can do about them."""
    channel = await page.table()
    async with channel.held() as room:
        others = await _others(page, room)
    told = page.query.get("told", "")
    about = page.about(room)
    return page.render("people.html", others=others, told=told, longest=LONGEST_WORDS, shown=_SHOWN, **about)


async def _others(page: PageRequest, room: LiveTable) -> list[Other]:
    """Return everybody but the visitor and the bots, once each; those who sit first, then who spoke last."""
    found = {place.person: (f"seat-{seat}", place.name) for seat, place in enumerate(room.places) if place.person}
    for number, (person, name, _) in reversed([*enumerate(room.chat)]):
        found.setdefault(person, (f"line-{number}", name))
    found = {person: known for person, known in found.items() if person != page.person.id and not is_gone(person)}
    blocked = await page.registry.store.blocked(page.person.id)
    shown = (await audience_of(page.registry.store, page.person.id, found)).shown
    return [
        Other(
            mark,
            person,
            name,
            _said(room, person),
            person in blocked,
            *_looks(room, person),
            person in shown,
        )
        for person, (mark, name) in [*found.items()][:_MOST]
    ]


def _looks(room: LiveTable, person: str) -> tuple[int, int]:
    """Return where somebody sits, and in which costume; who only watches wears none."""
    seat = room.seat_of(person)
    return seat, room.places[seat].costume if seat != SPECTATOR else WATCHER


def _said(room: LiveTable, person: str) -> tuple[str, ...]:
    return tuple(said for speaker, _, said in room.chat if speaker == person)[-_LAST:]


async def report(page: PageRequest) -> Response:
    """Tell the host of the house about somebody."""
    channel, other = await _about(page)
    words = " ".join(page.value("words").split())[:LONGEST_WORDS]
    told = Report(channel.room.id, page.person.id, other.person, words, other.said, page.registry.clock.now())
    await page.registry.store.report(told)
    channel.room.note("reported")
    return page.go(f"/t/{channel.room.id}/people?told={other.mark}")


async def block(page: PageRequest) -> Response:
    """Hear nothing more from somebody; at an open table of one's own they lose their seat, in a game nobody does."""
    channel, other = await _about(page)
    await page.registry.store.block(page.person.id, other.person)
    async with channel.held() as room:
        if room.stage == OPEN and room.host == page.person.id and other.mark.startswith("seat"):
            get_up(room, other.person)
            await room.save()
    return page.go(f"/t/{room.id}/people")


async def unblock(page: PageRequest) -> Response:
    """Hear somebody again."""
    await page.registry.store.unblock(page.person.id, page.value("person"))
    back = page.value("back")
    return page.go(f"/t/{back}/people" if back and await page.registry.find(back) else "/me")


async def _about(page: PageRequest) -> tuple[Channel, Other]:
    """Return whom a form is about, and at which table.

    Raises:
        NotFound: It is about nobody who sits or speaks here, or about oneself.
    """
    channel = await page.table()
    async with channel.held() as room:
        other = _found(room, page.value("who"))
    if other is None or other.person == page.person.id:
        raise NotFound
    return channel, other


def _found(room: LiveTable, mark: str) -> Other | None:
    """Return whom a form names; nobody, if there is no person at that seat and nobody has said that line."""
    kind, _, text = mark.partition("-")
    number = whole_number(text, _DIGITS)
    people = {"seat": [(place.person, place.name) for place in room.places], "line": [line[:2] for line in room.chat]}
    if not 0 <= number < len(people.get(kind, ())):
        return None
    person, name = people[kind][number]
    return Other(mark, person, name, _said(room, person), blocked=False) if person else None
