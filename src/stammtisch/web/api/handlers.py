"""What happens when a program asks for something or does it: one function for each endpoint of `api`."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final

from stammtisch.bots.levels import NORMAL, level_names
from stammtisch.core.game import Game, find_game, game_names
from stammtisch.core.rules_page import as_anchor
from stammtisch.errors import OptionError, UnknownGame
from stammtisch.kernel.seats import SPECTATOR
from stammtisch.web.api.request import ApiRequest
from stammtisch.web.api.response_shapes import NOT_BEGUN, game_json, number_of, table_json, view_json
from stammtisch.web.http.identity import new_id
from stammtisch.web.http.problem import Problem
from stammtisch.web.live.broadcast import Channel
from stammtisch.web.live.player_action import Act, Refusal, Why, seat_to_act, take
from stammtisch.web.tables.apply_action import decisions_of
from stammtisch.web.tables.deal_words import WordsRefused, is_awaited, send_hash
from stammtisch.web.tables.display_name import NameRefused, read_name
from stammtisch.web.tables.live_table import LiveTable
from stammtisch.web.tables.record import OVER, RELAXED, TableTerms
from stammtisch.web.tables.seating import SeatRefused, can_start, get_up, seat_first, sit_down
from stammtisch.web.tables.stand_in import NotStalled, ask_for_stand_in
from stammtisch.web.worker_thread import in_worker_thread

_LOOK_AGAIN: Final = 1.0  # seconds; another process may have written
_MANY_STEPS: Final = 500  # which take some milliseconds to be written out
_MANY_SENTENCES: Final = 30  # steps that take as long to be told


async def games(call: ApiRequest) -> object:
    """List the games, their options and actions."""
    return {"games": [game_json(find_game(name), call.language) for name in game_names()]}


async def game(call: ApiRequest) -> object:
    """Describe one game."""
    return game_json(_game(call.path["game"], 404), call.language)


def _game(name: str, status: int) -> Game:
    try:
        return find_game(name)
    except UnknownGame as error:
        raise Problem(status, str(error)) from error


async def join_in(call: ApiRequest) -> object:
    """Be somebody: a name for a token."""
    try:
        name = read_name(call.body["name"])
    except NameRefused as error:
        raise Problem(422, str(error)) from error
    person = new_id()
    await call.registry.store.save_person(person, name)
    return {"name": name, "token": call.signer.token(person)}


async def me(call: ApiRequest) -> object:
    """Say who you are, with a new token, and at which tables you sit."""
    person = call.somebody
    tables = [table_json(room, person.id) for room in await call.registry.of(person.id)]
    return {"name": person.name, "token": call.signer.token(person.id), "tables": tables}


async def tables(call: ApiRequest) -> object:
    """List the open and running tables that anybody may find."""
    blocked = await call.registry.store.blocked(_id(call))
    listed = [room for room in await call.registry.listed() if room.host not in blocked]
    return {"tables": [table_json(room, _id(call)) for room in listed]}


def _id(call: ApiRequest) -> str:
    return call.person.id if call.person else ""


async def open_table(call: ApiRequest) -> object:
    """Open a table and sit down at its first seat; where bots take all others, it begins at once."""
    registry, host, body = call.registry, call.somebody, call.body
    chosen = _game(body["game"], 422)
    level = body.get("level", NORMAL)
    if level not in level_names(chosen):
        raise Problem(422, f"level is {level}; it may be {' or '.join(level_names(chosen))}")
    given = (body.get("pace", RELAXED), body.get("listed", False), level, body.get("hints", False))
    terms = TableTerms(*given, rated=body.get("rated", True))
    try:
        room = registry.new_table(chosen, dict(body.get("options", {})), host.id, terms)
    except OptionError as error:
        raise Problem(422, str(error)) from error
    await seat_first(room, host, int(body.get("bots", 0)))
    channel = await registry.open(room, call.address)
    await registry.start_if_alone(channel, lone_words=body.get("words", False))
    return table_json(room, host.id)


async def table(call: ApiRequest) -> object:
    """Describe a table: what it plays, who sits there, how far it is."""
    channel = await call.table()
    async with channel.held():
        await _ready_to_read(channel, call)
        return table_json(channel.room, _id(call))


async def sit(call: ApiRequest) -> object:
    """Take a free seat of an open table, change to another, or say whether you are ready."""

    async def change(room: LiveTable) -> None:
        wanted = call.body.get("seat")
        free = [seat for seat, place in enumerate(room.places) if place.free]
        mine = room.seat_of(call.somebody.id)
        if wanted is None and mine == SPECTATOR and not free:
            raise SeatRefused("every seat of this table is taken")
        seat = int(wanted) if wanted is not None else mine if mine != SPECTATOR else free[0]
        if seat != mine:
            await sit_down(room, call.somebody, seat)
        if room.seats_open:
            room.places[seat].ready = call.body.get("ready", True)

    return await _change(call, change)


async def stand(call: ApiRequest) -> object:
    """Get up; a running game goes on with a bot in your place, for good."""

    async def change(room: LiveTable) -> None:
        get_up(room, call.somebody.id)

    return await _change(call, change)


async def stand_in(call: ApiRequest) -> object:
    """Ask for a bot to play for a seat that is stalled: it does when all who wait ask, or the host after a while."""
    channel = await call.table()
    async with channel.held() as room:
        await _ready_to_read(channel, call)
        seat = seat_to_act(room, call.somebody.id)
        if isinstance(seat, Refusal):
            raise _problem(call, room, SPECTATOR, seat)
        channel.presence.update()
        try:
            await ask_for_stand_in(room, call.somebody.id, int(call.body["seat"]))
        except NotStalled as error:
            raise Problem(409, str(error)) from error
    call.registry.bot_turns.wake(channel)
    return table_json(room, call.somebody.id)


async def _change(call: ApiRequest, change: Callable[[LiveTable], Awaitable[None]]) -> object:
    """Change who sits at a table, keep it, and tell everybody."""
    channel = await call.table()
    room = channel.room
    async with channel.held():
        await _ready_to_read(channel, call)
        try:
            await change(room)
        except SeatRefused as error:
            raise Problem(409, str(error)) from error
        await room.save()
    call.registry.bot_turns.wake(channel)
    return table_json(room, call.somebody.id)


async def start(call: ApiRequest) -> object:
    """Begin, as the host, when every seat is taken and everybody is ready; words are opened before the deal."""
    channel = await call.table()
    room = channel.room
    if room.host != call.somebody.id:
        raise Problem(403, "you are not the host of this table, who begins the game")
    async with channel.held():
        if not can_start(room):
            raise Problem(409, "the game has begun, or a seat is free, or somebody is not ready")
        await call.registry.start(channel)
    return table_json(room, call.somebody.id)


async def commit(call: ApiRequest) -> object:
    """Send the hash of the words that you add to the deal, before the game is begun."""
    return await _add(call, lambda channel: _keep_hash(channel, call))


async def _keep_hash(channel: Channel, call: ApiRequest) -> None:
    send_hash(channel.room, call.somebody.id, call.body["hash"])
    await channel.room.save()


async def words(call: ApiRequest) -> object:
    """Open the words that you add to the deal, within ten seconds after the game is begun."""
    return await _add(call, lambda channel: call.registry.open_words(channel, call.somebody.id, call.body["words"]))


async def _add(call: ApiRequest, add: Callable[[Channel], Awaitable[None]]) -> object:
    channel = await call.table()
    async with channel.held() as room:
        await _ready_to_read(channel, call)
        try:
            await add(channel)
        except WordsRefused as error:
            raise Problem(409, str(error)) from error
    return table_json(room, call.somebody.id)


async def view(call: ApiRequest) -> object:
    """See what your seat may see, at once or as soon as there is something new."""
    channel = await call.table()
    room, after, told = channel.room, int(call.query.get("after", NOT_BEGUN)), bool(int(call.query.get("told", 0)))
    clock = call.registry.clock
    until = clock.monotonic() + int(call.query.get("wait", 0))
    while True:
        changed = room.changed
        async with channel.held():
            await _ready_to_read(channel, call)
            left = 0.0 if call.registry.closing else until - clock.monotonic()
            asked = is_awaited(room, room.seat_of(_id(call)))
            if number_of(room) != after or room.stage == OVER or asked or left <= 0:
                return await _seen(room, room.seat_of(_id(call)), call.language, after, told=told)
        channel.polled += 1
        try:
            await clock.wait(changed, min(left, _LOOK_AGAIN))
        finally:
            channel.polled -= 1


async def _seen(room: LiveTable, viewer: int, language: str, after: int, *, told: bool = False) -> object:
    """Return what a viewer may see of a table that is held, the steps from `after` on."""
    if number_of(room) - after > (_MANY_SENTENCES if told else _MANY_STEPS):
        return await in_worker_thread(partial(view_json, told=told), room, viewer, language, after)
    return view_json(room, viewer, language, after, told=told)


async def _ready_to_read(channel: Channel, call: ApiRequest) -> None:
    """See that the game can be read, and that its person is known to be here.

    Raises:
        Problem: Its rules are of another version.
    """
    room = channel.room
    if room.begun and not room.readable:
        raise Problem(409, _old_version(room))
    if room.seat_of(_id(call)) != SPECTATOR:
        channel.presence.saw(_id(call))


def _old_version(room: LiveTable) -> str:
    return f"the table was begun with version {room.saved.version} of the rules; it can only be read"


async def act(call: ApiRequest) -> object:
    """Decide: all actions are taken or none, and the new view comes back."""
    channel = await call.table()
    async with channel.held() as room:
        seat = seat_to_act(room, call.somebody.id)
        if isinstance(seat, Refusal):
            raise _problem(call, room, SPECTATOR, seat)
        await channel.came_back(call.somebody.id)
        before = number_of(room)
        wanted = Act(
            lambda room, _: [room.game.notation.read(text) for text in call.body["actions"]],
            int(call.body["decided"]),
            in_parts=True,
        )
        if refusal := await take(channel, seat, wanted, call.language):
            raise _problem(call, room, seat, refusal)
        answer = await _seen(room, seat, call.language, before)
    call.registry.bot_turns.go_on(channel)
    return answer


def _problem(call: ApiRequest, room: LiveTable, seat: int, refusal: Refusal) -> Problem:
    """Return a refusal in the words for programs."""
    if refusal.rule:
        link = f"/rules/{room.game.NAME}#rule-{as_anchor(refusal.rule)}"
        return Problem(refusal.status, refusal.sentence, rule=refusal.rule, link=link)
    match refusal.why:
        case Why.OLD_VERSION:
            detail = _old_version(room)
        case Why.NO_SEAT:
            detail = "you have no seat at this table"
        case Why.NOT_BEGUN:
            detail = "the game has not begun"
        case Why.STALE:
            decided = decisions_of(room, seat)
            detail = f"decided is {call.body['decided']}; your seat has decided {decided} times"
        case _:
            detail = refusal.sentence
    return Problem(refusal.status, detail)
