"""Asking for a hint."""

from __future__ import annotations

from typing import Any

from starlette.responses import Response

from stammtisch.bots.search_bot import ActionValue
from stammtisch.core.rows import RowWalk
from stammtisch.web.pages.request import PageRequest
from stammtisch.web.pages.table import refused, seat_at_game
from stammtisch.web.tables.live_table import LiveTable
from stammtisch.web.view.hint_text import advice
from stammtisch.web.view.scene import is_stepwise

# what is thought of each action, after how many playouts, what before it, and what after the best
_Found = tuple[list[ActionValue], int, list[int], list[int]]


async def hint(page: PageRequest) -> Response:
    """Let a strong bot think about the decision that somebody owes; only this seat is told what it found.

    Everybody sees that a hint was taken, so whether there is one does not depend on the hand: there is one, too, where
    only one thing can be done.
    """
    channel = await page.table()
    room = channel.room
    async with channel.held():
        seat = await seat_at_game(page, channel)
        if problem := why_not(page, room, seat):
            return refused(page, room, 422, problem)
        if room.advice_for(seat):
            return page.done(f"/t/{room.id}")
        table, acted = room.game_table(), room.acted(seat)
        position, number = table.position.copy(), len(table.steps)
    found = await _evaluated(page, room, seat, position, number)
    if found is None:
        return refused(page, room, 409, page.say("Our bots have their hands full. Ask again in a moment."))
    async with channel.held():
        if room.table is table and room.acted(seat) == acted and not room.advice_for(seat):
            room.record.advice[seat] = advice(acted, *found)
            room.places[seat].hints += 1
            await room.save()
    return page.done(f"/t/{room.id}")


async def _evaluated(page: PageRequest, room: LiveTable, seat: int, s: Any, number: int) -> _Found | None:
    """Return what a strong bot thinks of the last of a row of equal choices, what it would choose before and after.

    Where the last leaves nothing to choose it is about the last that does. The position is walked on: it is a copy.
    """
    walk = RowWalk(room.game.rules, s, room.options, seat)
    told: tuple[list[ActionValue], int] | None = None
    while True:
        found = await page.registry.bot_turns.evaluate(room, walk.view(), seat, number + len(walk.taken))
        if found is None:
            return None
        if told is None or len(found[0]) > 1:
            told, before = found, list(walk.taken)
        phase, (best, *_) = int(s.phase), found[0]
        walk.follow(best.action)
        if is_stepwise(room.game):
            return *told, [], []
        if walk.complete or s.phase != phase:
            after = walk.taken[len(before) + 1 :]
            return *told, before, after + await page.registry.bot_turns.finish(room, walk, seat, number)


def why_not(page: PageRequest, room: LiveTable, seat: int) -> str:
    """Say why there is no hint now; nothing, if there may be one."""
    if not room.hints or not page.registry.thinks:
        return page.say("There are no hints at this table.")
    return "" if seat in room.game_table().waiting else page.say("It is not your turn.")
