"""Who sits where before the first card, and who gets up: used under the room's lock."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Final

from stammtisch.bots.levels import level_names
from stammtisch.errors import StammtischError
from stammtisch.kernel.seats import SPECTATOR
from stammtisch.store.contract import Face
from stammtisch.web.faces import free_colour, usual_face
from stammtisch.web.http.identity import Person
from stammtisch.web.tables.display_name import looks_like, unused_name
from stammtisch.web.tables.live_table import LiveTable
from stammtisch.web.tables.record import RUNNING, Evening, Place

BOT_NAMES: Final = ("Resi", "Ottokar", "Wanda", "Ferdl", "Ludmilla", "Kuno", "Zenzi", "Baldur")


class SeatRefused(StammtischError):
    """A seat that cannot be had."""


def bot(room: LiveTable) -> Place:
    """Return a bot of the table's level with a name that nobody at the table has."""
    taken = [place.name for place in room.places if not place.free]
    name = next(name for name in BOT_NAMES if not any(looks_like(name, other) for other in taken))
    return with_face(room, Place(name=name, bot=True, ready=True, level=room.terms.level), usual_face(name))


def with_face(room: LiveTable, place: Place, face: Face) -> Place:
    """Give somebody who comes to a table their face, with a colour that nobody there has."""
    place.costume = face.costume
    place.colour = free_colour(face.colour, [other.colour for other in room.places if not other.free])
    return place


async def face_for(room: LiveTable, person: str) -> Face:
    """Return how a person wants to look, or looks without having said so."""
    return await room.store.face(person) or usual_face(person)


def name_at(room: LiveTable, person: Person) -> str:
    """Return what somebody is called at a table, who sits there, watches or comes: as nobody else who sits there."""
    seat = room.seat_of(person.id)
    if seat != SPECTATOR:
        return room.places[seat].name
    return unused_name(person.name or "?", [place.name for place in room.places if not place.free])


async def sit_down(room: LiveTable, person: Person, seat: int) -> None:
    """Take a free seat, or change to it.

    Raises:
        SeatRefused: It is taken, it is not there, the game has begun, or the host wants nothing to do with the person,
            which nobody is told.
    """
    free = room.seats_open and seat in range(len(room.places)) and room.places[seat].free
    if not free or person.id in await room.store.blocked(room.host):
        raise SeatRefused(f"seat {seat} cannot be had; it may be a free one of an open table")
    old = room.seat_of(person.id)
    was_ready = old != SPECTATOR and room.places[old].ready
    if old != SPECTATOR:
        room.places[old] = Place()
    coming = Place(person.id, name_at(room, person), ready=was_ready)
    room.places[seat] = with_face(room, coming, await face_for(room, person.id))


def get_up(room: LiveTable, person: str) -> None:
    """Leave the table: an open one for nothing, a running one for a bot that plays on."""
    seat = room.seat_of(person)
    if seat == SPECTATOR:
        return
    if room.seats_open:
        room.places[seat] = Place()
    elif room.stage == RUNNING:
        room.places[seat].left = True


def toggle_ready(room: LiveTable, person: str) -> None:
    """Say that one is ready, or that one is not."""
    seat = room.seat_of(person)
    if seat != SPECTATOR and room.seats_open:
        room.places[seat].ready = not room.places[seat].ready


def toggle_bot(room: LiveTable, seat: int) -> None:
    """Let a bot take a free seat, or send it away."""
    if room.seats_open and seat in range(len(room.places)):
        place = room.places[seat]
        if place.free:
            room.places[seat] = bot(room)
        elif place.bot:
            room.places[seat] = Place()


def set_level(room: LiveTable, seat: int, level: str) -> None:
    """Let another kind of bot sit somewhere."""
    if room.seats_open and seat in range(len(room.places)) and level in level_names(room.game):
        place = room.places[seat]
        if place.bot:
            place.level = level


def mix(room: LiveTable) -> None:
    """Let chance seat everybody anew."""
    if room.seats_open:
        random.SystemRandom().shuffle(room.places)


def can_start(room: LiveTable) -> bool:
    """Whether every seat is taken and everybody is ready."""
    return room.seats_open and all(place.ready and not place.free for place in room.places)


def turned(room: LiveTable, without: frozenset[str]) -> list[Place]:
    """Return the places for another game: everybody one seat on and not ready yet, but not who left nor `without`."""
    places = [*room.places[1:], room.places[0]]
    return [
        Place()
        if place.left or place.person in without
        else Place(
            place.person,
            place.name,
            bot=place.bot,
            ready=place.bot,
            level=place.level,
            costume=place.costume,
            colour=place.colour,
        )
        for place in places
    ]


def seated_again(room: LiveTable) -> list[Place]:
    """Return the places for practice: everybody where they sit."""
    return [
        Place(one.person, one.name, bot=one.bot, ready=True, level=one.level, costume=one.costume, colour=one.colour)
        for one in room.places
    ]


def evening_after(room: LiveTable) -> Evening:
    """Return what the same people have played by now; practice does not count, nor what the house has ended."""
    outcome = None if room.record.practice else room.game_table().outcome()
    evening = replace(room.record.evening, first=room.record.evening.first or room.id)
    return evening.after([room.places[seat].who for seat in outcome.winners]) if outcome else evening


async def seat_first(room: LiveTable, host: Person, bots: int) -> None:
    """Let the host sit at the first seat, and so many bots at the last ones."""
    first = Place(host.id, name_at(room, host), ready=True)
    room.places[0] = with_face(room, first, await face_for(room, host.id))
    for seat in range(len(room.places) - 1, max(0, len(room.places) - 1 - bots), -1):
        room.places[seat] = bot(room)


async def seat_among_bots(room: LiveTable, host: Person, seat: int) -> None:
    """Let the host sit at one seat, and bots at all others."""
    mine = Place(host.id, name_at(room, host), ready=True)
    room.places[seat] = with_face(room, mine, await face_for(room, host.id))
    for other in range(len(room.places)):
        if other != seat:
            room.places[other] = bot(room)
