"""What the house may do at any table: pause the game, let it go on, end it, give a seat to a bot."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from stammtisch.bots.levels import level_names
from stammtisch.club.forgetting import GUEST, redacted
from stammtisch.core.language import Say
from stammtisch.errors import StammtischError
from stammtisch.kernel.seats import SPECTATOR
from stammtisch.web.tables.live_table import LiveTable
from stammtisch.web.tables.record import OVER, RUNNING, read_record, write_record
from stammtisch.web.tables.seating import bot, get_up

PAUSE: Final = "pause"
RESUME: Final = "resume"
END: Final = "end"


class CannotHalt(StammtischError):
    """Something that the house cannot do at this table, or not now."""


async def halt(room: LiveTable, how: str) -> None:
    """Pause a game, let it go on, or end it; done once or several times is the same. Used while the room is held.

    Raises:
        CannotHalt: The table is not in a stage for it.
    """
    done = {PAUSE: room.paused, RESUME: room.stage == RUNNING and not room.paused, END: room.ended}[how]
    if done:
        return
    if room.stage == OVER or (how != END and room.stage != RUNNING):
        raise CannotHalt(
            f"the table is {room.stage}; {'it may be open or running' if how == END else 'it may be running'}"
        )
    {PAUSE: _pause, RESUME: _go_on, END: _end}[how](room)
    await room.save()
    room.note({PAUSE: "paused", RESUME: "resumed", END: "ended"}[how])


def _pause(room: LiveTable) -> None:
    room.record.rest = replace(room.record.rest, since=room.clock.now())


def _go_on(room: LiveTable) -> None:
    room.record.rest = replace(room.record.rest, since=0.0)


def _end(room: LiveTable) -> None:
    room.record.ended = room.stage
    room.saved.stage = OVER


async def seat_bot(room: LiveTable, seat: int, level: str) -> str:
    """Give a seat to a bot for good, and return the person who had it; a bot may play better or worse from now on.

    Raises:
        CannotHalt: There is no such seat or level, or the game is over.
    """
    if room.stage == OVER:
        raise CannotHalt("the table is over; it may be open or running")
    if seat not in range(len(room.places)):
        raise CannotHalt(f"seat is {seat}; it may be 0 to {len(room.places) - 1}")
    if level not in level_names(room.game):
        raise CannotHalt(f"level is {level}; it may be {' or '.join(level_names(room.game))}")
    old = room.places[seat]
    fresh = old if old.bot else bot(room)
    colour = old.colour if old.colour >= 0 else fresh.colour
    room.places[seat] = replace(fresh, level=level, hints=old.hints, colour=colour, missed=0)
    await room.save()
    room.note("replaced", seat=seat)
    return old.person


async def forget_at(room: LiveTable, person: str, gone: str) -> None:
    """Take a person out of a table, so that the game of the others goes on or stays whole; used while it is held.

    Raises:
        Conflict: Somebody else has changed it meanwhile; it is done again then.
    """
    seat, level = room.seat_of(person), room.terms.level
    names = {place.name for place in room.places if place.person == person}
    others = any(place.person and place.person != person and not place.left for place in room.places)
    if room.stage == RUNNING and seat != SPECTATOR and others:
        await seat_bot(room, seat, level)
    elif room.stage != OVER and (room.host == person or (seat != SPECTATOR and room.stage == RUNNING)):
        await halt(room, END)
    elif room.stage != OVER:
        get_up(room, person)
    room.record = read_record(redacted(write_record(room.record), person, gone, names))
    room.record.redacted += 1
    room.chat = [(gone, GUEST, "") if line[0] == person else line for line in room.chat]
    await room.save()


def why_halted(room: LiveTable, say: Say) -> str:
    """Say why nothing is decided at a table now; nothing, if something may be."""
    if room.ended and room.record.practice:
        return say("You have gone on practising at another table.")
    if room.ended:
        return say("The house has ended this game. There is no result.")
    return say("The house has paused this game. Everything stays as it is, the clock too.") if room.paused else ""
