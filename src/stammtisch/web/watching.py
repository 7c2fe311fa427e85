"""What the host's program may ask for and do: one function for each endpoint of `api` that takes the host key."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from stammtisch.bots.named import NORMAL
from stammtisch.web.calls import Call, Problem
from stammtisch.web.console import all_barred, all_reports, all_tables, one_table
from stammtisch.web.halting import END, PAUSE, RESUME, CannotHalt, halt, seat_bot
from stammtisch.web.people import is_id
from stammtisch.web.room import Room


async def house_tables(call: Call) -> object:
    """List the tables of the house, whether anybody may find them or not: running, open, lately over."""
    return {"tables": await all_tables(call.visit.house)}


async def house_table(call: Call) -> object:
    """Read the log and the talk of a table, without its secrets while it runs."""
    audience = await call.table()
    async with audience.held():
        return await one_table(call.visit.house, audience, call.language)


async def pause(call: Call) -> object:
    """Pause a game: nothing is decided, bots and clocks stand still."""
    return await _change(call, lambda room: halt(room, PAUSE))


async def resume(call: Call) -> object:
    """Let a paused game go on; clocks have what was left."""
    return await _change(call, lambda room: halt(room, RESUME))


async def end(call: Call) -> object:
    """End a game without a result, or close a table that has not begun."""
    return await _change(call, lambda room: halt(room, END))


async def replace(call: Call) -> object:
    """Give a seat to a bot, for good."""
    return await _change(call, lambda room: seat_bot(room, int(call.body["seat"]), call.body.get("level", NORMAL)))


async def _change(call: Call, change: Callable[[Room], Awaitable[None]]) -> object:
    audience = await call.table()
    async with audience.held() as room:
        try:
            await change(room)
        except CannotHalt as error:
            raise Problem(409, str(error)) from error
    call.visit.house.attendance.wake(audience)
    async with audience.held():
        return await one_table(call.visit.house, audience, call.language)


async def reports(call: Call) -> object:
    """List what people complain about."""
    return {"reports": await all_reports(call.visit.house)}


async def settle(call: Call) -> object:
    """Note that a report was seen to."""
    number = call.path["number"]
    if number not in [str(report.number) for report in await call.visit.house.store.reports()]:
        raise Problem(404, "there is no report of this number")
    await call.visit.house.store.settle(int(number))
    return await reports(call)


async def barred(call: Call) -> object:
    """List who may not come in."""
    return {"people": await all_barred(call.visit.house)}


async def bar(call: Call) -> object:
    """Let somebody in no more."""
    return await _bar(call, until_now=False)


async def unbar(call: Call) -> object:
    """Let somebody in again."""
    return await _bar(call, until_now=True)


async def _bar(call: Call, *, until_now: bool) -> object:
    house, person = call.visit.house, call.path["person"]
    if not is_id(person):
        raise Problem(404, "nobody can be called that; reports and tables say by which letters people are known")
    await house.bar(person, until_now=until_now)
    return await barred(call)
