"""What a person does at a table, whether through a page or by a program: who may, what is refused, what comes too late.

Pages and the interface for programs read what was sent and say what became of it, each in its own words; everything
between is here, once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum, auto

from stammtisch.core.language import voice
from stammtisch.errors import NotationError, Refused, RowError
from stammtisch.kernel.seats import SPECTATOR
from stammtisch.web.live.broadcast import Channel
from stammtisch.web.tables.apply_action import Halted, Unfinished, decide, explained
from stammtisch.web.tables.lessons import blocks_up, mark_read, mark_refused
from stammtisch.web.tables.live_table import LiveTable, Stale
from stammtisch.web.tables.moderation import why_halted


class Why(Enum):
    """Why somebody may not act; those without a sentence of ours are told in the words of whoever answers."""

    OLD_VERSION = auto()
    NO_SEAT = auto()
    NOT_BEGUN = auto()
    NOT_ASKED = auto()  # nothing was chosen, and it is somebody else's turn
    STALE = auto()  # it was decided already
    HALTED = auto()
    FORBIDDEN = auto()  # by the rules, or it is not what an action looks like


@dataclass(frozen=True)
class Refusal:
    """Why an act was not taken."""

    why: Why
    status: int
    sentence: str = ""
    rule: str = ""  # that forbids it


@dataclass(frozen=True)
class Act:
    """What somebody wants to do."""

    read: Callable[[LiveTable, int], Sequence[int]]  # the actions, for a seat; may raise NotationError
    decided: int  # how often their seat had decided when they were asked
    in_parts: bool  # whether it may be a part of a decision


def seat_to_act(room: LiveTable, person: str) -> int | Refusal:
    """Return the seat for which somebody may act, or why there is none."""
    if room.begun and not room.readable:
        return Refusal(Why.OLD_VERSION, 409)
    seat = room.seat_of(person)
    if seat == SPECTATOR or room.places[seat].left:
        return Refusal(Why.NO_SEAT, 403)
    return seat if room.begun else Refusal(Why.NOT_BEGUN, 409)


async def take(channel: Channel, seat: int, act: Act, language: str) -> Refusal | None:
    """Take an act of a seat at a table that is held, all of it or nothing; return why not, if it was refused."""
    room, blocks = channel.room, blocks_up(channel.room)
    refusal = await _taken(room, seat, act, language)
    if refusal is not None and refusal.rule:
        room.note("refused", seat=seat)
    if refusal is None:
        await mark_read(room, blocks)
    elif refusal.why in (Why.FORBIDDEN, Why.NOT_ASKED):
        await mark_refused(room, seat)
    return refusal


async def take_as_known(channel: Channel, seat: int, act: Act, language: str) -> bool:
    """Take an act at a table that may have moved on elsewhere; whether it was taken, or is to be looked at again."""
    return await _taken(channel.room, seat, act, language) is None


async def _taken(room: LiveTable, seat: int, act: Act, language: str) -> Refusal | None:
    row = list[int]()
    try:
        row = list(act.read(room, seat))
        if not row and seat not in room.game_table().waiting:
            return Refusal(Why.NOT_ASKED, 422)
        await decide(room, seat, row, act.decided, in_parts=act.in_parts)
    except Halted:
        return Refusal(Why.HALTED, 409, why_halted(room, voice("stammtisch.web", language)))
    except Stale:
        return Refusal(Why.STALE, 409)
    except Refused as refused:
        return Refusal(Why.FORBIDDEN, 422, explained(room, seat, row, language), refused.rule.name)
    except Unfinished:
        return Refusal(Why.FORBIDDEN, 422, explained(room, seat, row, language))
    except (NotationError, RowError) as error:
        return Refusal(Why.FORBIDDEN, 422, str(error))
    return None
