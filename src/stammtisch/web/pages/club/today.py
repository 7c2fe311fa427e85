"""The deal of the day: what there is to play today, and how people fared with each deal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

from starlette.responses import Response

from stammtisch.club.calendar import ONE_DAY, read_day
from stammtisch.club.daily.deal import DailyDeal
from stammtisch.club.daily.par import REPLAYS, Par
from stammtisch.club.daily.standing import STREAK, DailyStanding, Entry, standing, streak
from stammtisch.core.fair_deal import fingerprint
from stammtisch.core.game import Game
from stammtisch.core.game_forms import shortest_form
from stammtisch.core.rules_page import voice_of
from stammtisch.store.daily_contract import DailyTry
from stammtisch.web.live.daily.tries import FIRST, NotYet, may_practise, open_try
from stammtisch.web.live.daily.tries import practise as open_practice
from stammtisch.web.pages.lobby import named
from stammtisch.web.pages.request import NotFound, PageRequest, find, title_of
from stammtisch.web.tables.display_name import NameRefused, name_problem
from stammtisch.web.tables.record import OVER
from stammtisch.web.view.daily.par_picture import par_picture
from stammtisch.web.view.daily.told import (
    CELLS,
    capitalized,
    cells_filled,
    day_name,
    lines_of,
    par_told,
    result_told,
    shared_text,
    shares_told,
    streak_told,
    worth_told,
)
from stammtisch.web.view.ending.link_preview import daily_preview
from stammtisch.web.view.ending.picture import daily_picture
from stammtisch.web.view.scene import look_of, measure_of

_MOST_LINES: Final = 100  # in a list


@dataclass(frozen=True)
class TodayCard:
    """A game as the page of today shows it."""

    name: str
    title: str
    form: str  # what is played of it
    state: str  # to play, playing, played, missed
    told: str  # how it went
    table: str  # one's own
    seed_hash: str  # of today's deal
    next_hash: str  # of tomorrow's
    yesterday: str  # the seed of yesterday's
    best: Entry | None  # of yesterday
    best_seat: int
    best_told: str


@dataclass(frozen=True)
class OwnResult:
    """How somebody's try went."""

    entry: Entry
    found: DailyStanding
    headline: str


