"""`/api`: the same tables for programs, in JSON. One table of endpoints makes the addresses and their description."""

from __future__ import annotations

from functools import cache
from importlib.metadata import version
from typing import Final

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from stammtisch.bots.levels import NORMAL
from stammtisch.club.house_sign import LONGEST_HOUSE_NAME, LONGEST_NOTICE
from stammtisch.kernel.seats import MAX_SEATS
from stammtisch.web.api import board_handlers, club_handlers, daily, handlers, host_handlers
from stammtisch.web.api.board_handlers import BOARD_SHAPES
from stammtisch.web.api.club_shapes import CLUB_SHAPES, SHOWN_TO
from stammtisch.web.api.daily import DAILY_SHAPES
from stammtisch.web.api.host_shapes import HOUSE_SHAPES
from stammtisch.web.api.json_schema import YES_NO, about, between, maybe, record, row_of, text
from stammtisch.web.api.openapi import GAME_NAME, HOST_KEY, NEEDED, WELCOME, Endpoint, document
from stammtisch.web.api.request import ApiRoute, nowhere
from stammtisch.web.api.response_shapes import LEVEL, NOT_BEGUN, PACE, SHAPES
from stammtisch.web.http.routing import CountedRoute
from stammtisch.web.tables.deal_words import HEX_DIGITS
from stammtisch.web.tables.display_name import LONGEST_NAME
from stammtisch.web.tables.record import RELAXED

LONGEST_WAIT: Final = 25  # seconds; shorter than what makes somebody away
_LONGEST_ROW: Final = 64
_MOST: Final = 10**9  # more steps or decisions than a game has

_DIGITS = about(text(HEX_DIGITS, HEX_DIGITS), "hexadecimal digits, a to f in lower case")
_NAME = about(text(1, LONGEST_NAME), "what others call you")
_TABLE = record(
    {
        "game": GAME_NAME,
        "options": about({"type": "object", "maxProperties": 50}, "those that differ from their defaults", default={}),
        "bots": about(between(0, MAX_SEATS - 1), "how many of the last seats bots of the house take", default=0),
        "level": about(LEVEL, "how well they play; `levels` of the game says which it has", default=NORMAL),
        "pace": about(
            PACE,
            "time for a decision: none, a minute, ten minutes (not for one person with bots) or three days",
            default=RELAXED,
        ),
        "listed": about(YES_NO, "whether anybody may find the table", default=False),
        "hints": about(YES_NO, "whether one may ask for hints, as long as no second person sits there", default=False),
        "rated": about(
            YES_NO, "whether the game may count for ratings; with help from the house none does", default=True
        ),
        "words": about(
            YES_NO, "whether the deal waits for your words if bots take all other seats, without a hash", default=False
        ),
    },
    *("options", "bots", "level", "pace", "listed", "hints", "rated", "words"),
)
_SEAT = record(
    {
        "seat": about(maybe(between(0, MAX_SEATS - 1)), "counted from 0; null for any that is free", default=None),
        "ready": about(YES_NO, "whether the game may begin as far as you are concerned", default=True),
    },
    *("seat", "ready"),
)
_ROW = record(
    {
        "decided": about(between(0, _MOST), "`decided` of the view that you decide on"),
        "actions": about(row_of(text(1, 80), 1, _LONGEST_ROW), "in the game's notation: a decision, or its first part"),
    }
)
_BOT = record(
    {
        "seat": about(between(0, MAX_SEATS - 1), "counted from 0"),
        "level": about(LEVEL, "how well the bot plays; `levels` of the game says which it has", default=NORMAL),
    },
    "level",
)
_WHO = record({"seat": about(between(0, MAX_SEATS - 1), "counted from 0; one that is `stalled`")})
_HASH = record({"hash": about(_DIGITS, "SHA-256 of `<table> <handle> <words>`, with `deal.handle` of the table")})
_WORDS = record({"words": about(_DIGITS, "32 random bytes, whose hash you have sent")})
_NOTHING = record({})
_AUDIENCE = record({"shown_to": SHOWN_TO})
_SURE = record({"sure": about({"type": "string", "enum": ["yes"]}, "that you mean it")})
_HOUSE_NAME = record({"name": about(text(0, 2 * LONGEST_HOUSE_NAME), "of the house; empty: it has none of its own")})
_NOTICE = record({"notice": about(text(0, 2 * LONGEST_NOTICE), "in lines; empty: there is none any more")})
_SINCE = {
    "after": about(between(NOT_BEGUN, _MOST), "`number` of the last view you had", default=NOT_BEGUN),
    "wait": about(between(0, LONGEST_WAIT), "how many seconds to wait for another number", default=0),
    "told": about(between(0, 1), "1 to be told in sentences what happened, too", default=0),
}
_BEFORE = {"before": about(between(0, _MOST), "`number` of the oldest act that you have; 0 for the newest", default=0)}
_OF_GAME = {"game": about(GAME_NAME, "only this game", default="")}
_SEATED = {"seats": about(between(0, MAX_SEATS), "how many play; 0 for as many as usual", default=0)}
_RESULTS = {
    **_OF_GAME,
    "before": about(between(0, _MOST), "`number` of the oldest result that you have; 0 for the newest", default=0),
}

