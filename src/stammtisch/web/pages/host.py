"""The pages of the host of the house, behind the host key: tables, reports, who is barred, the sign, what hosts did."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import timedelta
from functools import partial
from typing import Any, Final

from babel.dates import format_timedelta
from starlette.responses import Response
from starlette.routing import BaseRoute

from stammtisch.club.house_sign import LONGEST_HOUSE_NAME, LONGEST_NOTICE, USUAL_NAME, NoticeRefused, read_notice
from stammtisch.core.game import find_game
from stammtisch.core.language import Say
from stammtisch.store.contract import HostAct
from stammtisch.web.api.host_shapes import all_acts, all_banned, all_reports, all_tables, newest_of, one_table
from stammtisch.web.http.host_key import COOKIE, EVENING, HostKey
from stammtisch.web.http.identity import cookie_name, is_encrypted, is_id, read_cookie
from stammtisch.web.pages.request import Handler, NotFound, PageRequest, page_route, title_of
from stammtisch.web.tables.display_name import NameRefused, name_problem, read_name
from stammtisch.web.tables.live_table import LiveTable
from stammtisch.web.tables.moderation import END, PAUSE, RESUME, CannotHalt, halt, seat_bot

_NUMBER = 9  # digits
_ACTS = 50  # of hosts that are shown
_FOR_NO_SCRIPT: Final = {"httponly": True, "samesite": "strict"}  # how the host's cookie is kept everywhere


def routes() -> list[BaseRoute]:
    """Return the addresses of the host."""
    forms: dict[str, Handler] = {
        "/host/leave": lock_up,
        "/host/people": ban,
        "/host/reports": settle,
        "/host/name": name_house,
        "/host/notice": post_notice,
        **{f"/host/t/{{table}}/{how}": partial(change, how=how) for how in (PAUSE, RESUME, END)},
        "/host/t/{table}/replace": replace,
    }
    return [
        page_route("/host", overview),
        page_route("/host", open_up, "POST", counts_as="host key"),
        page_route("/host/t/{table}", table),
        *(page_route(path, _for_the_host(handler), "POST") for path, handler in forms.items()),
    ]


def _is_host(page: PageRequest) -> bool:
    key: HostKey = page.connection.app.state.host_key
    return key.is_cookie_of(read_cookie(page.connection, COOKIE), page.person.id)


def _cookie_kept(page: PageRequest) -> dict[str, Any]:
    """Return how the host's cookie is kept: by the host's pages only, or over TLS by this host only."""
    secure = is_encrypted(page.connection.scope)
    path = "/" if secure else "/host"  # a name that no other host can use is good for all paths
    return {"key": cookie_name(page.connection, COOKIE), "path": path, "secure": secure} | _FOR_NO_SCRIPT


def _for_the_host(handler: Handler) -> Handler:
    """Return a handler that answers nobody but the host."""

    async def answer(page: PageRequest) -> Response:
        if not _is_host(page):
            raise PermissionError
        return await handler(page)

    return answer


async def overview(page: PageRequest) -> Response:
    """Show the tables, reports and barred people to the host, and anybody else where to put the key."""
    return await _overview(page) if _is_host(page) else page.render("host_key.html", problem="")


async def _overview(page: PageRequest, status: int = 200, problem: str = "", **typed: str) -> Response:
    registry, reports = page.registry, await all_reports(page.registry)
    if reports:
        await _record(page, "reports", detail=newest_of(reports), once=True)
    return page.render(
        "host.html",
        status,
        sign_problem=problem,
        typed={"name": page.sign.name, "notice": page.sign.notice, **typed},
        usual_name=USUAL_NAME,
        longest={"name": LONGEST_HOUSE_NAME, "notice": LONGEST_NOTICE},
        tables=await all_tables(registry),
        reports=reports,
        barred=await all_banned(registry),
        acts=await all_acts(registry, _ACTS),
        act_words=_act_words(page.say),
        game_title=partial(_title, page.language),
        ago=partial(_ago, page),
    )


def _act_words(say: Say) -> dict[str, str]:
    """Return what everything is called that a host does: the words of the buttons, where there is one."""
    return {
        PAUSE: say("Pause"),
        RESUME: say("Let it go on"),
        END: say("End it"),
        "replace": say("Bot"),
        "bar": say("Bar"),
        "unbar": say("Let in again"),
        "settle": say("Settled"),
        "name": say("Name of the house"),
        "notice": say("Notice"),
        "reports": say("Reports"),
        "unlock": say("Come in"),
        "host key": say("New host key"),
        "signing secret": say("New signing secret"),
        "program": say("a program"),
        "command": say("a command"),
    }


async def _record(
    page: PageRequest, what: str, table: str = "", person: str = "", *, detail: str = "", once: bool = False
) -> None:
    act = HostAct(page.registry.clock.now(), page.person.id, "browser", what, table, person, detail)
    await page.registry.store.record(act, once=once)


def _title(language: str, game: str) -> str:
    return title_of(find_game(game), language)


def _ago(page: PageRequest, at: int) -> str:
    """Return how long ago something was, in words."""
    passed = timedelta(seconds=min(0, at - int(page.registry.clock.now())))
    return format_timedelta(passed, add_direction=True, locale=page.language)


async def open_up(page: PageRequest) -> Response:
    """Let the host in for an evening who shows the key."""
    key: HostKey = page.connection.app.state.host_key
    if not key.opens(page.value("key").strip()):
        return page.render("host_key.html", 403, problem=page.say("This is not the key of this house."))
    await _record(page, "unlock")
    answer = page.go("/host")
    answer.set_cookie(value=key.cookie(page.person.id), max_age=EVENING, **_cookie_kept(page))
    return answer


async def lock_up(page: PageRequest) -> Response:
    """Let this browser be the host's no more."""
    answer = page.go("/host")
    answer.delete_cookie(**_cookie_kept(page))
    if COOKIE in page.connection.cookies:  # from before there was TLS, or this name for it
        answer.delete_cookie(COOKIE, path="/host")
    return answer


