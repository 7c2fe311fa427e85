"""`/api`: the same tables for programs, in JSON. One table of endpoints makes the addresses and their description."""

from __future__ import annotations

from functools import cache
from importlib.metadata import version
from typing import Final

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from stammtisch.bots.named import NORMAL
from stammtisch.kernel.seats import MAX_SEATS
from stammtisch.web import answering, watching
from stammtisch.web.answers import LEVEL, NOT_BEGUN, PACE, SHAPES
from stammtisch.web.calls import Door, nowhere
from stammtisch.web.console import HOUSE_SHAPES
from stammtisch.web.openapi import GAME_NAME, HOST_KEY, NEEDED, WELCOME, Endpoint, document
from stammtisch.web.people import LONGEST_NAME
from stammtisch.web.schema import YES_NO, about, between, maybe, record, row_of, text

LONGEST_WAIT: Final = 25  # seconds; shorter than what makes somebody away
_LONGEST_ROW: Final = 64
_MOST: Final = 10**9  # more steps or decisions than a game has

_NAME = about(text(1, LONGEST_NAME), "what others call you")
_TABLE = record(
    {
        "game": GAME_NAME,
        "options": about({"type": "object", "maxProperties": 50}, "those that differ from their defaults", default={}),
        "bots": about(between(0, MAX_SEATS - 1), "how many of the last seats bots of the house take", default=0),
        "level": about(LEVEL, "how well they play; `levels` of the game says which it has", default=NORMAL),
        "pace": about(PACE, "time for a decision: none, a minute or three days", default="none"),
        "listed": about(YES_NO, "whether anybody may find the table", default=False),
        "hints": about(YES_NO, "whether one may ask for hints, as long as no second person sits there", default=False),
    },
    *("options", "bots", "level", "pace", "listed", "hints"),
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
_NOTHING = record({})
_SINCE = {
    "after": about(between(NOT_BEGUN, _MOST), "`number` of the last view you had", default=NOT_BEGUN),
    "wait": about(between(0, LONGEST_WAIT), "how many seconds to wait for another number", default=0),
}

ENDPOINTS: Final = (
    Endpoint("GET", "/games", answering.games, "Games"),
    Endpoint("GET", "/games/{game}", answering.game, "Game"),
    Endpoint("POST", "/people", answering.join_in, "Newcomer", status=201, body=record({"name": _NAME})),
    Endpoint("GET", "/me", answering.me, "Me", NEEDED),
    Endpoint("GET", "/tables", answering.tables, "Tables", WELCOME),
    Endpoint("POST", "/tables", answering.open_table, "Table", NEEDED, 201, _TABLE, problems=(409,)),
    Endpoint("GET", "/tables/{table}", answering.table, "Table", WELCOME, problems=(409,)),
    Endpoint("POST", "/tables/{table}/sit", answering.sit, "Table", NEEDED, body=_SEAT, problems=(409,)),
    Endpoint("POST", "/tables/{table}/stand", answering.stand, "Table", NEEDED, body=_NOTHING, problems=(409,)),
    Endpoint("POST", "/tables/{table}/start", answering.start, "Table", NEEDED, body=_NOTHING, problems=(403, 409)),
    Endpoint("GET", "/tables/{table}/view", answering.view, "View", WELCOME, query=_SINCE, problems=(409,)),
    Endpoint("POST", "/tables/{table}/act", answering.act, "View", NEEDED, body=_ROW, problems=(403, 409)),
    Endpoint("GET", "/host/tables", watching.house_tables, "HouseTables", HOST_KEY),
    Endpoint("GET", "/host/tables/{table}", watching.house_table, "HouseTable", HOST_KEY),
    Endpoint(
        "POST", "/host/tables/{table}/pause", watching.pause, "HouseTable", HOST_KEY, body=_NOTHING, problems=(409,)
    ),
    Endpoint(
        "POST", "/host/tables/{table}/resume", watching.resume, "HouseTable", HOST_KEY, body=_NOTHING, problems=(409,)
    ),
    Endpoint("POST", "/host/tables/{table}/end", watching.end, "HouseTable", HOST_KEY, body=_NOTHING, problems=(409,)),
    Endpoint(
        "POST", "/host/tables/{table}/replace", watching.replace, "HouseTable", HOST_KEY, body=_BOT, problems=(409,)
    ),
    Endpoint("GET", "/host/reports", watching.reports, "Reports", HOST_KEY),
    Endpoint("POST", "/host/reports/{number}/settle", watching.settle, "Reports", HOST_KEY, body=_NOTHING),
    Endpoint("GET", "/host/barred", watching.barred, "Barred", HOST_KEY),
    Endpoint("POST", "/host/people/{person}/bar", watching.bar, "Barred", HOST_KEY, body=_NOTHING),
    Endpoint("POST", "/host/people/{person}/unbar", watching.unbar, "Barred", HOST_KEY, body=_NOTHING),
)


@cache
def openapi() -> dict[str, object]:
    """Return the description of the interface."""
    return document(ENDPOINTS, {**SHAPES, **HOUSE_SHAPES}, version("stammtisch"))


async def _describe(_: Request) -> Response:
    return JSONResponse(openapi())


def routes() -> list[BaseRoute]:
    """Return the addresses for programs."""
    by_path: dict[str, list[Endpoint]] = {}
    for endpoint in ENDPOINTS:
        by_path.setdefault(endpoint.path, []).append(endpoint)
    return [
        Route("/api/openapi.json", _describe),
        *(Route(f"/api{path}", Door(endpoints)) for path, endpoints in by_path.items()),
        Route("/api/{rest:path}", nowhere, methods=["GET", "POST", "PUT", "DELETE", "PATCH"]),
    ]
