"""Stand-ins: where no clock runs, those who wait may ask a bot to play for somebody who does not act.

All who wait have to ask, and the host may do it alone after a while, or whoever waits alone. The decision for which
they asked is then taken by a bot, unless the person is faster, and so are those after it until the person is back.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from stammtisch.errors import StammtischError
from stammtisch.kernel.seats import SPECTATOR
from stammtisch.web.tables.apply_action import decisions_of
from stammtisch.web.tables.live_table import LiveTable
from stammtisch.web.tables.record import RUNNING, StandIn

VOTE_AFTER: Final = 120.0  # seconds for a decision, after which two or more who wait may ask for a bot together
ALONE_AFTER: Final = 300.0  # seconds after which the host may ask alone, or the only one who waits
_UNTIL_BACK: Final = 10**9  # more decisions than a game has


class NotStalled(StammtischError):
    """A seat for which nobody may ask for a bot now."""


@dataclass(frozen=True)
class StandInOffer:
    """A seat for which a viewer may ask for a bot."""

    seat: int
    name: str
    asked: bool  # whether they have asked already, and others have not


def stalled_seats(room: LiveTable) -> tuple[frozenset[int], frozenset[int]]:
    """Return the seats for which those who wait may ask for a bot, and of these the seats for which one is enough."""
    if room.terms.seconds or room.paused or room.stage != RUNNING:
        return frozenset(), frozenset()
    waited = room.waited.seconds
    owing = [seat for seat in room.game_table().waiting if _is_played_by_a_person(room, seat)]
    enough = VOTE_AFTER if len(_who_waits(room)) > 1 else ALONE_AFTER
    stalled = frozenset(owing) if waited >= enough and _who_waits(room) else frozenset()
    return stalled, stalled if waited >= ALONE_AFTER else frozenset()


def _is_played_by_a_person(room: LiveTable, seat: int) -> bool:
    place = room.places[seat]
    return bool(place.person) and not place.left and seat not in room.kept


def _who_waits(room: LiveTable) -> frozenset[int]:
    """Return the seats of people who are here and owe no decision."""
    idle = set(range(len(room.places))) - {*room.game_table().waiting} - room.away
    return frozenset(seat for seat in idle if _is_played_by_a_person(room, seat))


def stand_in_offers(room: LiveTable, viewer: int) -> tuple[StandInOffer, ...]:
    """Return for whom a seat may ask for a bot now, as far as presence was last looked at."""
    if not room.stalled or viewer == SPECTATOR or room.table is None or viewer not in _who_waits(room):
        return ()
    person, found = room.places[viewer].person, []
    for seat in sorted(room.stalled):
        again = seat in room.overdue and person == room.host  # now it is enough
        asked = person in _votes(room, seat) and not again
        found.append(StandInOffer(seat, room.names[seat], asked))
    return tuple(found)


def _votes(room: LiveTable, seat: int) -> tuple[str, ...]:
    """Return who has asked for a bot for the decision that a seat owes now."""
    kept = room.record.stand_ins.get(seat)
    return kept.votes if kept and kept.decided == decisions_of(room, seat) else ()


async def ask_for_stand_in(room: LiveTable, person: str, seat: int) -> None:
    """Note that somebody asks for a bot, which plays where enough have asked; used while the room is held.

    Raises:
        NotStalled: Nobody may ask for one there now, or this person may not.
    """
    waiting = _who_waits(room)
    if seat not in room.stalled or room.seat_of(person) not in waiting:
        raise NotStalled(f"seat {seat} keeps nobody waiting whom you could replace; it may be one that is stalled")
    votes = (*_votes(room, seat), person)
    decided = decisions_of(room, seat)
    agreed = {room.places[other].person for other in waiting} <= {*votes}
    alone = seat in room.overdue and person == room.host
    until = _UNTIL_BACK if agreed or alone else 0
    room.record.stand_ins[seat] = StandIn(tuple(dict.fromkeys(votes)), decided, until)
    await room.save()
    if until:
        room.note("stood in", seat=seat)


def is_stood_in_for(room: LiveTable, seat: int) -> bool:
    """Whether others have asked for a bot that plays for a seat now."""
    kept = room.record.stand_ins.get(seat)
    return kept is not None and decisions_of(room, seat) < kept.until


def hand_back(room: LiveTable, seat: int) -> bool:
    """Give a seat back to whoever does something there; whether that changes anything, so that it must be kept.

    The decision that was asked for stays a bot's until somebody takes it: otherwise coming back would be one more way
    not to decide.
    """
    kept = room.record.stand_ins.get(seat)
    if kept is None or kept.until <= kept.decided + 1:
        return False
    room.record.stand_ins[seat] = replace(kept, until=kept.decided + 1)
    return True