async def table(page: PageRequest) -> Response:
    """Show what happens at a table, and what the host can do about it."""
    if not _is_host(page):
        return page.go("/host")
    channel = await page.table(sealed=True)
    async with channel.held() as room:
        found = await one_table(page.registry, channel, page.language)
    title, ago = title_of(room.game, page.language), partial(_ago, page)
    return page.render("host_table.html", found=found, room=room, title=title, ago=ago)


async def change(page: PageRequest, how: str) -> Response:
    """Pause a game, let it go on, or end it."""
    return await _change(page, how, lambda room: halt(room, how))


async def replace(page: PageRequest) -> Response:
    """Give a seat to a bot."""
    seat, level = page.number("seat", 2), page.value("level")
    return await _change(page, "replace", lambda room: seat_bot(room, seat, level), f"{seat} {level}")


async def _change(
    page: PageRequest, what: str, change: Callable[[LiveTable], Awaitable[str | None]], detail: str = ""
) -> Response:
    channel = await page.table(sealed=True)
    back = f"/host/t/{channel.room.id}"
    try:
        async with channel.held() as room:
            person = await change(room)
    except CannotHalt:
        return page.render(
            "error.html", 409, problem=page.say("That cannot be done at this table any more."), back=back
        )
    await _record(page, what, channel.room.id, person or "", detail=detail)
    page.registry.bot_turns.wake(channel)
    return page.go(back)


async def settle(page: PageRequest) -> Response:
    """Note that a report was seen to."""
    number = page.number("number", _NUMBER)
    await page.registry.store.settle(number)
    await _record(page, "settle", detail=str(number))
    return page.go("/host#reports")


async def name_house(page: PageRequest) -> Response:
    """Give the house another name, or with an empty one the usual one."""
    typed = page.value("name")
    try:
        name = read_name(typed, LONGEST_HOUSE_NAME) if typed.strip() else ""
    except NameRefused:
        return await _overview(page, 422, name_problem(page.say, LONGEST_HOUSE_NAME), name=typed)
    await page.registry.signs.name_house(name)
    await _record(page, "name", detail=name)
    return page.go("/host#sign")


async def post_notice(page: PageRequest) -> Response:
    """Post a notice, or with nothing in it take the one down that is there."""
    typed = page.value("notice")
    try:
        notice = read_notice(typed)
    except NoticeRefused:
        problem = page.say("A notice has up to {number} letters, in a dozen lines.", number=LONGEST_NOTICE)
        return await _overview(page, 422, problem, notice=typed)
    await page.registry.signs.post_notice(notice)
    await _record(page, "notice", detail=notice)
    return page.go("/host#sign")


async def ban(page: PageRequest) -> Response:
    """Let somebody in no more, or again."""
    person = page.value("person")
    if not is_id(person):
        raise NotFound
    if page.value("again") == "yes":
        await page.registry.unban(person)
        await _record(page, "unbar", person=person)
    else:
        await page.registry.ban(person)
        await _record(page, "bar", person=person)
    back = page.value("back")
    return page.go(f"/host/t/{back}" if back and await page.registry.find(back) else "/host#barred")
