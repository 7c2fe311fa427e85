"""What happens when a program asks about finished games."""

from __future__ import annotations

from typing import Final

from stammtisch.club.audience import may_see
from stammtisch.club.statistics import statistics_of
from stammtisch.web.api.club_shapes import everything_about, result_json, statistics_json
from stammtisch.web.api.request import ApiRequest
from stammtisch.web.fields import whole_number
from stammtisch.web.http.problem import Problem
from stammtisch.web.tables.display_name import shown_name

_DIGITS: Final = 2  # of a seat
_MOST: Final = 50  # results in one answer


async def my_results(call: ApiRequest) -> object:
    """List your finished games, the newest first, fifty at a time."""
    person, query = call.somebody.id, call.query
    found = await call.registry.store.results_of(person, query.get("game", ""), query.get("before", 0), _MOST)
    return {"results": [result_json(one, person) for one in found]}


async def my_statistics(call: ApiRequest) -> object:
    """Say what your results come to, in all games or in one."""
    placings = await call.registry.store.placings(call.somebody.id)
    return statistics_json(statistics_of(placings, call.query.get("game", "")))


async def my_export(call: ApiRequest) -> object:
    """Give everything that is kept about you."""
    return await everything_about(call.registry.store, call.somebody.id)


async def profile(call: ApiRequest) -> object:
    """Say what the results of somebody at a table come to, if they show it to you."""
    async with (await call.table()).held() as room:
        seat = whole_number(call.path["seat"], _DIGITS)
        place = room.places[seat] if 0 <= seat < len(room.places) else None
    store = call.registry.store
    viewer = call.person.id if call.person else ""
    if place is None or not place.person or not await may_see(store, viewer, place.person):
        raise Problem(404, "nobody sits there who shows you what they have played")
    name = shown_name(await store.person(place.person) or "") or place.name
    found = statistics_of(await store.placings(place.person), call.query.get("game", ""))
    return {"name": name, "statistics": statistics_json(found)}
