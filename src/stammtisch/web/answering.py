"""What happens when a program asks for something or does it: one function for each endpoint of `api`."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final

from stammtisch.bots.named import NORMAL, level_names
from stammtisch.core.game import Game, find_game, game_names
from stammtisch.core.language import voice
from stammtisch.core.rulebook import as_anchor
from stammtisch.errors import NotationError, OptionError, Refused, RowError, UnknownGame
from stammtisch.kernel.seats import SPECTATOR
from stammtisch.web.answers import NOT_BEGUN, game_json, number_of, table_json, view_json
from stammtisch.web.calls import Call, Problem
from stammtisch.web.deciding import Halted, decide, decisions_of
from stammtisch.web.facts import OPEN, OVER
from stammtisch.web.halting import why_halted
from stammtisch.web.live import Audience
from stammtisch.web.opening import seat_first
from stammtisch.web.people import NameRefused, new_id, read_name
from stammtisch.web.places import Terms
from stammtisch.web.refusal import explained
from stammtisch.web.room import Room, Stale
from stammtisch.web.seating import SeatRefused, can_start, get_up, sit_down

_LOOK_AGAIN: Final = 1.0  # seconds; another process may have written


async def games(call: Call) -> object:
    """List the games, their options and actions."""
    return {"games": [game_json(find_game(name), call.language) for name in game_names()]}


async def game(call: Call) -> object:
    """Describe one game."""
    return game_json(_game(call.path["game"], 404), call.language)


def _game(name: str, status: int) -> Game:
    try:
        return find_game(name)
    except UnknownGame as error:
        raise Problem(status, str(error)) from error


async def join_in(call: Call) -> object:
    """Be somebody: a name for a token."""
    try:
        name = read_name(call.body["name"])
    except NameRefused as error:
        raise Problem(422, str(error)) from error
    person = new_id()
    await call.visit.house.store.save_person(person, name)
    return {"name": name, "token": call.visit.passport.token(person)}


async def me(call: Call) -> object:
    """Say who you are, and at which tables you sit."""
    person = call.somebody
    tables = await call.visit.house.of(person.id)
    return {"name": person.name, "tables": [table_json(room, person.id) for room in tables]}


async def tables(call: Call) -> object:
    """List the open and running tables that anybody may find."""
    blocked = await call.visit.house.store.blocked(_id(call))
    listed = [room for room in await call.visit.house.listed() if room.host not in blocked]
    return {"tables": [table_json(room, _id(call)) for room in listed]}


def _id(call: Call) -> str:
    return call.person.id if call.person else ""


async def open_table(call: Call) -> object:
    """Open a table and sit down at its first seat; where bots take all others, it begins at once."""
    house, host, body = call.visit.house, call.somebody, call.body
    chosen = _game(body["game"], 422)
    level = body.get("level", NORMAL)
    if level not in level_names(chosen):
        raise Problem(422, f"level is {level}; it may be {' or '.join(level_names(chosen))}")
    terms = Terms(body.get("pace", "none"), body.get("listed", False), level, body.get("hints", False))
    try:
        room = Room.new(house.store, chosen, dict(body.get("options", {})), host.id, terms)
    except OptionError as error:
        raise Problem(422, str(error)) from error
    seat_first(room, host, int(body.get("bots", 0)))
    audience = await house.open(room)
    await house.start_if_alone(audience)
    return table_json(room, host.id)


async def table(call: Call) -> object:
    """Describe a table: what it plays, who sits there, how far it is."""
    audience = await call.table()
    async with audience.held():
        await _ready_to_read(audience, call)
        return table_json(audience.room, _id(call))


async def sit(call: Call) -> object:
    """Take a free seat of an open table, change to another, or say whether you are ready."""

    async def change(room: Room) -> None:
        wish = call.body.get("seat")
        free = [seat for seat, place in enumerate(room.places) if place.free]
        mine = room.seat_of(call.somebody.id)
        if wish is None and mine == SPECTATOR and not free:
            raise SeatRefused("every seat of this table is taken")
        seat = int(wish) if wish is not None else mine if mine != SPECTATOR else free[0]
        if seat != mine:
            await sit_down(room, call.somebody, seat)
        if room.stage == OPEN:
            room.places[seat].ready = call.body.get("ready", True)

    return await _change(call, change)


async def stand(call: Call) -> object:
    """Get up; a running game goes on with a bot in your place, for good."""

    async def change(room: Room) -> None:
        get_up(room, call.somebody.id)

    return await _change(call, change)


async def _change(call: Call, change: Callable[[Room], Awaitable[None]]) -> object:
    """Change who sits at a table, keep it, and tell everybody."""
    audience = await call.table()
    room = audience.room
    async with audience.held():
        await _ready_to_read(audience, call)
        try:
            await change(room)
        except SeatRefused as error:
            raise Problem(409, str(error)) from error
        await room.save()
    call.visit.house.attendance.wake(audience)
    return table_json(room, call.somebody.id)


async def start(call: Call) -> object:
    """Begin, as the host, when every seat is taken and everybody is ready."""
    audience = await call.table()
    room = audience.room
    if room.host != call.somebody.id:
        raise Problem(403, "you are not the host of this table, who begins the game")
    async with audience.held():
        if not can_start(room):
            raise Problem(409, "the game has begun, or a seat is free, or somebody is not ready")
        await call.visit.house.start(audience)
    return table_json(room, call.somebody.id)


async def view(call: Call) -> object:
    """See what your seat may see, at once or as soon as there is something new."""
    audience = await call.table()
    room, after = audience.room, int(call.query.get("after", NOT_BEGUN))
    until = time.monotonic() + int(call.query.get("wait", 0))
    while True:
        changed = room.changed
        async with audience.held():
            await _ready_to_read(audience, call)
            left = 0.0 if call.visit.house.closing else until - time.monotonic()
            if number_of(room) != after or room.stage == OVER or left <= 0:
                return view_json(room, room.seat_of(_id(call)), call.language, after)
        audience.polled += 1
        try:
            with suppress(TimeoutError):
                async with asyncio.timeout(min(left, _LOOK_AGAIN)):
                    await changed.wait()
        finally:
            audience.polled -= 1


async def _ready_to_read(audience: Audience, call: Call) -> None:
    """See that the game can be read, and that its person is known to be here.

    Raises:
        Problem: Its rules are of another version.
    """
    room = audience.room
    if room.begun and not room.readable:
        raise Problem(409, f"the table was begun with version {room.saved.version} of the rules; it can only be read")
    if room.seat_of(_id(call)) != SPECTATOR:
        audience.saw(_id(call))


async def act(call: Call) -> object:
    """Decide: all actions are taken or none, and the new view comes back."""
    audience = await call.table()
    room = audience.room
    async with audience.held():
        await _ready_to_read(audience, call)
        seat = room.seat_of(call.somebody.id)
        if seat == SPECTATOR or room.places[seat].left:
            raise Problem(403, "you have no seat at this table")
        if not room.begun:
            raise Problem(409, "the game has not begun")
        await audience.saw_act(call.somebody.id)
        before = number_of(room)
        await _play(call, room, seat)
        answer = view_json(room, seat, call.language, before)
    call.visit.house.attendance.wake(audience)
    return answer


async def _play(call: Call, room: Room, seat: int) -> None:
    """Take a row of actions; one that ends before its decision does is a part of it.

    Raises:
        Problem: It is refused.
    """
    try:
        row = [room.game.notation.read(text) for text in call.body["actions"]]
        await decide(room, seat, row, int(call.body["decided"]), in_parts=True)
    except Halted as error:
        raise Problem(409, why_halted(room, voice("stammtisch.web", call.language))) from error
    except Stale as error:
        decided = decisions_of(room, seat)
        raise Problem(409, f"decided is {call.body['decided']}; your seat has decided {decided} times") from error
    except Refused as refused:
        rule = refused.rule.name
        link = f"/rules/{room.game.NAME}#rule-{as_anchor(rule)}"
        raise Problem(422, explained(room, seat, row, call.language), rule=rule, link=link) from refused
    except (NotationError, RowError) as error:
        raise Problem(422, str(error)) from error
