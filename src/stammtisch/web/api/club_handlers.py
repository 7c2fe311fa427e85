"""What happens when a program asks about finished games."""

from __future__ import annotations

from typing import Final

from stammtisch.club.audience import may_see
from stammtisch.club.statistics import statistics_of
from stammtisch.core.game import find_game
from stammtisch.core.options import defaults_of
from stammtisch.errors import UnknownGame
from stammtisch.web.api.club_shapes import everything_about, own_rating_json, ratings_json, result_json, statistics_json
from stammtisch.web.api.request import ApiRequest
from stammtisch.web.fields import whole_number
from stammtisch.web.http.problem import Problem
from stammtisch.web.tables.display_name import shown_name
from stammtisch.web.view.club.rating_list import listed_bots, listed_people

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


async def show_games(call: ApiRequest) -> object:
    """Say who may see what you have played: nobody, people with whom you have finished a game, or everybody."""
    await call.registry.store.save_shown_to(call.somebody.id, call.body["shown_to"])
    return {"shown_to": call.body["shown_to"]}


async def be_forgotten(call: ApiRequest) -> object:
    """Be forgotten in this house, for good: your token is nobody's from now on."""
    await call.forgetting.forget(call.somebody.id)
    return {"forgotten": True}


async def ratings(call: ApiRequest) -> object:
    """List who plays a game with so many seats how well: people who show it, and the levels of bots."""
    try:
        game = find_game(call.path["game"])
    except UnknownGame as error:
        raise Problem(404, str(error)) from error
    seats = call.query.get("seats") or int(str(defaults_of(game.rules)["seats"]))
    store = call.registry.store
    viewer = call.person.id if call.person else ""
    people = await listed_people(store, await store.ratings_in(game.NAME, seats), viewer)
    return ratings_json(game.NAME, seats, people, listed_bots(game.NAME, seats))


async def my_ratings(call: ApiRequest) -> object:
    """Say how well you play, in each game with each number of seats; what is not known well enough yet is null."""
    return {"ratings": [own_rating_json(move) for move in await call.registry.store.ratings_of(call.somebody.id)]}


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
