"""The pages of the host of the house, behind the host key: every table, what people complain about, who is barred."""

from __future__ import annotations

import time
from datetime import timedelta
from functools import partial

from babel.dates import format_timedelta
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from stammtisch.core.game import find_game
from stammtisch.web.console import all_barred, all_reports, all_tables, one_table
from stammtisch.web.halting import END, PAUSE, RESUME, CannotHalt, halt, seat_bot
from stammtisch.web.host_key import COOKIE, EVENING, HostKey
from stammtisch.web.pages import title_of
from stammtisch.web.people import is_id
from stammtisch.web.visit import NotFound, Visit, number_in, one

_NUMBER = 9  # digits


def routes() -> list[BaseRoute]:
    """Return the addresses of the host."""
    return [
        Route("/host", page),
        Route("/host", open_up, methods=["POST"]),
        Route("/host/leave", lock_up, methods=["POST"]),
        Route("/host/people", bar, methods=["POST"]),
        Route("/host/reports", settle, methods=["POST"]),
        Route("/host/t/{table}", table),
        *(
            Route(f"/host/t/{{table}}/{how}", partial(change, how=how), methods=["POST"])
            for how in (PAUSE, RESUME, END)
        ),
        Route("/host/t/{table}/replace", replace, methods=["POST"]),
    ]


def _is_host(visit: Visit) -> bool:
    key: HostKey = visit.connection.app.state.host_key
    return key.fits(visit.connection.cookies.get(COOKIE, ""), visit.person.id)


async def _sent(request: Request) -> tuple[Visit, dict[str, list[str]]]:
    """Return what the host has sent.

    Raises:
        PermissionError: It is somebody else, or the form is.
    """
    visit = await Visit.of(request)
    if not _is_host(visit):
        raise PermissionError
    return visit, await visit.form()


async def page(request: Request) -> Response:
    """Show the tables, reports and barred people to the host, and anybody else where to put the key."""
    visit = await Visit.of(request)
    if not _is_host(visit):
        return visit.page("host_key.html", problem="")
    house = visit.house
    return visit.page(
        "host.html",
        tables=await all_tables(house),
        reports=await all_reports(house),
        barred=await all_barred(house),
        game_title=partial(_title, visit.language),
        ago=partial(_ago, visit.language),
    )


def _title(language: str, game: str) -> str:
    return title_of(find_game(game), language)


def _ago(language: str, at: int) -> str:
    """Return how long ago something was, in words."""
    return format_timedelta(timedelta(seconds=min(0, at - int(time.time()))), add_direction=True, locale=language)


async def open_up(request: Request) -> Response:
    """Let the host in for an evening who shows the key."""
    visit = await Visit.of(request)
    fields = await visit.form()
    key: HostKey = request.app.state.host_key
    if not key.opens(one(fields, "key").strip()):
        return visit.page("host_key.html", 403, problem=visit.say("This is not the key of this house."))
    answer = visit.go("/host")
    secure = request.url.scheme == "https"
    cookie = key.cookie(visit.person.id)
    answer.set_cookie(COOKIE, cookie, EVENING, path="/host", httponly=True, samesite="strict", secure=secure)
    return answer


async def lock_up(request: Request) -> Response:
    """Let this browser be the host's no more."""
    visit, _ = await _sent(request)
    answer = visit.go("/host")
    answer.delete_cookie(COOKIE, path="/host")
    return answer


async def table(request: Request) -> Response:
    """Show what happens at a table, and what the host can do about it."""
    visit = await Visit.of(request)
    if not _is_host(visit):
        return visit.go("/host")
    audience = await visit.table()
    async with audience.held() as room:
        found = await one_table(visit.house, audience, visit.language)
    title, ago = title_of(room.game, visit.language), partial(_ago, visit.language)
    return visit.page("host_table.html", found=found, room=room, title=title, ago=ago)


async def change(request: Request, how: str) -> Response:
    """Pause a game, let it go on, or end it."""
    visit, _ = await _sent(request)
    audience = await visit.table()
    try:
        async with audience.held() as room:
            await halt(room, how)
    except CannotHalt:
        return _too_late(visit, audience.room.id)
    visit.house.attendance.wake(audience)
    return visit.go(f"/host/t/{room.id}")


async def replace(request: Request) -> Response:
    """Give a seat to a bot."""
    visit, fields = await _sent(request)
    audience = await visit.table()
    try:
        async with audience.held() as room:
            await seat_bot(room, number_in(fields, "seat", 2), one(fields, "level"))
    except CannotHalt:
        return _too_late(visit, audience.room.id)
    visit.house.attendance.wake(audience)
    return visit.go(f"/host/t/{room.id}")


def _too_late(visit: Visit, table_id: str) -> Response:
    problem = visit.say("That cannot be done at this table any more.")
    return visit.page("sorry.html", 409, problem=problem, back=f"/host/t/{table_id}")


async def settle(request: Request) -> Response:
    """Note that a report was seen to."""
    visit, fields = await _sent(request)
    await visit.house.store.settle(number_in(fields, "number", _NUMBER))
    return visit.go("/host#reports")


async def bar(request: Request) -> Response:
    """Let somebody in no more, or again."""
    visit, fields = await _sent(request)
    person, until_now = one(fields, "person"), one(fields, "again") == "yes"
    if not is_id(person):
        raise NotFound
    await visit.house.bar(person, until_now=until_now)
    back = one(fields, "back")
    return visit.go(f"/host/t/{back}" if back and await visit.house.find(back) else "/host#barred")
