"""Opening a table and sitting down: everything before the first card."""

from __future__ import annotations

from collections.abc import Callable

from starlette.requests import Request
from starlette.responses import Response

from stammtisch.bots.named import NORMAL, level_names
from stammtisch.core.game import Game
from stammtisch.core.language import LANGUAGES
from stammtisch.core.options import choices_of
from stammtisch.errors import OptionError
from stammtisch.web.pages import find, new_table_page
from stammtisch.web.people import NameRefused, Person, name_problem, read_name
from stammtisch.web.places import PACES, Place, Terms
from stammtisch.web.room import Room
from stammtisch.web.seating import (
    SeatRefused,
    bot,
    can_start,
    get_up,
    mix,
    set_level,
    sit_down,
    toggle_bot,
    toggle_ready,
)
from stammtisch.web.visit import Visit, number_in, one

_YEAR = 400 * 86400  # seconds; browsers keep no cookie longer


async def _named(visit: Visit, fields: dict[str, list[str]]) -> Person:
    """Return the person with the name that the form gives, kept for the next time.

    Raises:
        NameRefused: It cannot be shown.
    """
    given = one(fields, "name")
    name = read_name(given) if given.strip() else visit.person.name or visit.say("Guest")
    if name != visit.person.name:
        await visit.house.store.save_person(visit.person.id, name)
    return Person(visit.person.id, name)


async def play_now(request: Request) -> Response:
    """Sit somebody at a table with bots, at once."""
    visit = await Visit.of(request)
    fields = await visit.form()
    game = find(one(fields, "game"))
    try:
        host = await _named(visit, fields)
    except NameRefused:
        return visit.page("sorry.html", 422, problem=name_problem(visit.say), back="/")
    room = Room.new(visit.house.store, game, {}, host.id, Terms())
    seat_first(room, host, bots=len(room.places) - 1)
    audience = await visit.house.open(room)
    await visit.house.start_if_alone(audience)
    return visit.go(f"/t/{room.id}")


def seat_first(room: Room, host: Person, bots: int) -> None:
    """Let the host sit at the first seat, and so many bots at the last ones."""
    room.places[0] = Place(host.id, host.name, ready=True)
    for seat in range(len(room.places) - 1, max(0, len(room.places) - 1 - bots), -1):
        room.places[seat] = bot(room)


async def open_table(request: Request) -> Response:
    """Open a table with the options of the form, or show it again with what is wrong."""
    visit = await Visit.of(request)
    fields = await visit.form()
    game = find(one(fields, "game"))
    sent = {name: given[0] for name, given in fields.items()}
    values = {name: one(fields, f"o-{name}") for name in choices_of(game.rules) if f"o-{name}" in fields}
    bots = one(fields, "bots")
    try:
        host = await _named(visit, fields)
        room = Room.new(visit.house.store, game, dict(values), host.id, _terms(game, fields))
    except NameRefused:
        return new_table_page(visit, game, sent, name_problem(visit.say))
    except OptionError as error:
        return new_table_page(visit, game, sent, visit.say("It cannot be played like this: {problem}.", problem=error))
    seat_first(room, host, int(bots) if bots.isdecimal() and len(bots) < 3 else 0)  # noqa: PLR2004
    audience = await visit.house.open(room)
    await visit.house.start_if_alone(audience)
    return visit.go(f"/t/{room.id}")


def _terms(game: Game, fields: dict[str, list[str]]) -> Terms:
    pace, level = one(fields, "pace"), one(fields, "level")
    return Terms(
        pace if pace in PACES else "none",
        "listed" in fields,
        level if level in level_names(game) else NORMAL,
        "hints" in fields,
    )


async def sit(request: Request) -> Response:
    """Take a free seat, or change to it."""
    visit = await Visit.of(request)
    fields = await visit.form()
    back = f"/t/{request.path_params['table']}"
    try:
        person = await _named(visit, fields)
        async with (await visit.table()).held() as room:
            await sit_down(room, person, number_in(fields, "seat", 2))
            await room.save()
    except NameRefused:
        return visit.page("sorry.html", 422, problem=name_problem(visit.say), back=back)
    except SeatRefused:
        problem = visit.say("This seat cannot be had.")
        return visit.page("sorry.html", 409, problem=problem, back=back)
    return visit.go(back)


async def stand(request: Request) -> Response:
    """Give a seat up again."""
    return await _change(request, lambda visit, room, _: get_up(room, visit.person.id))


async def ready(request: Request) -> Response:
    """Say that one is ready, or not."""
    return await _change(request, lambda visit, room, _: toggle_ready(room, visit.person.id))


async def seat_bot(request: Request) -> Response:
    """Let a bot sit down, or send it away; the host decides."""
    return await _change(request, lambda _, room, fields: toggle_bot(room, number_in(fields, "seat", 2)), host=True)


async def choose_level(request: Request) -> Response:
    """Let another kind of bot sit somewhere; the host decides."""
    return await _change(
        request, lambda _, room, fields: set_level(room, number_in(fields, "seat", 2), one(fields, "level")), host=True
    )


async def mix_seats(request: Request) -> Response:
    """Let chance seat everybody anew; the host decides."""
    return await _change(request, lambda _, room, __: mix(room), host=True)


async def _change(
    request: Request, change: Callable[[Visit, Room, dict[str, list[str]]], None], *, host: bool = False
) -> Response:
    visit = await Visit.of(request)
    fields = await visit.form()
    audience = await visit.table()
    async with audience.held() as room:
        if host and room.host != visit.person.id:
            raise PermissionError
        change(visit, room, fields)
        await room.save()
    return visit.go(f"/t/{room.id}")


async def begin(request: Request) -> Response:
    """Deal, when every seat is taken and everybody is ready; the host decides."""
    visit = await Visit.of(request)
    await visit.form()
    audience = await visit.table()
    async with audience.held() as room:
        if room.host != visit.person.id:
            raise PermissionError
        if can_start(room):
            await visit.house.start(audience)
    return visit.go(f"/t/{room.id}")


async def settings(request: Request) -> Response:
    """Choose a language and a theme."""
    visit = await Visit.of(request)
    fields = await visit.form()
    back = one(fields, "back")
    answer = visit.go(back if back.startswith("/") and not back.startswith(("//", "/\\")) else "/")
    for name, allowed in (("lang", (*LANGUAGES,)), ("theme", ("", "dark", "light"))):
        if name in fields and one(fields, name) in allowed:
            answer.set_cookie(name, one(fields, name), max_age=_YEAR, samesite="lax")
    return answer
