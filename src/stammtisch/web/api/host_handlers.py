"""What the host's program may ask for and do: one function for each endpoint of `api` that takes the host key."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final

from stammtisch.bots.levels import NORMAL
from stammtisch.club.house_sign import LONGEST_HOUSE_NAME, NoticeRefused, read_notice
from stammtisch.store.contract import HostAct
from stammtisch.web.api.board_handlers import sign_json
from stammtisch.web.api.host_shapes import (
    all_acts,
    all_banned,
    all_reports,
    all_tables,
    newest_of,
    one_table,
)
from stammtisch.web.api.request import ApiRequest
from stammtisch.web.http.identity import is_id
from stammtisch.web.http.problem import Problem
from stammtisch.web.tables.display_name import NameRefused, read_name
from stammtisch.web.tables.live_table import LiveTable
from stammtisch.web.tables.moderation import END, PAUSE, RESUME, CannotHalt, halt, seat_bot

_ACTS: Final = 1000  # that are told at once


async def house_tables(call: ApiRequest) -> object:
    """List the tables of the house, whether anybody may find them or not: running, open, lately over."""
    return {"tables": await all_tables(call.registry)}


async def house_table(call: ApiRequest) -> object:
    """Read the log and the talk of a table, without its secrets while it runs."""
    channel = await call.table(sealed=True)
    async with channel.held():
        return await one_table(call.registry, channel, call.language)


async def pause(call: ApiRequest) -> object:
    """Pause a game: nothing is decided, bots and clocks stand still."""
    return await _change(call, PAUSE, lambda room: halt(room, PAUSE))


async def resume(call: ApiRequest) -> object:
    """Let a paused game go on; clocks have what was left."""
    return await _change(call, RESUME, lambda room: halt(room, RESUME))


async def end(call: ApiRequest) -> object:
    """End a game without a result, or close a table that has not begun."""
    return await _change(call, END, lambda room: halt(room, END))


async def replace(call: ApiRequest) -> object:
    """Give a seat to a bot, for good."""
    seat, level = int(call.body["seat"]), call.body.get("level", NORMAL)
    return await _change(call, "replace", lambda room: seat_bot(room, seat, level), f"{seat} {level}")


async def _change(
    call: ApiRequest, what: str, change: Callable[[LiveTable], Awaitable[str | None]], detail: str = ""
) -> object:
    channel = await call.table(sealed=True)
    async with channel.held() as room:
        try:
            person = await change(room)
        except CannotHalt as error:
            raise Problem(409, str(error)) from error
    await _record(call, what, channel.room.id, person or "", detail=detail)
    call.registry.bot_turns.wake(channel)
    async with channel.held():
        return await one_table(call.registry, channel, call.language)


async def reports(call: ApiRequest) -> object:
    """List what people complain about."""
    found = await all_reports(call.registry)
    if found:
        await _record(call, "reports", detail=newest_of(found), once=True)
    return {"reports": found}


async def settle(call: ApiRequest) -> object:
    """Note that a report was seen to."""
    number = call.path["number"]
    if number not in [str(report.number) for report in await call.registry.store.reports()]:
        raise Problem(404, "there is no report of this number")
    await call.registry.store.settle(int(number))
    await _record(call, "settle", detail=number)
    return await reports(call)


async def banned(call: ApiRequest) -> object:
    """List who may not come in."""
    return {"people": await all_banned(call.registry)}


async def ban(call: ApiRequest) -> object:
    """Let somebody in no more."""
    await call.registry.ban(_person(call))
    await _record(call, "bar", person=_person(call))
    return await banned(call)


async def unban(call: ApiRequest) -> object:
    """Let somebody in again."""
    await call.registry.unban(_person(call))
    await _record(call, "unbar", person=_person(call))
    return await banned(call)


async def house_sign(call: ApiRequest) -> object:
    """Say what the house is called, and which notice is posted."""
    return sign_json(await call.registry.signs.sign())


async def name_house(call: ApiRequest) -> object:
    """Give the house another name, or with an empty one the usual one."""
    typed = call.body["name"]
    try:
        name = read_name(typed, LONGEST_HOUSE_NAME) if typed.strip() else ""
    except NameRefused as error:
        raise Problem(422, str(error)) from error
    await call.registry.signs.name_house(name)
    await _record(call, "name", detail=name)
    return await house_sign(call)


async def post_notice(call: ApiRequest) -> object:
    """Post a notice, or with nothing in it take the one down that is there."""
    try:
        notice = read_notice(call.body["notice"])
    except NoticeRefused as error:
        raise Problem(422, str(error)) from error
    await call.registry.signs.post_notice(notice)
    await _record(call, "notice", detail=notice)
    return await house_sign(call)


async def audit(call: ApiRequest) -> object:
    """List what hosts did, a thousand acts at a time, the newest first."""
    return {"acts": await all_acts(call.registry, _ACTS, call.query.get("before", 0))}


async def _record(
    call: ApiRequest, what: str, table: str = "", person: str = "", *, detail: str = "", once: bool = False
) -> None:
    act = HostAct(call.registry.clock.now(), "", "program", what, table, person, detail)
    await call.registry.store.record(act, once=once)


def _person(call: ApiRequest) -> str:
    """Return whom the path names.

    Raises:
        Problem: Nobody can be called that.
    """
    if not is_id(call.path["person"]):
        raise Problem(404, "nobody can be called that; reports and tables say by which letters people are known")
    return call.path["person"]
