"""What people are shown when something could not be done."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from starlette.requests import ClientDisconnect, HTTPConnection
from starlette.responses import Response
from starlette.websockets import WebSocketDisconnect

from stammtisch.store.contract import Conflict, Unavailable
from stammtisch.web.http.problem import plain, say_to
from stammtisch.web.pages.request import NotFound, PageRequest
from stammtisch.web.tables.quotas import QuotaExceeded


async def _sorry(request: HTTPConnection, error: Exception) -> Response:
    try:
        page = await PageRequest.of(request)
    except Unavailable as away:
        return await _later(request, away)
    if isinstance(error, QuotaExceeded):
        return page.render("error.html", 409, problem=error.told(page.say), back="/")
    if isinstance(error, Conflict):
        problem = page.say("Somebody was faster, and the table has changed. Please try again.")
        table = page.path.get("table")
        return page.render("error.html", 409, problem=problem, back=f"/t/{table}" if table else "/")
    if isinstance(error, PermissionError):
        return page.render("error.html", 403, problem=page.say("This is not yours to decide."), back="/")
    return page.render("error.html", 404, problem=page.say("There is nothing here any more."), back="/")


async def _later(request: HTTPConnection, _: Exception) -> Response:
    """Say that nothing can be read or written now; not even who asks, so it is said without a page."""
    say = say_to(request)
    sentence = say("The house is catching its breath. Please try again in a moment; nothing is lost.")
    return plain(sentence, 503, {"retry-after": "2"})


async def _farewell(_: HTTPConnection, __: Exception) -> Response:
    """Answer whoever went away before we could; nobody is there to read it."""
    return Response(status_code=400)


async def answer_to(connection: HTTPConnection, error: Exception) -> Response:
    """Return what is answered to a request over a socket that was not fulfilled for a reason that is `EXPECTED`."""
    return await (_later if isinstance(error, Unavailable) else _sorry)(connection, error)


EXPECTED: Final = (NotFound, PermissionError, Conflict, QuotaExceeded, Unavailable)
HANDLERS: Final[Mapping[Any, Any]] = {
    **dict.fromkeys((*EXPECTED, 404), _sorry),
    Unavailable: _later,
    **dict.fromkeys((ClientDisconnect, WebSocketDisconnect), _farewell),
}
