"""Taking decisions at a table, whole ones or the small choices that they are made of; who may see and practise it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from stammtisch.core.language import Reader
from stammtisch.core.rows import RowWalk
from stammtisch.core.rules_page import voice_of
from stammtisch.web.tables.live_table import LiveTable, Stale
from stammtisch.web.tables.record import OVER

_TRIES: Final = 3  # where something around the game changes at the same moment elsewhere


class Halted(Exception):
    """The house has paused or ended the game."""


class Unfinished(Exception):
    """A row of actions that ends before its decision does."""


def is_hidden_from(room: LiveTable, person: str) -> bool:
    """Whether somebody may see nothing of a table now: another's try at a deal of the day that goes on."""
    return person != room.host and (room.sealed or (room.record.daily is not None and room.stage != OVER))


def may_take_back(room: LiveTable, seat: int) -> bool:
    """Whether whoever sits there may practise what they decided last: nobody else is at the table but bots."""
    alone = sum(bool(place.person) for place in room.places) == 1
    mine = seat < len(room.places) and bool(room.places[seat].person) and not room.places[seat].left
    trying = room.record.is_try and room.stage != OVER
    played = room.table is not None and not room.ended and room.record.lesson is None and not trying
    return alone and mine and played and room.acted(seat) > 0


async def decide(
    room: LiveTable, seat: int, row: Sequence[int], decided: int, *, in_parts: bool = False, stands_in: bool = False
) -> None:
    """Take a row of actions of a seat that has decided so often, and whatever it forces; on disk when this returns.

    Args:
        room: The room, which is held.
        seat: The seat.
        row: Its actions, all of which are taken or none.
        decided: How often the seat had decided when it was asked.
        in_parts: Whether the row may be a part of the decision.
        stands_in: Whether a bot takes it for the person who has the seat.

    Raises:
        Halted: The house has paused or ended the game.
        Stale: The seat has decided since, or the table has moved on meanwhile.
        Refused: The rules forbid it.
        RowError: The row is too long.
        Unfinished: The row is too short.
    """
    _see_that_it_goes_on(room)
    if decided != decisions_of(room, seat):
        raise Stale
    if not in_parts and is_unfinished(room, seat, row):
        raise Unfinished
    await _play(room, seat, row, stands_in=stands_in)


async def _play(room: LiveTable, seat: int, row: Sequence[int], *, stands_in: bool) -> None:
    decided, acted, whose = decisions_of(room, seat), room.acted(seat), room.places[seat].person
    for left in reversed(range(_TRIES)):
        _see_that_it_goes_on(room)  # it may be paused elsewhere at this moment
        table = room.game_table()
        first = len(table.steps)
        try:
            table.play(seat, *row)
            room.places[seat].stood_in += stands_in
            await room.keep(first)
            break
        except Stale:  # nothing of it is written
            await room.read_on()
            if not left or (room.acted(seat), room.places[seat].person) != (acted, whose):
                raise
    if decisions_of(room, seat) > decided:
        room.note("decided", seat=seat, number=len(room.game_table().steps))


def _see_that_it_goes_on(room: LiveTable) -> None:
    if room.paused or room.ended:
        raise Halted


def decisions_of(room: LiveTable, seat: int) -> int:
    """Return how often a seat has decided."""
    return int(room.game_table().position.decided[seat])


def is_unfinished(room: LiveTable, seat: int, row: Sequence[int]) -> bool:
    """Whether a row of legal actions ends before its decision does."""
    walk = RowWalk(room.game.rules, room.game_table().position.copy(), room.options, seat)
    return walk.take_all(row) and not walk.complete


def explained(room: LiveTable, seat: int, row: Sequence[int], language: str) -> str:
    """Say why a row was refused, or what is still to be chosen if it ends too early."""
    game, o = room.game, room.options
    reader = Reader(voice_of(game, language), room.names)
    walk = RowWalk(game.rules, room.game_table().position.copy(), o, seat)
    walk.take_all(row)
    if walk.refused is None:
        return game.words.ask(walk.view(), o, seat, reader)
    return game.words.explain(walk.refused, walk.view(), o, seat, row[len(walk.taken)], reader)