ENDPOINTS: Final = (
    Endpoint("GET", "/games", handlers.games, "Games"),
    Endpoint("GET", "/games/{game}", handlers.game, "Game"),
    Endpoint("POST", "/people", handlers.join_in, "Newcomer", "", 201, record({"name": _NAME}), counts_as="person"),
    Endpoint("GET", "/me", handlers.me, "Me", NEEDED),
    Endpoint("GET", "/tables", handlers.tables, "Tables", WELCOME),
    Endpoint("POST", "/tables", handlers.open_table, "Table", NEEDED, 201, _TABLE, problems=(409,), counts_as="table"),
    Endpoint("GET", "/tables/{table}", handlers.table, "Table", WELCOME, problems=(409,)),
    Endpoint("POST", "/tables/{table}/sit", handlers.sit, "Table", NEEDED, body=_SEAT, problems=(409,)),
    Endpoint("POST", "/tables/{table}/stand", handlers.stand, "Table", NEEDED, body=_NOTHING, problems=(409,)),
    Endpoint("POST", "/tables/{table}/start", handlers.start, "Table", NEEDED, body=_NOTHING, problems=(403, 409)),
    Endpoint("POST", "/tables/{table}/commit", handlers.commit, "Table", NEEDED, body=_HASH, problems=(409,)),
    Endpoint("POST", "/tables/{table}/words", handlers.words, "Table", NEEDED, body=_WORDS, problems=(409,)),
    Endpoint("GET", "/tables/{table}/view", handlers.view, "View", WELCOME, query=_SINCE, problems=(409,)),
    Endpoint("POST", "/tables/{table}/act", handlers.act, "View", NEEDED, body=_ROW, problems=(403, 409)),
    Endpoint("POST", "/tables/{table}/stand-in", handlers.stand_in, "Table", NEEDED, body=_WHO, problems=(403, 409)),
    Endpoint("GET", "/me/results", club_handlers.my_results, "Results", NEEDED, query=_RESULTS),
    Endpoint("GET", "/me/statistics", club_handlers.my_statistics, "Statistics", NEEDED, query=_OF_GAME),
    Endpoint("GET", "/me/export", club_handlers.my_export, "Everything", NEEDED),
    Endpoint("POST", "/me/shown-to", club_handlers.show_games, "Audience", NEEDED, body=_AUDIENCE),
    Endpoint("POST", "/me/forget", club_handlers.be_forgotten, "Forgotten", NEEDED, body=_SURE, counts_as="forget"),
    Endpoint("GET", "/me/ratings", club_handlers.my_ratings, "OwnRatings", NEEDED),
    Endpoint("GET", "/ratings/{game}", club_handlers.ratings, "Ratings", WELCOME, query=_SEATED),
    Endpoint("GET", "/tables/{table}/profile/{seat}", club_handlers.profile, "Profile", WELCOME, query=_OF_GAME),
    Endpoint("GET", "/board", board_handlers.board, "Board", WELCOME),
    Endpoint("GET", "/daily", daily.today, "DailyDeals", WELCOME),
    Endpoint("POST", "/daily/{game}", daily.play, "Table", NEEDED, body=_NOTHING, problems=(409,), counts_as="table"),
    Endpoint("GET", "/daily/{game}/{day}", daily.of_day, "DailyDeal", WELCOME),
    Endpoint(
        *("POST", "/daily/{game}/{day}", daily.practise, "Table", NEEDED, 201, _NOTHING),
        problems=(409,),
        counts_as="table",
    ),
    Endpoint("GET", "/host/tables", host_handlers.house_tables, "HouseTables", HOST_KEY),
    Endpoint("GET", "/host/tables/{table}", host_handlers.house_table, "HouseTable", HOST_KEY),
    *(
        Endpoint("POST", f"/host/tables/{{table}}/{what}", handler, "HouseTable", HOST_KEY, body=body, problems=(409,))
        for what, handler, body in (
            ("pause", host_handlers.pause, _NOTHING),
            ("resume", host_handlers.resume, _NOTHING),
            ("end", host_handlers.end, _NOTHING),
            ("replace", host_handlers.replace, _BOT),
        )
    ),
    Endpoint("GET", "/host/reports", host_handlers.reports, "Reports", HOST_KEY),
    Endpoint("POST", "/host/reports/{number}/settle", host_handlers.settle, "Reports", HOST_KEY, body=_NOTHING),
    Endpoint("GET", "/host/barred", host_handlers.banned, "Barred", HOST_KEY),
    Endpoint("POST", "/host/people/{person}/bar", host_handlers.ban, "Barred", HOST_KEY, body=_NOTHING),
    Endpoint("POST", "/host/people/{person}/unbar", host_handlers.unban, "Barred", HOST_KEY, body=_NOTHING),
    Endpoint("GET", "/host/sign", host_handlers.house_sign, "Sign", HOST_KEY),
    Endpoint("POST", "/host/name", host_handlers.name_house, "Sign", HOST_KEY, body=_HOUSE_NAME),
    Endpoint("POST", "/host/notice", host_handlers.post_notice, "Sign", HOST_KEY, body=_NOTICE),
    Endpoint("GET", "/host/audit", host_handlers.audit, "Audit", HOST_KEY, query=_BEFORE),
)


@cache
def openapi() -> dict[str, object]:
    """Return the description of the interface."""
    shapes = {**SHAPES, **CLUB_SHAPES, **BOARD_SHAPES, **DAILY_SHAPES, **HOUSE_SHAPES}
    return document(ENDPOINTS, shapes, version("stammtisch"))


async def _describe(_: Request) -> Response:
    return JSONResponse(openapi())


def routes() -> list[BaseRoute]:
    """Return the addresses for programs."""
    by_path: dict[str, list[Endpoint]] = {}
    for endpoint in ENDPOINTS:
        by_path.setdefault(endpoint.path, []).append(endpoint)
    return [
        Route("/api/openapi.json", _describe),
        *(_route(path, endpoints) for path, endpoints in by_path.items()),
        Route("/api/{rest:path}", nowhere, methods=["GET", "POST", "PUT", "DELETE", "PATCH"]),
    ]


def _route(path: str, endpoints: list[Endpoint]) -> BaseRoute:
    counts_as = {endpoint.method: endpoint.kind for endpoint in endpoints}
    return CountedRoute(f"/api{path}", ApiRoute(endpoints), counts_as=counts_as)
