"""Asking for a hint."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from stammtisch.bots.search import Weighed
from stammtisch.web.actions import Problem, answer, seat_at_game
from stammtisch.web.hints import advice
from stammtisch.web.room import Room
from stammtisch.web.scene import is_stepwise
from stammtisch.web.visit import Visit

_Found = tuple[list[Weighed], int, list[int]]  # what is thought of each action, after how many playouts, what before it


async def hint(request: Request) -> Response:
    """Let a strong bot think about the decision that somebody owes; only this seat is told what it found."""
    visit = await Visit.of(request)
    await visit.form()
    audience = await visit.table()
    room = audience.room
    async with audience.held():
        seat = await seat_at_game(visit, audience)
        problem = _problem(visit, room, seat)
        if problem or room.advice_for(seat):
            return answer(visit, room, problem)
        table, acted = room.game_table(), room.acted(seat)
        position, number = table.position.copy(), len(table.steps)
    found = await _weighed(visit, room, seat, position, number)
    if found is None:
        return answer(visit, room, Problem(409, visit.say("Our bots have their hands full. Ask again in a moment.")))
    async with audience.held():
        if room.table is table and room.acted(seat) == acted and not room.advice_for(seat):
            room.saved.facts["advice"][str(seat)] = asdict(advice(acted, *found))
            room.places[seat].hints += 1
            await room.save()
    return answer(visit, room, None)


async def _weighed(visit: Visit, room: Room, seat: int, s: Any, number: int) -> _Found | None:
    """Return what a strong bot thinks of the last of a row of equal choices, and what it would choose before that."""
    rules, o, before = room.game.rules, room.options, list[int]()
    while True:
        view = rules.State()
        rules.view(s, o, seat, view)
        found = await visit.house.attendance.weigh(room, view, seat, number + len(before))
        if found is None:
            return None
        after, (best, *_) = s.copy(), found[0]
        rules.apply(after, o, seat, best.action)
        if after.decided[seat] > s.decided[seat] or after.phase != s.phase or is_stepwise(room.game):
            return *found, before
        before.append(best.action)
        s = after


def _problem(visit: Visit, room: Room, seat: int) -> Problem | None:
    if not room.hints or not visit.house.thinks:
        return Problem(422, visit.say("There are no hints at this table."))
    if seat not in room.game_table().waiting:
        return Problem(422, visit.say("It is not your turn."))
    if len(room.game_table().legal(seat)) == 1:
        return Problem(422, visit.say("There is only one thing to do."))
    return None
