"""One's own finished games and what they come to; and the same of others, as far as they show it."""

from __future__ import annotations

import json
from functools import partial
from typing import Final

from starlette.responses import Response

from stammtisch.club.audience import may_see
from stammtisch.club.statistics import in_evenings, review_statistics, statistics_of
from stammtisch.kernel.seats import SPECTATOR
from stammtisch.store.result_contract import Placing
from stammtisch.web.api.club_shapes import everything_about
from stammtisch.web.faces import usual_face
from stammtisch.web.fields import whole_number
from stammtisch.web.pages.request import NotFound, PageRequest
from stammtisch.web.tables.display_name import shown_name
from stammtisch.web.tables.live_table import LiveTable
from stammtisch.web.view.club.history_text import (
    StatisticsText,
    companion_lines,
    evening_lines,
    statistics_text,
    title_of_game,
)
from stammtisch.web.view.club.rating_list import own_ratings

_PAGE: Final = 20  # games
_DRAWN: Final = 60  # games in the picture of the last ones
_SUMMARIES: Final = 500  # reviews that are looked at, of the newest games
_COMPANIONS: Final = 12
_DIGITS: Final = 12  # of the number of a result


async def history(page: PageRequest) -> Response:
    """Show one's own games, what they come to, and with whom."""
    store, person = page.registry.store, page.person.id
    placings = await store.placings(person)
    game = _game_in(page, placings)
    before = whole_number(page.query.get("before", ""), _DIGITS, 0)
    results = await store.results_of(person, game, before, _PAGE + 1)
    shown = results[:_PAGE]
    return page.render(
        "history.html",
        own=True,
        name=page.person.name,
        face=await store.face(person) or usual_face(person),
        statistics=await _statistics(page, person, placings, game),
        games=_games(placings, page.language),
        game=game,
        evenings=evening_lines(in_evenings(shown), person, partial(page.day, form="medium"), page.language, page.say),
        older=shown[-1].number if len(results) > _PAGE else 0,
        before=before,
        companions=companion_lines(await store.companions(person, _COMPANIONS), page.say),
        ratings=own_ratings(await store.ratings_of(person), page.language),
    )


async def profile(page: PageRequest) -> Response:
    """Show what somebody at a table lets others see: what their games come to, and not which they were.

    Raises:
        NotFound: Nobody sits there, or they do not show it to whoever asks.
    """
    channel = await page.table()
    async with channel.held() as room:
        person, name = _sitter(room, page.path["seat"])
    store = page.registry.store
    if not person or not await may_see(store, page.person.id, person):
        raise NotFound
    placings = await store.placings(person)
    game = _game_in(page, placings)
    return page.render(
        "history.html",
        own=person == page.person.id,
        table=channel.room.id,
        name=shown_name(await store.person(person) or "") or name,
        face=await store.face(person) or usual_face(person),
        statistics=await _statistics(page, person, placings, game, open_to_others=True),
        games=_games(placings, page.language),
        game=game,
        evenings=[],
        older=0,
        before=0,
        companions=[],
        ratings=[one for one in own_ratings(await store.ratings_of(person), page.language) if one.number],
    )


def _sitter(room: LiveTable, text: str) -> tuple[str, str]:
    """Return who sits at a seat, and under which name; nobody, if it is none or a bot's."""
    seat = whole_number(text, 2, SPECTATOR)
    place = room.places[seat] if 0 <= seat < len(room.places) else None
    return (place.person, place.name) if place else ("", "")


def _game_in(page: PageRequest, placings: list[Placing]) -> str:
    """Return the game that the address names, if the person has played it."""
    game = page.query.get("game", "")
    return game if game in {one.game for one in placings} else ""


def _games(placings: list[Placing], language: str) -> list[tuple[str, str, int]]:
    """Return the games that somebody has played: names, titles, and how often, most first."""
    counts = dict[str, int]()
    for one in placings:
        counts[one.game] = counts.get(one.game, 0) + one.games
    return [
        (name, title_of_game(name, language), counts[name]) for name in sorted(counts, key=lambda one: -counts[one])
    ]


async def _statistics(
    page: PageRequest, person: str, placings: list[Placing], game: str, *, open_to_others: bool = False
) -> StatisticsText:
    """Return what results come to; moments lead to tables, so they are for the person alone."""
    store = page.registry.store
    summaries = [] if open_to_others else await store.review_summaries(person, _SUMMARIES)
    latest = await store.results_of(person, game, most=_DRAWN)
    found, reviews = statistics_of(placings, game), review_statistics(summaries, game)
    return statistics_text(found, reviews, latest, person, page.language, page.say)


async def export(page: PageRequest) -> Response:
    """Give everything that is kept about oneself, as a file for programs."""
    told = json.dumps(await everything_about(page.registry.store, page.person.id), ensure_ascii=False, indent=1)
    headers = {"content-disposition": 'attachment; filename="stammtisch.json"'}
    return Response(told + "\n", media_type="application/json", headers=headers)
