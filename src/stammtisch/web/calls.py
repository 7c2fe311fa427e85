"""One request of a program: who asks, what for, and the answer as JSON, problems too."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.types import Receive, Scope, Send

from stammtisch.store.kept import Conflict, Unavailable
from stammtisch.web.capacity import NoRoom
from stammtisch.web.host_key import HostKey
from stammtisch.web.live import Audience
from stammtisch.web.openapi import HOST_KEY, NEEDED, Endpoint
from stammtisch.web.people import Person
from stammtisch.web.schema import Schema, problem_in, read_json
from stammtisch.web.visit import Visit

_WHOLE: Final = re.compile(r"-?[0-9]{1,18}")
_WORDS: Final = {"true": True, "false": False}


class Problem(Exception):
    """Why a request was not fulfilled, as it is answered."""

    def __init__(self, status: int, detail: str, **more: str) -> None:
        super().__init__(detail)
        self.status = status
        self.detail = detail
        self.more = more  # for refusals: the rule, and the link to it

    def answer(self, headers: Mapping[str, str] | None = None) -> Response:
        """Return it in the form of RFC 9457."""
        title = HTTPStatus(self.status).phrase
        content = {"status": self.status, "title": title, "detail": self.detail, **self.more}
        return JSONResponse(content, self.status, headers, media_type="application/problem+json")


@dataclass
class Call:
    """A request that fits its description."""

    visit: Visit
    person: Person | None
    path: Mapping[str, str]
    query: Mapping[str, Any]
    body: Mapping[str, Any]

    @property
    def language(self) -> str:
        """The language that the answer is in."""
        return str(self.query.get("lang", self.visit.language))

    @property
    def somebody(self) -> Person:
        """Whose token it is, where one is needed."""
        assert self.person is not None
        return self.person

    async def table(self) -> Audience:
        """Return the table that the path names.

        Raises:
            Problem: There is none.
        """
        found = await self.visit.house.find(self.path["table"])
        if found is None:
            raise Problem(404, "there is no table of this name; it may be the last part of a table's link")
        return found


class Door:
    """One address for programs, as an ASGI application: finds the endpoint for a method, and answers in JSON."""

    def __init__(self, endpoints: list[Endpoint]) -> None:
        self._endpoints = {endpoint.method: endpoint for endpoint in endpoints}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        request = Request(scope, receive)
        try:
            response = await self._answer(request)
        except Problem as problem:
            challenge = {"www-authenticate": "Bearer"} if problem.status == HTTPStatus.UNAUTHORIZED else None
            response = problem.answer(challenge)
        except Conflict:
            response = Problem(409, "somebody was faster, and the table has changed; look at it and try again").answer()
        except NoRoom as error:
            response = Problem(409, str(error)).answer()
        except Unavailable:
            detail = "nothing can be read or written now; it may be tried again in 2 seconds"
            response = Problem(503, detail).answer({"retry-after": "2"})
        await response(scope, receive, send)

    async def _answer(self, request: Request) -> Response:
        endpoint = self._endpoints.get(request.method)
        if endpoint is None:
            allowed = ", ".join(self._endpoints)
            problem = Problem(405, f"the method is {request.method[:20]}; it may be {allowed}")
            return problem.answer({"allow": allowed})
        visit = await Visit.of(request)
        person = await _person(visit, endpoint)
        query = _query(request, endpoint.asks)
        body = _body(await request.body(), endpoint.body) if endpoint.body else {}
        answer = await endpoint.handler(Call(visit, person, request.path_params, query, body))
        return JSONResponse(answer, endpoint.status)


async def nowhere(request: Request) -> Response:
    """Say in JSON that there is nothing at an address below /api."""
    return Problem(404, f"there is nothing at {request.url.path[:80]!r}; /api/openapi.json says what there is").answer()


async def _person(visit: Visit, endpoint: Endpoint) -> Person | None:
    """Return whose token the request carries.

    Raises:
        Problem: It is needed and missing, or it is nobody's.
    """
    if not endpoint.token:
        return None
    text = token_of(visit.connection.headers.get("authorization", ""))
    if endpoint.token == HOST_KEY:
        key: HostKey = visit.connection.app.state.host_key
        if text is None or not key.opens(text):
            raise Problem(
                401, "this takes the host key, sent as 'Authorization: Bearer …'; `stammtisch admin key` shows it"
            )
        return None
    if text is None:
        if endpoint.token == NEEDED:
            raise Problem(401, "there is no token; POST /api/people gives one, sent as 'Authorization: Bearer …'")
        return None
    known = visit.passport.read_token(text)
    name = await visit.house.store.person(known) if known else None
    if known is None or name is None:
        raise Problem(401, "the token was not made here; POST /api/people gives one")
    return Person(known, name)


def token_of(header: str) -> str | None:
    """Return the token in an Authorization header, or nothing if it holds none."""
    scheme, _, text = header.strip().partition(" ")
    return text.strip() if scheme.lower() == "bearer" else None


def _query(request: Request, asks: Mapping[str, Schema]) -> dict[str, Any]:
    """Return the parts of the query that the endpoint knows.

    Raises:
        Problem: One is not what it may be.
    """
    found: dict[str, Any] = {}
    for name, schema in asks.items():
        if name not in request.query_params:
            continue
        value: Any = request.query_params[name]
        if schema["type"] == "integer" and _WHOLE.fullmatch(value):
            value = int(value)
        elif schema["type"] == "boolean":
            value = _WORDS.get(value, value)
        if problem := problem_in(value, schema, name):
            raise Problem(422, problem)
        found[name] = value
    return found


def _body(sent: bytes, schema: Schema) -> dict[str, Any]:
    """Return the fields that were sent.

    Raises:
        Problem: It is not JSON, or a field is not what it may be.
    """
    try:
        value = read_json(sent or b"{}")
    except ValueError as error:
        raise Problem(400, str(error)) from error
    if problem := problem_in(value, schema, "the body"):
        raise Problem(422, problem)
    fields: dict[str, Any] = value
    return fields
