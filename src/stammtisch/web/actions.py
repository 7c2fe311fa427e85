"""What people do at a table that is being played: decide, talk, leave, play again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from stammtisch.core.rulebook import as_anchor
from stammtisch.errors import NotationError, Refused, RowError
from stammtisch.kernel.seats import SPECTATOR
from stammtisch.store.kept import Conflict
from stammtisch.web import capacity
from stammtisch.web.deciding import Halted, Unfinished, decide
from stammtisch.web.facts import OVER, RUNNING
from stammtisch.web.halting import END, halt, why_halted
from stammtisch.web.live import Audience
from stammtisch.web.refusal import explained
from stammtisch.web.room import Room, Stale
from stammtisch.web.scene import face_of, is_stepwise
from stammtisch.web.seating import get_up, turned
from stammtisch.web.visit import Visit, one

LONGEST_SAID: Final = 300  # letters of a line of talk


@dataclass(frozen=True)
class Problem:
    """Why a decision was not taken."""

    status: int
    sentence: str
    rule: str = ""


async def do(request: Request) -> Response:
    """Take a decision."""
    visit = await Visit.of(request)
    fields = await visit.form()
    audience = await visit.table()
    async with audience.held():
        seat = await seat_at_game(visit, audience)
        problem = await _decide(visit, audience, seat, fields)
    visit.house.attendance.wake(audience)
    return answer(visit, audience.room, problem)


async def seat_at_game(visit: Visit, audience: Audience) -> int:
    """Return where the person sits at a game in progress.

    Raises:
        PermissionError: Nowhere, or nothing is being played.
    """
    room = audience.room
    seat = room.seat_of(visit.person.id)
    if seat == SPECTATOR or room.stage != RUNNING or room.places[seat].left or not room.readable:
        raise PermissionError
    await audience.saw_act(visit.person.id)
    return seat


async def _decide(visit: Visit, audience: Audience, seat: int, fields: dict[str, list[str]]) -> Problem | None:
    room, row = audience.room, list[int]()
    try:
        row = face_of(room.game).arrange(room.game_table(), seat, _texts(fields, "do"), _texts(fields, "pick"))
        if not row and seat not in room.game_table().waiting:
            return Problem(422, visit.say("It is not your turn."))
        decided = one(fields, "decided")
        count = int(decided) if decided.isdecimal() and len(decided) < 10 else -1  # noqa: PLR2004
        await decide(room, seat, row, count, in_parts=is_stepwise(room.game))
    except Refused as refused:
        return Problem(422, explained(room, seat, row, visit.language), refused.rule.name)
    except Unfinished:
        return Problem(422, explained(room, seat, row, visit.language))
    except (NotationError, RowError) as error:
        return Problem(422, str(error))
    except Halted:
        return Problem(409, why_halted(room, visit.say))
    except Stale:
        return Problem(409, visit.say("That was decided already; the table has moved on."))
    return None


def _texts(fields: dict[str, list[str]], name: str) -> list[str]:
    """Return the texts of actions that a form names; one control may name several."""
    return [text for value in fields.get(name, []) for text in value.split(",") if text]


def answer(visit: Visit, room: Room, problem: Problem | None) -> Response:
    """Answer a form that was sent at a table."""
    if problem is None:
        return visit.done(f"/t/{room.id}")
    link = f"/rules/{room.game.NAME}#rule-{as_anchor(problem.rule)}" if problem.rule else ""
    template = "regions/refusal.html" if visit.from_client else "sorry.html"
    return visit.page(template, problem.status, problem=problem.sentence, link=link, back=f"/t/{room.id}")


async def say(request: Request) -> Response:
    """Say something at a table; whoever has no name yet is a guest."""
    visit = await Visit.of(request)
    fields = await visit.form()
    audience = await visit.table()
    room = audience.room
    said = " ".join(one(fields, "said").split())[:LONGEST_SAID]
    name = visit.person.name or visit.say("Guest")
    async with audience.held():
        if said and len(room.chat) >= capacity.MOST_LINES:
            return answer(visit, room, Problem(409, visit.say("Enough has been said at this table.")))
        if said:
            await room.say(visit.person.id, name, said)
    return visit.done(f"/t/{room.id}")


async def leave(request: Request) -> Response:
    """Get up for good: a bot plays on."""
    visit = await Visit.of(request)
    await visit.form()
    audience = await visit.table()
    async with audience.held() as room:
        get_up(room, visit.person.id)
        await room.save()
    visit.house.attendance.wake(audience)
    return visit.go("/")


async def again(request: Request) -> Response:
    """Open a table for the same people, everybody one seat on."""
    visit = await Visit.of(request)
    await visit.form()
    audience = await visit.table()
    room = audience.room
    async with audience.held():
        if room.stage != OVER or not room.begun or not room.readable or room.seat_of(visit.person.id) == SPECTATOR:
            raise PermissionError
        if not room.saved.facts["next"]:
            choices = dict(room.saved.choices)
            fresh = Room.new(visit.house.store, room.game, choices, visit.person.id, room.terms)
            fresh.places = turned(room, without=await visit.house.store.blocked(visit.person.id))
            fresh.places[fresh.seat_of(visit.person.id)].ready = True
            following = await visit.house.open(fresh)
            room.saved.facts["next"] = fresh.id
            await _keep_next(room, following)
            await visit.house.start_if_alone(following)
    return visit.go(f"/t/{room.saved.facts['next'] or room.id}")


async def _keep_next(room: Room, following: Audience) -> None:
    """Note which table follows; where somebody else has opened one meanwhile, it is theirs, and ours is closed."""
    try:
        await room.save()
    except Conflict:
        await room.read_on()
        async with following.held() as spare:
            await halt(spare, END)
