"""The lesson that is played at a table: what its learner is to read now, and what was read; used under the room's lock.

While something is to be read the bots wait. The learner reads on, or decides, which says that all of it was read.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from weakref import WeakKeyDictionary

from stammtisch.core.fair_deal import SEED_BYTES
from stammtisch.core.game import find_game
from stammtisch.core.table import Table
from stammtisch.core.words.lesson import ASK, END, Block, Coach, Lesson, read_lesson
from stammtisch.kernel.seats import NONE
from stammtisch.store.contract import Conflict
from stammtisch.web.http.identity import Person
from stammtisch.web.tables.live_table import LiveTable
from stammtisch.web.tables.record import LessonRecord, Place
from stammtisch.web.tables.seating import bot, face_for, name_at, with_face

_coaches = WeakKeyDictionary[Table, Coach]()  # who has followed a table needs not begin anew


@dataclass(frozen=True)
class Bubble:
    """What a learner is told now."""

    number: int  # of the block, in the order in which they came up
    text: str  # empty while there is nothing new
    seen: int  # how many of all things were explained or are being explained
    blocks: int  # all of them
    asks: bool  # whether it is about the decision that is owed: it stays until that is taken
    last: bool  # whether the lesson ends with it


@cache
def lesson_in(game: str, language: str) -> Lesson | None:
    """Return the lesson of an installed game, if it has one."""
    return read_lesson(find_game(game), language)


async def seat_learner(room: LiveTable, lesson: Lesson, person: Person) -> None:
    """Make a new table that of a lesson: its deal, the learner at their seat, bots at the others."""
    room.record.lesson, room.record.deal.house_alone = LessonRecord(), True
    room.saved.seed = lesson.seed.to_bytes(SEED_BYTES)
    learner = Place(person.id, name_at(room, person), ready=True)
    room.places[lesson.seat] = with_face(room, learner, await face_for(room, person.id))
    for seat in range(len(room.places)):
        if seat != lesson.seat:
            room.places[seat] = bot(room)


def bubble(room: LiveTable, viewer: int, language: str, steps: int) -> Bubble | None:
    """Return what a viewer is to be told who has been shown so many steps; nothing to whom the lesson is not for."""
    lesson, record = lesson_in(room.game.NAME, language), room.record.lesson
    if lesson is None or record is None or viewer != lesson.seat:
        return None
    if record.left or room.places[viewer].left:
        return None
    up = _up(room, steps)
    block = up[record.read] if record.read < len(up) else None
    told = lesson.block(block.title) if block else None
    return Bubble(
        record.read,
        told.text if told else "",
        len(lesson.topics if block and block.moment == END else {one.topic for one in up[: record.read + 1]}),
        len(lesson.topics),
        asks=block is not None and block.moment == ASK and record.read == len(up) - 1,
        last=block is not None and block.moment == END,
    )


def is_to_be_read(room: LiveTable) -> bool:
    """Whether bots wait at a table, because its learner has something to read."""
    record = room.record.lesson
    return record is not None and record.read < blocks_up(room)


def is_at_its_end(room: LiveTable) -> bool:
    """Whether all of the lesson at a table was read but its last words."""
    up = _up(room, len(room.game_table().steps))
    return up != () and up[-1].moment == END


def blocks_up(room: LiveTable) -> int:
    """Return how many blocks have come up at a table; none where nobody learns any more."""
    return len(_up(room, len(room.game_table().steps))) if room.record.lesson is not None else 0


async def mark_read(room: LiveTable, blocks: int) -> None:
    """Note that so many blocks were read; with the last one the lesson is over."""
    record = room.record.lesson
    if record is None or record.read >= blocks:
        return
    up = _up(room, len(room.game_table().steps))
    left = any(block.moment == END for block in up[:blocks])
    await _keep(room, replace(record, read=min(blocks, len(up)), left=left))


async def mark_refused(room: LiveTable, seat: int) -> None:
    """Note that something was refused to the learner, the first time that it happens."""
    record, lesson = room.record.lesson, lesson_in(room.game.NAME, "en")
    if record is not None and lesson is not None and record.refused_at == NONE and seat == lesson.seat:
        await _keep(room, replace(record, refused_at=len(room.game_table().steps)))


async def skip_lesson(room: LiveTable) -> None:
    """Let the table go on as one like any other."""
    if room.record.lesson is not None:
        await _keep(room, replace(room.record.lesson, left=True))


async def _keep(room: LiveTable, record: LessonRecord) -> None:
    room.record.lesson = record
    with suppress(Conflict):  # it is read again, and noted the next time
        await room.save()


def _up(room: LiveTable, steps: int) -> tuple[Block, ...]:
    """Return the blocks that have come up after so many steps, the last one when the others were read.

    Nothing comes up any more for a learner who has left the lesson or the table.
    """
    record, lesson, table = room.record.lesson, lesson_in(room.game.NAME, "en"), room.game_table()
    if record is None or lesson is None or record.left or room.places[lesson.seat].left:
        return ()
    if table not in _coaches:
        _coaches[table] = Coach(lesson, table)
    met = _coaches[table].met(steps, record.refused_at)
    over = table.over and steps >= len(table.steps)
    end = lesson.end
    if end is None or record.read < len(met) or not (over or _coaches[table].is_last(steps, met)):
        return met
    return (*met, end)
