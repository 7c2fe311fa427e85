"""The server: addresses, the socket, and what keeps strangers out."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocketDisconnect

from stammtisch.core.language import voice
from stammtisch.store.kept import Conflict, Unavailable
from stammtisch.store.keys import host_key
from stammtisch.store.opening import open_store
from stammtisch.web import actions, afterwards, api, hinting, hosting, manners, me, opening, pages, reviewing
from stammtisch.web.capacity import NoRoom
from stammtisch.web.gate import Gate
from stammtisch.web.guard import Guard
from stammtisch.web.host_key import HostKey
from stammtisch.web.house import BOT_PAUSE, House
from stammtisch.web.journal import Journal
from stammtisch.web.limits import Limits
from stammtisch.web.metrics import metrics
from stammtisch.web.people import Passport
from stammtisch.web.socket import live
from stammtisch.web.visit import NotFound, Visit, language_of

_PROMPT: Final = 2.0  # seconds in which a store answers that is well


def make_app(data: Path | str, limits: Limits | None = None, bot_pause: float = BOT_PAUSE, bots: int = 0) -> Starlette:
    """Return the server over one store.

    Args:
        data: A file, or the address of a database.
        limits: How much anybody may ask for; as `RATES` says if not given.
        bot_pause: How many seconds bots wait before they act.
        bots: In how many processes of their own they think; 0: in this one.
    """

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        store = await open_store(data)
        app.state.passport = Passport(await store.secret("passport", secrets.token_bytes(32)))
        app.state.host_key = HostKey(await host_key(store))
        app.state.house = House(store, bot_pause, bots)
        await app.state.house.resume()
        yield
        await app.state.house.close()
        await store.close()

    routes = [
        Route("/", pages.start),
        Route("/play", opening.play_now, methods=["POST"]),
        Route("/new/{game}", pages.new),
        Route("/tables", opening.open_table, methods=["POST"]),
        Route("/settings", opening.settings, methods=["POST"]),
        Route("/rules/{game}", pages.rules),
        Route("/me", me.page),
        Route("/me", me.rename, methods=["POST"]),
        Route("/me/{cookie}", me.become, methods=["GET", "POST"], name="become"),
        Route("/t/{table}", pages.table, name="table"),
        Route("/me/blocked/undo", manners.unblock, methods=["POST"]),
        Route("/t/{table}/people", manners.people),
        Route("/t/{table}/report", manners.report, methods=["POST"]),
        Route("/t/{table}/block", manners.block, methods=["POST"]),
        Route("/t/{table}/sit", opening.sit, methods=["POST"]),
        Route("/t/{table}/bot", opening.seat_bot, methods=["POST"]),
        Route("/t/{table}/level", opening.choose_level, methods=["POST"]),
        Route("/t/{table}/do", actions.do, methods=["POST"]),
        Route("/t/{table}/hint", hinting.hint, methods=["POST"]),
        Route("/t/{table}/say", actions.say, methods=["POST"]),
        Route("/t/{table}/stand", opening.stand, methods=["POST"]),
        Route("/t/{table}/ready", opening.ready, methods=["POST"]),
        Route("/t/{table}/mix", opening.mix_seats, methods=["POST"]),
        Route("/t/{table}/begin", opening.begin, methods=["POST"]),
        Route("/t/{table}/leave", actions.leave, methods=["POST"]),
        Route("/t/{table}/again", actions.again, methods=["POST"]),
        Route("/t/{table}/replay", afterwards.replay),
        Route("/t/{table}/transcript", afterwards.transcript),
        Route("/t/{table}/review", reviewing.review),
        WebSocketRoute("/t/{table}/live", live),
        *hosting.routes(),
        *api.routes(),
        Route("/metrics", metrics),
        Route("/healthz", lambda _: PlainTextResponse("ok")),
        Route("/readyz", _ready),
        Mount("/static", StaticFiles(packages=[("stammtisch.web", "static")])),
    ]
    return Starlette(
        routes=routes,
        lifespan=lifespan,
        middleware=[
            Middleware(Journal),
            Middleware(Guard),
            Middleware(Gate, limits=limits or Limits()),
        ],
        exception_handlers={
            **dict.fromkeys((NotFound, PermissionError, 404, Conflict, NoRoom), _sorry),
            Unavailable: _later,
            **dict.fromkeys((ClientDisconnect, WebSocketDisconnect), _farewell),
        },
    )


async def _ready(request: Request) -> Response:
    """Tell a proxy whether to send people here: the store answers, and the house is not about to close."""
    house: House = request.app.state.house
    asking = asyncio.create_task(house.store.person(""))
    asking.add_done_callback(lambda asked: asked.cancelled() or asked.exception())  # nobody need be told of it
    await asyncio.wait({asking}, timeout=_PROMPT)  # it is left alone then: to give up takes a store long, too
    if not asking.done() or asking.exception():
        return PlainTextResponse("the store does not answer", 503)
    return PlainTextResponse("the house is closing", 503) if house.closing else PlainTextResponse("ok")


async def _farewell(_: HTTPConnection, __: Exception) -> Response:
    """Answer whoever went away before we could; nobody is there to read it."""
    return Response(status_code=400)


async def _sorry(request: Request, error: Exception) -> Response:
    try:
        visit = await Visit.of(request)
    except Unavailable as away:
        return await _later(request, away)
    if isinstance(error, NoRoom):
        return visit.page("sorry.html", 409, problem=error.told(visit.say), back="/")
    if isinstance(error, Conflict):
        problem = visit.say("Somebody was faster, and the table has changed. Please try again.")
        table = request.path_params.get("table")
        return visit.page("sorry.html", 409, problem=problem, back=f"/t/{table}" if table else "/")
    if isinstance(error, PermissionError):
        return visit.page("sorry.html", 403, problem=visit.say("This is not yours to decide."), back="/")
    return visit.page("sorry.html", 404, problem=visit.say("There is nothing here any more."), back="/")


async def _later(request: Request, _: Exception) -> Response:
    """Say that nothing can be read or written now; not even who asks, so it is said without a page."""
    say = voice("stammtisch.web", language_of(request))
    sentence = say("The house is catching its breath. Please try again in a moment; nothing is lost.")
    return PlainTextResponse(sentence, 503, {"retry-after": "2"})
