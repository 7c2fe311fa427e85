"""Deals of the day for programs: what there is to play, the one try, and how people fared."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any, Final

from stammtisch.club.calendar import ONE_DAY, read_day
from stammtisch.club.daily.par import Par
from stammtisch.club.daily.standing import STREAK, Entry, streak
from stammtisch.club.forgetting import GUEST
from stammtisch.core.game import Game, find_game
from stammtisch.errors import UnknownGame
from stammtisch.web.api.json_schema import INTEGER, TEXT, YES_NO, Schema, about, maybe, record, ref, row_of
from stammtisch.web.api.request import ApiRequest
from stammtisch.web.api.response_shapes import table_json
from stammtisch.web.http.problem import Problem
from stammtisch.web.live.daily.tries import FIRST, NotYet, open_try
from stammtisch.web.live.daily.tries import practise as open_practice

_NUMBER: Final[Schema] = {"type": "number"}

DAILY_SHAPES: Final[Mapping[str, Schema]] = {
    "DailyDeals": record(
        {
            "day": TEXT,
            "left": about(_NUMBER, "seconds until the next day"),
            "streak": about(INTEGER, "on how many days in a row you have played; today may still be to come"),
            "deals": row_of(ref("DailyDeal")),
        }
    ),
    "DailyDeal": record(
        {
            "game": TEXT,
            "day": about(TEXT, "in the time zone of the house, such as 2026-11-18"),
            "options": {"type": "object"},
            "seat": about(INTEGER, "yours; bots have the others"),
            "fingerprint": about(TEXT, "the SHA-256 of the seed from which the deal and the chance of the bots follow"),
            "next_fingerprint": about(TEXT, "that of the deal of the next day"),
            "seed": about(maybe(TEXT), "that seed in hexadecimal, when the day is over"),
            "table": about(maybe(TEXT), "where you have your one try; null before you have begun it"),
            "worth": about(maybe(INTEGER), "what your seat was worth; null if the try was not finished in time"),
            "par": about(
                {"anyOf": [ref("Par"), {"type": "null"}]},
                "what strong bots make of the seat; null before you have played, or before it is known",
            ),
            "list": about(row_of(ref("DailyEntry")), "the best first; empty before the day is over or you have played"),
        }
    ),
    "Par": record(
        {
            "mean": about(_NUMBER, "of the worth of the seat"),
            "error": about(_NUMBER, "how far that may be off, at 95 %"),
            "replays": about(INTEGER, "games that were counted"),
            "worths": about({"type": "object", "additionalProperties": INTEGER}, "how often each worth came up"),
        }
    ),
    "DailyEntry": record(
        {
            "name": TEXT,
            "worth": INTEGER,
            "known": about(YES_NO, "whether the person was known for a week; others stand apart from the list"),
            "you": YES_NO,
            "table": about(maybe(TEXT), "where the game can be looked at; null before the day is over, and to a block"),
        }
    ),
}


async def today(call: ApiRequest) -> object:
    """List the deals of the day, and how yours went."""
    daily = call.registry.daily
    deals = [await _deal_json(call, game, daily.today) for game in daily.games()]
    days = await daily.streak_days(call.person.id, STREAK) if call.person else set[date]()
    return {"day": daily.today.isoformat(), "left": daily.left, "streak": streak(days, daily.today), "deals": deals}


async def play(call: ApiRequest) -> object:
    """Sit down at today's deal: the one try that you have, begun or gone on with."""
    channel = await open_try(call.registry, _game(call), call.somebody)
    return table_json(channel.room, call.somebody.id)


async def practise(call: ApiRequest) -> object:
    """Open a table of practice with the deal of a day that is over, or of today when you have played it."""
    try:
        channel = await open_practice(call.registry, _game(call), _day(call), call.somebody)
    except NotYet as error:
        raise Problem(409, str(error)) from error
    return table_json(channel.room, call.somebody.id)


async def of_day(call: ApiRequest) -> object:
    """Describe the deal of a day, with the list of those who have played it."""
    return await _deal_json(call, _game(call), _day(call))


def _day(call: ApiRequest) -> date:
    day = read_day(call.path["day"])
    if day is None or not FIRST <= day <= call.registry.daily.today:
        raise Problem(404, f"there is no deal of {call.path['day'][:20]!r}; it may be a day up to today, as 2026-11-18")
    return day


def _game(call: ApiRequest) -> Game:
    try:
        return find_game(call.path["game"])
    except UnknownGame as error:
        raise Problem(404, str(error)) from error


async def _deal_json(call: ApiRequest, game: Game, day: date) -> dict[str, object]:
    daily, person = call.registry.daily, call.person.id if call.person else ""
    deal, own = await daily.deal(game, day), await daily.own_try(person, game, day) if person else None
    worth, over = own.worth if own else None, day < daily.today
    shown = over or worth is not None
    entries = await daily.entries(game, day, person) if shown else []
    if entries:
        call.registry.pars.want(game, day)
    par = await daily.par(game, day)
    return {
        "game": game.NAME,
        "day": day.isoformat(),
        "options": dict(deal.choices),
        "seat": deal.seat,
        "fingerprint": deal.fingerprint,
        "next_fingerprint": (await daily.deal(game, day + ONE_DAY)).fingerprint,
        "seed": deal.seed.hex() if over else None,
        "table": own.table if own else None,
        "worth": worth,
        "par": _par_json(par) if shown and par.counted else None,
        "list": [_entry_json(one, person, over=over) for one in entries],
    }


def _par_json(par: Par) -> dict[str, Any]:
    worths = {str(worth): times for worth, times in par.worths.items()}
    return {"mean": par.mean, "error": par.error, "replays": par.counted, "worths": worths}


def _entry_json(entry: Entry, person: str, *, over: bool) -> dict[str, object]:
    told: dict[str, object] = {"name": entry.name or GUEST, "worth": entry.worth, "known": entry.known}
    return {**told, "you": entry.person == person, "table": entry.table or None if over else None}