async def today(page: PageRequest) -> Response:
    """What there is to play today, and how it went."""
    daily = page.registry.daily
    cards = [await _card(page, game) for game in daily.games()]
    minutes = int(daily.left // 60)
    days = await daily.streak_days(page.person.id, STREAK)
    return page.render(
        "today.html",
        cards=cards,
        day=day_name(daily.today, page.say),
        iso=daily.today,
        left=(minutes // 60, minutes % 60),
        streak=streak_told(streak(days, daily.today), page.say),
    )


async def _card(page: PageRequest, game: Game) -> TodayCard:
    daily = page.registry.daily
    day = daily.today
    deal, yesterday = await daily.deal(game, day), await daily.deal(game, day - ONE_DAY)
    state, told, table = "to play", "", ""
    own = await daily.own_try(page.person.id, game, day)
    if own is not None:
        worth, table = own.worth, own.table
        state = "playing" if await _goes_on(page, own) else "missed"
        if worth is not None:
            page.registry.pars.want(game, day)
            state, par = "played", await daily.par(game, day)
            told = _told(page, deal, worth, par)
    before = await daily.entries(game, day - ONE_DAY, page.person.id)
    best = next((entry for entry in before if entry.known and entry.table), None)
    best_told = ""
    if best:
        par = await daily.par(game, day - ONE_DAY)
        best_told = _headline(page, yesterday, best.worth, par.mean) if par.counted else ""
    return TodayCard(
        game.NAME,
        title_of(game, page.language),
        shortest_form(game).name(voice_of(game, page.language)),
        state,
        told,
        table,
        deal.fingerprint,
        (await daily.deal(game, day + ONE_DAY)).fingerprint,
        yesterday.seed.hex(),
        best,
        yesterday.seat,
        best_told,
    )


async def _goes_on(page: PageRequest, own: DailyTry | None) -> bool:
    """Whether a try has not come to its end."""
    channel = await page.registry.find(own.table) if own else None
    return channel is not None and channel.room.stage != OVER


def _headline(page: PageRequest, deal: DailyDeal, worth: int, par: float) -> str:
    return result_told(deal.game, deal.options, worth, par, page.say)


def _told(page: PageRequest, deal: DailyDeal, worth: int, par: Par) -> str:
    """Say how the reader came off: beside par, as soon as there is one."""
    if par.counted:
        return capitalized(_headline(page, deal, worth, par.mean))
    return capitalized(worth_told(deal.game, deal.options, worth, page.say))


async def of_game(page: PageRequest) -> Response:
    """Go to today's deal of a game."""
    return page.go(f"/today/{find(page.path['game']).NAME}/{page.registry.daily.today}")


async def of_day(page: PageRequest) -> Response:
    """How people fared with a deal: one's own result, the list, par, and the seed once the day is over."""
    return await _daily_page(page, *_asked(page))


def _asked(page: PageRequest) -> tuple[Game, date]:
    """Return the game and the day that the address names.

    Raises:
        NotFound: There is no such game, or nothing was dealt on that day yet.
    """
    game, day = find(page.path["game"]), read_day(page.path["day"])
    if day is None or not FIRST <= day <= page.registry.daily.today:
        raise NotFound
    return game, day


async def _daily_page(page: PageRequest, game: Game, day: date, status: int = 200, problem: str = "") -> Response:
    daily, say, person = page.registry.daily, page.say, page.person.id
    deal, par = await daily.deal(game, day), await daily.par(game, day)
    entries = await daily.entries(game, day, person)
    over, own = day < daily.today, await daily.own_try(person, game, day)
    played = _own_result(page, deal, entries, par)
    shown = over or played is not None
    if shown and entries:
        page.registry.pars.want(game, day)
    about = (game, deal.options, par, person, say)
    found: dict[str, Any] = {"list": [], "apart": [], "par": [], "picture": ""}
    if shown:
        found["list"] = lines_of([one for one in entries if one.known][:_MOST_LINES], *about, open_now=over)
        newcomers = [one for one in entries if not one.known][:_MOST_LINES]
        found["apart"] = [line for line in lines_of(newcomers, *about, open_now=over) if line.place]
        found["par"] = par_told(game, deal.options, par, say) if par.counted else []
        if not measure_of(game).base:  # else a game is only won or lost
            found["picture"] = par_picture(par, played.entry.worth if played else None)
    title = say("{game}, {day}", game=title_of(game, page.language), day=day_name(day, say))
    return page.render(
        "daily.html",
        status,
        problem=problem,
        game=game.NAME,
        cloth=look_of(game),
        title=title,
        preview=daily_preview(title, game.NAME, day, say, page.connection.url_for),
        day=day,
        over=over,
        shown=shown,
        own=own,
        going=await _goes_on(page, own),
        played=played,
        told=list(shares_told(played.found, say)) if played else [],
        shared=shared_text(title, played.headline, played.found) if played else "",
        cells=(cells_filled(played.found), CELLS) if played else (0, 0),
        counting=(par.replays, REPLAYS) if page.registry.thinks else (0, 0),
        thinks=page.registry.thinks,
        streak=streak_told(streak(await daily.streak_days(person, STREAK), daily.today), say),
        may_practise=await may_practise(page.registry, game, day, person),
        seat=deal.seat,
        seed=deal.seed.hex() if over else "",
        fingerprint=fingerprint(deal.seed),
        **found,
    )


def _own_result(page: PageRequest, deal: DailyDeal, entries: Sequence[Entry], par: Par) -> OwnResult | None:
    """Return how the reader's try went, beside all others; nothing if it was not finished in time."""
    mine = next((entry for entry in entries if entry.person == page.person.id), None)
    if mine is None:
        return None
    found = standing(mine.worth, [entry for entry in entries if entry is not mine], par)
    return OwnResult(mine, found, _told(page, deal, mine.worth, par))


async def play(page: PageRequest) -> Response:
    """Sit down at today's deal: the one try, begun or gone on with."""
    game = find(page.path["game"])
    try:
        person = await named(page)
    except NameRefused:
        return page.render("error.html", 422, problem=name_problem(page.say), back="/today")
    channel = await open_try(page.registry, game, person)
    return page.go(f"/t/{channel.room.id}")


async def practise(page: PageRequest) -> Response:
    """Open a table of practice with a deal."""
    game, day = _asked(page)
    try:
        person = await named(page)
        channel = await open_practice(page.registry, game, day, person)
    except NameRefused:
        return page.render("error.html", 422, problem=name_problem(page.say), back="/today")
    except NotYet:
        return await _daily_page(page, game, day, 409, page.say("Play it to the end first; then you may practise it."))
    return page.go(f"/t/{channel.room.id}")


async def picture(page: PageRequest) -> Response:
    """How one's own try went, as a picture to share, which shows nothing of the deal."""
    game, day = _asked(page)
    daily = page.registry.daily
    deal, par = await daily.deal(game, day), await daily.par(game, day)
    entries = await daily.entries(game, day, page.person.id)
    played = _own_result(page, deal, entries, par)
    if played is None:
        raise NotFound
    title = page.say("{game}, {day}", game=title_of(game, page.language), day=day_name(day, page.say))
    told = [played.headline, *shares_told(played.found, page.say)]
    drawing = daily_picture(look_of(game), title, told, cells_filled(played.found), CELLS, page.say, page.house)
    return await page.picture(drawing)
